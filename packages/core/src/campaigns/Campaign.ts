/** A campaign: leads, and the settings for sending to them. */
import { Name } from "@mailroom/mail/text"
import { Equal, Result, Schema, Struct } from "effect"
import { defaultsOf, described } from "../Described.ts"
import { Count } from "../Id.ts"
import { LeadCounts } from "../leads/LeadCounts.ts"
import { pageQuery, Search } from "../Pagination.ts"
import { Timestamp } from "../Timestamp.ts"
import * as Table from "../Table.ts"
import { nextVersion, Version } from "../Version.ts"
import { Run } from "../verification/Run.ts"
import { RequiredVerification } from "../verification/Verdict.ts"
import { TimeZone } from "../TimeZone.ts"
import { DaysOff, noDaysOff, WindowZone } from "./DaysOff.ts"
import { MoveRules } from "./MoveRule.ts"
import { defaultWindow, SendWindow } from "./SendWindow.ts"
import { AccountId, CampaignId, CampaignIdInput } from "../ids.ts"

export { CampaignId, CampaignIdInput, CampaignNotFound } from "../ids.ts"

export const CampaignStatus = Schema.Literals(["draft", "active", "paused", "completed"]).annotate({
  identifier: "CampaignStatus",
  example: "active",
  description:
    "`draft`: never started. `active`: mails may be sent. `paused`: stopped by a person. `completed`: nothing is left to send."
})
export type CampaignStatus = typeof CampaignStatus.Type

/** Why Mailroom itself changed the status of a campaign. */
export const StatusReason = Schema.Literals(["bounces", "moved"]).annotate({
  identifier: "CampaignStatusReason",
  description:
    "Why Mailroom paused a campaign. `bounces`: too many of its mails bounced (`bounce_limit`). `moved`: it was active when its " +
    "organization was imported from another database."
})
export type StatusReason = typeof StatusReason.Type

export const StopScope = Schema.Literals(["campaign", "organization", "company"]).annotate({
  identifier: "StopScope",
  description:
    "What a reply or an unsubscription stops. `campaign`: only the lead. `organization`: also the leads with the same address in " +
    "all other campaigns. `company`: like `organization`; besides, its leads stop when a colleague answers, unsubscribes or " +
    "complains in any campaign. A company is a registrable domain with its subdomains; a provider of mail, such as " +
    "`gmail.com`, is none."
})
export type StopScope = typeof StopScope.Type

const settings = {
  name: described(Name, "1 to 200 characters, not only white space.", "Spring launch"),
  timezone: described(TimeZone, "A name of the IANA time zone database, such as `Europe/Oslo`.", "Europe/Oslo"),
  send_window: described(SendWindow, "The days and hours at which the campaign sends, in its time zone.", {
    days: [1, 2, 3, 4, 5],
    from: "08:00",
    to: "18:00"
  }),
  window_zone: described(
    WindowZone,
    "The clock that the window and the delays of steps follow: that of the campaign (`campaign`), or that of each lead (`lead`)."
  ),
  ...DaysOff.fields,
  daily_limit: described(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })),
    "The maximum number of first messages a day.",
    100
  ),
  stop_on_reply: described(Schema.Boolean, "Whether a human reply stops sending to its lead.", true),
  stop_on_auto_reply: described(Schema.Boolean, "Whether an automatic reply stops sending to its lead.", false),
  stop_scope: described(
    StopScope,
    "What a reply that stops its lead, or an unsubscription, stops: only the lead (`campaign`), its address in all campaigns (`organization`), or also its colleagues (`company`)."
  ),
  track_opens: described(
    Schema.Boolean,
    "Whether the mails that Mailroom sends have an image by which opens are counted. It needs a public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`).",
    false
  ),
  track_clicks: described(
    Schema.Boolean,
    "Whether the links in the mails that Mailroom sends lead through Mailroom, which counts clicks. It needs a public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`).",
    false
  ),
  unsubscribe_header: described(
    Schema.Boolean,
    "Whether mails have the header `List-Unsubscribe`, which mail programs show as a button.",
    true
  ),
  bounce_limit: described(
    Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))),
    "The campaign is paused when this percentage of its mails of the last seven days bounced, of at least 50; `null`: never.",
    5
  ),
  new_lead_share: described(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
    "The percentage of the mails of an account and a day that goes to new leads at least, while follow-ups and new leads wait; `0`: new leads wait until no follow-up is due.",
    20
  ),
  required_verification: described(
    RequiredVerification,
    "The `verification_status` that a lead needs for its first mail. An `invalid` address never gets one.",
    "none"
  ),
  account_ids: described(
    Schema.Array(AccountId).check(Schema.isMaxLength(500)),
    "The sender accounts, by ascending id; at most 500.",
    [3]
  ),
  moves: described(
    MoveRules,
    "The rules by which leads move to other campaigns, at most 20. A lead moves once, by the rule that is due first; at the same instant, by the first one.",
    []
  )
}

