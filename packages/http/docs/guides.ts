/** The guides that belong to a group of operations: pages of the folder `docs` of the repository. */
/**
 * The address of the folder `docs`, with a slash at its end. While it is empty, because the repository has no public address,
 * the page names the files without links.
 */
export const address: string = ""

/** The guides of each tag, the most useful one first. A test compares them with the tags and with the files. */
export const guides: Readonly<Record<string, ReadonlyArray<string>>> = {
  Keys: ["authentication.md"],
  People: ["teams.md"],
  "Sender accounts": ["mailboxes.md", "dns.md", "limits.md"],
  Mailboxes: ["mailboxes.md", "inboxes.md"],
  Campaigns: ["concepts.md", "sending.md"],
  Sequences: ["sending.md"],
  Leads: ["concepts.md", "tutorial.md"],
  Verification: ["verification.md"],
  Sending: ["sending.md", "troubleshooting.md"],
  "Sent mail": ["sending.md"],
  "Unified inbox": ["unibox.md"],
  Notes: ["teams.md"],
  "Reply templates": ["unibox.md"],
  Attachments: ["deployment.md"],
  Tags: ["unibox.md"],
  Intake: ["intake.md"],
  Activity: ["analytics.md"],
  Analytics: ["analytics.md"],
  Blacklist: ["unsubscribe.md", "intake.md"],
  Integrations: ["webhooks.md", "notifications.md"],
  Webhooks: ["webhooks.md", "notifications.md"],
  Billing: ["billing.md"],
  Organization: ["tracking.md"],
  Log: ["teams.md"],
  System: ["deployment.md", "errors.md"]
}
