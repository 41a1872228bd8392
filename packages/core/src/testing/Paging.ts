/** Checks that are common to all lists in ascending order of ids. */
import { Effect } from "effect"
import { ok } from "node:assert/strict"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import { same } from "./Fixtures.ts"

/** Checks the pages after an `after_id`. `rows` are all rows of the list, at least three. */
export const pagesBeyond = Effect.fnUntraced(function* <Id, Row extends { readonly id: Id }>(
  rows: ReadonlyArray<Row>,
  page: (query: PageQuery<Id>) => Effect.Effect<Rows<Row>, StorageError>
) {
  const [first, second] = rows
  const last = rows.at(-1)
  ok(first && second && last && rows.length > 2)
  const total = rows.length
  const all = { offset: 0, limit: 200 }
  same(yield* page({ ...all, after_id: first.id }), { total, data: rows.slice(1) })
  same(yield* page({ ...all, after_id: first.id, limit: 1 }), { total, data: [second] })
  same(yield* page({ ...all, after_id: first.id, offset: 1 }), { total, data: rows.slice(2) })
  same(yield* page({ ...all, after_id: last.id }), { total, data: [] })
})
