/** A campaign: leads, and the settings for sending to them (contract, section 4). */
import { Result, Schema, Struct } from "effect"
import { defaultsOf, described } from "../Described.ts"
import { Count } from "../Id.ts"
import { LeadCounts } from "../leads/Lead.ts"
import { pageQuery, Search } from "../Pagination.ts"
import { Name } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { nextVersion } from "../Version.ts"
import { TimeZone } from "../TimeZone.ts"
import { AccountId, CampaignId, CampaignIdInput } from "../ids.ts"

export { CampaignId, CampaignIdInput, CampaignNotFound } from "../ids.ts"

export const CampaignStatus = Schema.Literals(["draft", "active", "paused", "completed"]).annotate({
  identifier: "CampaignStatus",
  description:
    "`draft`: never started. `active`: mails may be sent. `paused`: stopped by a person. `completed`: nothing is left to send."
})
export type CampaignStatus = typeof CampaignStatus.Type

const settings = {
  name: described(Name, "1 to 200 characters, not only white space."),
  timezone: described(TimeZone, "A name of the IANA time zone database, such as `Europe/Oslo`."),
  daily_limit: described(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })),
    "The maximum number of first messages a day."
  ),
  stop_on_reply: described(Schema.Boolean, "Whether a human reply stops sending to its lead."),
  stop_on_auto_reply: described(Schema.Boolean, "Whether an automatic reply stops sending to its lead."),
  track_opens: described(Schema.Boolean, "Whether opens are tracked."),
  account_ids: described(
    Schema.Array(AccountId).check(Schema.isMaxLength(500)),
    "The sender accounts, by ascending id; at most 500."
  )
}

export const Campaign = Schema.Struct({
  id: CampaignId,
  name: settings.name,
  status: CampaignStatus,
  timezone: settings.timezone,
  daily_limit: settings.daily_limit,
  stop_on_reply: settings.stop_on_reply,
  stop_on_auto_reply: settings.stop_on_auto_reply,
  track_opens: settings.track_opens,
  account_ids: settings.account_ids,
  lead_count: described(Count, "The number of leads of the campaign."),
  created_at: described(Timestamp, "When the campaign was created."),
  updated_at: described(Timestamp, "When the campaign last changed.")
}).annotate({
  identifier: "Campaign",
  description: "Leads, the steps that are sent to them, and the settings of both."
})
export type Campaign = typeof Campaign.Type

/** A campaign as it is stored. */
export interface CampaignRecord extends Campaign {
  /** 1 when created, one more at every change, except changes of `lead_count`. */
  readonly version: number
}

/** The documented part of a stored campaign. */
export const toCampaign = ({ version: _, ...campaign }: CampaignRecord): Campaign => campaign

const CampaignCounts = Schema.Struct({
  leads: described(LeadCounts, "The current leads."),
  sent: described(Count, "All mails sent: the metric `sent` for `all_time`."),
  replied: described(Count, "All human replies: the metric `replied` for `all_time`."),
  bounced: described(Count, "All bounces: the metric `bounced` for `all_time`.")
}).annotate({ identifier: "CampaignCounts", description: "The numbers of a campaign in a list." })

/** A campaign in a list. */
export const ListedCampaign = Schema.Struct({
  ...Campaign.fields,
  counts: CampaignCounts
}).annotate({ identifier: "ListedCampaign", description: "A campaign with its numbers." })
export type ListedCampaign = typeof ListedCampaign.Type

/** The default settings of a campaign. */
export const defaults = {
  timezone: "UTC",
  daily_limit: 50,
  stop_on_reply: true,
  stop_on_auto_reply: false,
  track_opens: true,
  account_ids: [] as ReadonlyArray<AccountId>
}

const { name, ...optional } = settings

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

/** Filters and paging of the list. */
export const CampaignQuery = Schema.Struct({
  ...pageQuery(CampaignIdInput).fields,
  status: described(Schema.optionalKey(CampaignStatus), "Only campaigns with this status."),
  search: described(Schema.optionalKey(Search), "A substring of the name, ignoring case.")
})
export type CampaignQuery = typeof CampaignQuery.Type

export const CampaignIssue = Schema.Literals(["no_account", "no_sequence", "no_lead", "invalid_step"]).annotate({
  identifier: "CampaignIssue",
  description:
    "A missing requirement for the start of a campaign. `invalid_step`: the text of a step uses an unknown variable, or a link that may not be in a mail."
})
export type CampaignIssue = typeof CampaignIssue.Type

const lacks = {
  no_account: "a sender account",
  no_sequence: "a step",
  no_lead: "a lead",
  invalid_step: "steps whose variables and links are all valid"
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

/** The campaign with these settings changed; the same object if nothing changes. */
export const patch = (campaign: CampaignRecord, changes: CampaignPatch, now: Timestamp): CampaignRecord =>
  nextVersion(campaign, { ...campaign, ...changes }, now, ["account_ids"])

/*
 * The transitions of the status that a caller can request:
 *
 * | status      | start              | pause               |
 * |-------------|--------------------|---------------------|
 * | `draft`     | `active`, if ready | `CampaignNotActive` |
 * | `active`    | no change          | `paused`            |
 * | `paused`    | `active`, if ready | no change           |
 * | `completed` | `active`, if ready | `CampaignNotActive` |
 */

/**
 * The campaign after its start, which requires an account, a valid step and a lead. The same object if it is already
 * active.
 */
export const start = (
  campaign: CampaignRecord,
  steps: { readonly count: number; readonly areValid: boolean },
  now: Timestamp
): Result.Result<CampaignRecord, CampaignNotReady> => {
  const lacking: Record<CampaignIssue, boolean> = {
    no_account: campaign.account_ids.length === 0,
    no_sequence: steps.count === 0,
    no_lead: campaign.lead_count === 0,
    invalid_step: !steps.areValid
  }
  const issues = CampaignIssue.literals.filter((issue) => campaign.status !== "active" && lacking[issue])
  return issues.length > 0
    ? Result.fail(new CampaignNotReady({ id: campaign.id, issues }))
    : Result.succeed(nextVersion(campaign, { ...campaign, status: "active" }, now))
}

/** The campaign after a pause. The same object if it is already paused. */
export const pause = (campaign: CampaignRecord, now: Timestamp): Result.Result<CampaignRecord, CampaignNotActive> => {
  const { id, status } = campaign
  return status === "draft" || status === "completed"
    ? Result.fail(new CampaignNotActive({ id, status }))
    : Result.succeed(nextVersion(campaign, { ...campaign, status: "paused" }, now))
}
