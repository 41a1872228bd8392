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
  ofToday: (sent: string, limit: string) => `${sent} of ${limit}`,
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
    limit: "A day",
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
  fields: { email: "Address", provider: "Provider", first: "First name", last: "Last name" },
  providers: { google: "Google", microsoft: "Microsoft", smtp: "Another (SMTP)" },
  none: "–"
} as const
