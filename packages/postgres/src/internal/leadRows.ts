/** Leads as rows: their columns, how they are written, and how they are read. */
import { Domain, Lead, Text } from "@mailroom/core"
import { bool, instant, instantOrNull, int, intOrNull, object, type Row, text, textOrNull } from "./values.ts"

export type Record = Lead.LeadRecord
type Unstored = Omit<Record, "campaign_id" | "id">

/** What leads are found by: the address as core folds and normalizes it, and its domain from the top down. */
export const spellingsOf = (email: string) => {
  const address = Domain.normalizeEmail(email)
  return { email_folded: Text.fold(email), address, domain_key: Domain.domainKeyOf(address) }
}
type Spellings = ReturnType<typeof spellingsOf>

/** The columns that a caller fills, with their types: leads are sent as one JSON document, however many they are. */
const types = {
  email: "text",
  email_folded: "text",
  address: "text",
  domain_key: "text",
  first_name: "text",
  last_name: "text",
  company: "text",
  website: "text",
  personalization: "text",
  sender: "text",
  verification_status: "text",
  status: "text",
  id_previous_sending_sequence: "bigint",
  amount_sequences_sent: "bigint",
  date_last_sequence_send: "timestamptz",
  reply_text: "text",
  reply_status: "text",
  reply_status_tag_id: "bigint",
  stop_sending: "boolean",
  stop_sending_type: "text",
  chosen_sender: "bigint",
  provider: "text",
  custom_fields: "jsonb",
  stop_occurred_at: "timestamptz",
  stop_decided_at: "timestamptz",
  activity: "json",
  version: "bigint",
  created_at: "timestamptz",
  updated_at: "timestamptz"
} satisfies { readonly [Column in keyof Unstored | keyof Spellings]: string }

const isSpelling = (name: string) => name === "email_folded" || name === "address" || name === "domain_key"

export const names = Object.keys(types).join(", ")
export const definitions = Object.entries(types)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ")
export const toJson = (lead: Unstored) => ({ ...lead, ...spellingsOf(lead.email) })

/** What events, rules and tags change. Texts that people wrote are neither sent again nor written again. */
export const toState = (lead: Record): { readonly [Column in StateColumn | "id"]: unknown } => ({
  id: lead.id,
  sender: lead.sender,
  status: lead.status,
  id_previous_sending_sequence: lead.id_previous_sending_sequence,
  amount_sequences_sent: lead.amount_sequences_sent,
  date_last_sequence_send: lead.date_last_sequence_send,
  reply_text: lead.reply_text,
  reply_status: lead.reply_status,
  reply_status_tag_id: lead.reply_status_tag_id,
  stop_sending: lead.stop_sending,
  stop_sending_type: lead.stop_sending_type,
  provider: lead.provider,
  stop_occurred_at: lead.stop_occurred_at,
  stop_decided_at: lead.stop_decided_at,
  activity: lead.activity,
  version: lead.version,
  updated_at: lead.updated_at
})
const state = [
  "sender",
  "status",
  "id_previous_sending_sequence",
  "amount_sequences_sent",
  "date_last_sequence_send",
  "reply_text",
  "reply_status",
  "reply_status_tag_id",
  "stop_sending",
  "stop_sending_type",
  "provider",
  "stop_occurred_at",
  "stop_decided_at",
  "activity",
  "version",
  "updated_at"
] as const
type StateColumn = (typeof state)[number]

export const stateAssignments = state.map((name) => `${name} = new.${name}`).join(", ")
export const stateDefinitions = ["id bigint", ...state.map((name) => `${name} ${types[name]}`)].join(", ")

/** The documented columns, in the documented order. */
export const shown = Object.keys(Lead.Lead.fields).join(", ")
export const stored = ["id", "campaign_id", ...Object.keys(types).filter((name) => !isSpelling(name))].join(", ")

export const readLead = (row: Row<keyof Lead.Lead>): Lead.Lead => ({
  id: int(row.id),
  email: text(row.email),
  first_name: text(row.first_name),
  last_name: text(row.last_name),
  company: text(row.company),
  website: text(row.website),
  personalization: text(row.personalization),
  sender: textOrNull(row.sender),
  verification_status: text(row.verification_status),
  status: text(row.status),
  campaign_id: text(row.campaign_id),
  id_previous_sending_sequence: intOrNull(row.id_previous_sending_sequence),
  amount_sequences_sent: int(row.amount_sequences_sent),
  date_last_sequence_send: instantOrNull(row.date_last_sequence_send),
  reply_text: textOrNull(row.reply_text),
  reply_status: textOrNull(row.reply_status),
  reply_status_tag_id: intOrNull(row.reply_status_tag_id),
  stop_sending: bool(row.stop_sending),
  stop_sending_type: textOrNull(row.stop_sending_type),
  chosen_sender: intOrNull(row.chosen_sender),
  provider: textOrNull(row.provider)
})

export const readRecord = (row: Row<keyof Record>): Record => ({
  ...readLead(row),
  custom_fields: object(row.custom_fields),
  stop_occurred_at: instantOrNull(row.stop_occurred_at),
  stop_decided_at: instantOrNull(row.stop_decided_at),
  activity: object(row.activity),
  version: int(row.version),
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at)
})
