/** Leads as rows: their columns, how they are written, and how they are read. */
import { CustomFields, Domain, Lead, type OrganizationId, Text } from "@mailroom/core"
import { Option, Struct } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import * as Column from "../database/columns.ts"
import { intOrNull, object, text, type Values } from "../database/values.ts"
import { firstsOf } from "./leadTimes.ts"

export type Record = Lead.LeadRecord
type Unstored = Omit<Record, "campaign_id" | "id">

/** The text in which searches for an address look, where it differs from the normal form. */
export const givenOf = (email: string, address: string): string | null => {
  const text = Domain.searchTextOfAddress(email)
  return text === address ? null : text
}

/** The names that searches look in (`Lead.searchTextOf`), and their columns folded for searches. */
export const foldedNames = {
  first_name: "first_name_folded",
  last_name: "last_name_folded",
  company: "company_folded"
} as const
const foldedOf = ({ company, first_name, last_name }: Pick<Lead.Lead, keyof typeof foldedNames>) => ({
  first_name_folded: Text.foldForSearch(first_name),
  last_name_folded: Text.foldForSearch(last_name),
  company_folded: Text.foldForSearch(company)
})

/**
 * The columns that lookups and searches use: the normalized address, its domain from the top down, its mailbox, the address
 * as given, the names.
 */
export const spellingsOf = (lead: Unstored) => {
  const address = Domain.normalizeEmail(lead.email)
  return {
    email_given: givenOf(lead.email, address),
    address,
    domain_key: Domain.domainKeyOf(address),
    mailbox: Domain.hasSpellings(address) ? Domain.mailboxOf(address) : null,
    ...foldedOf(lead)
  }
}
type Spellings = ReturnType<typeof spellingsOf>

/** The columns that the API shows, in the documented order. */
const shownColumns = Column.of(Lead.Lead)

// jsonb orders keys by their length.
export const custom_fields: Column.Column = { type: "jsonb", read: (value) => CustomFields.ascending(object(value)) }
const recordColumns = Column.of(Lead.table, { custom_fields })

const foldedColumns = {
  first_name_folded: Column.Text,
  last_name_folded: Column.Text,
  company_folded: Column.Text
}
/** The columns that searches and lookups use. */
const spellingColumns = {
  email_given: Column.TextOrNull,
  address: Column.Text,
  domain_key: Column.Text,
  mailbox: Column.TextOrNull,
  ...foldedColumns
} satisfies Column.Columns<Spellings>

/** The columns that a caller fills. */
const columns = { ...Struct.omit(recordColumns, ["campaign_id", "id"]), ...spellingColumns }

export const definitions = Column.definitionsOf(columns)
export const assignments = Column.assignmentsOf(columns)
/** A lead as a row of `new`. */
export const newRow = (sql: SqlClient.SqlClient, lead: Unstored) =>
  Column.rowsOf(sql, columns, [{ ...lead, ...spellingsOf(lead) }])

/** The columns that people change while the address stays. */
export const textColumns = Struct.pick(columns, [
  ...Lead.texts,
  "custom_fields",
  "version",
  "updated_at",
  ...Struct.keys(foldedColumns)
])
const writtenColumns = {
  ...textColumns,
  ...Struct.pick(columns, ["verification_status", "verification", "chosen_sender", "timezone"])
}
export const textAssignments = Column.assignmentsOf(writtenColumns)
/** The texts of leads as rows of `new`. */
export const newTexts = (sql: SqlClient.SqlClient, leads: ReadonlyArray<Record>) =>
  Column.rowsOf(
    sql,
    { id: Column.Int, ...writtenColumns },
    leads.map((lead) => ({
      ...Struct.pick(lead, [
        "id",
        "custom_fields",
        "version",
        "updated_at",
        "verification_status",
        "verification",
        "chosen_sender",
        "timezone",
        ...Lead.texts
      ]),
      ...foldedOf(lead)
    }))
  )

/** The columns that events, rules and tags change: not the texts that people wrote. */
const stateColumns = Struct.omit(columns, [
  ...Lead.texts,
  ...Struct.keys(spellingColumns),
  "email",
  "verification_status",
  "timezone",
  "verification",
  "custom_fields",
  "created_at"
])

/**
 * The values of these columns that all leads share, as JSON, and the names of the other columns. New leads, and
 * leads that changed together, are alike in most columns: what they share is sent to Postgres once (the rows of the bench
 * that write events and leads).
 */
const split = <Name extends string>(
  leads: ReadonlyArray<{ readonly [Column in Name]: unknown }>,
  columns: ReadonlyArray<Name>
) => {
  const [first] = leads
  const common = columns.filter((name) => leads.every((lead) => lead[name] === first?.[name]))
  const own = columns.filter((name) => !common.includes(name))
  return { common: first === undefined ? {} : Struct.pick(first, common), own }
}
/** A column of the rows `alias`, or what all of them share in the row `common`. */
const joined = (name: string, alias: string) => `coalesce(${alias}.${name}, common.${name})`

