/** The subjects of automatic replies. */
import { easternTitles, type Titles } from "./AutoReplyTitlesEastern.ts"

/** Titles that do not belong to a language, each with the program or standard that writes it. */
export const commonTitles: ReadonlyArray<{ readonly title: string; readonly source: string }> = [
  { title: "auto:", source: "RFC 5230, 4.3 (Sieve vacation); HCL Notes writes `AUTO: Ada is out of the office (…)`" },
  { title: "ooo", source: "abbreviation of out of office, common in subjects" },
  { title: "oof", source: "abbreviation in Exchange (MS-OXWOOF)" },
  { title: "away from my mail", source: "vacation(1) of BSD" },
  { title: "yahoo! auto response", source: "Yahoo Mail" }
]

const westernTitles: ReadonlyArray<Titles> = [
  {
    language: "en",
    replies: [
      "automatic reply",
      "automatic reply to:",
      "automatic acknowledgement",
      "automatic acknowledgment",
      "automatic response",
      "automatic answer",
      "automated reply",
      "automated response",
      "automated answer",
      "auto reply",
      "auto response",
      "auto responder",
      "auto answer",
      "autoreply",
      "autoresponse",
      "autoresponder",
      "autoanswer",
      "vacation reply",
      "vacation response"
    ],
    absences: [
      "out of office",
      "out of the office",
      "out of office auto reply",
      "out of office autoreply",
      "out of office reply",
      "out of office response",
      "out of office message",
      "out of office notice",
      "out of office notification",
      "out of office automatic reply",
      "i am out of office",
      "i am out of the office",
      "i am currently out of office",
      "i am currently out of the office",
      "i'm out of office",
      "i'm out of the office",
      "currently out of office",
      "currently out of the office",
      "away from the office",
      "away from office",
      "away until",
      "not in the office",
      "i am on vacation",
      "i'm on vacation",
      "i am on holiday",
      "i'm on holiday",
      "i am away",
      "i am on leave",
      "i am currently on leave",
      "i am on annual leave",
      "i am currently on annual leave",
      "away from my desk",
      "absence notification",
      "on annual leave",
      "on parental leave",
      "on maternity leave",
      "on paternity leave",
      "on sick leave",
      "on leave",
      "on vacation",
      "on holiday",
      "annual leave"
    ]
  },
  {
    language: "de",
    replies: [
      "automatische antwort",
      "automatische antwort auf:",
      "automatische antwortmail",
      "automatische rückantwort",
      "automatische abwesenheitsnotiz",
      "automatische abwesenheitsnachricht",
      "automatische abwesenheitsmeldung",
      "automatische empfangsbestätigung",
      "automatische eingangsbestätigung",
      "autoantwort"
    ],
    absences: [
      "abwesenheitsnotiz",
      "abwesenheitsnachricht",
      "abwesenheitsmeldung",
      "abwesenheitsassistent",
      "abwesenheitshinweis",
      "abwesenheitsmitteilung",
      "abwesenheitsbenachrichtigung",
      "abwesenheitsinfo",
      "abwesenheit",
      "abwesend",
      "außer haus",
      "ausser haus",
      "nicht im büro",
      "nicht im haus",
      "ich bin nicht im büro",
      "ich bin nicht im haus",
      "ich bin im urlaub",
      "im urlaub",
      "urlaubsnotiz",
      "urlaubsabwesenheit"
    ]
  },
  {
    language: "fr",
    replies: [
      "réponse automatique",
      "réponse automatique d'absence",
      "répondeur automatique",
      "message automatique",
      "message automatique d'absence",
      "accusé de réception automatique"
    ],
    absences: [
      "absence du bureau",
      "absent du bureau",
      "absente du bureau",
      "hors du bureau",
      "message d'absence",
      "notification d'absence",
      "avis d'absence",
      "je suis absent",
      "je suis absente",
      "en congé",
      "en congés",
      "en vacances",
      "je suis en congé",
      "je suis en congés",
      "je suis en vacances",
      "absence:",
      "absent:",
      "absente:"
    ]
  },
  {
    language: "es",
    replies: [
      "respuesta automática",
      "respuesta automática de ausencia",
      "respuesta automatizada",
      "acuse de recibo automático",
      "contestación automática",
      "autorespuesta"
    ],
    absences: [
      "fuera de la oficina",
      "fuera de oficina",
      "ausente de la oficina",
      "aviso de ausencia",
      "mensaje de ausencia",
      "de vacaciones",
      "estoy de vacaciones",
      "en vacaciones",
      "ausente:",
      "ausencia:"
    ]
  },
  {
    language: "it",
    replies: [
      "risposta automatica",
      "risposta automatica di assenza",
      "risponditore automatico",
      "messaggio automatico"
    ],
    absences: [
      "fuori sede",
      "fuori ufficio",
      "fuori dall'ufficio",
      "assente dall'ufficio",
      "assenza dall'ufficio",
      "sono fuori ufficio",
      "avviso di assenza",
      "in ferie",
      "in vacanza",
      "assente:",
      "assenza:"
    ]
  },
  {
    language: "pt",
    replies: ["resposta automática", "resposta automática de ausência", "resposta automatizada", "mensagem automática"],
    absences: [
      "fora do escritório",
      "ausente do escritório",
      "ausência do escritório",
      "ausência temporária",
      "aviso de ausência",
      "de férias",
      "em férias",
      "ausente:",
      "ausência:"
    ]
  },
  {
    language: "nl",
    replies: ["automatisch antwoord", "automatische reactie", "automatische beantwoording"],
    absences: [
      "afwezigheidsbericht",
      "afwezigheidsmelding",
      "afwezigheidsassistent",
      "afwezigheid",
      "afwezig",
      "niet op kantoor",
      "niet aanwezig",
      "buiten kantoor",
      "ik ben afwezig",
      "met vakantie",
      "op vakantie"
    ]
  },
  {
    language: "da",
    replies: ["automatisk svar", "autosvar"],
    absences: ["fraværende", "fraværsmeddelelse", "fraværsbesked", "ikke til stede", "ikke på kontoret", "på ferie"]
  },
  {
    language: "nb",
    replies: ["automatisk svar", "autosvar"],
    absences: [
      "fraværsmelding",
      "fraværsassistent",
      "fravær",
      "ikke til stede",
      "borte fra kontoret",
      "ute av kontoret"
    ]
  },
  {
    language: "sv",
    replies: ["automatiskt svar", "autosvar", "autosvarsmeddelande"],
    absences: [
      "frånvaromeddelande",
      "frånvarohanterare",
      "frånvarande",
      "frånvaro",
      "ej på kontoret",
      "inte på kontoret",
      "på semester"
    ]
  },
  {
    language: "fi",
    replies: [
      "automaattinen vastaus",
      "automaattivastaus",
      "automaattinen poissaoloviesti",
      "automaattinen poissaoloilmoitus"
    ],
    absences: ["poissaoloilmoitus", "poissaoloviesti", "poissa toimistosta", "poissa työpaikalta", "lomalla", "poissa:"]
  },
  {
    language: "is",
    replies: ["sjálfvirkt svar"],
    absences: ["ekki á skrifstofunni", "fjarverandi"]
  }
]

export const titles: ReadonlyArray<Titles> = [...westernTitles, ...easternTitles]
