/**
 * The ids of campaigns. They have a separate file because leads, steps and events need them, and `Campaign.ts` needs
 * leads.
 */
import { Schema, SchemaGetter } from "effect"

/** Lower-case UUID. New ids ascend (RFC 9562, version 7), so sorting by id sorts campaigns by creation. */
export const CampaignId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u, {
    format: "uuid",
    expected: "a lower-case UUID"
  })
)
  .annotate({ description: "The id of a campaign: a lower-case UUID." })
  .pipe(Schema.brand("CampaignId"))
export type CampaignId = typeof CampaignId.Type

/** A campaign's id as a caller may write it: in upper or lower case, without braces (contract, section 1). */
export const CampaignIdInput = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu, { format: "uuid", message: "must be a UUID" })
)
  .annotate({ description: "The id of a campaign: a UUID in any case." })
  .pipe(Schema.decodeTo(CampaignId, { decode: SchemaGetter.toLowerCase(), encode: SchemaGetter.passthrough() }))

/** The organization has no such campaign, or it is being deleted. */
export class CampaignNotFound extends Schema.TaggedError<CampaignNotFound>()("CampaignNotFound", { id: CampaignId }) {
  override get message(): string {
    return `There is no campaign ${this.id}`
  }
}