const spelled: ReadonlySet<string> = new Set(["email", ...Object.keys(spellingColumns)])
const unspelled = Struct.keys(Struct.omit(columns, ["email", ...Struct.keys(spellingColumns)]))

/** Leads to insert. An address that is its own normal form is sent once, too. */
export const toInsert = (leads: ReadonlyArray<Unstored>, spellings: ReadonlyArray<Spellings>) => {
  const { common, own } = split(leads, unspelled)
  const rows = spellings.map(({ address, email_given, mailbox, ...spelling }, i) => {
    const row: { [name: string]: unknown } = { address, ...spelling }
    const lead = leads[i]
    if (lead === undefined) return row
    if (email_given !== null) row["email_given"] = email_given
    if (mailbox !== null) row["mailbox"] = mailbox
    if (lead.email !== address) row["email"] = lead.email
    for (const name of own) row[name] = lead[name]
    return row
  })
  return { common, own: { columns, rows } }
}
/** The values of columns, of the rows that `toInsert` makes. */
export const insertedOf = (columns: object) =>
  Object.keys(columns)
    .map((name) => {
      if (name === "email") return "coalesce(lead.email, lead.address)"
      return name === "id" || spelled.has(name) ? `lead.${name}` : joined(name, "lead")
    })
    .join(", ")

/** The state of leads, with `firsts` of `lead_times`. */
export const toState = (leads: ReadonlyArray<Record>) => {
  const stated = leads.map((lead) => ({ ...lead, firsts: firstsOf(lead.activity) }))
  const { common, own } = split(stated, [...Struct.keys(stateColumns), "firsts"])
  const rows = stated.map((lead) => {
    const row: { [name: string]: unknown } = { id: lead.id }
    for (const name of own) row[name] = lead[name]
    return row
  })
  return { common, own: rows }
}
export const stateAssignments = Object.keys(stateColumns)
  .map((name) => `${name} = ${joined(name, "new")}`)
  .join(", ")
export const stateFirsts = joined("firsts", "new")
export const givenStateColumns = { id: Column.Int, ...stateColumns, firsts: Column.Int }

/** The columns for `readRecord`. */
export const stored = Column.selectionOf(recordColumns)
/** The same of the row `lead`. */
export const storedOfLead = Column.selectionOf(recordColumns, "lead")

/**
 * The columns that a list shows, with their reader. Rows of leads are read as arrays, which halves the driver's time for
 * a page: the row "leads, limit 50" of the bench.
 */
const selected = <A extends Lead.ListedLead>(columns: Column.Columns<A>) => ({
  shown: Column.selectionOf(columns),
  shownOfLead: Column.selectionOf(columns, "lead"),
  read: Column.valuesReaderOf<A>(columns)
})
const plain = selected<Lead.Lead>(shownColumns)
const withCustomFields = selected<Lead.LeadWithCustomFields>({
  ...shownColumns,
  custom_fields,
  timezone: recordColumns.timezone
})
/** The columns of a list, with or without custom fields. */
export const listingOf = ({ custom_fields = false }: { readonly custom_fields?: boolean }) =>
  custom_fields ? withCustomFields : plain

/** The leads whose ids `chosen` selects, as a list shows them. */
export const rowsOf = (
  sql: SqlClient.SqlClient,
  organization_id: OrganizationId,
  query: { readonly custom_fields?: boolean },
  chosen: Statement.Fragment,
  order = "lead.id"
) => sql`
  SELECT ${sql.literal(listingOf(query).shownOfLead)} FROM (${chosen}) chosen
  JOIN mailroom.leads lead ON lead.organization_id = ${organization_id}::bigint AND lead.id = chosen.id
  ORDER BY ${sql.literal(order)}`

export const readRecord = Column.valuesReaderOf<Record>(recordColumns)

export interface Page {
  /** `null`: still to be counted. */
  readonly total: number | null
  /** The version of the campaign's leads. */
  readonly version: string
  readonly data: ReadonlyArray<Lead.ListedLead>
}

/** Reads a page whose last columns are `total` and `version`. An empty page is one row without an id. */
export const readPage =
  (query: { readonly custom_fields?: boolean }) =>
  (rows: ReadonlyArray<Values>): Option.Option<Page> => {
    const [first] = rows
    if (first === undefined) return Option.none()
    return Option.some({
      total: intOrNull(first.at(-2)),
      version: text(first.at(-1)),
      data: first[0] === null ? [] : rows.map(listingOf(query).read)
    })
  }
