/** The texts of the page of leads. */
import type {
  FirstEvent,
  LeadStatus,
  ThreadState,
  VerificationState,
  VerificationStatus,
  WindowZone
} from "@mailroom/client"
import { plural } from "../../base/format.ts"
import { pick } from "../../base/pick.ts"

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
  selectAll: (count: number) => `Select all ${leads(count)}`,
  selectLoaded: (count: number) => `Select the ${plural(count, "loaded lead", "loaded leads")}`,
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
  counted: {
    events: {
      sent: "Contacted",
      opened: "First opening",
      clicked: "First click",
      replied: "First answer",
      bounced: "Bounced",
      unsubscribed: "Unsubscribed"
    } satisfies Record<FirstEvent, string>,
    since: (date: string) => `since ${date}`,
    until: (date: string) => `before ${date}`,
    step: "of one step",
    account: "of one account",
    positive: "positive",
    stopped: "Stopped",
    remove: "Show all leads"
  },
  status: "Status",
  statuses: {
    "Not contacted": "Not contacted",
    Sent: "Sent",
    Opened: "Opened",
    Replied: "Answered",
    Bounce: "Bounced"
  } satisfies Record<LeadStatus, string>,
  anyStatus: "Any status",
  verified: {
    not_verified: "Not verified",
    valid: "Valid",
    accept_all: "Accepts all",
    unknown: "Unknown",
    disposable: "Disposable",
    invalid: "Invalid"
  } satisfies Record<VerificationStatus, string>,
  verification: {
    button: "Verify",
    title: "Verify addresses",
    free: "Syntax, name servers and lists are checked. That costs nothing.",
    cost: (credits: string) => `At most ${credits} credits of the verification service`,
    paid: (credits: string) => `${credits} credits`,
    states: {
      running: (done, all) => `${done} of ${all} verified`,
      done: (done) => `${done} verified`,
      stopped: (done) => `Stopped after ${done}`,
      failed: (done) => `Ended after ${done}`
    } satisfies Record<VerificationState, (done: string, all: string) => string>,
    begin: "Verify",
    stop: "Stop",
    by: (status: string, verifier: string) => `Address: ${status}${verifier === "" ? "" : ` (${verifier})`}`
  },
  noTag: "No tag",
  bulk: {
    tag: "Tag",
    chooseTag: "Tag of the answer",
    delete: "Delete",
    erase: "Erase",
    cancel: "Cancel",
    cancelRun: "Stop here",
    progress: (done: string, count: string) => `${done} of ${count}`,
    ask: {
      stop: (count: number) => `Stop sending to ${leads(count)}?`,
      resume: (count: number) => `Resume sending to ${leads(count)}?`,
      delete: (count: number) => `Delete ${leads(count)}?`,
      erase: (count: number) => `Erase ${leads(count)}?`
    },
    askPause: (count: number) => `Pause ${leads(count)}?`,
    effect: {
      stop: "They get no further mail until somebody resumes them.",
      resume: "Whoever answered, unsubscribed or was stopped by hand may get mail again. The blacklist still applies.",
      delete: "Their conversations and the numbers of the campaign stay. This cannot be undone.",
      erase:
        "Their mail, attachments and personal data go, too; the numbers of the campaign stay. This cannot be undone."
    },
    done: {
      stop: (count: number) => `${leads(count)} changed`,
      resume: (count: number) => `${leads(count)} changed`,
      pause: (count: number) => `${leads(count)} changed`,
      tag: (count: number) => `${leads(count)} tagged`,
      untag: (count: number) => `Tag removed from ${leads(count)}`,
      delete: (count: number) => `${leads(count)} deleted`,
      erase: (count: number) => `${leads(count)} erased`
    },
    failed: (count: number, reason: string) => `Ended after ${leads(count)}: ${reason}`
  },
  adding: {
    button: "Add lead",
    title: "Add a lead",
    email: "Address",
    choose: "Choose a campaign",
    cancel: "Cancel",
    submit: "Add",
    known: "The campaign has this address already.",
    invalid: "This is no address."
  },
  custom: {
    title: "Custom fields",
    newName: "Name of a new field",
    newValue: "Value of the new field",
    nameHelp: "Lower-case letters, digits and _, beginning with a letter",
    remove: (name: string) => `Remove the field ${name}`,
    save: "Save fields"
  },
  answer: "Answer",
  empty: "There is no lead yet",
  emptyHelp: "A lead is a person to whom a campaign writes. Choose a campaign, and import a file.",
  close: "Close",
  stop: "Stop sending",
  edit: "Save",
  saved: "Saved",
  threads: "Conversations",
  states: { open: "Open", done: "Done", snoozed: "Snoozed" } satisfies Record<ThreadState, string>,
  noThreads: "No conversation",
  activity: "Activity",
  noActivity: "No activity",
  fields: {
    first_name: "First name",
    last_name: "Last name",
    company: "Company",
    website: "Website",
    personalization: "Personal line",
    timezone: "Time zone"
  },
  clock: {
    lead: (zone: string) => `Mails go out by the clock of the lead (${zone}).`,
    campaign: (zone: string) => `Mails go out by the clock of the campaign (${zone}).`
  } satisfies Record<WindowZone, unknown>,
  moves: (campaign: string, at: string) => `Moves to ${campaign} ${at}.`,
  movedTo: "Moved to",
  movedFrom: "Moved from",
  aCampaign: "another campaign",
  opens: (at: string) => `The window opens ${at}.`,
  conflict: 'Somebody has changed this lead meanwhile. "Save" stores what you wrote.',
  none: "–"
})
