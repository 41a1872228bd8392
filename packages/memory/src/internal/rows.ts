/** Functions for rows that several stores use. */
import type { Pagination } from "@mailroom/core"
import { Iterable } from "effect"
import type { OrderedMap } from "../OrderedMap.ts"
import { emptyTenant, type State, type Tenant } from "./State.ts"

/** A page of all rows. */
export const pageOf = <Id, Row>(
  rows: OrderedMap<Id, Row>,
  { after_id, limit, offset }: Pagination.PageQuery<Id>
): Pagination.Rows<Row> => {
  const start = offset + (after_id === undefined ? 0 : rows.rankAfter(after_id))
  return { total: rows.size, data: rows.slice(start, start + limit) }
}

/** A page of the matching rows. */
export const pageWhere = <Id, Row>(
  rows: OrderedMap<Id, Row>,
  { after_id, limit, offset }: Pagination.PageQuery<Id>,
  matches: (row: Row) => boolean
): Pagination.Rows<Row> => {
  const count = (start: number, end: number) => Iterable.size(Iterable.filter(rows.values(start, end), matches))
  const start = after_id === undefined ? 0 : rows.rankAfter(after_id)
  const data: Array<Row> = []
  let total = count(0, start)
  let skipped = 0
  for (const row of rows.values(start)) {
    if (!matches(row)) continue
    total++
    if (skipped < offset) skipped++
    else if (data.length < limit) data.push(row)
  }
  return { total, data }
}

/** The ids without duplicates, in ascending order. */
export const distinct = <Id extends number | string>(ids: ReadonlyArray<Id>): Array<Id> =>
  [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1))

/** Rows of all organizations, by ascending organization. */
export const everywhere = <Row>(
  { organizations, tenants }: State,
  rowsOf: (tenant: Tenant) => { readonly values: () => Iterable<Row> }
) =>
  [...organizations.values()].flatMap(({ organization: { id: organization_id } }) =>
    [...rowsOf(tenants.get(organization_id) ?? emptyTenant).values()].map((row) => ({ organization_id, row }))
  )

/** The campaigns of rows that are ordered by campaign first. `after`: a key behind all rows of a campaign. */
export const campaignsIn = <K, Id extends string>(
  rows: OrderedMap<K, { readonly campaign_id: Id }>,
  after: (campaign_id: Id) => K
): ReadonlyArray<Id> => {
  const ids: Array<Id> = []
  for (let row = rows.at(0); row !== undefined; row = rows.at(rows.rank(after(row.campaign_id)))) {
    ids.push(row.campaign_id)
  }
  return ids
}
