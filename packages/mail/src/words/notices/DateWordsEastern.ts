/** The rows of `DateWords.ts` for the languages of Eastern Europe, Asia and Africa. */
import type { DateWords } from "./DateWords.ts"

export const easternDateWords: ReadonlyArray<DateWords> = [
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
