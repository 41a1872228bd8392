/** The methods of rows that people make, list and remove (`ListedStore`). */
import { type ListedStore, type NamedRows, type Table, Text } from "@mailroom/core"
import { Exit, Option, Struct } from "effect"
import type { OrderedMap } from "../OrderedMap.ts"
import type { Database, Mutable } from "./Database.ts"
import { pageOf } from "./rows.ts"
import { plainKinds, type Tenant } from "./State.ts"

type Identified = { readonly id: number }

/** The row to store. A replacement of `stored` keeps its fixed columns. */
const rowOf = <Row extends Identified>({ fields, fixed }: Table.Table, row: Row, stored: Row = row): Row =>
  Object.freeze({ ...Struct.pick(row, Object.keys(fields) as never), ...Struct.pick(stored, fixed as never) } as Row)

/** The methods for which names do not matter. `part`: the rows in a tenant. */
export const listedRows = <Row extends Identified>(
  { read, write }: Database,
  { part, port, table }: { readonly part: keyof Tenant; readonly port: string; readonly table: Table.Table }
) => {
  const rowsOf = (tenant: Tenant) => tenant[part] as unknown as OrderedMap<Row["id"], Row>
  const put = (tenant: Mutable<Tenant>, rows: OrderedMap<Row["id"], Row>) => Object.assign(tenant, { [part]: rows })
  const set = (tenant: Mutable<Tenant>, row: Row, stored?: Row): Row => {
    const next = rowOf(table, row, stored)
    put(tenant, rowsOf(tenant).set(row.id, next))
    return next
  }
  const find: ListedStore<Row, never>["find"] = (organization_id, id) =>
    read(organization_id, (tenant) => Option.fromUndefinedOr(rowsOf(tenant).get(id)))

  const store: Omit<ListedStore<Row, never>, "insert"> = {
    find,
    // No other transaction runs until this one ends.
    lock: find,
    page: (organization_id, query) => read(organization_id, (tenant) => pageOf(rowsOf(tenant), query)),
    replace: (organization_id, row) =>
      write(organization_id, `${port}.replace`, (tenant) => {
        const stored = rowsOf(tenant).get(row.id)
        if (stored !== undefined) set(tenant, row, stored)
        return Exit.succeed(stored !== undefined)
      }),
    remove: (organization_id, id) =>
      write(organization_id, `${port}.remove`, (tenant) => {
        const before = rowsOf(tenant)
        put(tenant, before.remove(id))
        return Exit.succeed(rowsOf(tenant) !== before)
      })
  }
  return { rowsOf, set, store }
}

/** The store of rows with a unique text. `part`: the rows in a tenant. Default: the plain part with the name of the table. */
export const namedStore = <Row extends Identified & New, New extends object, Duplicate>(
  database: Database,
  { duplicate, port, table }: NamedRows<Duplicate>,
  part: keyof Tenant | undefined = plainKinds.find((kind) => kind === table.name)
): ListedStore<Row, New, Duplicate> => {
  const { name, unique = "name" } = table
  if (part === undefined) throw new Error(`The rows of ${port} do not move, so there is no place for them here`)
  const { sequence, write } = database
  const { next: nextId } = sequence<Row["id"]>(name)
  const { rowsOf, set, store } = listedRows<Row>(database, { part, port, table })
  const textOf = (row: object) => String((row as Readonly<Record<string, unknown>>)[unique])
  /** The id of the row with this text, in any case of letters. */
  const holderOf = (tenant: Tenant, text: string) =>
    [...rowsOf(tenant).values()].find((row) => Text.fold(textOf(row)) === Text.fold(text))?.id

  return {
    ...store,
    insert: (organization_id, row) =>
      write(organization_id, `${port}.insert`, (tenant) => {
        if (holderOf(tenant, textOf(row)) !== undefined) return Exit.fail(duplicate(textOf(row)))
        return Exit.succeed(set(tenant, { ...row, id: nextId() } as unknown as Row))
      }),
    replace: (organization_id, row) =>
      write(organization_id, `${port}.replace`, (tenant) => {
        const stored = rowsOf(tenant).get(row.id)
        if (stored === undefined) return Exit.succeed(false)
        if ((holderOf(tenant, textOf(row)) ?? row.id) !== row.id) return Exit.fail(duplicate(textOf(row)))
        set(tenant, row, stored)
        return Exit.succeed(true)
      })
  }
}
