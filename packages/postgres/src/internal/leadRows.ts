/** Leads as rows: their columns, how they are written, and how they are read. */
import { CustomFields, Domain, Lead, type Pagination, Text } from "@mailroom/core"
import { Array, Option, Struct } from "effect"
import { bool, instant, instantOrNull, int, intOrNull, object, text, textOrNull, type Values } from "./values.ts"

export type Record = Lead.LeadRecord
type Unstored = Omit<Record, "campaign_id" | "id">

/**
 * The folded text of an address where it differs from its normal form: only searches look in it. `email_folded`, which is
 * unique, has the normal form. An earlier release writes the folded text there, and nothing here.
 */
export const givenOf = (email: string, address: string): string | null => {
  const folded = Text.fold(email)
  return folded === address ? null : folded
}

/** What leads are found by: the normalized address, its domain from the top down, the address as given, the names. */
export const spellingsOf = (lead: Unstored) => {
  const address = Domain.normalizeEmail(lead.email)
  return {
    email_folded: address,
    email_given: givenOf(lead.email, address),
    address,
    domain_key: Domain.domainKeyOf(address),
    search_text: Lead.searchTextOf(lead)
  }
}
type Spellings = ReturnType<typeof spellingsOf>

/** The columns that a caller fills, with their types: leads are sent as one JSON document, however many they are. */
const types = {
  email: "text",
  email_folded: "text",
  email_given: "text",
  address: "text",
  domain_key: "text",
  search_text: "text",
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
  stop_decided_at: "timestamptz",
  stops: "json",
  activity: "json",
  version: "bigint",
  created_at: "timestamptz",
  updated_at: "timestamptz"
} satisfies { readonly [Column in keyof Unstored | keyof Spellings]: string }

export const names = Object.keys(types).join(", ")
export const definitions = Object.entries(types)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ")
/** What an UPDATE from the rows `new` sets. */
export const assigned = (columns: ReadonlyArray<string>) => columns.map((name) => `${name} = new.${name}`).join(", ")
/** The id and these columns with their types, as a definition of the rows `new`. */
export const definedById = (columns: ReadonlyArray<keyof typeof types>) =>
  ["id bigint", ...columns.map((name) => `${name} ${types[name]}`)].join(", ")
export const assignments = assigned(Object.keys(types))
export const toJson = (lead: Unstored) => ({ ...lead, ...spellingsOf(lead) })

/**
 * Of these columns, the values that are the same in all of the leads, as JSON, and the names of the others. New leads, and
 * leads that changed together, are alike in most columns: what they share is sent to Postgres once.
 */
const split = <Name extends string>(
  leads: ReadonlyArray<{ readonly [Column in Name]: unknown }>,
  columns: ReadonlyArray<Name>
) => {
  const [first] = leads
  const common = columns.filter((name) => leads.every((lead) => lead[name] === first?.[name]))
  const own = columns.filter((name) => !common.includes(name))
  return { common: JSON.stringify(first === undefined ? {} : Struct.pick(first, common)), own }
}
/** A column of the rows `alias`, or what all of them share in the row `common`. */
const joined = (name: string, alias: string) => `coalesce(${alias}.${name}, common.${name})`

const columns = Struct.keys(types)
const spelled = ["email", "email_folded", "email_given", "address", "domain_key", "search_text"] as const
const unspelled = Array.difference(columns, spelled) as ReadonlyArray<
  Exclude<keyof typeof types, (typeof spelled)[number]>
>

