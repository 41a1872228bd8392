/** The texts of the page of sender accounts. */
import type { Account, DnsCheck, DnsStatus, SendKind } from "@mailroom/client"
import { number, plural } from "../../base/format.ts"
import { pick } from "../../base/pick.ts"
import type { LoginReason } from "./reasons.ts"

export const texts = pick("accounts", {
  title: "Accounts",
  search: "Search accounts",
  add: "Add account",
  columns: ["Account", "State", "Today", "Inbox", "Bounces, 7 days", "Campaigns"],
  statuses: {
    active: "Sends",
    paused: "Paused",
    connection_error: "No connection",
    sending_error: "Mail rejected",
    limit_reached: "Limit reached"
  } satisfies Record<Account["state"]["status"], string>,
  left: (count: string) => `${count} left`,
  ofToday: (sent: string, limit: string) => `${sent} of ${limit} sent`,
  noConnection: "Not connected",
  testFailed: "Test failed",
  noInbox: "Not read",
  failingSince: (date: string) => `Fails since ${date}`,
  readAt: (date: string) => `Read ${date}`,
  never: "Never read",
  empty: "There is no sender account yet",
  emptyHelp: "A sender account is an address that campaigns send from. Add one, then connect its mailbox.",
  facts: {
    name: "Name",
    status: "State",
    limit: "Today",
    delay: "Between two mails",
    sends: "Sends through",
    reads: "Reads",
    copies: "Copies of sent mail",
    campaigns: "Campaigns",
    last: "Last mail"
  },
  copies: {
    auto: "Where the server keeps none",
    always: "Always",
    never: "Never"
  },
  minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
  connect: "It has no credentials yet, so it sends nothing. The guide has the steps of each provider.",
  credentials: {
    set: "Set credentials",
    title: "Credentials",
    help: "They replace all credentials of before. Nobody can read them afterwards. Google and Microsoft need an app password; OAuth2 is set by the API.",
    replaces: {
      oauth2: (server: string) => `${server} logs in with OAuth2 now. Saving replaces that by the password.`,
      host: (server: string) =>
        `${server} logs in with access tokens of your app now. Saving replaces that by the password.`,
      none: (server: string) => `${server} has no login now. Saving replaces that by the password.`
    },
    user: "User name",
    password: "Password",
    imapUser: "User name for IMAP",
    imapPassword: "Password for IMAP",
    same: "The same",
    host: "Server",
    port: "Port",
    usual: "The usual one",
    mailProvider: "Mail provider",
    otherProvider: "Another one",
    reads: "Read the inbox, to notice answers and bounces",
    unrelated: "Keep mail that belongs to no lead, too",
    save: "Save and test"
  },
  dns: {
    title: "DNS of the domain",
    help: "Receivers judge mail by these records. Checking changes nothing.",
    ask: "Check the DNS",
    asking: "Asking the name servers…",
    checked: (domain: string, at: string) => `${domain}, ${at}`,
    statuses: {
      ok: "Good",
      warning: "Better it",
      error: "Wrong",
      unknown: "No answer",
      not_applicable: "Not needed"
    } satisfies Record<DnsStatus, string>,
    checks: {
      mx: "MX",
      spf: "SPF",
      dkim: "DKIM",
      dmarc: "DMARC",
      alignment: "Alignment",
      ptr: "PTR",
      blacklist: "Blacklists"
    } satisfies Record<DnsCheck["check"], string>
  },
  test: "Test connection",
  testing: "Testing…",
  sync: "Read inbox now",
  remove: "Remove account",
  removeTitle: "Remove this account?",
  removeHelp: "Campaigns no longer send from it. Its mail and its figures stay.",
  cancel: "Cancel",
  works: "works",
  unknown: {
    title: "Mails of unknown outcome",
    count: (count: number) => `${plural(count, "mail", "mails")} of unknown outcome`,
    many: (count: number) => `More than ${number(count)} mails of unknown outcome`,
    help: "The connection ended before the server answered, so these mails may have been sent. They are not sent again by themselves. Look into the folder of sent mail of the account, and say whether the mail is there.",
    none: "No mail is of unknown outcome",
    noSubject: "No subject",
    messageId: "Message-ID",
    to: (email: string) => `To ${email}`,
    from: (email: string) => `from ${email}`,
    kinds: { step: "Step of a campaign", reply: "Answer", forward: "Forwarded message", test: "Test" } satisfies Record<
      SendKind,
      string
    >,
    tries: (count: number) => plural(count, "try", "tries"),
    conversation: "Conversation"
  },
  serverSays: (text: string) => `The server says: ${text}`,
  reasons: {
    appPassword: () =>
      "The server wants an app password in place of the password of the account: make one in the settings of the provider.",
    certificate: () => "The certificate of the server is not valid, or is for another name.",
    closed: (_host, port) => `The server ended the connection on port ${port}.`,
    folder: () => "A folder of the settings is not there.",
    login: () => "The server refuses the user name or the password.",
    noAnswer: (_host, port) => `The server does not answer on port ${port}. Check the server and the port.`,
    noServer: (host) => `There is no server ${host}. Check its name.`,
    notAllowed: () =>
      "The provider does not allow programs to log in to this mailbox with a password. Its administrator can.",
    notEncrypted: (_host, port) => `The server does not encrypt on port ${port} as expected. Try another port.`,
    oauth: () => "The login by OAuth2 is not valid any more: its owner must grant it again.",
    other: () => "The login failed.",
    private: (host) => `${host} is not reachable from the internet, so it is not used.`,
    tooMany: () => "The server takes no login now, because there were too many. Try again in some minutes."
  } satisfies Record<LoginReason, (host: string, port: string) => string>,
  settings: {
    title: "Settings",
    name: "Name of the sender",
    limits: "How much it sends",
    daily_limit: "Mails a day",
    min_delay_minutes: "Minutes between two mails",
    signature: "Signature",
    signatureHelp: "It is below each mail, as it is: it has no variables.",
    save: "Save settings",
    saved: "Saved",
    unsaved: "Not saved yet",
    conflict: 'Somebody has changed this account meanwhile. "Save settings" stores what you entered.',
    switchOff: "Switch sending off",
    switchOn: "Switch sending on",
    isOff: (email: string) => `${email} sends nothing`,
    isOn: (email: string) => `${email} sends again`,
    undoFailed: (reason: string) => `Not undone: ${reason}`
  },
  fails: {
    sending: "Until this is cured, the account sends nothing.",
    inbox: (date: string) => `Its inbox cannot be read since ${date}: answers are not noticed.`
  },
  since: (date: string) => `Last error: ${date}`,
  cure: "Test the connection, and store new credentials if they were changed.",
  fields: { email: "Address", provider: "Provider", first: "First name", last: "Last name" },
  providers: { google: "Google", microsoft: "Microsoft", smtp: "Another (SMTP)" },
  none: "–"
})