export type Settings = Pick<Campaign, keyof typeof settings>

export const Campaign = Schema.Struct({
  id: CampaignId,
  name: settings.name,
  status: CampaignStatus,
  status_reason: described(
    Schema.NullOr(StatusReason),
    "Why Mailroom paused the campaign; `null` when a person chose the status. Cleared by the next start.",
    null
  ),
  timezone: settings.timezone,
  send_window: settings.send_window,
  window_zone: settings.window_zone,
  holidays: settings.holidays,
  skip_days: settings.skip_days,
  daily_limit: settings.daily_limit,
  stop_on_reply: settings.stop_on_reply,
  stop_on_auto_reply: settings.stop_on_auto_reply,
  stop_scope: settings.stop_scope,
  track_opens: settings.track_opens,
  track_clicks: settings.track_clicks,
  unsubscribe_header: settings.unsubscribe_header,
  bounce_limit: settings.bounce_limit,
  new_lead_share: settings.new_lead_share,
  required_verification: settings.required_verification,
  account_ids: settings.account_ids,
  moves: settings.moves,
  lead_count: described(Count, "The number of leads of the campaign.", 120),
  created_at: described(Timestamp, "When the campaign was created.", "2026-03-02T08:00:00.000Z"),
  updated_at: described(Timestamp, "When the campaign last changed.", "2026-03-02T09:30:00.000Z")
}).annotate({
  identifier: "Campaign",
  description: "Leads, the steps that are sent to them, and the settings of both."
})
export type Campaign = typeof Campaign.Type

/** A campaign as it is stored. */
export const CampaignRecord = Schema.Struct({
  ...Campaign.fields,
  verification: described(Schema.NullOr(Run), "The last verification of its leads; `null`: there was none."),
  version: described(Version, "Changes of `lead_count` and `verification` keep it.")
})
export type CampaignRecord = typeof CampaignRecord.Type

export const table = Table.of("campaigns", CampaignRecord, { key: ["id"], fixed: ["created_at"] })

/** The documented part of a stored campaign. */
export const toCampaign = ({ verification: _, version: __, ...campaign }: CampaignRecord): Campaign => campaign

const CampaignCounts = Schema.Struct({
  leads: described(LeadCounts, "The current leads."),
  sent: described(Count, "All mails sent: the metric `sent` for `all_time`.", 140),
  replied: described(Count, "All human replies: the metric `replied` for `all_time`.", 14),
  bounced: described(Count, "All bounces: the metric `bounced` for `all_time`.", 3)
}).annotate({ identifier: "CampaignCounts", description: "The numbers of a campaign in a list." })

/** A campaign in a list. */
export const ListedCampaign = Schema.Struct({
  ...Campaign.fields,
  counts: CampaignCounts
}).annotate({ identifier: "ListedCampaign", description: "A campaign with its numbers." })
export type ListedCampaign = typeof ListedCampaign.Type

const { name, ...optional } = settings

/** The default settings of a campaign. */
export const defaults: Omit<Settings, "name"> = {
  timezone: "UTC",
  send_window: defaultWindow,
  window_zone: "campaign",
  ...noDaysOff,
  daily_limit: 50,
  stop_on_reply: true,
  stop_on_auto_reply: false,
  stop_scope: "campaign",
  track_opens: false,
  track_clicks: false,
  unsubscribe_header: true,
  bounce_limit: 5,
  new_lead_share: 20,
  required_verification: "none",
  account_ids: [],
  moves: []
}

export const NewCampaign = Schema.Struct({ name, ...Struct.map(optional, Schema.optionalKey) }).annotate({
  identifier: "NewCampaign",
  description: `A campaign to create. ${defaultsOf(defaults)}`
})
export type NewCampaign = typeof NewCampaign.Type

