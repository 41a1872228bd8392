/** The methods of rows that are written in batches (`KeyedStore`). */
import type { KeyedStore, Table } from "@mailroom/core"
import { Exit, Struct } from "effect"
import type { OrderedMap } from "../OrderedMap.ts"
import type { Database, Mutable } from "./Database.ts"
import { distinct } from "./rows.ts"
import type { Tenant } from "./State.ts"

interface Keyed<Row> {
  readonly port: string
  readonly table: Table.Table
  readonly part: "agenda" | "mailboxes" | "plans" | "sends" | "uploads"
  /** Stores a row that exists. */
  readonly put: (tenant: Mutable<Tenant>, row: Row) => unknown
}

export const keyedStore = <Key extends number | string, Row extends object>(
  { read, write }: Database,
  { part, port, put, table: { fixed, key } }: Keyed<Row>
): KeyedStore<Key, Row> => {
  const rowsOf = (tenant: Tenant) => tenant[part] as unknown as OrderedMap<Key, Row>
  const keyOf = (row: Row) => row[key[0] as keyof Row] as Key
  const findMany: KeyedStore<Key, Row>["findMany"] = (organization_id, keys) =>
    read(organization_id, (tenant) => distinct(keys).flatMap((one) => rowsOf(tenant).get(one) ?? []))

  return {
    findMany,
    // No other transaction runs until this one ends.
    lock: findMany,
    write: (organization_id, rows) =>
      write(organization_id, `${port}.write`, (tenant) => {
        for (const row of rows) {
          const stored = rowsOf(tenant).get(keyOf(row))
          if (stored !== undefined) put(tenant, { ...row, ...Struct.pick(stored, fixed as never) })
        }
        return Exit.void
      })
  }
}
