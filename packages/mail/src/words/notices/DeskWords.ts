/**
 * Help desks, whose mails look automatic even where a person writes: their header fields, and the words of the mails that they
 * write themselves, in the form of `additions/Banners.ts`.
 */

/** A header field of a help desk. `says`: a word of its value, where others also use the field. */
export interface DeskField {
  readonly name: string
  readonly says?: string
  readonly source: string
}

/** Names that end in `-` stand for all fields that begin so. */
export const deskFields: ReadonlyArray<DeskField> = [
  { name: "managed-by", says: "rt", source: "Request Tracker" },
  { name: "rt-", source: "Request Tracker" },
  { name: "x-desk-", source: "Desk.com" },
  { name: "x-freshdesk-", source: "Freshdesk" },
  { name: "x-front-", source: "Front" },
  { name: "x-fw-", source: "Freshworks" },
  { name: "x-gorgias-", source: "Gorgias" },
  { name: "x-helpscout-", source: "Help Scout" },
  { name: "x-intercom-", source: "Intercom" },
  { name: "x-jira-", source: "Jira Service Management" },
  { name: "x-kayako-", source: "Kayako" },
  { name: "x-mailer", says: "freshdesk", source: "Freshdesk" },
  { name: "x-mailer", says: "help scout", source: "Help Scout" },
  { name: "x-mailer", says: "helpdesk", source: "programs without a name of their own" },
  { name: "x-mailer", says: "hubspot", source: "HubSpot" },
  { name: "x-mailer", says: "osticket", source: "osTicket" },
  { name: "x-mailer", says: "otobo", source: "OTOBO" },
  { name: "x-mailer", says: "otrs", source: "OTRS" },
  { name: "x-mailer", says: "zammad", source: "Zammad" },
  { name: "x-mailer", says: "zendesk", source: "Zendesk" },
  { name: "x-mailer", says: "znuny", source: "Znuny" },
  { name: "x-osticket-", source: "osTicket" },
  { name: "x-otrs-", source: "OTRS" },
  { name: "x-powered-by", says: "otobo", source: "OTOBO" },
  { name: "x-powered-by", says: "otrs", source: "OTRS" },
  { name: "x-powered-by", says: "znuny", source: "Znuny" },
  { name: "x-redmine-", source: "Redmine" },
  { name: "x-rt-", source: "Request Tracker" },
  { name: "x-servicenow-", source: "ServiceNow" },
  { name: "x-ticket-", source: "common name without a standard" },
  { name: "x-zammad-", source: "Zammad" },
  { name: "x-zendesk-", source: "Zendesk" }
]

export interface MachineWords {
  /** ISO 639-1. */
  readonly language: string
  readonly words: ReadonlyArray<string>
}

/** Words of receipts and of absences: a mail of a help desk or of an autoresponder with one of them is automatic. */
export const machineWords: ReadonlyArray<MachineWords> = [
  {
    language: "cs",
    words: ["automatick*", "dovolen*", "nejsem v kanceláři", "nepřítom*", "obdrželi jsme", "přijali jsme"]
  },
  { language: "da", words: ["automatisk", "ferie", "fraværende", "har modtaget", "ikke på kontoret"] },
  {
    language: "de",
    words: [
      "abwesend",
      "ausser haus",
      "außer haus",
      "automatisch*",
      "bin bis",
      "eingegangen",
      "haben ihre anfrage",
      "haben ihre nachricht",
      "ihre ticketnummer",
      "nicht im büro",
      "nicht im haus",
      "so schnell wie möglich",
      "urlaub",
      "vorgangsnummer",
      "wieder erreichbar",
      "wieder im büro"
    ]
  },
  {
    language: "en",
    words: [
      "annual leave",
      "auto generated",
      "automated",
      "automatic*",
      "away from",
      "do not reply",
      "get back to you",
      "has been created",
      "has been received",
      "have received your",
      "holiday*",
      "i am away",
      "i'm away",
      "need not answer",
      "on leave",
      "out of office",
      "out of the office",
      "received your",
      "request received",
      "thank you for contacting",
      "thank you for your email",
      "thank you for your mail",
      "thank you for your message",
      "thanks for contacting",
      "ticket has been",
      "ticket number",
      "vacation",
      "was received",
      "will be back",
      "with limited access",
      "your request number"
    ]
  },
  {
    language: "es",
    words: ["ausente", "automátic*", "de vacaciones", "fuera de la oficina", "ha sido recibid*", "hemos recibido"]
  },
  { language: "fi", words: ["automaattinen", "en ole paikalla", "lomalla", "olemme vastaanottaneet"] },
  {
    language: "fr",
    words: [
      "absent*",
      "automatique*",
      "avons bien reçu",
      "bien été reçu*",
      "en congé*",
      "en vacances",
      "hors du bureau"
    ]
  },
  { language: "hu", words: ["automatikus", "házon kívül", "megkaptuk", "szabadság*"] },
  { language: "it", words: ["abbiamo ricevuto", "assente", "automatic*", "fuori ufficio", "in ferie"] },
  { language: "nb", words: ["automatisk", "ferie", "har mottatt", "ikke på kontoret"] },
  {
    language: "nl",
    words: [
      "afwezig",
      "automatisch*",
      "hebben uw bericht",
      "hebben wij ontvangen",
      "niet op kantoor",
      "ontvangen uw",
      "vakantie"
    ]
  },
  { language: "pl", words: ["automatyczn*", "nieobecn*", "otrzymaliśmy", "poza biurem", "urlop*"] },
  { language: "pt", words: ["ausente", "automátic*", "de férias", "fora do escritório", "recebemos"] },
  { language: "ro", words: ["am primit", "automat", "concediu", "nu sunt la birou"] },
  { language: "ru", words: ["автоматическ*", "в отпуске", "нахожусь в отпуске", "отсутств*", "получено", "получили"] },
  { language: "sv", words: ["automatiskt", "har mottagit", "har tagit emot", "inte på kontoret", "semester"] },
  { language: "tr", words: ["izinde*", "ofis dışında*", "otomatik", "tarafımıza ulaş*"] },
  { language: "uk", words: ["автоматичн*", "відпустц*", "відсутн*", "отримали"] }
]
