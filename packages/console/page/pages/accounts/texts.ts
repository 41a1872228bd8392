/** The texts of the page of sender accounts. */
import type { Account, DnsCheck, DnsStatus } from "@mailroom/client"
import { pick } from "../../base/pick.ts"

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
    user: "User name",
    password: "Password",
    host: "Server",
    port: "Port",
    usual: "The usual one",
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
