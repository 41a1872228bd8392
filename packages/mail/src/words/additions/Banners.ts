/**
 * Words of the warnings that mail systems put above mail from outside, by language. A `*` behind a word stands for any ending.
 * Case, accents and punctuation do not matter. A sentence is a warning if it, or its second word, begins with a word of `begins`, and has a word
 * of `mail` and one of `outside`; if it is one of `whole`; or if it has one of `rare`. `advice` follows a warning.
 */
export interface BannerWords {
  /** ISO 639-1. */
  readonly language: string
  readonly begins: ReadonlyArray<string>
  readonly mail: ReadonlyArray<string>
  /** Where the mail comes from, in words that no person needs for another thing. */
  readonly outside: ReadonlyArray<string>
  /** Complete warnings. */
  readonly whole: ReadonlyArray<string>
  /** What Outlook says of a sender who writes for the first time. */
  readonly rare?: ReadonlyArray<string>
  readonly advice: ReadonlyArray<string>
}

/** Sources: the templates and examples of Microsoft 365, Google Workspace, Mimecast, Proofpoint, Barracuda and Zimbra. */
export const bannerWords: ReadonlyArray<BannerWords> = [
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
    language: "da",
    begins: ["advarsel", "denne e-mail", "denne mail", "denne meddelelse", "forsigtig", "obs"],
    mail: ["besked*", "e-mail*", "mail*", "meddelelse*"],
    outside: [
      "ekstern afsender",
      "ekstern e-mail",
      "ekstern kilde",
      "ekstern mail",
      "udefra",
      "uden for organisationen",
      "uden for virksomheden"
    ],
    whole: ["ekstern afsender", "ekstern e-mail", "ekstern mail"],
    advice: ["åbn ikke", "afsender*", "klik ikke", "links", "vedhæft*"]
  },
  {
    language: "de",
    begins: ["achtung", "diese e-mail", "diese mail", "diese nachricht", "vorsicht", "warnung"],
    mail: ["e-mail*", "email*", "mail*", "nachricht*"],
    outside: [
      "aus dem internet",
      "außerhalb der firma",
      "ausserhalb der organisation",
      "ausserhalb des unternehmens",
      "ausserhalb ihrer organisation",
      "ausserhalb ihres unternehmens",
      "ausserhalb unserer",
      "ausserhalb unseres",
      "extern gesendet",
      "externe adresse",
      "externe e-mail",
      "externe mail",
      "externe quelle",
      "externem absender",
      "externen absender*",
      "externen adresse",
      "externen quelle",
      "externer absender",
      "externer e-mail",
      "von außen",
      "von außerhalb",
      "von extern"
    ],
    whole: ["externe e-mail", "externe mail", "externe nachricht", "externer absender"],
    rare: ["erhalten nicht häufig e-mails von", "erhalten nicht oft e-mails von", "erhalten nicht oft eine e-mail von"],
    advice: ["absender*", "anhang", "anhänge*", "klicken", "links", "öffnen sie", "phishing", "warum dies wichtig ist"]
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
    language: "en",
    begins: [
      "be careful",
      "caution",
      "exercise caution",
      "message from",
      "security notice",
      "the sender",
      "think before you click",
      "this e-mail",
      "this email",
      "this external",
      "this is an external",
      "this mail",
      "this message",
      "this sender",
      "warning"
    ],
    mail: ["e-mail*", "email*", "mail", "message*", "sender"],
    outside: [
      "came from outside",
      "external address",
      "external domain",
      "external e-mail",
      "external email",
      "external mail",
      "external message",
      "external organization",
      "external sender",
      "external source",
      "from an external",
      "from outside",
      "impersonating a domain",
      "not from your organisation",
      "not from your organization",
      "originated external*",
      "originated from outside",
      "originated outside",
      "outside of our",
      "outside of the",
      "outside of your",
      "outside our",
      "outside the company",
      "outside the domain",
      "outside the firm",
      "outside the network",
      "outside the organisation",
      "outside the organization",
      "outside the university",
      "outside your",
      "sent from external",
      "sent from outside"
    ],
    whole: [
      "external e-mail",
      "external email",
      "external mail",
      "external message",
      "external sender",
      "please type your reply above this line",
      "reply above this line",
      "this message is from an untrusted sender"
    ],
    rare: ["do not often get email from", "don't often get email from"],
    advice: [
      "attachment*",
      "be cautious",
      "caution",
      "click*",
      "content is safe",
      "learn why this is important",
      "legitimate",
      "links",
      "phishing",
      "recognise",
      "recognize",
      "report suspicious",
      "sender*",
      "sensitive information",
      "suspicious",
      "verify",
      "with care"
    ]
  },
  {
    language: "es",
    begins: ["advertencia", "atención", "aviso", "cuidado", "este correo", "este email", "este mensaje", "precaución"],
    mail: ["correo*", "email*", "mensaje*"],
    outside: [
      "correo externo",
      "desde fuera",
      "exterior de la",
      "externo a la",
      "fuera de la",
      "fuera de nuestra",
      "fuera de su",
      "origen externo",
      "remitente es externo",
      "remitente externo"
    ],
    whole: ["correo electrónico externo", "correo externo", "mensaje externo", "remitente externo"],
    rare: ["no suele recibir correo electrónico de"],
    advice: ["adjuntos", "enlaces", "haga clic", "no abra", "por qué esto es importante", "remitente"]
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
    language: "fr",
    begins: [
      "attention",
      "avertissement",
      "ce courriel",
      "ce mail",
      "ce message",
      "cet e-mail",
      "cet email",
      "prudence"
    ],
    mail: ["courriel*", "e-mail*", "email*", "mail*", "message*"],
    outside: [
      "à l'extérieur",
      "adresse externe",
      "courriel externe",
      "expéditeur extérieur",
      "expéditeur externe",
      "extérieur à",
      "extérieur de",
      "externe à",
      "mail externe",
      "provenance externe",
      "source externe"
    ],
    whole: ["courriel externe", "e-mail externe", "expéditeur externe", "mail externe", "message externe"],
    rare: ["n'obtenez pas souvent d'e-mail", "ne recevez pas souvent d'e-mail*", "ne recevez pas souvent de courriers"],
    advice: [
      "cliquez",
      "expéditeur",
      "lien",
      "liens",
      "n'ouvrez",
      "pièces jointes",
      "pourquoi ceci est important",
      "pourquoi cela est important"
    ]
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
    language: "it",
    begins: ["attenzione", "avvertenza", "avviso", "questa e-mail", "questa email", "questa mail", "questo messaggio"],
    mail: ["e-mail*", "email*", "mail*", "messaggio*"],
    outside: [
      "all'esterno",
      "dall'esterno",
      "e-mail esterna",
      "email esterna",
      "esterna all'organizzazione",
      "esterno all'organizzazione",
      "fonte esterna",
      "indirizzo esterno",
      "mittente esterno",
      "origine esterna"
    ],
    whole: ["e-mail esterna", "email esterna", "mail esterna", "messaggio esterno", "mittente esterno"],
    rare: ["non si riceve spesso posta", "non si ricevono spesso messaggi"],
    advice: ["allegati", "clic*", "link", "mittente", "non aprire", "perché è importante"]
  },
  {
    language: "nb",
    begins: ["advarsel", "denne e-posten", "denne meldingen", "forsiktig", "obs"],
    mail: ["e-post*", "melding*"],
    outside: [
      "ekstern avsender",
      "ekstern e-post",
      "ekstern kilde",
      "utenfor bedriften",
      "utenfor organisasjonen",
      "utenfra"
    ],
    whole: ["ekstern avsender", "ekstern e-post"],
    advice: ["avsender*", "ikke åpne", "ikke klikk", "lenker", "vedlegg*"]
  },
  {
    language: "nl",
    begins: ["deze e-mail", "deze email", "deze mail", "dit bericht", "let op", "opgelet", "waarschuwing"],
    mail: ["bericht*", "e-mail*", "email*", "mail*"],
    outside: [
      "buiten de organisatie",
      "buiten het bedrijf",
      "buiten onze",
      "buiten uw",
      "externe afzender",
      "externe bron",
      "externe e-mail",
      "externe mail",
      "van buiten",
      "van buitenaf"
    ],
    whole: ["extern bericht", "externe afzender", "externe e-mail", "externe mail"],
    rare: ["ontvangt niet vaak e-mail van"],
    advice: ["afzender*", "bijlage*", "klik niet", "links", "open geen", "waarom dit belangrijk is"]
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
    language: "pt",
    begins: ["atenção", "aviso", "cuidado", "esta mensagem", "este e-mail", "este email"],
    mail: ["e-mail*", "email*", "mensagem*"],
    outside: [
      "e-mail externo",
      "externa à",
      "externo à",
      "fora da empresa",
      "fora da nossa",
      "fora da organização",
      "fora da sua",
      "origem externa",
      "remetente externo"
    ],
    whole: ["e-mail externo", "email externo", "mensagem externa", "remetente externo"],
    advice: ["anexos", "clique", "links", "não abra", "remetente"]
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
    language: "sv",
    begins: [
      "det här meddelandet",
      "det här mejlet",
      "detta e-postmeddelande",
      "detta mail",
      "detta meddelande",
      "detta mejl",
      "obs",
      "varning"
    ],
    mail: ["e-post*", "mail*", "meddelande*", "mejl*"],
    outside: [
      "extern avsändare",
      "extern e-post",
      "extern källa",
      "utanför företaget",
      "utanför organisationen",
      "utanför vår",
      "utifrån"
    ],
    whole: ["extern avsändare", "extern e-post", "externt meddelande"],
    advice: ["avsändar*", "bifog*", "bilagor", "klicka inte", "länkar", "öppna inte"]
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
