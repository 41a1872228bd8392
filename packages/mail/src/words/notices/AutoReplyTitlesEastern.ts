/** The subjects of automatic replies in the languages of Eastern Europe, Asia and Africa, and rarer ones. */

/**
 * The subjects of automatic replies, by language. A reply continues after its title with a colon, a bracket, a dash or a
 * date; see `AutoReply.ts`. Case, accents and hyphens do not matter. A title that ends with a colon needs that colon.
 */
export interface Titles {
  /** ISO 639-1. */
  readonly language: string
  /** The names of automatic replies in Outlook, Exchange and other mail programs in this language. */
  readonly replies: ReadonlyArray<string>
  /** The names of notes of absence: Out of Office Assistant of Outlook, and what people enter as the subject. */
  readonly absences: ReadonlyArray<string>
}

export const easternTitles: ReadonlyArray<Titles> = [
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
    replies: ["automatikus válasz", "automata válasz", "automatikus válaszüzenet"],
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
    absences: ["مساعد خارج المكتب", "خارج المكتب", "خارج العمل", "في إجازة"]
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
