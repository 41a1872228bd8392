/** The texts of the pages of campaigns. */
import type { CampaignIssue, CampaignStatus, SendOutcome } from "@mailroom/client"
import { pick } from "../../base/pick.ts"

export const texts = pick("campaigns", {
  title: "Campaigns",
  search: "Search campaigns",
  add: "New campaign",
  name: "Name",
  timezone: "Time zone",
  cancel: "Cancel",
  create: "Create",
  columns: ["Campaign", "State", "Leads", "Sent", "Answered", "Bounced"],
  statuses: { draft: "Draft", active: "Active", paused: "Paused", completed: "Completed" } satisfies Record<
    CampaignStatus,
    string
  >,
  empty: "There is no campaign yet",
  emptyHelp: "A campaign sends a few steps to many people, and stops when somebody answers.",
  parts: { overview: "Overview", steps: "Steps", activity: "Activity" },
  leads: "Leads",
  replies: "Replies",
  import: "Import leads",
  start: "Start",
  pause: "Pause",
  started: "The campaign sends now",
  paused: "The campaign is paused",
  duplicate: "Duplicate",
  duplicated: "This is the copy: a draft without leads",
  byBounces: "Paused because too many of its mails bounced",
  byMove: "Paused because it was imported from another database: start it when that one no longer sends",
  issuesTitle: "It cannot start yet:",
  issues: {
    no_account: "No account sends for it.",
    no_sequence: "It has no step.",
    no_lead: "It has no lead.",
    invalid_step: "A step has a fault: an unknown variable or an invalid link.",
    no_public_url: "A step has an unsubscribe link, but the server does not know its public URL (--public-url).",
    no_inbound: "It has follow-ups, but no inbox is read: nobody would notice an answer."
  } satisfies Record<CampaignIssue, string>,
  cures: {
    no_account: "Choose accounts",
    no_sequence: "Write a step",
    no_lead: "Import leads",
    invalid_step: "Open the steps",
    no_inbound: "Open the accounts"
  },
  numbers: {
    leads: "Leads",
    sent: "Sent",
    replied: "Answered",
    bounced: "Bounced",
    stopped: "Stopped",
    waiting: "Not contacted"
  },
  upcoming: "What happens next",
  windowOpen: "Its sending window is open",
  opens: (date: string) => `Its sending window opens ${date}`,
  skipped: (count: string) => `${count} passed over, as a value is missing or the address is invalid`,
  unknown: (count: string) => `${count} of unknown outcome`,
  upcomingColumns: ["Account", "Next mail", "When", "Left today"],
  toLead: (email: string, step: string) => `${email}, step ${step}`,
  nothing: "Nothing is left to send",
  accounts: "Accounts that send",
  saveAccounts: "Save accounts",
  conflict: 'Somebody has changed this campaign meanwhile. "Save accounts" stores what you chose.',
  storedChosen: "Stored now: chosen",
  storedNotChosen: "Stored now: not chosen",
  saved: "Saved",
  noAccounts: "There is no account yet.",
  addAccount: "Add an account",
  tracking: {
    title: "Tracking",
    track_opens: "Count opens",
    track_opensHelp: "Puts an image into each mail. That costs delivery, and says little: programs open mails, too.",
    track_clicks: "Count clicks",
    track_clicksHelp:
      "Leads links through this server. That costs delivery, because the links no longer show where they lead.",
    noPublicUrl: "Nothing can be counted: the server does not know its public URL (--public-url).",
    save: "Save tracking",
    conflict: 'Somebody has changed this campaign meanwhile. "Save tracking" stores what you chose.'
  },
  steps: {
    empty: "This campaign has no step yet",
    emptyHelp: "The first step starts the conversation. Further ones follow up, until an answer comes.",
    title: (position: number) => `Step ${position}`,
    variant: (position: number, letter: string) => `Step ${position}, variant ${letter}`,
    share: (share: string) => `${share} % of the leads that have not got the step`,
    weight: "Weight",
    weightHelp: "Relative to the other variants. 0: no further lead gets this one.",
    addVariant: (position: number) => `Add a variant of step ${position}`,
    delay: "Days after the step before",
    subject: "Subject",
    subjectHelp: "Empty: the step continues the conversation.",
    body: "Text",
    bodyHelp:
      "Variables: {{first_name}}, {{first_name|there}}, {{company}}, {{custom.name}}, {{sender.first_name}}, {{unsubscribe_link}}",
    html: "HTML (optional)",
    htmlHelp:
      "The mail then has both parts: programs show the HTML or, where they cannot, the part above. Say the same in both. Without HTML the mail looks like one that a person has typed.",
    faultAt: (line: string, message: string) => `Line ${line}: ${message}`,
    save: "Save step",
    unsaved: "Not saved yet",
    saveFirst: "Save the steps first: a text has changed",
    add: "Add step",
    remove: "Remove",
    preview: "Preview",
    noSender: "Choose the accounts of the campaign first: a mail has a sender.",
    previewSaved: "Save the step to preview or to test it.",
    previewHtml: "The HTML part",
    previewFor: (email: string) => `As ${email} gets it`,
    noLead: "Without a lead there is nothing to preview.",
    missing: (names: string) => `Missing values: ${names}`
  },
  test: {
    open: "Send me a test",
    title: "Send a test",
    help: 'The mail is the saved one, with "[Test]" before its subject. It goes only to an account of yours, and changes nothing: no number, no lead.',
    lead: "Values of the lead",
    leadHelp: "Type to find another one of the campaign.",
    noLead: "The campaign has no lead: a test shows the values of one.",
    unknownLead: "No lead of the campaign has this address",
    from: "From",
    to: "To",
    sameAccount: "The account that sends",
    close: "Close",
    send: "Send the test",
    outcomes: {
      queued: "Waits to be sent …",
      begun: "Is being sent …",
      deferred: "The server asked to try again later",
      sent: "Sent",
      refused: "Not sent",
      unknown: "The connection ended before the server answered: look into the mailbox"
    } satisfies Record<SendOutcome, string>,
    outcomeOf: (email: string, outcome: string) => `${email}: ${outcome}`
  },
  activity: {
    empty: "Nothing has happened yet",
    columns: ["When", "What", "Lead"]
  },
  none: "–"
})
