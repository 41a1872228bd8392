/**
 * Words of the warnings that mail systems put above mail from outside, by language. A `*` behind a word stands for any ending.
 * Case, accents and punctuation do not matter. A sentence is a warning if it, or its second word, begins with a word of
 * `begins`, and has a word of `mail` and one of `outside`; if it is one of `whole`; or if it has one of `rare`. `advice`
 * follows a warning.
 */
import { type BannerWords, easternBanners } from "./BannersEastern.ts"

/** Sources: the templates and examples of Microsoft 365, Google Workspace, Mimecast, Proofpoint, Barracuda and Zimbra. */
export const westernBanners: ReadonlyArray<BannerWords> = [
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
  }
]

export const bannerWords = [...westernBanners, ...easternBanners]
