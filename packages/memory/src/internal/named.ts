/** The stores of rows with a name, which is unique in its organization by its folded form. */
import { type NamedStore, Text } from "@mailroom/core"
import { Exit, Option } from "effect"
import type { OrderedMap } from "../OrderedMap.ts"
import type { Database, Mutable } from "./Database.ts"
import { pageOf } from "./rows.ts"
import type { PlainKind, Tenant } from "./State.ts"

type Named = { readonly id: number; readonly name: string }

interface Entity<Row extends Named, New, Duplicate> {
  /** For example `TagStore`. */
  readonly port: string
  readonly kind: PlainKind
  /** Makes the row to store. A replacement of `stored` may keep some of its fields. */
  readonly make: (id: Row["id"], row: New, stored?: Row) => Row
  readonly duplicate: (name: string) => Duplicate
}

export const namedStore = <Row extends Named & New, New extends { readonly name: string }, Duplicate>(
  { read, sequence, write }: Database,
  { duplicate, kind, make, port }: Entity<Row, New, Duplicate>
): NamedStore<Row, New, Duplicate> => {
  const { next: nextId } = sequence<Row["id"]>(kind)
  const rowsOf = (tenant: Tenant) => tenant[kind] as unknown as OrderedMap<Row["id"], Row>
  const put = (tenant: Mutable<Tenant>, rows: OrderedMap<Row["id"], Row>) => Object.assign(tenant, { [kind]: rows })
  const find: NamedStore<Row, New, Duplicate>["find"] = (organization_id, id) =>
    read(organization_id, (tenant) => Option.fromUndefinedOr(rowsOf(tenant).get(id)))
  /** The id of the row with this name, in any case of letters. */
  const holderOf = (tenant: Tenant, name: string) =>
    [...rowsOf(tenant).values()].find((row) => Text.fold(row.name) === Text.fold(name))?.id
  const store = (tenant: Mutable<Tenant>, row: Row) => put(tenant, rowsOf(tenant).set(row.id, Object.freeze(row)))

  return {
    insert: (organization_id, row) =>
      write(organization_id, `${port}.insert`, (tenant) => {
        if (holderOf(tenant, row.name) !== undefined) return Exit.fail(duplicate(row.name))
        const inserted = make(nextId(), row)
        store(tenant, inserted)
        return Exit.succeed(inserted)
      }),
    find,
    // No other transaction runs until this one ends.
    lock: find,
    page: (organization_id, query) => read(organization_id, (tenant) => pageOf(rowsOf(tenant), query)),
    replace: (organization_id, row) =>
      write(organization_id, `${port}.replace`, (tenant) => {
        const stored = rowsOf(tenant).get(row.id)
        if (stored === undefined) return Exit.succeed(false)
        if ((holderOf(tenant, row.name) ?? row.id) !== row.id) return Exit.fail(duplicate(row.name))
        store(tenant, make(row.id, row, stored))
        return Exit.succeed(true)
      }),
    remove: (organization_id, id) =>
      write(organization_id, `${port}.remove`, (tenant) => {
        const before = rowsOf(tenant)
        put(tenant, before.remove(id))
        return Exit.succeed(rowsOf(tenant) !== before)
      })
  }
}