export const CampaignPatch = Schema.Struct(Struct.map(settings, Schema.optionalKey)).annotate({
  identifier: "CampaignPatch",
  description: "The changes of a campaign, in every status. Absent fields stay unchanged."
})
export type CampaignPatch = typeof CampaignPatch.Type

export const DuplicateCampaign = Schema.Struct({
  name: described(Schema.optionalKey(Name), "The name of the copy. Default: the name of the campaign with ` (copy)`.")
}).annotate({ identifier: "DuplicateCampaign", description: "The settings of a copy that differ." })
export type DuplicateCampaign = typeof DuplicateCampaign.Type

/** Filters and paging of the list. */
export const CampaignQuery = Schema.Struct({
  ...pageQuery(CampaignIdInput).fields,
  status: described(Schema.optionalKey(CampaignStatus), "Only campaigns with this status."),
  search: described(Schema.optionalKey(Search), "A substring of the name, ignoring case and accents.")
})
export type CampaignQuery = typeof CampaignQuery.Type

export const CampaignIssue = Schema.Literals([
  "no_account",
  "no_sequence",
  "no_lead",
  "invalid_step",
  "missing_file",
  "files_too_large",
  "no_public_url",
  "untracked_condition",
  "no_inbound"
]).annotate({
  identifier: "CampaignIssue",
  description:
    "A missing requirement for the start of a campaign. `invalid_step`: the text of a step uses an unknown variable, or a link that may not be in a mail. " +
    "`missing_file`: a file of a step is not there any more. `files_too_large`: with its files, the mail of a step would have more than 25 000 000 bytes. " +
    "`no_public_url`: a step has `{{unsubscribe_link}}`, but the service does not know its public URL (`MAILROOM_PUBLIC_URL`, or `publicUrl` of `createMailroom`). " +
    "`untracked_condition`: a step after the first has a condition about opens or clicks, but the campaign does not track them (`track_opens`, `track_clicks`), or the service does not know its public URL. " +
    "`no_inbound`: the campaign has several steps, but nobody would see an answer before the next one: the inbox of an account " +
    'that sends is not read, and the host does not hand in mail (`MAILROOM_INBOUND=host`, or `inbound: "host"` of `createMailroom`). The last three concern only campaigns that Mailroom sends.'
})
export type CampaignIssue = typeof CampaignIssue.Type

const lacks = {
  no_account: "a sender account",
  no_sequence: "a step",
  no_lead: "a lead",
  invalid_step: "steps whose variables and links are all valid",
  missing_file: "steps whose files are all there: remove the missing ones, or upload them again",
  files_too_large: "smaller files: a mail has at most 25 000 000 bytes as it is sent",
  no_public_url: "a public URL for {{unsubscribe_link}} (MAILROOM_PUBLIC_URL, or publicUrl of createMailroom)",
  untracked_condition:
    "tracking of the opens or clicks that the condition of a step asks for (track_opens, track_clicks, and a public URL: " +
    "MAILROOM_PUBLIC_URL, or publicUrl of createMailroom)",
  no_inbound:
    "an inbox for answers to each account that sends (imap in its credentials), or mail from the host (MAILROOM_INBOUND=host, or " +
    'inbound: "host" of createMailroom)'
} as const satisfies Record<CampaignIssue, string>

/** The campaign cannot be started. `issues` names everything that is missing. */
export class CampaignNotReady extends Schema.TaggedError<CampaignNotReady>()("CampaignNotReady", {
  id: CampaignId,
  issues: Schema.Array(CampaignIssue)
}) {
  override get message(): string {
    return `The campaign needs ${this.issues.map((issue) => lacks[issue]).join(" and ")} before it can start`
  }
}

/** The campaign cannot be paused, because it is a draft or completed. */
export class CampaignNotActive extends Schema.TaggedError<CampaignNotActive>()("CampaignNotActive", {
  id: CampaignId,
  status: CampaignStatus
}) {
  override get message(): string {
    return `The campaign cannot be paused: its status is ${this.status}`
  }
}

/** An active campaign cannot be deleted. */
export class CampaignActive extends Schema.TaggedError<CampaignActive>()("CampaignActive", { id: CampaignId }) {
  override get message(): string {
    return `The campaign ${this.id} is active: pause it before you delete it`
  }
}