/** Leads to insert, as JSON. An address that is its own normal form is sent once, too. */
export const toInsert = (leads: ReadonlyArray<Unstored>, spellings: ReadonlyArray<Spellings>) => {
  const { common, own } = split(leads, unspelled)
  const rows = spellings.map(({ address, domain_key, email_given, search_text }, i) => {
    const row: { [name: string]: unknown } = { address, domain_key, search_text }
    const lead = leads[i]
    if (lead === undefined) return row
    if (email_given !== null) row["email_given"] = email_given
    if (lead.email !== address) row["email"] = lead.email
    for (const name of own) row[name] = lead[name]
    return row
  })
  return { common, own: JSON.stringify(rows) }
}
/** The columns in the order of `names`, of the rows that `toInsert` makes. */
export const inserted = columns
  .map((name) => {
    if (name === "email") return "coalesce(lead.email, lead.address)"
    if (name === "email_folded") return "lead.address"
    return (spelled as ReadonlyArray<string>).includes(name) ? `lead.${name}` : joined(name, "lead")
  })
  .join(", ")

/** What events, rules and tags change, as JSON: not the texts that people wrote. */
export const toState = (leads: ReadonlyArray<Record>) => {
  const { common, own } = split(leads, state)
  const rows = leads.map((lead) => {
    const row: { [name: string]: unknown } = { id: lead.id }
    for (const name of own) row[name] = lead[name]
    return row
  })
  return { common, own: JSON.stringify(rows) }
}
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
  "chosen_sender",
  "provider",
  "stop_decided_at",
  "stops",
  "activity",
  "version",
  "updated_at"
] as const

export const stateAssignments = state.map((name) => `${name} = ${joined(name, "new")}`).join(", ")
export const stateDefinitions = definedById(state)

/** What people change of a lead that keeps its address. */
const texts = [
  "first_name",
  "last_name",
  "company",
  "website",
  "personalization",
  "custom_fields",
  "version",
  "updated_at"
] as const
export const toTexts = (lead: Record) => ({
  ...Struct.pick(lead, ["id", ...texts]),
  search_text: Lead.searchTextOf(lead)
})
const textColumns = [...texts, "search_text"] as const
export const textAssignments = assigned(textColumns)
export const textDefinitions = definedById(textColumns)

/**
 * The columns in the order of `readLead`, which is the documented one. Rows of leads are read as arrays: without an
 * object for each row, the driver reads a page in half the time.
 */
export const shown = Object.keys(Lead.Lead.fields).join(", ")
/** The columns in the order of `readRecord`. */
export const stored = `${shown}, custom_fields, stop_decided_at, stops, activity, version, created_at, updated_at`

export const readLead = (row: Values): Lead.Lead => ({
  id: int(row[0]),
  email: text(row[1]),
  first_name: text(row[2]),
  last_name: text(row[3]),
  company: text(row[4]),
  website: text(row[5]),
  personalization: text(row[6]),
  sender: textOrNull(row[7]),
  verification_status: text(row[8]),
  status: text(row[9]),
  campaign_id: text(row[10]),
  id_previous_sending_sequence: intOrNull(row[11]),
  amount_sequences_sent: int(row[12]),
  date_last_sequence_send: instantOrNull(row[13]),
  reply_text: textOrNull(row[14]),
  reply_status: textOrNull(row[15]),
  reply_status_tag_id: intOrNull(row[16]),
  stop_sending: bool(row[17]),
  stop_sending_type: textOrNull(row[18]),
  chosen_sender: intOrNull(row[19]),
  provider: textOrNull(row[20])
})

export const readRecord = (row: Values): Record => ({
  ...readLead(row),
  // jsonb has an order of its own.
  custom_fields: CustomFields.ascending(object(row[21])),
  stop_decided_at: instantOrNull(row[22]),
  stops: object(row[23]),
  activity: object(row[24]),
  version: int(row[25]),
  created_at: instant(row[26]),
  updated_at: instant(row[27])
})

/** Reads a page with `total` as the last column: where the page is empty, one row has no id. */
export const readPage = (rows: ReadonlyArray<Values>): Option.Option<Pagination.Rows<Lead.Lead>> => {
  const [first] = rows
  if (first === undefined) return Option.none()
  return Option.some({ total: int(first.at(-1)), data: first[0] === null ? [] : rows.map(readLead) })
}
