/** A campaign: leads, and the settings that its rules read (contract, section 4). */
import { Schema, SchemaGetter } from "effect"
import { AccountId } from "../accounts/Account.ts"
import { Count } from "../Id.ts"
import { OffsetQuery, Search } from "../Pagination.ts"
import { Name } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { TimeZone } from "../TimeZone.ts"

/** Lower-case UUID. Made in ascending order (RFC 9562, version 7), so ids order campaigns by creation. */
export const CampaignId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u, {
    format: "uuid",
    expected: "a lower-case UUID"
  })
).pipe(Schema.brand("CampaignId"))
export type CampaignId = typeof CampaignId.Type

/** A campaign's id as a caller may write it: in any case, without braces (contract, section 1). */
export const CampaignIdInput = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu, { format: "uuid", message: "must be a UUID" })
).pipe(Schema.decodeTo(CampaignId, { decode: SchemaGetter.toLowerCase(), encode: SchemaGetter.passthrough() }))

export const CampaignStatus = Schema.Literals(["draft", "active", "paused", "completed"])
export type CampaignStatus = typeof CampaignStatus.Type

const settings = {
  name: Name,
  timezone: TimeZone,
  /** How many first messages a day may go out. */
  daily_limit: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100_000 })),
  /** Whether a human reply stops sending to its lead. */
  stop_on_reply: Schema.Boolean,
  /** Whether an automatic reply does. */
  stop_on_auto_reply: Schema.Boolean,
  track_opens: Schema.Boolean,
  /** The sender accounts it sends from, ascending. */
  account_ids: Schema.Array(AccountId).check(Schema.isMaxLength(500))
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
  lead_count: Count,
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({ identifier: "Campaign" })
export type Campaign = typeof Campaign.Type

export const NewCampaign = Schema.Struct({
  name: settings.name,
  timezone: Schema.optionalKey(settings.timezone),
  daily_limit: Schema.optionalKey(settings.daily_limit),
  stop_on_reply: Schema.optionalKey(settings.stop_on_reply),
  stop_on_auto_reply: Schema.optionalKey(settings.stop_on_auto_reply),
  track_opens: Schema.optionalKey(settings.track_opens),
  account_ids: Schema.optionalKey(settings.account_ids)
}).annotate({ identifier: "NewCampaign" })
export type NewCampaign = typeof NewCampaign.Type

/** What a campaign is when its creator says no more than a name. */
export const defaults = {
  timezone: "UTC",
  daily_limit: 50,
  stop_on_reply: true,
  stop_on_auto_reply: false,
  track_opens: true,
  account_ids: [] as ReadonlyArray<AccountId>
}

/** Which campaigns, and which part of the list. `search`: a substring of the name. */
export const CampaignQuery = Schema.Struct({
  ...OffsetQuery.fields,
  status: Schema.optionalKey(CampaignStatus),
  search: Schema.optionalKey(Search)
})
export type CampaignQuery = typeof CampaignQuery.Type

export class CampaignNotFound extends Schema.TaggedError<CampaignNotFound>()("CampaignNotFound", { id: CampaignId }) {
  override get message(): string {
    return `There is no campaign ${this.id}`
  }
}