/** The campaign changed since the caller read it. */
export class CampaignChanged extends Schema.TaggedError<CampaignChanged>()("CampaignChanged", {
  id: CampaignId,
  /** The version that is stored now. */
  version: Schema.Int
}) {
  override get message(): string {
    return `Campaign ${this.id} has changed since it was read: its version is now ${this.version}`
  }
}

/** A new campaign with these settings, and without leads. */
export const draftOf = (id: CampaignId, given: Settings, now: Timestamp): CampaignRecord => ({
  id,
  ...Struct.pick(given, Struct.keys(settings)),
  status: "draft",
  status_reason: null,
  lead_count: 0,
  created_at: now,
  updated_at: now,
  verification: null,
  version: 1
})

/** The campaign with these settings changed; the same object if nothing changes. */
export const patch = (campaign: CampaignRecord, changes: CampaignPatch, now: Timestamp): CampaignRecord =>
  nextVersion(campaign, { ...campaign, ...changes }, now, ["account_ids", "moves", "send_window", "skip_days"])

/** Whether a campaign sends at other times than before: its window, the clock that the window follows, or its days off changed. */
export const isRetimed = (before: CampaignRecord, after: CampaignRecord): boolean =>
  (["holidays", "send_window", "skip_days", "timezone", "window_zone"] as const).some(
    (name) => !Equal.equals(before[name], after[name])
  )

/*
 * The transitions of the status. A caller can request `start` and `pause`; Mailroom decides the others.
 *
 * | status      | start              | pause               | complete    | reopen    |
 * |-------------|--------------------|---------------------|-------------|-----------|
 * | `draft`     | `active`, if ready | `CampaignNotActive` | no change   | no change |
 * | `active`    | no change          | `paused`            | `completed` | no change |
 * | `paused`    | `active`, if ready | no change           | no change   | no change |
 * | `completed` | `active`, if ready | `CampaignNotActive` | no change   | `active`  |
 */

/** The parts that the campaign lacks for a start: an account, a step or a lead. `steps`: the number of its steps. */
const missingParts = ({ account_ids, lead_count }: CampaignRecord, steps: number): ReadonlyArray<CampaignIssue> => {
  const counts = { no_account: account_ids.length, no_sequence: steps, no_lead: lead_count }
  return Struct.keys(counts).filter((issue) => counts[issue] === 0)
}

/**
 * The campaign after its start; the same object if it is already active. Fails if it lacks an account, a step or a lead. `steps`: the number of
 * its steps. `further`: issues that the caller has found (`StartIssues.ts`).
 */
export const start = (
  campaign: CampaignRecord,
  steps: number,
  now: Timestamp,
  further: ReadonlyArray<CampaignIssue> = []
): Result.Result<CampaignRecord, CampaignNotReady> => {
  const issues = campaign.status === "active" ? [] : [...missingParts(campaign, steps), ...further]
  return issues.length > 0
    ? Result.fail(new CampaignNotReady({ id: campaign.id, issues }))
    : Result.succeed(nextVersion(campaign, { ...campaign, status: "active", status_reason: null }, now))
}

/** The campaign after a pause; the same object if it is already paused. `reason`: why Mailroom pauses it; `null`: a person does. */
export const pause = (
  campaign: CampaignRecord,
  now: Timestamp,
  reason: StatusReason | null = null
): Result.Result<CampaignRecord, CampaignNotActive> => {
  const { id, status } = campaign
  if (status === "draft" || status === "completed") return Result.fail(new CampaignNotActive({ id, status }))
  const isPaused = status === "paused"
  return Result.succeed(
    isPaused ? campaign : nextVersion(campaign, { ...campaign, status: "paused", status_reason: reason }, now)
  )
}

/** The campaign when nothing is left to send. The same object if it is not active. */
export const complete = (campaign: CampaignRecord, now: Timestamp): CampaignRecord =>
  campaign.status === "active" ? nextVersion(campaign, { ...campaign, status: "completed" }, now) : campaign

/** The campaign when there is something to send again. The same object if it is not completed. */
export const reopen = (campaign: CampaignRecord, now: Timestamp): CampaignRecord =>
  campaign.status === "completed" ? nextVersion(campaign, { ...campaign, status: "active" }, now) : campaign
