/**
 * Words of dates in notes of absence, by language. People who know a language can add words: as usual, in lower case. Accents do not
 * matter, `ä` is also `ae`, and `*` stands for any ending.
 */
export interface DateWords {
  /** ISO 639-1. */
  readonly language: string
  /** The months from January on, each with its forms and abbreviations, separated by spaces. */
  readonly months: ReadonlyArray<string>
  /** The days from Monday on. */
  readonly weekdays: ReadonlyArray<string>
  /** Before or after the day of the return, such as "back" and "again". */
  readonly returns: ReadonlyArray<string>
  /** Right before the last day of an absence, such as "until". */
  readonly until: ReadonlyArray<string>
  /** Right before the first day of an absence, such as "from". */
  readonly from: ReadonlyArray<string>
}

export const dateWords: ReadonlyArray<DateWords> = [
  {
    language: "cs",
    months: [
      "ledna leden",
      "února únor",
      "března březen",
      "dubna duben",
      "května květen",
      "června červen",
      "července červenec",
      "srpna srpen",
      "září",
      "října říjen",
      "listopadu listopad",
      "prosince prosinec"
    ],
    weekdays: [
      "pondělí",
      "úterý",
      "středa středu středy",
      "čtvrtek čtvrtka",
      "pátek pátku",
      "sobota sobotu",
      "neděle neděli"
    ],
    returns: ["zpět", "vrátím", "vracím", "opět", "znovu"],
    until: ["do"],
    from: ["od"]
  },
  {
    language: "da",
    months: [
      "januar jan",
      "februar feb",
      "marts mar",
      "april apr",
      "maj",
      "juni jun",
      "juli jul",
      "august aug",
      "september sep sept",
      "oktober okt",
      "november nov",
      "december dec"
    ],
    weekdays: ["mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"],
    returns: ["tilbage", "igen", "retur"],
    until: ["til", "til og med", "t.o.m."],
    from: ["fra"]
  },
  {
    language: "de",
    months: [
      "januar jänner jan",
      "februar feber feb",
      "märz mrz",
      "april apr",
      "mai",
      "juni jun",
      "juli jul",
      "august aug",
      "september sep sept",
      "oktober okt",
      "november nov",
      "dezember dez"
    ],
    weekdays: ["montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag sonnabend", "sonntag"],
    returns: ["wieder", "zurück", "zurückkehren", "rückkehr"],
    until: ["bis", "bis zum", "bis einschließlich", "bis inklusive", "bis inkl."],
    from: ["vom", "von", "seit"]
  },
  {
    language: "el",
    months: [
      "ιανουαρίου",
      "φεβρουαρίου",
      "μαρτίου",
      "απριλίου",
      "μαΐου",
      "ιουνίου",
      "ιουλίου",
      "αυγούστου",
      "σεπτεμβρίου",
      "οκτωβρίου",
      "νοεμβρίου",
      "δεκεμβρίου"
    ],
    weekdays: ["δευτέρα", "τρίτη", "τετάρτη", "πέμπτη", "παρασκευή", "σάββατο", "κυριακή"],
    returns: ["επιστρέφω", "επιστρέψω", "επιστροφή", "πάλι"],
    until: ["έως", "έως και", "μέχρι", "μέχρι και", "ως"],
    from: ["από"]
  },
  {
    language: "en",
    months: [
      "january jan",
      "february feb",
      "march mar",
      "april apr",
      "may",
      "june jun",
      "july jul",
      "august aug",
      "september sep sept",
      "october oct",
      "november nov",
      "december dec"
    ],
    weekdays: [
      "monday mon",
      "tuesday tue tues",
      "wednesday wed",
      "thursday thu thurs",
      "friday fri",
      "saturday sat",
      "sunday sun"
    ],
    returns: [
      "back",
      "return",
      "returning",
      "returns",
      "again",
      "resume",
      "available from",
      "reachable from",
      "in the office from",
      "in the office on",
      "in the office again"
    ],
    until: [
      "until",
      "till",
      "til",
      "through",
      "thru",
      "to",
      "up to",
      "until and including",
      "through to",
      "ending",
      "ends"
    ],
    from: ["from", "since", "starting", "beginning", "between"]
  },
  {
    language: "es",
    months: [
      "enero ene",
      "febrero",
      "marzo",
      "abril abr",
      "mayo",
      "junio",
      "julio",
      "agosto ago",
      "septiembre setiembre",
      "octubre",
      "noviembre",
      "diciembre dic"
    ],
    weekdays: ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
    returns: [
      "regreso",
      "regresaré",
      "regresare",
      "vuelvo",
      "volveré",
      "vuelta",
      "retorno",
      "retornaré",
      "reincorpor*",
      "de nuevo",
      "nuevamente",
      "disponible a partir"
    ],
    until: ["hasta", "hasta el", "hasta el día", "al", "al día", "y el"],
    from: ["del", "desde", "desde el", "entre el", "el"]
  },
  {
    language: "et",
    months: [
      "jaanuar*",
      "veebruar*",
      "märts*",
      "aprill*",
      "mai",
      "juuni",
      "juuli",
      "august*",
      "september septembri*",
      "oktoober oktoobri*",
      "november novembri*",
      "detsember detsembri*"
    ],
    weekdays: ["esmaspäev*", "teisipäev*", "kolmapäev*", "neljapäev*", "reede*", "laupäev*", "pühapäev*"],
    returns: ["tagasi", "taas"],
    until: ["kuni"],
    from: ["alates"]
  },
  {
    language: "fi",
    months: [
      "tammikuu*",
      "helmikuu*",
      "maaliskuu*",
      "huhtikuu*",
      "toukokuu*",
      "kesäkuu*",
      "heinäkuu*",
      "elokuu*",
      "syyskuu*",
      "lokakuu*",
      "marraskuu*",
      "joulukuu*"
    ],
    weekdays: ["maanantai*", "tiistai*", "keskiviikko*", "torstai*", "perjantai*", "lauantai*", "sunnuntai*"],
    returns: ["takaisin", "palaan", "tavoitettavissa", "jälleen", "paikalla"],
    until: ["asti", "saakka"],
    from: ["alkaen"]
  },
  {
    language: "fr",
    months: [
      "janvier janv",
      "février févr fév",
      "mars",
      "avril avr",
      "mai",
      "juin",
      "juillet juil",
      "août",
      "septembre sept",
      "octobre oct",
      "novembre nov",
      "décembre déc"
    ],
    weekdays: ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"],
    returns: [
      "retour",
      "reviens",
      "reviendrai",
      "rentre",
      "rentrerai",
      "nouveau",
      "reprendrai",
      "reprends",
      "reprise",
      "joignable à partir",
      "disponible à partir",
      "joignable à compter",
      "disponible à compter"
    ],
    until: ["jusqu'au", "jusqu'à", "au", "et le", "inclus jusqu'au", "jusqu’au"],
    from: ["du", "depuis le", "depuis", "entre le", "dès le"]
  },
  {
    language: "hr",
    months: [
      "siječnja januara januarja",
      "veljače februara februarja",
      "ožujka marta marca",
      "travnja aprila",
      "svibnja maja",
      "lipnja juna junija",
      "srpnja jula julija",
      "kolovoza avgusta",
      "rujna septembra",
      "listopada oktobra",
      "studenoga studenog novembra",
      "prosinca decembra"
    ],
    weekdays: [
      "ponedjeljak ponedeljak ponedjeljka ponedeljek",
      "utorak torek",
      "srijeda srijedu sreda sredu",
      "četvrtak četrtek",
      "petak petek",
      "subota subotu sobota",
      "nedjelja nedjelju nedelja"
    ],
    returns: ["natrag", "ponovno", "nazaj", "vraćam", "spet"],
    until: ["do"],
    from: ["od"]
  },
  {
    language: "hu",
    months: [
      "január*",
      "február*",
      "március*",
      "április*",
      "május*",
      "június*",
      "július*",
      "augusztus*",
      "szeptember*",
      "október*",
      "november*",
      "december*"
    ],
    weekdays: ["hétfő*", "kedd*", "szerda szerdán szerdáig", "csütörtök*", "péntek*", "szombat*", "vasárnap*"],
    returns: ["vissza", "visszatérek", "visszaérkezem", "ismét", "újra", "munkában"],
    until: [],
    from: []
  },
  {
    language: "is",
    months: [
      "janúar",
      "febrúar",
      "mars",
      "apríl",
      "maí",
      "júní",
      "júlí",
      "ágúst",
      "september",
      "október",
      "nóvember",
      "desember"
    ],
    weekdays: ["mánudag*", "þriðjudag*", "miðvikudag*", "fimmtudag*", "föstudag*", "laugardag*", "sunnudag*"],
    returns: ["aftur", "til baka"],
    until: ["til", "til og með"],
    from: ["frá"]
  },
  {
    language: "it",
    months: [
      "gennaio genn gen",
      "febbraio febbr",
      "marzo",
      "aprile apr",
      "maggio magg mag",
      "giugno giu",
      "luglio lug",
      "agosto ago",
      "settembre sett set",
      "ottobre ott",
      "novembre nov",
      "dicembre dic"
    ],
    weekdays: ["lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato", "domenica"],
    returns: [
      "rientro",
      "rientrerò",
      "ritorno",
      "torno",
      "tornerò",
      "ritornerò",
      "di nuovo",
      "nuovamente",
      "disponibile dal",
      "disponibile da"
    ],
    until: ["fino al", "fino a", "al", "sino al", "e il", "all'", "fino all'"],
    from: ["dal", "dall'", "da", "tra il"]
  },
  {
    language: "lt",
    months: [
      "sausio",
      "vasario",
      "kovo",
      "balandžio",
      "gegužės",
      "birželio",
      "liepos",
      "rugpjūčio",
      "rugsėjo",
      "spalio",
      "lapkričio",
      "gruodžio"
    ],
    weekdays: ["pirmadien*", "antradien*", "trečiadien*", "ketvirtadien*", "penktadien*", "šeštadien*", "sekmadien*"],
    returns: ["grįšiu", "grįžtu", "vėl"],
    until: ["iki"],
    from: ["nuo"]
  },
  {
    language: "lv",
    months: [
      "janvār*",
      "februār*",
      "mart*",
      "aprīl*",
      "maij*",
      "jūnij*",
      "jūlij*",
      "august*",
      "septembr*",
      "oktobr*",
      "novembr*",
      "decembr*"
    ],
    weekdays: ["pirmdien*", "otrdien*", "trešdien*", "ceturtdien*", "piektdien*", "sestdien*", "svētdien*"],
    returns: ["atgriezīšos", "atpakaļ", "atkal"],
    until: ["līdz"],
    from: ["no"]
  },
  {
    language: "nb",
    months: [
      "januar jan",
      "februar feb",
      "mars",
      "april apr",
      "mai",
      "juni jun",
      "juli jul",
      "august aug",
      "september sep sept",
      "oktober okt",
      "november nov",
      "desember des"
    ],
    weekdays: ["mandag", "tirsdag", "onsdag", "torsdag", "fredag", "lørdag", "søndag"],
    returns: ["tilbake", "igjen"],
    until: ["til", "til og med", "t.o.m."],
    from: ["fra"]
  },
  {
    language: "nl",
    months: [
      "januari jan",
      "februari feb",
      "maart mrt",
      "april apr",
      "mei",
      "juni jun",
      "juli jul",
      "augustus aug",
      "september sep sept",
      "oktober okt",
      "november nov",
      "december dec"
    ],
    weekdays: ["maandag", "dinsdag", "woensdag", "donderdag", "vrijdag", "zaterdag", "zondag"],
    returns: ["terug", "weer", "opnieuw", "retour"],
    until: ["tot", "tot en met", "t/m", "tot aan"],
    from: ["van", "vanaf", "sinds"]
  },
  {
    language: "pl",
    months: [
      "stycznia styczeń",
      "lutego luty",
      "marca marzec",
      "kwietnia kwiecień",
      "maja maj",
      "czerwca czerwiec",
      "lipca lipiec",
      "sierpnia sierpień",
      "września wrzesień",
      "października październik",
      "listopada listopad",
      "grudnia grudzień"
    ],
    weekdays: [
      "poniedziałek poniedziałku",
      "wtorek wtorku",
      "środa środę środy",
      "czwartek czwartku",
      "piątek piątku",
      "sobota sobotę",
      "niedziela niedzielę"
    ],
    returns: ["wracam", "wrócę", "powrót", "powrotem", "ponownie", "znowu", "z powrotem"],
    until: ["do", "do dnia"],
    from: ["od", "od dnia"]
  },
  {
    language: "pt",
    months: [
      "janeiro jan",
      "fevereiro fev",
      "março mar",
      "abril abr",
      "maio",
      "junho jun",
      "julho jul",
      "agosto ago",
      "setembro set",
      "outubro out",
      "novembro nov",
      "dezembro dez"
    ],
    weekdays: [
      "segunda segunda-feira",
      "terça terça-feira",
      "quarta quarta-feira",
      "quinta quinta-feira",
      "sexta sexta-feira",
      "sábado",
      "domingo"
    ],
    returns: [
      "regresso",
      "regressarei",
      "regressando",
      "retorno",
      "retornarei",
      "volto",
      "voltarei",
      "volta",
      "novamente",
      "de novo",
      "disponível a partir"
    ],
    until: ["até", "até o dia", "até ao dia", "até dia", "até o", "a", "ao", "e"],
    from: ["de", "do dia", "desde", "entre", "desde o dia", "dia"]
  },
  {
    language: "ro",
    months: [
      "ianuarie ian",
      "februarie",
      "martie",
      "aprilie",
      "mai",
      "iunie",
      "iulie",
      "august",
      "septembrie",
      "octombrie",
      "noiembrie",
      "decembrie"
    ],
    weekdays: ["luni", "marți", "miercuri", "joi", "vineri", "sâmbătă", "duminică"],
    returns: ["înapoi", "revin", "reveni", "mă întorc", "din nou"],
    until: ["până", "până la", "până pe", "până în"],
    from: ["de la", "din", "începând cu", "din data de"]
  },
  {
    language: "ru",
    months: [
      "января январь янв",
      "февраля февраль фев",
      "марта март",
      "апреля апрель апр",
      "мая май",
      "июня июнь",
      "июля июль",
      "августа август авг",
      "сентября сентябрь сен",
      "октября октябрь окт",
      "ноября ноябрь ноя",
      "декабря декабрь дек"
    ],
    weekdays: [
      "понедельник понедельника",
      "вторник вторника",
      "среда среду среды",
      "четверг четверга",
      "пятница пятницу пятницы",
      "суббота субботу",
      "воскресенье"
    ],
    returns: ["вернусь", "вернется", "возвращаюсь", "возвращение", "снова", "выйду", "выхожу"],
    until: ["до", "по", "по конец"],
    from: ["с", "со", "начиная с"]
  },
  {
    language: "sk",
    months: [
      "januára január",
      "februára február",
      "marca marec",
      "apríla apríl",
      "mája máj",
      "júna jún",
      "júla júl",
      "augusta august",
      "septembra september",
      "októbra október",
      "novembra november",
      "decembra december"
    ],
    weekdays: [
      "pondelok pondelka",
      "utorok utorka",
      "streda stredu stredy",
      "štvrtok štvrtka",
      "piatok piatku",
      "sobota sobotu",
      "nedeľa nedeľu"
    ],
    returns: ["späť", "vrátim", "vraciam", "opäť", "znova"],
    until: ["do"],
    from: ["od"]
  },
  {
    language: "sv",
    months: [
      "januari jan",
      "februari feb",
      "mars",
      "april apr",
      "maj",
      "juni jun",
      "juli jul",
      "augusti aug",
      "september sep sept",
      "oktober okt",
      "november nov",
      "december dec"
    ],
    weekdays: ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"],
    returns: ["tillbaka", "åter", "igen"],
    until: ["till", "till och med", "t.o.m.", "t o m", "tom", "fram till"],
    from: ["från", "från och med", "fr.o.m."]
  },
  {
    language: "tr",
    months: [
      "ocak*",
      "şubat*",
      "mart*",
      "nisan*",
      "mayıs*",
      "haziran*",
      "temmuz*",
      "ağustos*",
      "eylül*",
      "ekim*",
      "kasım*",
      "aralık*"
    ],
    weekdays: ["pazartesi*", "salı*", "çarşamba*", "perşembe*", "cuma", "cumartesi*", "pazar"],
    returns: ["döneceğim", "dönüş*", "tekrar", "yeniden", "ofiste olacağım"],
    until: [],
    from: []
  },
  {
    language: "uk",
    months: [
      "січня січень",
      "лютого лютий",
      "березня березень",
      "квітня квітень",
      "травня травень",
      "червня червень",
      "липня липень",
      "серпня серпень",
      "вересня вересень",
      "жовтня жовтень",
      "листопада листопад",
      "грудня грудень"
    ],
    weekdays: [
      "понеділок понеділка",
      "вівторок вівторка",
      "середа середу середи",
      "четвер четверга",
      "п'ятниця п'ятницю",
      "субота суботу",
      "неділя неділю"
    ],
    returns: ["повернусь", "повернуся", "повертаюся", "знову"],
    until: ["до", "по"],
    from: ["з", "із", "від"]
  }
]

/** Words right after a date, or at the end of its word, that make it the last day of an absence: Finnish, Hungarian, Turkish, Japanese, Korean, Chinese. */
export const untilAfter: ReadonlyArray<string> = ["asti", "saakka", "ig", "kadar", "まで", "까지", "为止", "止"]

/** Words of languages without spaces, and right after a date, that say that a person returns then. */
export const returnsAfter: ReadonlyArray<string> = [
  "戻り",
  "復帰",
  "出社",
  "から出勤",
  "より出勤",
  "返回",
  "回来",
  "回來",
  "回到",
  "复工",
  "上班",
  "복귀",
  "출근"
]
/** Words right before such a date that make it the last day. */
export const untilBeforeJoined: ReadonlyArray<string> = ["至", "到", "直到", "~", "～", "〜"]
