/**
 * Words of the disclaimers that mail systems put below mail, by language, in the form of `Banners.ts`. A paragraph is a disclaimer if
 * it has a word of `mail`, one of `secret` and one of `reader`; if it begins with one of `titles` and has one of `secret` or
 * `reader`; or if it has one of `whole`.
 */
export interface DisclaimerWords {
  /** ISO 639-1. */
  readonly language: string
  readonly titles: ReadonlyArray<string>
  readonly mail: ReadonlyArray<string>
  readonly secret: ReadonlyArray<string>
  /** For whom the mail is, and for whom it is not. */
  readonly reader: ReadonlyArray<string>
  /** Words of a person who writes about a mail: no disclaimer has them. */
  readonly persons?: ReadonlyArray<string>
  /** Complete disclaimers: of the environment, of scans, of a company. */
  readonly whole: ReadonlyArray<string>
}

/** Sources: disclaimers that law firms, banks and authorities publish as templates; Avast, AVG, Mimecast. */
export const disclaimerWords: ReadonlyArray<DisclaimerWords> = [
  {
    language: "bg",
    titles: ["уведомление"],
    mail: ["писмо*", "съобщение*"],
    secret: ["конфиденциалн*", "поверителн*"],
    reader: ["адресат*", "получател*"],
    whole: []
  },
  {
    language: "ca",
    titles: ["avís legal"],
    mail: ["correu", "missatge"],
    secret: ["confidencial*"],
    reader: ["destinatari*", "per error"],
    whole: ["abans d'imprimir"]
  },
  {
    language: "cs",
    titles: ["upozornění"],
    mail: ["e-mail*", "zpráv*"],
    secret: ["důvěrn*"],
    reader: ["adresát*", "omylem", "příjemc*"],
    whole: ["než vytisknete"]
  },
  {
    language: "da",
    titles: ["fortrolighed*"],
    mail: ["besked*", "e-mail*", "mail*", "meddelelse*"],
    secret: ["fortrolig*"],
    persons: ["din mail", "jeg", "min"],
    reader: ["adressat*", "modtager*", "ved en fejl"],
    whole: ["tænk på miljøet"]
  },
  {
    language: "de",
    titles: [
      "disclaimer",
      "haftungsausschluss",
      "hinweis",
      "rechtlicher hinweis",
      "vertraulichkeitshinweis",
      "wichtiger hinweis"
    ],
    mail: ["e-mail*", "email*", "mail*", "nachricht*"],
    secret: ["rechtlich geschützt*", "vertraulich*"],
    persons: ["ich", "ihre e-mail", "ihre mail", "ihre nachricht", "mein", "meine", "meinen", "meiner"],
    reader: ["adressat*", "empfänger*", "irrtümlich*"],
    whole: ["bevor sie diese e-mail ausdrucken", "denken sie an die umwelt", "virenfrei"]
  },
  {
    language: "el",
    titles: ["αποποίηση"],
    mail: ["email*", "μήνυμα"],
    secret: ["εμπιστευτικ*"],
    reader: ["εκ παραδρομής", "παραλήπτη*"],
    whole: []
  },
  {
    language: "en",
    titles: [
      "confidentiality",
      "confidentiality notice",
      "disclaimer",
      "legal disclaimer",
      "legal notice",
      "privileged and confidential"
    ],
    mail: ["communication*", "e-mail*", "email*", "mail", "message*", "transmission"],
    secret: ["confidential*", "privileged", "proprietary"],
    persons: ["i", "my", "your e-mail", "your email", "your mail", "your message"],
    reader: [
      "addressee*",
      "by mistake",
      "in error",
      "intended for",
      "intended only",
      "intended solely",
      "not intended",
      "recipient*",
      "to whom it is addressed",
      "to whom they are addressed"
    ],
    whole: [
      "before printing this",
      "checked for viruses",
      "consider the environment",
      "do not print this",
      "does not accept liability",
      "email was scanned by",
      "has been scanned",
      "has been scanned for viruses",
      "message was scanned by",
      "registered in england",
      "scanned by mailmarshal",
      "virus free"
    ]
  },
  {
    language: "es",
    titles: ["advertencia legal", "aviso de confidencialidad", "aviso legal", "cláusula de confidencialidad"],
    mail: ["comunicación", "correo*", "email*", "mensaje*"],
    secret: ["confidencial*", "privilegiad*", "reservad*"],
    persons: ["mi", "su correo", "su mensaje", "yo"],
    reader: ["destinatari*", "por error"],
    whole: ["antes de imprimir", "libre de virus"]
  },
  {
    language: "fi",
    titles: ["luottamuksellinen"],
    mail: ["sähköposti*", "viesti*"],
    secret: ["luottamuksel*"],
    reader: ["erehdyksessä", "vastaanottaj*"],
    whole: []
  },
  {
    language: "fr",
    titles: [
      "avertissement",
      "avis de confidentialité",
      "clause de confidentialité",
      "confidentialité",
      "mentions légales"
    ],
    mail: ["courriel*", "e-mail*", "email*", "mail*", "message*"],
    secret: ["confidenti*"],
    persons: ["je", "mon", "votre mail", "votre message"],
    reader: ["destinataire*", "erreur", "par erreur"],
    whole: ["avant d'imprimer", "pensez à l'environnement", "sans virus"]
  },
  {
    language: "hr",
    titles: ["izjava o odricanju"],
    mail: ["e-mail*", "poruk*"],
    secret: ["povjerljiv*"],
    reader: ["greškom", "primatelj*"],
    whole: []
  },
  {
    language: "hu",
    titles: ["jogi nyilatkozat"],
    mail: ["e-mail*", "levél*", "üzenet*"],
    secret: ["bizalmas*"],
    reader: ["címzett*", "tévedésből"],
    whole: []
  },
  {
    language: "it",
    titles: ["avviso di riservatezza", "informativa", "riservatezza"],
    mail: ["comunicazione", "e-mail*", "email*", "mail*", "messaggio*"],
    secret: ["confidenzial*", "riservat*"],
    persons: ["io", "la sua mail", "la vostra mail", "mio"],
    reader: ["destinatari*", "per errore"],
    whole: ["prima di stampare", "rispetta l'ambiente"]
  },
  {
    language: "nb",
    titles: ["konfidensialitet*"],
    mail: ["e-post*", "melding*"],
    secret: ["fortrolig*", "konfidensiel*"],
    persons: ["din e-post", "jeg", "min"],
    reader: ["mottaker*", "ved en feil"],
    whole: ["tenk på miljøet"]
  },
  {
    language: "nl",
    titles: ["disclaimer", "vertrouwelijkheid*"],
    mail: ["bericht*", "e-mail*", "email*", "mail*"],
    secret: ["vertrouwelijk*"],
    persons: ["ik", "mijn", "uw bericht", "uw e-mail", "uw mail"],
    reader: ["abusievelijk", "geadresseerde*", "ontvanger*"],
    whole: ["denk aan het milieu", "voordat u deze e-mail afdrukt"]
  },
  {
    language: "pl",
    titles: ["klauzula poufności", "zastrzeżenie"],
    mail: ["e-mail*", "korespondencj*", "wiadomoś*"],
    secret: ["poufn*"],
    reader: ["adresat*", "odbiorc*", "omyłkowo"],
    whole: ["zanim wydrukujesz"]
  },
  {
    language: "pt",
    titles: ["aviso de confidencialidade", "aviso legal"],
    mail: ["comunicação", "e-mail*", "email*", "mensagem*"],
    secret: ["confidencia*", "privilegiad*", "sigilos*"],
    reader: ["destinatári*", "engano", "por erro"],
    whole: ["antes de imprimir", "livre de vírus"]
  },
  {
    language: "ro",
    titles: ["confidențialitate"],
    mail: ["e-mail*", "email*", "mesaj*"],
    secret: ["confidenţial*", "confidențial*"],
    reader: ["destinatar*", "din greșeală"],
    whole: []
  },
  {
    language: "ru",
    titles: ["уведомление о конфиденциальности"],
    mail: ["письмо", "сообщение", "сообщения"],
    secret: ["конфиденциальн*"],
    reader: ["адресат*", "ошибочно", "получател*"],
    whole: []
  },
  {
    language: "sk",
    titles: ["upozornenie"],
    mail: ["e-mail*", "správ*"],
    secret: ["dôvern*"],
    reader: ["adresát*", "omylom", "príjemc*"],
    whole: []
  },
  {
    language: "sv",
    titles: ["sekretess*"],
    mail: ["e-post*", "mail*", "meddelande*", "mejl*"],
    secret: ["konfidentiel*"],
    persons: ["ert mejl", "jag", "mitt"],
    reader: ["av misstag", "mottagar*"],
    whole: ["tänk på miljön"]
  },
  {
    language: "tr",
    titles: ["gizlilik"],
    mail: ["e-posta*", "ileti*", "mesaj*"],
    secret: ["gizli*"],
    reader: ["alıcı*", "yanlışlıkla"],
    whole: []
  },
  {
    language: "uk",
    titles: ["повідомлення про конфіденційність"],
    mail: ["лист", "повідомлення"],
    secret: ["конфіденційн*"],
    reader: ["адресат*", "одержувач*", "помилково"],
    whole: []
  }
]

/** The same for languages that write no space between words. */
export const joinedDisclaimerWords: ReadonlyArray<DisclaimerWords> = [
  {
    language: "ja",
    titles: ["免責事項"],
    mail: ["メール", "メッセージ"],
    secret: ["機密", "秘密"],
    reader: ["受信者", "宛先", "誤って"],
    whole: []
  },
  {
    language: "ko",
    titles: ["면책"],
    mail: ["메시지", "메일"],
    secret: ["기밀", "비밀"],
    reader: ["수신인", "수신자"],
    whole: []
  },
  {
    language: "zh",
    titles: ["免責聲明", "免责声明"],
    mail: ["邮件", "郵件"],
    secret: ["保密", "机密", "機密"],
    reader: ["收件人"],
    whole: []
  }
]
