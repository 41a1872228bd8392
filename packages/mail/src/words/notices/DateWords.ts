/**
 * Words of dates in notes of absence, by language. People who know a language can add words: as usual, in lower case. Accents do not
 * matter, `ä` is also `ae`, and `*` stands for any ending.
 */
import { type DateWords, easternDateWords } from "./DateWordsEastern.ts"

export const westernDateWords: ReadonlyArray<DateWords> = [
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
  }
]

export const dateWords: ReadonlyArray<DateWords> = [...westernDateWords, ...easternDateWords]

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
