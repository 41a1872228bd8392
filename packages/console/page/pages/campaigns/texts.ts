/** The texts of the pages of campaigns. */
import type { CampaignIssue, CampaignStatus, EventType, SendingReason } from "@mailroom/client"

export const texts = {
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
  import: "Import leads",
  start: "Start",
  pause: "Pause",
  started: "The campaign sends now",
  paused: "The campaign is paused",
  duplicate: "Duplicate",
  duplicated: "This is the copy: a draft without leads",
  byBounces: "Paused because too many of its mails bounced",
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
  skipped: (count: string) => `${count} passed over, as a value is missing`,
  unknown: (count: string) => `${count} of unknown outcome`,
  upcomingColumns: ["Account", "Next mail", "When", "Left today"],
  toLead: (email: string, step: string) => `${email}, step ${step}`,
  reasons: {
    lead_missing: "The lead is gone",
    lead_stopped: "The lead is stopped",
    blacklisted: "The address is on the blacklist",
    campaign_not_active: "The campaign is not active",
    account_disabled: "Sending is off",
    account_failing: "The account fails",
    account_not_connected: "The account is not connected",
    address_invalid: "The address is not valid",
    no_step: "No step is left",
    missing_variable: "A value is missing",
    outside_window: "Outside the sending window",
    limit_reached: "The limit of today is reached",
    pace: "Waits for the pace",
    inbox_behind: "Waits until the inbox is read",
    outcome_unknown: "The outcome of the mail before is unknown"
  } satisfies Record<SendingReason, string>,
  nothing: "Nothing is left to send",
  accounts: "Accounts that send",
  saveAccounts: "Save accounts",
  saved: "Saved",
  noAccounts: "There is no account yet",
  steps: {
    empty: "This campaign has no step yet",
    emptyHelp: "The first step starts the conversation. Further ones follow up, until an answer comes.",
    title: (position: number) => `Step ${position}`,
    delay: "Days after the step before",
    subject: "Subject",
    subjectHelp: "Empty: the step continues the conversation.",
    body: "Text",
    bodyHelp:
      "Variables: {{first_name}}, {{first_name|there}}, {{company}}, {{sender.first_name}}, {{unsubscribe_link}}",
    save: "Save step",
    add: "Add step",
    remove: "Remove",
    preview: "Preview",
    previewFor: (email: string) => `As ${email} gets it`,
    noLead: "Without a lead there is nothing to preview.",
    missing: (names: string) => `Missing values: ${names}`
  },
  activity: {
    empty: "Nothing has happened yet",
    columns: ["When", "What", "Lead"],
    types: {
      sent: "Sent",
      delivered: "Delivered",
      opened: "Opened",
      machine_opened: "Opened by a machine",
      clicked: "Clicked",
      replied: "Answered",
      auto_replied: "Answered automatically",
      bounced: "Bounced",
      soft_bounced: "Bounced for now",
      unsubscribed: "Unsubscribed",
      complained: "Complained"
    } satisfies Record<EventType, string>
  },
  none: "–"
} as const
