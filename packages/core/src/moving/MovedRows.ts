/**
 * The rows of an organization that move to another database: their kinds, in an order in which each kind refers to
 * kinds before it only, and their columns.
 */
import type { AccountRecord } from "../accounts/Account.ts"
import type { Event } from "../activity/Event.ts"
import type { AgendaRecord, PlanRecord } from "../agenda/Agenda.ts"
import type { Metrics, RollupKey } from "../analytics/Rollup.ts"
import type { Transaction } from "../billing/Transaction.ts"
import type { BlacklistKind, Entry } from "../blacklist/BlacklistEntry.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import type { AttachmentId } from "../ids.ts"
import type { DeliveryRecord } from "../integrations/Delivery.ts"
import type { NewDelivery } from "../integrations/DeliveryStore.ts"
import type { IntegrationRecord } from "../integrations/Integration.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import type { SettingsRecord } from "../organization/OrganizationSettings.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { CampaignStep } from "../sequences/SequenceStore.ts"
import type { Tag } from "../tags/Tag.ts"
import type { ReplyTemplate } from "../templates/ReplyTemplate.ts"
import type { MovedMessage, MovedThread } from "./MovedMail.ts"

export type { MovedMessage, MovedThread } from "./MovedMail.ts"

/** The sums of 15 minutes. `dimension_id` is 0 where there is none. */
export interface MovedRollup extends Omit<RollupKey, "dimension_id">, Metrics {
  readonly dimension_id: number
}

export interface MovedRows {
  readonly accounts: Omit<AccountRecord, "releasing_at">
  /** Without connection and credentials. */
  readonly mailboxes: Pick<MailboxRecord, "account_id" | "next_at">
  readonly campaigns: Omit<CampaignRecord, "lead_count">
  readonly sequences: CampaignStep
  readonly tags: Tag
  readonly reply_templates: ReplyTemplate
  readonly leads: LeadRecord
  readonly blacklist: Entry & { readonly kind: BlacklistKind }
  readonly events: Event
  readonly rollups: MovedRollup
  readonly threads: MovedThread
  readonly messages: MovedMessage
  readonly transactions: Transaction
  /** Without secrets. */
  readonly integrations: Omit<IntegrationRecord, "sealed">
  readonly deliveries: Omit<DeliveryRecord, "response"> & Pick<NewDelivery, "integration_id" | "mentions">
  readonly sends: SendRecord
  readonly agenda: AgendaRecord
  readonly plans: PlanRecord
  /** At most one row. */
  readonly settings: SettingsRecord
}
export type MovedKind = keyof MovedRows
export type MovedRow = MovedRows[MovedKind]

/** The type of a column; with `?` its values may be null. `list`: of texts or integers. */
export type ColumnType = "bool" | "instant" | "int" | "json" | "list" | "text" | "uuid"
export type Nullable = `${ColumnType}?`
export type Columns = { readonly [name: string]: ColumnType | Nullable }

interface Shape<Row> {
  /** The columns that identify a row. Rows are ordered by them. */
  readonly key: ReadonlyArray<keyof Row & string>
  readonly columns: { readonly [Name in keyof Row]-?: ColumnType | Nullable }
}

