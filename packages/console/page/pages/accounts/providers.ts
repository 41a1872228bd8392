/** The servers of common mail providers, and which of them an address belongs to. */
import type { Account } from "@mailroom/client"

export interface Server {
  readonly host: string
  readonly port: number
}

interface MailProvider {
  /** A name for people. */
  readonly name: string
  /** The way in which Mailroom logs in. Google and Microsoft have separate ones. */
  readonly provider: Account["provider"]
  readonly smtp: Server
  readonly imap: Server
  /** The domains of its addresses. Absent: its addresses have domains of their customers, so a person chooses it. */
  readonly domains?: RegExp
}

const smtp = (host: string, port = 465): Server => ({ host, port })
const imap = (host: string): Server => ({ host, port: 993 })

/** The providers, by their ids. */
export const mailProviders: Readonly<Record<string, MailProvider>> = {
  google: {
    name: "Google",
    provider: "google",
    smtp: smtp("smtp.gmail.com"),
    imap: imap("imap.gmail.com"),
    domains: /^(?:gmail|googlemail)\.com$/u
  },
  microsoft: {
    name: "Microsoft",
    provider: "microsoft",
    smtp: smtp("smtp.office365.com", 587),
    imap: imap("outlook.office365.com"),
    domains: /^(?:(?:outlook|hotmail|live)(?:\.[a-z]{2,3}){1,2}|msn\.com|[\w-]+\.onmicrosoft\.com)$/u
  },
  icloud: {
    name: "iCloud",
    provider: "smtp",
    smtp: smtp("smtp.mail.me.com", 587),
    imap: imap("imap.mail.me.com"),
    domains: /^(?:icloud|me|mac)\.com$/u
  },
  yahoo: {
    name: "Yahoo",
    provider: "smtp",
    smtp: smtp("smtp.mail.yahoo.com"),
    imap: imap("imap.mail.yahoo.com"),
    domains: /^(?:yahoo(?!\.co\.jp$)(?:\.[a-z]{2,3}){1,2}|ymail\.com|rocketmail\.com)$/u
  },
  fastmail: {
    name: "Fastmail",
    provider: "smtp",
    smtp: smtp("smtp.fastmail.com"),
    imap: imap("imap.fastmail.com"),
    domains: /^fastmail\.(?:com|fm)$/u
  },
  gmx: {
    name: "GMX (gmx.net)",
    provider: "smtp",
    smtp: smtp("mail.gmx.net"),
    imap: imap("imap.gmx.net"),
    domains: /^gmx\.(?:at|ch|de|net)$/u
  },
  "gmx.com": {
    name: "GMX (gmx.com)",
    provider: "smtp",
    smtp: smtp("mail.gmx.com"),
    imap: imap("imap.gmx.com"),
    domains: /^gmx\.(?:co\.uk|com|us)$/u
  },
  "web.de": {
    name: "WEB.DE",
    provider: "smtp",
    smtp: smtp("smtp.web.de", 587),
    imap: imap("imap.web.de"),
    domains: /^web\.de$/u
  },
  tonline: {
    name: "Telekom",
    provider: "smtp",
    smtp: smtp("securesmtp.t-online.de"),
    imap: imap("secureimap.t-online.de"),
    domains: /^(?:t-online|magenta)\.de$/u
  },
  "ionos.de": {
    name: "IONOS (Germany)",
    provider: "smtp",
    smtp: smtp("smtp.ionos.de"),
    imap: imap("imap.ionos.de")
  },
  ionos: {
    name: "IONOS",
    provider: "smtp",
    smtp: smtp("smtp.ionos.com"),
    imap: imap("imap.ionos.com")
  },
  strato: {
    name: "STRATO",
    provider: "smtp",
    smtp: smtp("smtp.strato.de"),
    imap: imap("imap.strato.de")
  },
  zoho: {
    name: "Zoho",
    provider: "smtp",
    smtp: smtp("smtppro.zoho.com"),
    imap: imap("imappro.zoho.com")
  },
  "zoho.eu": {
    name: "Zoho (Europe)",
    provider: "smtp",
    smtp: smtp("smtppro.zoho.eu"),
    imap: imap("imappro.zoho.eu")
  },
  zohomail: {
    name: "Zoho, personal",
    provider: "smtp",
    smtp: smtp("smtp.zoho.com"),
    imap: imap("imap.zoho.com"),
    domains: /^(?:zohomail|zoho)\.com$/u
  },
  yandex: {
    name: "Yandex",
    provider: "smtp",
    smtp: smtp("smtp.yandex.com"),
    imap: imap("imap.yandex.com"),
    domains: /^(?:yandex\.(?:com|kz|ru)|ya\.ru)$/u
  },
  mailbox: {
    name: "mailbox.org",
    provider: "smtp",
    smtp: smtp("smtp.mailbox.org"),
    imap: imap("imap.mailbox.org"),
    domains: /^mailbox\.org$/u
  }
}

/** The id of the provider that an address belongs to, by its domain; `undefined`: unknown, as with own domains. */
export const providerOf = (email: string): string | undefined => {
  const domain = email.trim().toLowerCase().split("@")[1] ?? ""
  return domain === ""
    ? undefined
    : Object.entries(mailProviders).find(([, { domains }]) => domains?.test(domain) === true)?.[0]
}
