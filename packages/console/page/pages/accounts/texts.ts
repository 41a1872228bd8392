/** The texts of the page of sender accounts. */
import type { Account } from "@mailroom/client"

export const texts = {
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
    campaigns: "Campaigns",
    last: "Last mail"
  },
  minutes: (count: number) => (count === 1 ? "1 minute" : `${count} minutes`),
  connect: "Connect its mailbox with PUT /accounts/{id}/credentials; the guide has the steps of each provider.",
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
} as const
