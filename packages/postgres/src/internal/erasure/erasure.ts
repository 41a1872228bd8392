/**
 * Finds what may be about a person; core decides what is. Engines fold only the letters of ASCII alike, so other characters
 * are left out of what is compared here.
 */
import { Domain, type OrganizationId, type RemovedLead } from "@mailroom/core"
import type { SqlClient, Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { int, type Row, text } from "../database/values.ts"

/** The form in which `events_address_idx` and `deliveries_address_idx` store the address of a column. */
export const addressKey = (sql: SqlClient.SqlClient, column: string): Statement.Fragment =>
  sql.literal(`lower(regexp_replace(${column}, '[^!-~]+', '', 'g') COLLATE "C")`)
/** The same form of an address. */
export const addressKeyOf = (email: string): string => email.replaceAll(/[^!-~]+/gu, "").toLowerCase()

/** Where rows are found by the address of their lead, which an index has. */
interface Addressed {
  readonly table: string
  /** An expression of SQL: the address. */
  readonly email: string
  /** The condition of the index. */
  readonly condition: string
}

/**
 * The leads that do not exist any more and have a row with one of the addresses, as pairs, by ascending id. Postgres is
 * asked for one address at a time, behind an OFFSET: for several it would read the whole table.
 */
export const findRemovedLeads =
  ({ readLong, sql }: Pick<Database, "readLong" | "sql">, operation: string, { condition, email, table }: Addressed) =>
  (organization_id: OrganizationId, addresses: ReadonlyArray<string>) => {
    const normalized = new Set(addresses.map(Domain.normalizeEmail))
    return readLong(
      operation,
      sql<Row<"email" | "lead_id">>`
        SELECT DISTINCT found.lead_id, found.email
        FROM unnest(${addresses.map(addressKeyOf)}::text[]) AS asked CROSS JOIN LATERAL (
          SELECT lead_id, ${sql.literal(email)} AS email FROM mailroom.${sql.literal(table)} stored
          WHERE organization_id = ${organization_id}::bigint AND ${sql.literal(condition)}
            AND ${addressKey(sql, email)} = asked
            AND NOT EXISTS (
              SELECT FROM mailroom.leads lead
              WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = stored.lead_id
            )
          OFFSET 0
        ) found
        ORDER BY found.lead_id`,
      (rows): ReadonlyArray<RemovedLead> => {
        const pairs = new Map<string, RemovedLead>()
        for (const row of rows) {
          const found = {
            lead_id: int<RemovedLead["lead_id"]>(row.lead_id),
            address: Domain.normalizeEmail(text(row.email))
          }
          if (normalized.has(found.address)) pairs.set(`${found.lead_id} ${found.address}`, found)
        }
        return [...pairs.values()]
      }
    )
  }
