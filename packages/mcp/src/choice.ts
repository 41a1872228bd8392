/** The operations of the API that are tools, and the effects of each change. `generate.ts` makes the tools from them. */

/** A change, as the person who consents to it should know it. */
export interface Change {
  /** The effects of a call. This sentence ends the description of the tool. */
  readonly consequence: string
  /** Whether a call replaces or removes something, or cannot be undone. */
  readonly isDestructive: boolean
  /** Whether the same call again changes nothing more. */
  readonly isIdempotent: boolean
  /** Whether a call has effects outside Mailroom, such as a mail. */
  readonly isOpenWorld: boolean
}

/** The operations that only read, by their `operationId`. */
export const reads: ReadonlyArray<string> = [
  "auth.session",
  "unibox.threads",
  "unibox.thread",
  "unibox.unread",
  "unibox.ofLead",
  "leads.all",
  "leads.find",
  "activity.ofLead",
  "tags.page",
  "replyTemplates.page",
  "replyTemplates.fill",
  "campaigns.page",
  "campaigns.find",
  "sequences.list",
  "sending.upcoming",
  "verification.find",
  "sending.outlook",
  "sends.page",
  "accounts.page",
  "analytics.overview",
  "analytics.overviewByCampaign",
  "analytics.summary"
]

/**
 * The operations that change something, by their `operationId`. Starting a campaign, adding leads, keys and removals are
 * missing on purpose: they reach many people, or cannot be undone, and a person does them.
 */
export const changes: Readonly<Record<string, Change>> = {
  "unibox.update": {
    consequence: "Changes what people see in their inbox.",
    isDestructive: false,
    isIdempotent: true,
    isOpenWorld: false
  },
  "leads.tag": {
    consequence:
      "Replaces the reply tag of the lead, changes the analytics, and notifies integrations. A rule of the campaign may move the lead to another campaign, which mails it.",
    isDestructive: true,
    isIdempotent: true,
    isOpenWorld: true
  },
  "leads.update": {
    consequence:
      "Replaces data of the lead. `stop_sending: true` ends the campaign for this person, `false` lets mails go out again. Integrations are notified.",
    isDestructive: true,
    isIdempotent: true,
    isOpenWorld: true
  },
  "campaigns.pause": {
    consequence: "No further mails of the campaign go out until a person starts it again.",
    isDestructive: false,
    isIdempotent: true,
    isOpenWorld: true
  },
  "blacklist.addEmails": {
    consequence: "Stops every campaign for these addresses, now and in future. Integrations are notified.",
    isDestructive: true,
    isIdempotent: true,
    isOpenWorld: true
  },
  "sends.reply": {
    consequence:
      "Sends a mail to a person, at once or at `send_at`; once it is sent, it cannot be taken back. Show the draft of `draft_reply` to a person first. The same call is carried out once in 24 hours.",
    isDestructive: true,
    isIdempotent: true,
    isOpenWorld: true
  }
}

/** Operations whose calls get an `Idempotency-Key`, derived from their input, because a repetition would do harm. */
export const keyed: ReadonlySet<string> = new Set(["sends.reply"])
