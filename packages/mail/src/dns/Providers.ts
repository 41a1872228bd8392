/** The records that providers of mailboxes ask their customers to publish, as data. */

interface ProviderDns {
  /** The domain that an SPF record must include; `undefined`: it depends on the server. */
  readonly include: string | undefined
  /** The MX record of a domain, `priority host`. */
  readonly mx: (domain: string) => string
  /** The usual selectors: keys cannot be listed, so each name must be asked for. */
  readonly selectors: readonly [string, ...Array<string>]
  /** How a DKIM key is made. */
  readonly dkim: string
}

export const providers = {
  // Sources: Google Workspace Admin Help, "Set up SPF", "Set up DKIM" and "Set up MX records". `20230601` signs @gmail.com.
  google: {
    include: "_spf.google.com",
    mx: () => "1 smtp.google.com",
    selectors: ["google", "google1", "google2", "20230601"],
    dkim: "make a key in the Google Admin console (Gmail, Authenticate email) and publish it"
  },
  // Sources: Microsoft Learn, "Set up SPF", "Set up DKIM" and "External Domain Name System records for Office 365".
  microsoft: {
    include: "spf.protection.outlook.com",
    mx: (domain) => `0 ${domain.replaceAll(".", "-")}.mail.protection.outlook.com`,
    selectors: ["selector1", "selector2"],
    dkim: "switch DKIM on in the Microsoft 365 Defender portal and publish its two CNAME records"
  },
  smtp: {
    include: undefined,
    mx: () => "10 <the host that takes your mail>",
    selectors: [
      "default",
      "dkim",
      "mail",
      "smtp",
      "key1",
      "key2",
      "k1",
      "k2",
      "k3",
      "s1",
      "s2",
      "s1024",
      "s2048",
      "fm1",
      "fm2",
      "fm3",
      "mandrill",
      "mxvault",
      "pm",
      "protonmail",
      "protonmail2",
      "protonmail3",
      "zmail",
      "zoho"
    ],
    dkim: "make a key in your mail server and publish it"
  }
} satisfies Record<string, ProviderDns>

export type Provider = keyof typeof providers
