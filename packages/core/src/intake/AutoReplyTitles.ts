/**
 * The subjects of automatic replies, by language. A reply continues after its title with a colon, a bracket, a dash or a
 * date; see `AutoReply.ts`. Case, accents and hyphens do not matter. A title that ends with a colon needs that colon.
 */
interface Titles {
  /** ISO 639-1. */
  readonly language: string
  /** The names of automatic replies in Outlook, Exchange and other mail programs in this language. */
  readonly replies: ReadonlyArray<string>
  /** The names of notes of absence: Out of Office Assistant of Outlook, and what people enter as the subject. */
  readonly absences: ReadonlyArray<string>
}

/** Titles that do not belong to a language, each with the program or standard that writes it. */
export const commonTitles: ReadonlyArray<{ readonly title: string; readonly source: string }> = [
  { title: "auto:", source: "RFC 5230, 4.3 (Sieve vacation); HCL Notes writes `AUTO: Ada is out of the office (…)`" },
  { title: "ooo", source: "abbreviation of out of office, common in subjects" },
  { title: "oof", source: "abbreviation in Exchange (MS-OXWOOF)" },
  { title: "away from my mail", source: "vacation(1) of BSD" }
]

export const titles: ReadonlyArray<Titles> = [
  {
    language: "en",
    replies: [
      "automatic reply",
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
    replies: ["automatische antwort", "automatische antwortmail", "automatische rückantwort", "autoantwort"],
    absences: [
      "abwesenheitsnotiz",
      "abwesenheitsnachricht",
      "abwesenheitsmeldung",
      "abwesenheitsassistent",
      "abwesenheitshinweis",
      "abwesenheitsmitteilung",
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
    replies: ["réponse automatique", "répondeur automatique", "message automatique"],
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
    replies: ["respuesta automática", "respuesta automatizada", "contestación automática", "autorespuesta"],
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
    replies: ["risposta automatica", "risponditore automatico", "messaggio automatico"],
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
    replies: ["resposta automática", "resposta automatizada", "mensagem automática"],
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
    replies: ["automaattinen vastaus", "automaattivastaus"],
    absences: ["poissaoloilmoitus", "poissaoloviesti", "poissa toimistosta", "poissa työpaikalta", "lomalla", "poissa:"]
  },
  {
    language: "is",
    replies: ["sjálfvirkt svar"],
    absences: ["ekki á skrifstofunni", "fjarverandi"]
  },
  {
    language: "pl",
    replies: ["automatyczna odpowiedź", "odpowiedź automatyczna", "autoodpowiedź"],
    absences: ["poza biurem", "nieobecność w biurze", "nieobecność", "nieobecny", "nieobecna", "na urlopie"]
  },
  {
    language: "cs",
    replies: ["automatická odpověď"],
    absences: ["mimo kancelář", "nepřítomnost v kanceláři", "nepřítomnost", "nepřítomen", "oznámení o nepřítomnosti"]
  },
  {
    language: "sk",
    replies: ["automatická odpoveď"],
    absences: ["mimo kancelárie", "neprítomnosť v kancelárii", "neprítomnosť", "mimo kancelária"]
  },
  {
    language: "hu",
    replies: ["automatikus válasz", "automatikus válaszüzenet"],
    absences: ["házon kívül", "irodán kívül", "nem vagyok az irodában", "távollét", "szabadságon"]
  },
  {
    language: "ro",
    replies: ["răspuns automat"],
    absences: ["în afara biroului", "absent de la birou", "plecat din birou", "în concediu", "mesaj de absență"]
  },
  {
    language: "hr",
    replies: ["automatski odgovor", "automatizirani odgovor"],
    absences: ["izvan ureda", "odsutan iz ureda", "van ureda", "na godišnjem odmoru"]
  },
  {
    language: "sr",
    replies: ["аутоматски одговор", "automatski odgovor"],
    absences: ["van kancelarije", "ван канцеларије"]
  },
  {
    language: "sl",
    replies: ["samodejni odgovor", "avtomatski odgovor"],
    absences: ["odsoten", "odsotna", "odsotnost", "zunaj pisarne", "izven pisarne"]
  },
  {
    language: "bg",
    replies: ["автоматичен отговор"],
    absences: ["извън офиса", "отсъствам", "в отпуск"]
  },
  {
    language: "ru",
    replies: ["автоматический ответ", "автоответ", "автоответчик"],
    absences: [
      "вне офиса",
      "нет на месте",
      "нет на рабочем месте",
      "отсутствую",
      "отсутствие на рабочем месте",
      "я не в офисе",
      "я в отпуске",
      "в отпуске"
    ]
  },
  {
    language: "uk",
    replies: ["автоматична відповідь", "автовідповідь", "автовідповідач"],
    absences: ["поза офісом", "немає на місці", "відсутність на робочому місці", "у відпустці"]
  },
  {
    language: "el",
    replies: ["αυτόματη απάντηση", "αυτόματο μήνυμα"],
    absences: ["εκτός γραφείου", "απουσία από το γραφείο", "απουσία"]
  },
  {
    language: "tr",
    replies: ["otomatik yanıt", "otomatik cevap"],
    absences: ["ofis dışında", "ofis dışındayım", "iş yeri dışında", "iş yerinde değil", "izindeyim"]
  },
  {
    language: "he",
    replies: ["תשובה אוטומטית", "מענה אוטומטי", "הודעה אוטומטית"],
    absences: ["מחוץ למשרד", "לא במשרד", "איני במשרד"]
  },
  {
    language: "ar",
    replies: ["رد تلقائي", "الرد التلقائي", "رد آلي"],
    absences: ["خارج المكتب", "خارج العمل", "في إجازة"]
  },
  {
    language: "fa",
    replies: ["پاسخ خودکار"],
    absences: ["خارج از دفتر"]
  },
  {
    language: "hi",
    replies: ["स्वचालित उत्तर", "स्वतः उत्तर"],
    absences: ["कार्यालय से बाहर"]
  },
  {
    language: "ja",
    replies: ["自動応答", "自動返信", "自動回答", "自動送信"],
    absences: ["不在通知", "不在のお知らせ", "不在のご連絡", "不在応答", "外出中", "休暇中", "不在"]
  },
  {
    language: "zh",
    replies: ["自动答复", "自动回复", "自动应答", "自動答覆", "自動回覆", "自動回復"],
    absences: ["外出", "不在办公室", "不在辦公室", "外出通知", "休假通知", "正在休假", "休假中"]
  },
  {
    language: "ko",
    replies: ["자동 회신", "자동회신", "자동 응답", "자동응답", "자동 답장"],
    absences: ["부재 중", "부재중", "부재 안내", "휴가 중", "휴가중", "외근 중"]
  },
  {
    language: "vi",
    replies: ["trả lời tự động", "thư trả lời tự động", "tự động trả lời"],
    absences: ["vắng mặt", "ngoài văn phòng", "không có mặt tại văn phòng"]
  },
  {
    language: "th",
    replies: ["ตอบกลับอัตโนมัติ", "การตอบกลับอัตโนมัติ", "ตอบอัตโนมัติ"],
    absences: ["ไม่อยู่ที่สำนักงาน", "ไม่อยู่"]
  },
  {
    language: "id",
    replies: ["balasan otomatis", "jawaban otomatis"],
    absences: ["di luar kantor", "tidak di kantor", "sedang cuti", "tidak berada di kantor"]
  },
  {
    language: "ms",
    replies: ["balasan automatik", "jawapan automatik"],
    absences: ["di luar pejabat"]
  },
  {
    language: "et",
    replies: ["automaatvastus", "automaatne vastus"],
    absences: ["kontorist väljas", "kontorist eemal", "puhkusel"]
  },
  {
    language: "lv",
    replies: ["automātiska atbilde", "automātiskā atbilde"],
    absences: ["ārpus biroja", "prombūtne", "atvaļinājumā"]
  },
  {
    language: "lt",
    replies: ["automatinis atsakymas", "automatinis atsakas"],
    absences: ["ne biure", "nesu biure", "atostogauju"]
  },
  {
    language: "ca",
    replies: ["resposta automàtica"],
    absences: ["fora de l'oficina", "absent de l'oficina"]
  },
  { language: "gl", replies: ["resposta automática"], absences: ["fóra da oficina"] },
  { language: "eu", replies: ["erantzun automatikoa"], absences: ["bulegotik kanpo"] },
  { language: "ka", replies: ["ავტომატური პასუხი"], absences: [] },
  { language: "kk", replies: ["автоматты жауап"], absences: [] }
]
