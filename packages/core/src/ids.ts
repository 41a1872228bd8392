/** The ids by which entities refer to each other. They are in one file, so that an entity can refer to another without importing it. */
import { Schema, SchemaGetter } from "effect"
import { Id } from "./Id.ts"

export const OrganizationId = Id.annotate({ description: "The id of the organization.", example: 1 }).pipe(
  Schema.brand("OrganizationId")
)
export type OrganizationId = typeof OrganizationId.Type

export const AccountId = Id.annotate({ description: "The id of a sender account.", example: 3 }).pipe(
  Schema.brand("AccountId")
)
export type AccountId = typeof AccountId.Type

export const ApiKeyId = Id.annotate({ description: "The id of an API key.", example: 5 }).pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

export const AttachmentId = Id.annotate({ description: "The id of an attachment.", example: 31 }).pipe(
  Schema.brand("AttachmentId")
)
export type AttachmentId = typeof AttachmentId.Type

export const DeliveryId = Id.annotate({ description: "The id of a delivery.", example: 4711 }).pipe(
  Schema.brand("DeliveryId")
)
export type DeliveryId = typeof DeliveryId.Type

export const EntryId = Id.annotate({ description: "The id of an entry.", example: 61 }).pipe(Schema.brand("EntryId"))
export type EntryId = typeof EntryId.Type

export const EventId = Id.annotate({ description: "The id of an event.", example: 90210 }).pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type

export const IntegrationId = Id.annotate({ description: "The id of an integration.", example: 9 }).pipe(
  Schema.brand("IntegrationId")
)
export type IntegrationId = typeof IntegrationId.Type

export const LeadId = Id.annotate({ description: "The id of a lead.", example: 42 }).pipe(Schema.brand("LeadId"))
export type LeadId = typeof LeadId.Type

export const MessageId = Id.annotate({ description: "The id of a message.", example: 501 }).pipe(
  Schema.brand("MessageId")
)
export type MessageId = typeof MessageId.Type

export const NoteId = Id.annotate({ description: "The id of a note.", example: 17 }).pipe(Schema.brand("NoteId"))
export type NoteId = typeof NoteId.Type

export const LogEntryId = Id.annotate({ description: "The id of an entry of the log.", example: 812 }).pipe(
  Schema.brand("LogEntryId")
)
export type LogEntryId = typeof LogEntryId.Type

export const PersonId = Id.annotate({ description: "The id of a person.", example: 4 }).pipe(Schema.brand("PersonId"))
export type PersonId = typeof PersonId.Type

export const SendId = Id.annotate({ description: "The id of a mail that Mailroom sends.", example: 8101 }).pipe(
  Schema.brand("SendId")
)
export type SendId = typeof SendId.Type

export const SequenceId = Id.annotate({ description: "The id of a step.", example: 12 }).pipe(
  Schema.brand("SequenceId")
)
export type SequenceId = typeof SequenceId.Type

export const TagId = Id.annotate({ description: "The id of a reply tag.", example: 7 }).pipe(Schema.brand("TagId"))
export type TagId = typeof TagId.Type

export const ThreadId = Id.annotate({ description: "The id of a thread.", example: 311 }).pipe(Schema.brand("ThreadId"))
export type ThreadId = typeof ThreadId.Type

export const TransactionId = Id.annotate({ description: "The id of a transaction.", example: 88 }).pipe(
  Schema.brand("TransactionId")
)
export type TransactionId = typeof TransactionId.Type

/** Lower-case UUID. New ids ascend (RFC 9562, version 7), so sorting by id sorts campaigns by creation. */
export const CampaignId = Schema.String.check(
  Schema.isPattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u, {
    format: "uuid",
    expected: "a lower-case UUID"
  })
)
  .annotate({
    description: "The id of a campaign: a lower-case UUID.",
    example: "0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d70"
  })
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
