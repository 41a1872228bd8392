/** The methods of rows that expire (`ExpiringStore`). */
import type { ExpiringStore, Table, Timestamp } from "@mailroom/core"
import { Array, Exit, Order } from "effect"
import type { OrderedMap } from "../OrderedMap.ts"
import type { Database } from "./Database.ts"
import { everywhere } from "./rows.ts"
import type { Tenant } from "./State.ts"

/** A row with the instant at which it expires; `null`: never. */
type Row = { readonly expires_at: Timestamp.Timestamp | null }

const hasExpired = ({ expires_at }: Row, now: Timestamp.Timestamp) => expires_at !== null && expires_at <= now

interface Expiring {
  readonly port: string
  readonly table: Table.Table
  readonly part: "keyedRequests" | "sessions" | "uploads"
}

export const expiringStore = <Key extends number | string>(
  { readState, write }: Pick<Database, "readState" | "write">,
  { part, port, table: { key } }: Expiring
): ExpiringStore<Key> => {
  const rowsOf = (tenant: Tenant) => tenant[part] as unknown as OrderedMap<Key, Row>
  const keyOf = (row: Row) => row[key[0] as keyof Row] as unknown as Key
  return {
    findExpired: ({ limit, now }) =>
      readState((state) => {
        const expired = everywhere(state, rowsOf).filter(({ row }) => hasExpired(row, now))
        return Array.sortWith(expired, ({ row }) => row.expires_at ?? "", Order.String)
          .slice(0, limit)
          .map(({ organization_id, row }) => ({ organization_id, key: keyOf(row) }))
      }),
    // No other transaction runs until this one ends.
    removeExpired: (organization_id, keys, now) =>
      write(organization_id, `${port}.removeExpired`, (tenant) => {
        const removed = [...new Set(keys)].filter((asked) => {
          const row = rowsOf(tenant).get(asked)
          return row !== undefined && hasExpired(row, now)
        })
        tenant[part] = removed.reduce((rows, expired) => rows.remove(expired), rowsOf(tenant)) as never
        return Exit.succeed(removed)
      })
  }
}