export const shapes: { readonly [Kind in MovedKind]: Shape<MovedRows[Kind]> } = {
  accounts: {
    key: ["id"],
    columns: {
      id: "int",
      email: "text",
      provider: "text",
      created_at: "instant",
      updated_at: "instant",
      settings: "json",
      version: "int",
      deleted_at: "instant?"
    }
  },
  mailboxes: { key: ["account_id"], columns: { account_id: "int", next_at: "instant?" } },
  campaigns: {
    key: ["id"],
    columns: {
      id: "uuid",
      name: "text",
      status: "text",
      status_reason: "text?",
      timezone: "text",
      send_window: "json",
      daily_limit: "int",
      stop_on_reply: "bool",
      stop_on_auto_reply: "bool",
      stop_scope: "text",
      track_opens: "bool",
      track_clicks: "bool",
      unsubscribe_header: "bool",
      bounce_limit: "int?",
      new_lead_share: "int",
      account_ids: "list",
      created_at: "instant",
      updated_at: "instant",
      version: "int"
    }
  },
  sequences: {
    key: ["id"],
    columns: {
      id: "int",
      campaign_id: "uuid",
      step_id: "int?",
      position: "int",
      variant: "text",
      weight: "int",
      subject: "text?",
      body: "text",
      body_html: "text?",
      delay_days: "int"
    }
  },
  tags: { key: ["id"], columns: { id: "int", name: "text", sentiment: "text" } },
  reply_templates: {
    key: ["id"],
    columns: { id: "int", name: "text", body: "text", created_at: "instant", updated_at: "instant" }
  },
  leads: {
    key: ["id"],
    columns: {
      id: "int",
      email: "text",
      first_name: "text",
      last_name: "text",
      company: "text",
      website: "text",
      personalization: "text",
      sender: "text?",
      verification_status: "text",
      status: "text",
      campaign_id: "uuid",
      id_previous_sending_sequence: "int?",
      amount_sequences_sent: "int",
      date_last_sequence_send: "instant?",
      reply_text: "text?",
      reply_status: "text?",
      reply_status_tag_id: "int?",
      stop_sending: "bool",
      stop_sending_type: "text?",
      chosen_sender: "int?",
      provider: "text?",
      custom_fields: "json",
      stop_decided_at: "instant?",
      stops: "json",
      activity: "json",
      version: "int",
      created_at: "instant",
      updated_at: "instant"
    }
  },
  blacklist: {
    key: ["id"],
    columns: {
      id: "int",
      kind: "text",
      value: "text",
      source: "text",
      reason: "text?",
      campaign_id: "uuid?",
      created_at: "instant"
    }
  },
  events: {
    key: ["lead_id", "id"],
    columns: {
      id: "int",
      identity: "text",
      type: "text",
      occurred_at: "instant",
      campaign_id: "uuid",
      lead_id: "int",
      account_id: "int?",
      sequence_id: "int?",
      message_id: "text?",
      provider_message_id: "text?",
      email: "text?",
      data: "json"
    }
  },
  rollups: {
    key: ["campaign_id", "dimension", "bucket", "dimension_id"],
    columns: {
      campaign_id: "uuid",
      dimension: "text",
      bucket: "instant",
      dimension_id: "int",
      sent: "int",
      contacted: "int",
      opened: "int",
      unique_opened: "int",
      machine_opened: "int",
      clicked: "int",
      unique_clicked: "int",
      replied: "int",
      unique_replied: "int",
      auto_replied: "int",
      positive_replied: "int",
      bounced: "int",
      soft_bounced: "int",
      unsubscribed: "int",
      complained: "int"
    }
  },
  threads: {
    key: ["id"],
    columns: { id: "int", tab: "text", state: "text", snoozed_until: "instant?", lead_id: "int?", campaign_id: "uuid?" }
  },
  messages: {
    key: ["id"],
    columns: {
      id: "int",
      thread_id: "int",
      account_id: "int?",
      identity: "text",
      subject: "text",
      body: "text",
      date_sent: "instant",
      from_name: "text?",
      from_email: "text",
      to_email: "text",
      cc_email: "text?",
      is_new: "bool",
      is_our_email: "bool",
      kind: "text",
      message_id: "text?",
      left_out: "json?",
      body_text: "text",
      body_html: "text?",
      reply_text: "text",
      trust: "text",
      search_text: "text",
      attachments: "json"
    }
  },
  transactions: {
    key: ["id"],
    columns: {
      id: "int",
      type: "text",
      status: "text",
      amount: "int",
      currency: "text",
      credits: "int?",
      balance_after: "int?",
      description: "text?",
      reference: "text?",
      invoice_number: "text?",
      invoice_url: "text?",
      period_start: "instant?",
      period_end: "instant?",
      created_at: "instant",
      paid_at: "instant?"
    }
  },
  integrations: {
    key: ["id"],
    columns: {
      id: "int",
      type: "text",
      name: "text",
      events: "list",
      campaign_ids: "list?",
      config: "json",
      status: "text",
      consecutive_failures: "int",
      first_failures: "int",
      failing_since: "instant?",
      retry_at: "instant?",
      last_error: "text?",
      last_delivery_at: "instant?",
      created_at: "instant",
      updated_at: "instant"
    }
  },
  deliveries: {
    key: ["integration_id", "id"],
    columns: {
      id: "int",
      integration_id: "int",
      event: "text",
      status: "text",
      attempts: "int",
      next_attempt_at: "instant?",
      tries: "json",
      created_at: "instant",
      payload: "text",
      lead_id: "int?",
      mentions: "list"
    }
  },
  sends: {
    key: ["id"],
    columns: {
      id: "int",
      kind: "text",
      lead_id: "int?",
      campaign_id: "uuid?",
      step_id: "int?",
      sequence_id: "int?",
      position: "int?",
      thread_id: "int?",
      account_id: "int",
      to_email: "text",
      subject: "text",
      message_id: "text",
      provider_message_id: "text?",
      outcome: "text",
      attempts: "int",
      reply: "text?",
      begun_at: "instant?",
      ended_at: "instant?",
      next_attempt_at: "instant?",
      content: "json?"
    }
  },
  agenda: {
    key: ["lead_id"],
    columns: {
      lead_id: "int",
      campaign_id: "uuid",
      account_id: "int?",
      state: "text",
      due_at: "instant",
      step_id: "int?"
    }
  },
  plans: {
    key: ["campaign_id"],
    columns: { campaign_id: "uuid", scanned_to: "int?", passed_at: "instant?", skipped: "int", redated_to: "int?" }
  },
  settings: { key: ["version"], columns: { tracking_domain: "text?", updated_at: "instant", version: "int" } }
}

export const movedKinds = Object.keys(shapes) as ReadonlyArray<MovedKind>

/** The columns of a kind without their types in TypeScript. */
export const columnsOf = (kind: MovedKind): Columns => shapes[kind].columns as Columns

/** A part of an attachment's bytes. All parts of an attachment follow each other. */
export interface MovedBytes {
  readonly attachment_id: AttachmentId
  /** From 0. */
  readonly position: number
  /** In base64. */
  readonly bytes: string
  readonly is_last: boolean
}

/** A row with its kind: one line of a file. */
export type MovedItem =
  | { readonly kind: "bytes"; readonly row: MovedBytes }
  | { [Kind in MovedKind]: { readonly kind: Kind; readonly row: MovedRows[Kind] } }[MovedKind]
