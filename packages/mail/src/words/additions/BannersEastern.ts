/** Warnings of external mail in eastern languages: more of `Banners.ts`, which explains the form. */
export interface BannerWords {
  /** ISO 639-1. */
  readonly language: string
  readonly begins: ReadonlyArray<string>
  readonly mail: ReadonlyArray<string>
  /** Where the mail comes from, in words that no person needs for another thing. */
  readonly outside: ReadonlyArray<string>
  /** Complete warnings. */
  readonly whole: ReadonlyArray<string>
  /** Sentences of Outlook about a sender who writes for the first time. */
  readonly rare?: ReadonlyArray<string>
  readonly advice: ReadonlyArray<string>
}

export const easternBanners: ReadonlyArray<BannerWords> = [
  {
    language: "cs",
    begins: ["pozor", "tato zpráva", "tento e-mail", "tento email", "upozornění", "varování"],
    mail: ["e-mail*", "email*", "mail*", "zpráv*"],
    outside: [
      "externí adres*",
      "externí e-mail",
      "externí odesílatel*",
      "externího odesílatele",
      "externího zdroje",
      "mimo naši",
      "mimo organizaci",
      "mimo společnost",
      "mimo vaši"
    ],
    whole: ["externí e-mail", "externí odesílatel", "externí zpráva"],
    advice: ["neklikejte", "neotevírejte", "odesílatel*", "odkaz*", "příloh*"]
  },
  {
    language: "el",
    begins: ["αυτό το email", "αυτό το μήνυμα", "προειδοποίηση", "προσοχή"],
    mail: ["email*", "μήνυμα"],
    outside: [
      "εκτός εταιρείας",
      "εκτός οργανισμού",
      "εκτός της εταιρείας",
      "εκτός του οργανισμού",
      "εξωτερικό αποστολέα",
      "εξωτερικός αποστολέας"
    ],
    whole: ["εξωτερικό email", "εξωτερικός αποστολέας"],
    advice: ["αποστολέα*", "μην ανοίγετε", "μην κάνετε κλικ", "συνδέσμους", "συνημμένα"]
  },
  {
    language: "et",
    begins: ["hoiatus", "see e-kiri", "see kiri", "tähelepanu"],
    mail: ["e-kiri", "kiri", "sõnum"],
    outside: ["väline saatja", "välisest allikast", "väljastpoolt"],
    whole: ["väline e-kiri", "väline saatja"],
    advice: ["lingi*", "manus*", "saatja*"]
  },
  {
    language: "fi",
    begins: ["huom", "huomio", "tämä sähköposti", "tämä viesti", "varoitus"],
    mail: ["sähköposti*", "viesti*"],
    outside: [
      "organisaation ulkopuol*",
      "ulkoinen lähettäjä",
      "ulkoiselta lähettäjältä",
      "ulkoisesta",
      "ulkopuolelta",
      "yrityksen ulkopuol*"
    ],
    whole: ["ulkoinen lähettäjä", "ulkoinen sähköposti", "ulkoinen viesti"],
    advice: ["älä avaa", "älä klikkaa", "lähettäj*", "liite*", "liittei*", "linkke*"]
  },
  {
    language: "hr",
    begins: ["oprez", "ova poruka", "ovaj e-mail", "pažnja", "upozorenje"],
    mail: ["e-mail*", "mail*", "poruk*"],
    outside: ["izvan organizacije", "izvan tvrtke", "izvan vaše", "vanjski pošiljatelj", "vanjskog pošiljatelja"],
    whole: ["vanjska poruka", "vanjski pošiljatelj"],
    advice: ["ne otvarajte", "pošiljatelj*", "poveznice", "privit*"]
  },
  {
    language: "hu",
    begins: ["ez a levél", "ez az e-mail", "ez az üzenet", "figyelem", "figyelmeztetés", "vigyázat"],
    mail: ["e-mail*", "levél*", "üzenet*"],
    outside: ["külső feladó*", "külső forrás*", "külső küldő*", "szervezeten kívül*", "vállalaton kívül*"],
    whole: ["külső e-mail", "külső feladó", "külső üzenet"],
    advice: ["csatolmány*", "feladó*", "hivatkozás*", "melléklet*", "ne kattintson"]
  },
  {
    language: "pl",
    begins: ["ostrożnie", "ostrzeżenie", "ta wiadomość", "ten e-mail", "ten mail", "uwaga"],
    mail: ["e-mail*", "mail*", "wiadomoś*"],
    outside: [
      "nadawca zewnętrzny",
      "nadawcy zewnętrznego",
      "spoza firmy",
      "spoza naszej",
      "spoza organizacji",
      "z zewnątrz",
      "zewnętrznego nadawcy",
      "zewnętrznego źródła",
      "zewnętrzny nadawca"
    ],
    whole: ["nadawca zewnętrzny", "wiadomość zewnętrzna", "zewnętrzny nadawca"],
    advice: ["linki", "nadawc*", "nie klikaj", "nie otwieraj", "załącznik*"]
  },
  {
    language: "ro",
    begins: ["acest e-mail", "acest email", "acest mesaj", "atenție", "avertisment"],
    mail: ["e-mail*", "email*", "mesaj*"],
    outside: ["afara companiei", "afara organizației", "din exterior*", "expeditor extern", "sursă externă"],
    whole: ["e-mail extern", "expeditor extern", "mesaj extern"],
    advice: ["ataşament*", "atașament*", "expeditor*", "linkuri", "nu deschideți"]
  },
  {
    language: "ru",
    begins: ["внимание", "данное письмо", "осторожно", "предупреждение", "это письмо", "это сообщение"],
    mail: ["письмо", "сообщение"],
    outside: [
      "внешнего источника",
      "внешнего отправителя",
      "внешний отправитель",
      "из внешней",
      "извне",
      "от внешнего"
    ],
    whole: ["внешнее письмо", "внешнее сообщение", "внешний отправитель"],
    advice: ["вложени*", "не открывайте", "не переходите", "отправител*", "ссылк*"]
  },
  {
    language: "sk",
    begins: ["pozor", "táto správa", "tento e-mail", "upozornenie", "varovanie"],
    mail: ["e-mail*", "mail*", "správ*"],
    outside: [
      "externého odosielateľa",
      "externého zdroja",
      "externý odosielateľ",
      "mimo organizácie",
      "mimo spoločnosti",
      "mimo vašej"
    ],
    whole: ["externá správa", "externý e-mail", "externý odosielateľ"],
    advice: ["neklikajte", "neotvárajte", "odkaz*", "odosielateľ*", "príloh*"]
  },
  {
    language: "tr",
    begins: ["bu e-posta", "bu ileti", "bu mesaj", "dikkat", "uyarı"],
    mail: ["e-posta*", "ileti*", "mesaj*"],
    outside: ["dış kaynak*", "harici gönderici*", "harici kaynak*", "kuruluş dışı*", "kurum dışı*", "şirket dışı*"],
    whole: ["harici e-posta", "harici gönderici"],
    advice: ["bağlantı*", "ekleri", "gönderen*", "tıklamayın"]
  },
  {
    language: "uk",
    begins: ["застереження", "обережно", "увага", "це повідомлення", "цей лист"],
    mail: ["лист", "повідомлення"],
    outside: ["ззовні", "зовнішній відправник", "зовнішнього відправника", "зовнішнього джерела"],
    whole: ["зовнішній відправник", "зовнішній лист"],
    advice: ["відправник*", "вкладення", "не відкривайте", "посилання"]
  }
]

/** The same for languages that write no space between words. */
export const joinedBannerWords: ReadonlyArray<BannerWords> = [
  {
    language: "ja",
    begins: ["【外部", "【注意", "このメール", "このメッセージ", "注意", "警告"],
    mail: ["メール", "メッセージ"],
    outside: ["外部から", "外部の送信者", "社外から", "社外の", "組織外"],
    whole: ["外部メール", "社外メール"],
    advice: ["リンク", "添付ファイル", "送信者"]
  },
  {
    language: "ko",
    begins: ["경고", "이 메시지", "이 메일", "이 이메일", "주의"],
    mail: ["메시지", "메일"],
    outside: ["외부 발신자", "외부에서", "조직 외부"],
    whole: ["외부 메일", "외부 이메일"],
    advice: ["링크", "발신자", "첨부"]
  },
  {
    language: "zh",
    begins: ["本邮件", "本郵件", "此邮件", "此郵件", "注意", "该邮件", "警告"],
    mail: ["邮件", "郵件"],
    outside: ["來自外部", "公司外部", "外部发件人", "外部寄件者", "来自外部", "組織外部", "组织外部"],
    whole: ["外部邮件", "外部郵件"],
    advice: ["发件人", "寄件者", "連結", "链接", "附件"]
  }
]
