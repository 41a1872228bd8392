/**
 * Subjects of automatic replies that are only sure together with something else, by language; the sure ones are in
 * `AutoReplyTitles.ts`. Accents, case and hyphens do not matter.
 */
export interface AutoReplySubjects {
  /** ISO 639-1. */
  readonly language: string
  /** Words of absence. A date or a number of days follows: `Urlaub 20.11.–29.11.` */
  readonly dated: ReadonlyArray<string>
  /** Words behind the name of a person: `Ada Lovelace is away`. */
  readonly states: ReadonlyArray<string>
  /** Confirmations that a mail arrived. A colon, a dash or a bracket follows, or nothing; with a colon only that. */
  readonly receipts: ReadonlyArray<string>
  /** Words before the subject of a mail that was read or deleted, with the colon. */
  readonly reads: ReadonlyArray<string>
}

export const autoReplySubjects: ReadonlyArray<AutoReplySubjects> = [
  {
    language: "cs",
    dated: ["dovolená", "nepřítomnost", "nepřítomen", "nepřítomna", "mimo kancelář"],
    states: ["je mimo kancelář", "je nepřítomen", "je nepřítomna", "je na dovolené"],
    receipts: ["potvrzení o přijetí", "potvrzení přijetí", "přijali jsme vaši zprávu"],
    reads: ["přečteno:", "přečtené:"]
  },
  {
    language: "da",
    dated: ["ferie", "fraværende", "fravær", "bortrejst", "på ferie"],
    states: ["er ikke på kontoret", "er på ferie", "er fraværende"],
    receipts: [
      "kvittering for modtagelse",
      "bekræftelse på modtagelse",
      "modtagelsesbekræftelse",
      "vi har modtaget din henvendelse",
      "vi har modtaget din mail"
    ],
    reads: ["læst:"]
  },
  {
    language: "de",
    dated: [
      "urlaub",
      "ferien",
      "abwesend",
      "abwesenheit",
      "abwesenheit wegen urlaub",
      "bin im urlaub",
      "nicht erreichbar",
      "nicht da",
      "außer haus",
      "betriebsferien",
      "betriebsurlaub",
      "elternzeit",
      "krank"
    ],
    states: [
      "ist nicht im büro",
      "ist abwesend",
      "ist im urlaub",
      "ist außer haus",
      "ist nicht im haus",
      "ist in elternzeit",
      "ist nicht erreichbar"
    ],
    receipts: [
      "eingangsbestätigung",
      "empfangsbestätigung",
      "bestätigung des eingangs",
      "bestätigung ihrer anfrage",
      "wir haben ihre anfrage erhalten",
      "wir haben ihre nachricht erhalten",
      "wir haben ihre e mail erhalten",
      "ihre anfrage ist eingegangen",
      "ihre nachricht ist eingegangen"
    ],
    reads: ["gelesen:", "ungelesen gelöscht:", "nicht gelesen:"]
  },
  {
    language: "en",
    dated: [
      "away",
      "absent",
      "absence",
      "vacation",
      "holiday",
      "holidays",
      "leave",
      "on pto",
      "pto",
      "annual leave",
      "out",
      "not available",
      "unavailable",
      "travelling",
      "traveling",
      "out of office",
      "ooo"
    ],
    states: [
      "is out of office",
      "is out of the office",
      "is currently out of the office",
      "is away",
      "is away from the office",
      "is on vacation",
      "is on holiday",
      "is on leave",
      "is on annual leave",
      "is on parental leave",
      "is on maternity leave",
      "is absent",
      "is not in the office",
      "is unavailable",
      "will be out of the office",
      "will be away"
    ],
    receipts: [
      "acknowledgement of receipt",
      "acknowledgment of receipt",
      "confirmation of receipt",
      "receipt confirmation",
      "delivery receipt",
      "message received:",
      "email received:",
      "mail received:",
      "request received",
      "enquiry received",
      "inquiry received",
      "ticket received",
      "ticket created",
      "ticket opened",
      "case created",
      "case received",
      "new ticket created",
      "support ticket received",
      "support request received",
      "we received your message",
      "we received your email",
      "we received your request",
      "we received your inquiry",
      "we have received your message",
      "we have received your email",
      "we have received your mail",
      "we have received your request",
      "we have received your enquiry",
      "we have received your inquiry",
      "we've received your message",
      "we've received your email",
      "we've received your request",
      "your request has been received",
      "your message has been received",
      "your email has been received",
      "your message was received",
      "your request was received",
      "your ticket has been created",
      "your ticket has been received",
      "your case has been created",
      "thank you for contacting us"
    ],
    reads: ["read:", "not read:", "read receipt:", "return receipt:", "displayed:"]
  },
  {
    language: "es",
    dated: ["ausente", "ausencia", "vacaciones", "fuera de la oficina", "fuera de oficina"],
    states: ["está fuera de la oficina", "está de vacaciones", "está ausente", "estará fuera de la oficina"],
    receipts: [
      "acuse de recibo",
      "confirmación de recepción",
      "hemos recibido su mensaje",
      "hemos recibido tu mensaje",
      "hemos recibido su correo",
      "hemos recibido su solicitud"
    ],
    reads: ["leído:", "no leído:"]
  },
  {
    language: "et",
    dated: ["puhkus", "puhkusel", "kontorist väljas", "eemal"],
    states: ["on kontorist väljas", "on puhkusel"],
    receipts: ["kättesaamise kinnitus", "kinnitus kirja kättesaamise kohta"],
    reads: ["loetud:"]
  },
  {
    language: "fi",
    dated: ["poissa", "lomalla", "loma", "vapaalla"],
    states: ["on poissa toimistosta", "on lomalla", "on poissa"],
    receipts: ["vastaanottokuittaus", "kuittaus", "viestisi on vastaanotettu", "olemme vastaanottaneet viestisi"],
    reads: ["luettu:", "lukukuittaus:"]
  },
  {
    language: "fr",
    dated: [
      "absent",
      "absente",
      "absence",
      "en congé",
      "en congés",
      "congés",
      "congé",
      "vacances",
      "en déplacement",
      "indisponible"
    ],
    states: [
      "est absent",
      "est absente",
      "est en congé",
      "est en congés",
      "est en vacances",
      "est absent du bureau",
      "est absente du bureau",
      "sera absent",
      "sera absente"
    ],
    receipts: [
      "accusé de réception",
      "accusé réception",
      "confirmation de réception",
      "nous avons bien reçu votre message",
      "nous avons bien reçu votre demande",
      "nous avons reçu votre message",
      "votre message a bien été reçu",
      "votre demande a bien été reçue"
    ],
    reads: ["lu :", "lu:", "non lu :", "non lu:"]
  },
  {
    language: "hr",
    dated: ["godišnji odmor", "na godišnjem odmoru", "odsutan", "odsutna", "odsotnost", "dopust"],
    states: ["je izvan ureda", "je na godišnjem odmoru", "je odsutan", "je odsutna"],
    receipts: ["potvrda primitka", "potvrda prijema", "potrdilo o prejemu"],
    reads: ["pročitano:", "prebrano:"]
  },
  {
    language: "hu",
    dated: ["szabadság", "szabadságon", "távol", "távollét", "házon kívül"],
    states: ["házon kívül van", "szabadságon van", "nincs az irodában"],
    receipts: ["átvételi elismervény", "visszaigazolás", "megkaptuk üzenetét", "levelét megkaptuk"],
    reads: ["elolvasva:"]
  },
  {
    language: "it",
    dated: ["assente", "assenza", "ferie", "in ferie", "fuori ufficio", "fuori sede", "vacanza"],
    states: ["è fuori ufficio", "è assente", "è in ferie", "sarà assente", "è fuori sede"],
    receipts: [
      "conferma di ricezione",
      "conferma ricezione",
      "ricevuta di ritorno",
      "avviso di ricevimento",
      "conferma di ricevimento",
      "abbiamo ricevuto la sua richiesta",
      "abbiamo ricevuto il tuo messaggio",
      "abbiamo ricevuto il suo messaggio"
    ],
    reads: ["letto:", "non letto:"]
  },
  {
    language: "ja",
    dated: ["不在", "休暇", "休業", "出張"],
    states: [],
    receipts: ["受信確認", "受付完了", "お問い合わせを受け付けました", "お問い合わせありがとうございます"],
    reads: ["開封済み:", "開封確認:"]
  },
  {
    language: "ko",
    dated: ["부재", "부재중", "휴가"],
    states: [],
    receipts: ["수신 확인", "접수 완료"],
    reads: ["읽음:"]
  },
  {
    language: "nb",
    dated: ["ferie", "på ferie", "fraværende", "fravær", "bortreist"],
    states: ["er ikke på kontoret", "er på ferie", "er fraværende", "er bortreist"],
    receipts: [
      "bekreftelse på mottak",
      "bekreftelse på mottatt",
      "mottaksbekreftelse",
      "vi har mottatt din henvendelse",
      "vi har mottatt din e post"
    ],
    reads: ["lest:"]
  },
  {
    language: "nl",
    dated: ["afwezig", "vakantie", "verlof", "met verlof", "op vakantie", "niet op kantoor", "niet bereikbaar"],
    states: ["is afwezig", "is niet op kantoor", "is met vakantie", "is op vakantie", "is met verlof"],
    receipts: [
      "ontvangstbevestiging",
      "bevestiging van ontvangst",
      "wij hebben uw bericht ontvangen",
      "we hebben je bericht ontvangen",
      "uw bericht is ontvangen"
    ],
    reads: ["gelezen:", "niet gelezen:"]
  },
  {
    language: "pl",
    dated: ["urlop", "na urlopie", "nieobecność", "nieobecny", "nieobecna", "poza biurem"],
    states: ["jest poza biurem", "jest na urlopie", "jest nieobecny", "jest nieobecna"],
    receipts: [
      "potwierdzenie odbioru",
      "potwierdzenie otrzymania",
      "potwierdzenie przyjęcia",
      "otrzymaliśmy państwa wiadomość"
    ],
    reads: ["przeczytano:", "przeczytane:"]
  },
  {
    language: "pt",
    dated: ["ausente", "ausência", "férias", "de férias", "fora do escritório"],
    states: ["está ausente", "está de férias", "está fora do escritório", "estará ausente"],
    receipts: [
      "aviso de receção",
      "aviso de recepção",
      "aviso de recebimento",
      "confirmação de recebimento",
      "confirmação de receção",
      "recebemos a sua mensagem",
      "recebemos sua mensagem",
      "recebemos o seu pedido"
    ],
    reads: ["lido:", "lida:", "não lido:"]
  },
  {
    language: "ro",
    dated: ["concediu", "în concediu", "absent", "absentă", "plecat din birou"],
    states: ["este în concediu", "nu este la birou", "este plecat din birou"],
    receipts: ["confirmare de primire", "confirmare primire", "am primit mesajul dumneavoastră"],
    reads: ["citit:"]
  },
  {
    language: "ru",
    dated: ["отпуск", "в отпуске", "отсутствую", "отсутствие", "командировка", "вне офиса"],
    states: ["в отпуске", "отсутствует на работе", "вне офиса", "отсутствует в офисе"],
    receipts: [
      "подтверждение получения",
      "подтверждение о получении",
      "уведомление о получении",
      "мы получили ваше письмо",
      "ваше обращение получено",
      "ваша заявка принята",
      "ваше обращение зарегистрировано"
    ],
    reads: ["прочитано:", "прочтено:"]
  },
  {
    language: "sk",
    dated: ["dovolenka", "neprítomnosť", "neprítomný", "neprítomná"],
    states: ["je mimo kancelárie", "je na dovolenke"],
    receipts: ["potvrdenie o prijatí", "potvrdenie prijatia"],
    reads: ["prečítané:"]
  },
  {
    language: "sv",
    dated: ["semester", "på semester", "frånvarande", "frånvaro", "ledig", "bortrest", "föräldraledig"],
    states: ["är inte på kontoret", "är på semester", "är frånvarande", "är föräldraledig"],
    receipts: [
      "mottagningsbekräftelse",
      "bekräftelse på mottagande",
      "mottagningskvitto",
      "vi har tagit emot ditt ärende",
      "vi har mottagit ditt meddelande",
      "tack för ditt mejl"
    ],
    reads: ["läst:"]
  },
  {
    language: "tr",
    dated: ["izinli", "izindeyim", "tatil", "ofis dışında", "ofis dışındayım"],
    states: ["ofis dışında", "izinde"],
    receipts: ["alındı bildirimi", "alındı onayı", "mesajınız alındı", "talebiniz alındı"],
    reads: ["okundu:"]
  },
  {
    language: "uk",
    dated: ["відпустка", "у відпустці", "відсутній", "відсутня"],
    states: ["у відпустці", "відсутній", "відсутня"],
    receipts: ["підтвердження отримання", "ми отримали ваш лист"],
    reads: ["прочитано:"]
  },
  {
    language: "zh",
    dated: ["休假", "外出", "出差", "不在办公室", "不在辦公室"],
    states: [],
    receipts: ["收件回执", "已收到您的邮件", "我们已收到您的邮件", "已收到您的郵件"],
    reads: ["已读:", "已讀:"]
  }
]
