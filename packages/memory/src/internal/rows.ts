/** What several stores do with rows. */
import type { Pagination } from "@mailroom/core"

/** Of the rows that match: how many there are, and those of the page. */
export const pageWhere = <Row>(
  rows: Iterable<Row>,
  { limit, offset }: Pagination.OffsetQuery,
  matches: (row: Row) => boolean
): { readonly total: number; readonly data: ReadonlyArray<Row> } => {
  const data: Array<Row> = []
  let total = 0
  for (const row of rows) {
    if (!matches(row)) continue
    if (total >= offset && data.length < limit) data.push(row)
    total++
  }
  return { total, data }
}

/** Each id once, ascending. */
export const distinct = <Id extends number>(ids: ReadonlyArray<Id>): Array<Id> =>
  [...new Set(ids)].sort((a, b) => a - b)

/** All of these lists as one: each of them, and so the whole, has the greatest first. */
export function* merged<A>(
  lists: ReadonlyArray<Iterator<A, undefined>>,
  compare: (a: A, b: A) => number
): Generator<A, undefined> {
  const heads = lists.map((list) => list.next().value)
  while (true) {
    let first: A | undefined
    for (const head of heads) {
      if (head !== undefined && (first === undefined || compare(head, first) > 0)) first = head
    }
    if (first === undefined) return
    const i = heads.indexOf(first)
    heads[i] = lists[i]?.next().value
    yield first
  }
}
