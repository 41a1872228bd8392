/** The schema of the rows of each kind: a row may contain what the API accepts as input. */
import { Trust } from "@mailroom/mail"
import { toAscii } from "@mailroom/mail/domain"
import { EmailAddress, LeadText, text } from "@mailroom/mail/text"
import { Schema, Struct } from "effect"
import { Account } from "../accounts/Account.ts"
import { EventData, EventType } from "../activity/Event.ts"
import { Metrics } from "../analytics/Rollup.ts"
import { Attachment } from "../attachments/Attachment.ts"
import { Transaction } from "../billing/Transaction.ts"
import { BlacklistKind, normalize, Reason, Source } from "../blacklist/BlacklistEntry.ts"
import { Campaign } from "../campaigns/Campaign.ts"
import { Count } from "../Id.ts"
import {
  AccountId,
  AttachmentId,
  CampaignId,
  DeliveryId,
  EntryId,
  EventId,
  IntegrationId,
  LeadId,
  MessageId,
  SequenceId,
  ThreadId
} from "../ids.ts"
import { Delivery, DeliveryTry } from "../integrations/Delivery.ts"
import { Integration } from "../integrations/Integration.ts"
import { LeadWithCustomFields } from "../leads/Lead.ts"
import { StopSendingType } from "../leads/StopSending.ts"
import { Send } from "../sends/Send.ts"
import { Sequence, texts } from "../sequences/Sequence.ts"
import { ReplyTemplate, NewReplyTemplate } from "../templates/ReplyTemplate.ts"
import { Tag } from "../tags/Tag.ts"
import { Timestamp } from "../Timestamp.ts"
import { LeftOut } from "../unibox/LeftOut.ts"
import { MessageKind } from "../unibox/MessageKind.ts"
import { State, Tab } from "../unibox/Thread.ts"
import type { MovedKind } from "./MovedRows.ts"

const nullOr = <S extends Schema.Top>(schema: S) => Schema.NullOr(schema)

/** A text of any length. */
const Plain = text(Number.MAX_SAFE_INTEGER)

/** A number of things in a column of 32 bits. */
const Small = Count.check(Schema.isLessThanOrEqualTo(2 ** 31 - 1))
const Version = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 31 - 1 }))

const First = Schema.Struct({
  occurred_at: Timestamp,
  identity: Plain,
  account_id: nullOr(AccountId),
  sequence_id: nullOr(SequenceId)
})

const fileOf = Schema.Struct({ ...Attachment.fields, filename: Plain, content_type: Plain, size: Count })

const leftOut = Schema.Struct({ ...LeftOut.fields, filename: Plain, content_type: Plain })

const domainOrNull = nullOr(
  Schema.String.check(
    Schema.makeFilter((name) => {
      const domain = toAscii(name)
      return domain._tag === "Some" && domain.value === name ? undefined : "must be a host name"
    })
  )
)

