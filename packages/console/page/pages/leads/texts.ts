/** The texts of the page of leads. */
import type { BlacklistSource, LeadStatus, StopSendingType, ThreadState } from "@mailroom/client"
import { plural } from "../../app/format.ts"
import { pick } from "../../app/pick.ts"

const leads = (count: number) => plural(count, "lead", "leads")

export const texts = pick("leads", {
  title: "Leads",
  selected: (count: number) => `${leads(count)} selected`,
  selectOf: (name: string) => `Select ${name}`,
  clear: "Clear the selection",
  stopping: (count: number) => `Sending to ${leads(count)} stops in 5\u00a0seconds`,
  resuming: (count: number) => `Sending to ${leads(count)} resumes in 5\u00a0seconds`,
  notChanged: (failed: number, changed: number, reason: string) =>
    `${leads(failed)} not changed${changed === 0 ? "" : `, ${leads(changed)} changed`}: ${reason}`,
  search: "Search leads",
  campaign: "Campaign",
  allCampaigns: "All campaigns",
  import: "Import",
  export: "Export",
  exporting: (count: string) => `${count} leads read. Stop`,
  notExported: (reason: string) => `Not exported: ${reason}`,
  goTo: "Go to row",
  ofAll: (count: string) => `of ${count}`,
  next: "20 rows on",
  first: "First row",
  last: "Last row",
  columns: ["Row", "Lead", "Status", "Sending", "Mails", "Last mail", "Answer", "Company"],
  status: "Status",
  statuses: {
    "Not contacted": "Not contacted",
    Sent: "Sent",
    Opened: "Opened",
    Replied: "Answered",
    Bounce: "Bounced"
  } satisfies Record<LeadStatus, string>,
  anyStatus: "Any status",
  stops: {
    manual: "Stopped by a person",
    reply: "Stopped: answered",
    bounce: "Stopped: bounced",
    unsubscribe: "Stopped: unsubscribed",
    complaint: "Stopped: complained",
    blacklist: "Stopped: blacklist"
  } satisfies Record<StopSendingType, string>,
  sending: "On",
  blocked: {
    manual: "On the blacklist",
    bounce: "Bounced: on the blacklist",
    unsubscribe: "Unsubscribed: on the blacklist",
    complaint: "Complained: on the blacklist"
  } satisfies Record<BlacklistSource, string>,
  alsoInTheWay: "Also in the way",
  toMail: "Open the mail",
  toAccounts: "Accounts",
  toCampaign: "Campaign",
  resumeTitle: "Resume sending?",
  wasStopped: (email: string, reason: string) => `${email} · ${reason}`,
  staysInTheWay: (blocked: number, all: number) =>
    all === 1
      ? "The lead still gets no mail. In the way stays:"
      : `${leads(blocked)} of ${all} still get no mail. In the way stays:`,
  keepStopped: "Keep it stopped",
  empty: "There is no lead yet",
  emptyHelp: "A lead is a person to whom a campaign writes. Choose a campaign, and import a file.",
  close: "Close",
  stop: "Stop sending",
  resume: "Resume sending",
  edit: "Save",
  saved: "Saved",
  threads: "Conversations",
  states: { open: "Open", done: "Done", snoozed: "Snoozed" } satisfies Record<ThreadState, string>,
  noThreads: "No conversation",
  activity: "Activity",
  fields: {
    first_name: "First name",
    last_name: "Last name",
    company: "Company",
    website: "Website",
    personalization: "Personal line"
  },
  conflict: 'Somebody has changed this lead meanwhile. "Save" stores what you wrote.',
  none: "–"
})
