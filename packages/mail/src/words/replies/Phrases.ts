/**
 * Words by which mail programs introduce quoted mail, by language: lines such as "Original message", and verbs such as
 * "wrote". Each entry names the programs that write them. They are needed only where the structure of the text does not
 * decide (`replies/Quotes.ts`).
 */

/** In lower case, separated by `|`. */
interface Phrases {
  readonly language: string
  /** Lines such as "Original message". */
  readonly original?: string
  /** Verbs of introductions such as "Ada wrote:". */
  readonly wrote: string
  /** The programs whose translations these are. */
  readonly source: string
}

const languages: ReadonlyArray<Phrases> = [
  {
    language: "en",
    original: "original message|forwarded message|begin forwarded message|original mail|reply message|original email",
    wrote: "wrote|writes|said",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Yahoo, AOL"
  },
  {
    language: "de",
    original:
      "ursprüngliche nachricht|original-nachricht|originalnachricht|original nachricht|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|urspr. nachricht|ursprüngliche mail",
    wrote: "schrieb|schrieben|schreibt|hat geschrieben",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, GMX, WEB.DE, Samsung"
  },
  {
    language: "fr",
    original:
      "message d'origine|message original|message initial|message transféré|début du message transféré|début du message réexpédié|e-mail d'origine",
    wrote: "a écrit|écrit|écrivait",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Orange, La Poste"
  },
  {
    language: "es",
    original: "mensaje original|mensaje reenviado|inicio del mensaje reenviado|correo original",
    wrote: "escribió|escribio|ha escrito|escribe",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "pt",
    original: "mensagem original|mensagem encaminhada|início da mensagem reencaminhada|e-mail original",
    wrote: "escreveu|escreve",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, UOL"
  },
  {
    language: "it",
    original: "messaggio originale|messaggio inoltrato|inizio messaggio inoltrato|messaggio originario",
    wrote: "ha scritto|scrive|scrisse",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Libero"
  },
  {
    language: "nl",
    original:
      "oorspronkelijk bericht|oorspronkelijke bericht|origineel bericht|doorgestuurd bericht|begin doorgestuurd bericht",
    wrote: "schreef|geschreven|schrijft",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "sv",
    original:
      "originalmeddelande|ursprungligt meddelande|vidarebefordrat meddelande|vidarebefordrat brev|ursprungligt mail",
    wrote: "skrev|skriver",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "da",
    original: "oprindelig meddelelse|original besked|oprindelig besked|videresendt besked|original meddelelse",
    wrote: "skrev|skriver",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "nb",
    original: "opprinnelig melding|original melding|videresendt melding|opprinnelig e-post",
    wrote: "skrev|skriver",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "fi",
    original: "alkuperäinen viesti|välitetty viesti|alkup. viesti",
    wrote: "kirjoitti|kirjoittaa",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "is",
    wrote: "skrifaði",
    source: "Outlook, Gmail"
  },
  {
    language: "et",
    original: "algne kiri|algne sõnum|edastatud kiri|algsõnum",
    wrote: "kirjutas",
    source: "Outlook, Gmail, Thunderbird"
  },
  {
    language: "lv",
    original: "sākotnējais ziņojums|sākotnējā ziņa|oriģinālais ziņojums",
    wrote: "rakstīja",
    source: "Outlook, Gmail, Thunderbird"
  },
  {
    language: "lt",
    original: "pradinis laiškas|pradinis pranešimas|originalus laiškas|originalus pranešimas|pirminis pranešimas",
    wrote: "rašė|parašė",
    source: "Outlook, Gmail, Thunderbird"
  },
  {
    language: "pl",
    original:
      "wiadomość oryginalna|oryginalna wiadomość|wiadomość pierwotna|wiadomość przekazana|wiadomość przekazana dalej|treść przekazanej wiadomości",
    wrote: "napisał(a)|napisał|napisała|pisze",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Onet, WP"
  },
  {
    language: "cs",
    original: "původní zpráva|původní e-mail|přeposlaná zpráva|původní mail",
    wrote: "napsal(a)|napsal|napsala|píše",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Seznam"
  },
  {
    language: "sk",
    original: "pôvodná správa|preposlaná správa",
    wrote: "napísal(a)|napísal|napísala|píše",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "sl",
    original: "izvirno sporočilo|prvotno sporočilo",
    wrote: "je napisal|je napisala|piše|je oseba",
    source: "Outlook, Gmail, Thunderbird"
  },
  {
    language: "hr",
    original: "izvorna poruka|originalna poruka|proslijeđena poruka|prosleđena poruka|prvobitna poruka",
    wrote: "napisao je|napisala je|je napisao|je napisao/la|napisa",
    source: "Outlook, Gmail, Thunderbird (Croatian, Bosnian, Serbian in Latin script)"
  },
  {
    language: "sr",
    original: "оригинална порука|првобитна порука",
    wrote: "је написао|је написала|је написао/ла|написа",
    source: "Outlook, Gmail"
  },
  {
    language: "bg",
    original: "оригинално съобщение|първоначално съобщение|препратено съобщение",
    wrote: "написа|пише",
    source: "Outlook, Gmail, abv.bg"
  },
  {
    language: "ru",
    original:
      "исходное сообщение|исходное письмо|пересылаемое сообщение|пересланное сообщение|пересылаемое письмо|первоначальное сообщение|оригинальное сообщение|начало переадресованного сообщения",
    wrote: "написал|написала|написал(а)|пишет|писал|писал(а)",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Mail.ru, Yandex"
  },
  {
    language: "uk",
    original: "вихідне повідомлення|початкове повідомлення|оригінальне повідомлення|переслане повідомлення",
    wrote: "пише|написав|написала|написав(-ла)",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, ukr.net"
  },
  {
    language: "ro",
    original: "mesaj original|mesajul original|mesaj redirecționat|mesajul inițial",
    wrote: "a scris|scria",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Yahoo"
  },
  {
    language: "hu",
    original: "eredeti üzenet|továbbított üzenet|eredeti levél",
    wrote: "írta|ezt írta|írja",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Freemail"
  },
  {
    language: "el",
    original: "αρχικό μήνυμα|προωθημένο μήνυμα|πρωτότυπο μήνυμα",
    wrote: "έγραψε|γράφει",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "tr",
    original: "orijinal mesaj|özgün ileti|orijinal ileti|iletilen mesaj|özgün mesaj",
    wrote: "yazdı|şunları yazdı|şunu yazdı",
    source: "Outlook, Gmail, Apple Mail, Thunderbird"
  },
  {
    language: "he",
    original: "הודעה מקורית|ההודעה המקורית|הודעה שהועברה",
    wrote: "כתב|כתבה|כתב/ה|מאת",
    source: "Outlook, Gmail, Apple Mail"
  },
  {
    language: "ar",
    original: "الرسالة الأصلية|رسالة أصلية|رسالة معاد توجيهها|الرسالة المعاد توجيهها",
    wrote: "كتب|كتبت|كتب/كتبت|تمت كتابة",
    source: "Outlook, Gmail, Apple Mail"
  },
  {
    language: "fa",
    original: "پیام اصلی|پیام ارسال‌شده",
    wrote: "نوشت|نوشته است",
    source: "Outlook, Gmail"
  },
  {
    language: "hi",
    original: "मूल संदेश",
    wrote: "ने लिखा",
    source: "Outlook, Gmail"
  },
  {
    language: "th",
    original: "ข้อความต้นฉบับ|ข้อความเดิม|ข้อความที่ส่งต่อ",
    wrote: "เขียนว่า|เขียน",
    source: "Outlook, Gmail"
  },
  {
    language: "vi",
    original: "thư gốc|tin nhắn gốc|thư được chuyển tiếp|thư đã chuyển tiếp",
    wrote: "đã viết|viết",
    source: "Outlook, Gmail"
  },
  {
    language: "id",
    original: "pesan asli|pesan terusan|mesej asal",
    wrote: "menulis|telah menulis",
    source: "Outlook, Gmail (Indonesian, Malay)"
  },
  {
    language: "ca",
    original: "missatge original|missatge reenviat",
    wrote: "va escriure|ha escrit",
    source: "Outlook, Gmail, Thunderbird"
  },
  {
    language: "ja",
    original:
      "元のメッセージ|元のメール|転送メッセージ|転送されたメッセージ|転送されたメール|オリジナルメッセージ|原文",
    wrote: "書きました|のメール|のメッセージ|さんは書きました",
    source: "Outlook, Gmail, Apple Mail, Thunderbird, Yahoo! Japan"
  },
  {
    language: "ko",
    original: "원본 메시지|원본 메일|원본메일|전달된 메시지|원본 이메일|전달된 메일",
    wrote: "작성|썼습니다|님이 작성|쓴 글",
    source: "Outlook, Gmail, Apple Mail, Naver, Daum"
  },
  {
    language: "zh",
    original:
      "原始邮件|邮件原件|原邮件|回复的原邮件|回复邮件|转发邮件|转发的邮件|转发邮件信息|原始郵件|原始信件|原始訊息|轉寄郵件|轉寄的郵件|已转发邮件|转发的消息",
    wrote: "写道|寫道|写到|来信|撰寫|的来信",
    source: "Outlook, Gmail, Apple Mail, QQ, 163, Foxmail, DingTalk (simplified and traditional)"
  }
]

/** Lines such as "original message", in lower case. */
export const originals: ReadonlySet<string> = new Set(languages.flatMap(({ original }) => original?.split("|") ?? []))

const all = languages.flatMap(({ wrote }) => wrote.split("|"))
/** Scripts that put no spaces between words. */
const unspaced = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Hang}\p{scx=Thai}]/u

/** Verbs of one word. */
export const verbs: ReadonlySet<string> = new Set(all.filter((verb) => !verb.includes(" ") && !unspaced.test(verb)))
/** Verbs of several words. */
export const wordsOfVerbs: ReadonlyArray<string> = all.filter((verb) => verb.includes(" ") && !unspaced.test(verb))
/** Verbs within a run of letters. */
export const verbsInside: ReadonlyArray<string> = [...new Set(all.filter((verb) => unspaced.test(verb)))]
