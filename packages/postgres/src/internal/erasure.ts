/**
 * Finds what may be about a person; core decides what is. Engines fold only the letters of ASCII alike, so other characters
 * are left out of what is compared here.
 */
import { Domain, type Lead } from "@mailroom/core"
import type { SqlClient, Statement } from "effect/sql"
import { int, type Row, text } from "./values.ts"

/** What `events_address_idx` has of an address in a column. */
export const addressKey = (sql: SqlClient.SqlClient, column: string): Statement.Fragment =>
  sql.literal(`lower(regexp_replace(${column}, '[^!-~]+', '', 'g') COLLATE "C")`)
export const addressKeyOf = (email: string): string => email.replaceAll(/[^!-~]+/gu, "").toLowerCase()

/** The leads of the rows that have one of the addresses, each once, in their order. */
export const leadsWith = (addresses: ReadonlyArray<string>) => {
  const normalized = new Set(addresses.map(Domain.normalizeEmail))
  return (rows: ReadonlyArray<Row<"email" | "lead_id">>): ReadonlyArray<Lead.LeadId> => [
    ...new Set(
      rows.flatMap(({ email, lead_id }) =>
        normalized.has(Domain.normalizeEmail(text(email))) ? [int<Lead.LeadId>(lead_id)] : []
      )
    )
  ]
}

/** Whether a column may contain one of the texts: it contains the longest part of it that is ASCII, in lower case. */
export const mayContain = (
  sql: SqlClient.SqlClient,
  column: string,
  texts: ReadonlyArray<string>
): Statement.Fragment => {
  const parts = texts.map((text) =>
    text
      .split(/\P{ASCII}+/u)
      .reduce((longest, part) => (part.length > longest.length ? part : longest), "")
      .toLowerCase()
  )
  return sql`EXISTS (
    SELECT FROM (SELECT lower(${sql.literal(column)} COLLATE "C") AS lowered OFFSET 0) given
    WHERE EXISTS (SELECT FROM unnest(${[...new Set(parts)]}::text[]) AS part WHERE strpos(lowered, part) > 0)
  )`
}