export const schemas = {
  accounts: Schema.Struct({ ...Account.fields, version: Version, deleted_at: nullOr(Timestamp) }),
  mailboxes: Schema.Struct({ account_id: AccountId, next_at: nullOr(Timestamp) }),
  campaigns: Schema.Struct({ ...Struct.omit(Campaign.fields, ["lead_count"]), version: Version }),
  sequences: Schema.Struct({
    ...Sequence.fields,
    ...texts,
    campaign_id: CampaignId,
    step_id: nullOr(SequenceId),
    position: Version
  }),
  tags: Tag,
  reply_templates: Schema.Struct({ ...ReplyTemplate.fields, body: NewReplyTemplate.fields.body }),
  leads: Schema.Struct({
    ...LeadWithCustomFields.fields,
    email: EmailAddress,
    first_name: LeadText,
    last_name: LeadText,
    company: LeadText,
    website: LeadText,
    personalization: LeadText,
    amount_sequences_sent: Small,
    reply_text: nullOr(Plain),
    stop_sending_type: nullOr(StopSendingType),
    stop_decided_at: nullOr(Timestamp),
    stops: Schema.Struct({
      reply: Schema.optionalKey(Timestamp),
      bounce: Schema.optionalKey(Timestamp),
      unsubscribe: Schema.optionalKey(Timestamp),
      complaint: Schema.optionalKey(Timestamp),
      blacklist: Schema.optionalKey(Timestamp)
    }),
    activity: Schema.Struct({
      firsts: Schema.Record(Schema.String, First),
      last_sent: nullOr(Schema.Struct({ identity: Plain, occurred_at: Timestamp })),
      bounced: Schema.Boolean,
      positive: Schema.Boolean
    }),
    version: Version,
    created_at: Timestamp,
    updated_at: Timestamp
  }).check(
    Schema.makeFilter(({ stop_sending, stop_sending_type }) =>
      stop_sending === (stop_sending_type !== null)
        ? undefined
        : { path: ["stop_sending_type"], issue: "must be null exactly when stop_sending is false" }
    )
  ),
  blacklist: Schema.Struct({
    id: EntryId,
    kind: BlacklistKind,
    value: Plain,
    source: Source,
    reason: nullOr(Reason),
    campaign_id: nullOr(CampaignId),
    created_at: Timestamp
  }).check(
    Schema.makeFilter(({ kind, value }) => {
      const normal = normalize(kind, value)
      if ("fault" in normal) return { path: ["value"], issue: normal.fault }
      return normal.value === value ? undefined : { path: ["value"], issue: `must be ${normal.value}` }
    })
  ),
  events: Schema.Struct({
    id: EventId,
    identity: Plain,
    type: EventType,
    occurred_at: Timestamp,
    campaign_id: CampaignId,
    lead_id: LeadId,
    account_id: nullOr(AccountId),
    sequence_id: nullOr(SequenceId),
    message_id: nullOr(Plain),
    provider_message_id: nullOr(Plain),
    email: nullOr(Plain),
    data: EventData
  }),
  rollups: Schema.Struct({
    ...Metrics.fields,
    campaign_id: CampaignId,
    dimension: Schema.Literals(["account", "campaign", "sequence"]),
    bucket: Timestamp,
    dimension_id: Count
  }),
  threads: Schema.Struct({
    id: ThreadId,
    tab: Tab,
    state: State,
    snoozed_until: nullOr(Timestamp),
    lead_id: nullOr(LeadId),
    campaign_id: nullOr(CampaignId)
  }).check(
    Schema.makeFilter(({ snoozed_until, state }) =>
      (state === "snoozed") === (snoozed_until !== null)
        ? undefined
        : { path: ["snoozed_until"], issue: "must be null exactly when state is not snoozed" }
    )
  ),
  messages: Schema.Struct({
    id: MessageId,
    thread_id: ThreadId,
    account_id: nullOr(AccountId),
    identity: Plain,
    subject: Plain,
    body: Plain,
    date_sent: Timestamp,
    from_name: nullOr(Plain),
    from_email: Plain,
    to_email: Plain,
    cc_email: nullOr(Plain),
    is_new: Schema.Boolean,
    is_our_email: Schema.Boolean,
    kind: MessageKind,
    message_id: nullOr(Plain),
    left_out: nullOr(Schema.Array(leftOut)),
    body_text: Plain,
    body_html: nullOr(Plain),
    reply_text: Plain,
    trust: Trust,
    search_text: Plain,
    attachments: Schema.Array(fileOf)
  }),
  transactions: Transaction,
  integrations: Schema.Struct({
    ...Struct.omit(Integration.fields, ["enabled"]),
    consecutive_failures: Small,
    first_failures: Small,
    failing_since: nullOr(Timestamp),
    retry_at: nullOr(Timestamp),
    last_error: nullOr(Plain)
  }),
  deliveries: Schema.Struct({
    ...Struct.omit(Delivery.fields, ["response"]),
    id: DeliveryId,
    integration_id: IntegrationId,
    attempts: Small,
    tries: Schema.Array(DeliveryTry),
    payload: Plain,
    lead_id: nullOr(LeadId),
    mentions: Schema.Array(Plain)
  }),
  sends: Schema.Struct({
    ...Struct.omit(Send.fields, ["body_text"]),
    step_id: nullOr(SequenceId),
    position: nullOr(Small),
    attempts: Small,
    to_email: Schema.Union([EmailAddress, Schema.Literal("")]),
    subject: Plain,
    message_id: Plain,
    reply: nullOr(Plain),
    content: nullOr(
      Schema.Struct({
        body_text: Plain,
        written: Schema.optionalKey(Plain),
        body_html: nullOr(Plain),
        in_reply_to: nullOr(Plain),
        references: Schema.Array(Plain),
        headers: Schema.optionalKey(Schema.Record(Plain, Plain))
      })
    )
  }),
  agenda: Schema.Struct({
    lead_id: LeadId,
    campaign_id: CampaignId,
    account_id: nullOr(AccountId),
    state: Schema.Literals(["begun", "done", "stopped", "unknown", "waiting"]),
    due_at: Timestamp,
    step_id: nullOr(SequenceId)
  }),
  plans: Schema.Struct({
    campaign_id: CampaignId,
    scanned_to: nullOr(LeadId),
    passed_at: nullOr(Timestamp),
    skipped: Small,
    redated_to: nullOr(Count)
  }),
  settings: Schema.Struct({ tracking_domain: domainOrNull, updated_at: Timestamp, version: Version }),
  /** A part of the bytes of an attachment. */
  bytes: Schema.Struct({
    attachment_id: AttachmentId,
    position: Count,
    bytes: Schema.String.check(
      Schema.makeFilter((value) => (value.length % 4 === 0 && base64.test(value) ? undefined : "must be base64"))
    ),
    is_last: Schema.Boolean
  })
} satisfies { readonly [Kind in MovedKind | "bytes"]: Schema.ConstraintDecoder<unknown> }

const base64 = /^[A-Za-z0-9+/]*={0,2}$/u
