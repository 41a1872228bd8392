/** Faults in the store of transactions. */
import { Timestamp, type Transaction, TransactionStore } from "@mailroom/core"
import { Effect, Option, Struct } from "effect"
import { type Mutant, mutant } from "./Mutant.ts"

const listed =
  "TransactionStore.page: answers rows by created_at and id, in either direction, and a total that the page does not narrow"
const before = "TransactionStore.page: keeps to the rows before a place, in either direction, with the same total"
const filtered = "TransactionStore.page: keeps to what is asked for, one by one and all together"

export const billing: ReadonlyArray<Mutant> = [
  mutant(
    "references are compared in any case",
    TransactionStore,
    ({ insert }) => ({
      insert: (organization_id, row) =>
        Effect.map(
          insert(organization_id, { ...row, reference: row.reference?.toLowerCase() ?? null }),
          Option.map(Struct.assign({ reference: row.reference }))
        )
    }),
    "TransactionStore.insert: compares references exactly, in one organization; any number of rows have none"
  ),
  mutant(
    "only one row has no reference",
    TransactionStore,
    ({ insert }) => ({
      insert: (organization_id, row) => insert(organization_id, { ...row, reference: row.reference ?? "none" })
    }),
    "TransactionStore.insert: compares references exactly, in one organization; any number of rows have none"
  ),
  mutant(
    "a settled row stays pending in the list",
    TransactionStore,
    ({ page, settle }) => {
      const settled = new Map<number, Pick<Transaction.Transaction, "paid_at" | "status">>()
      return {
        settle: (organization_id, row) => {
          settled.set(row.id, row)
          return settle(organization_id, { ...row, status: "pending" })
        },
        page: (organization_id, query) =>
          Effect.map(page(organization_id, query), ({ data, total }) => ({
            total,
            data: data.map((row) => ({ ...row, ...settled.get(row.id) }))
          }))
      }
    },
    "TransactionStore.settle: stores status and paid_at, and nothing else; totals follow"
  ),
  mutant(
    "a reference is recorded twice when it is recorded at the same time",
    TransactionStore,
    ({ insert, lockByReference }) => ({
      insert: Effect.fnUntraced(function* (organization_id, row) {
        const found = row.reference === null ? Option.none() : yield* lockByReference(organization_id, row.reference)
        if (Option.isSome(found)) return Option.none()
        yield* Effect.yieldNow
        return Option.orElse(yield* insert(organization_id, row), () =>
          Option.some({ ...row, id: Number.MAX_SAFE_INTEGER as Transaction.TransactionId })
        )
      })
    }),
    "TransactionStore.insert: inserts a reference for one of several concurrent inserts, and counts it once"
  ),
  mutant(
    "rows of the same instant in the same order both ways",
    TransactionStore,
    ({ page }) => ({
      page: (organization_id, query) =>
        Effect.map(page(organization_id, query), ({ data, total }) => ({
          total,
          data: data.toSorted((a, b) => {
            const order = a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0
            return (query.ascending ? order : -order) || a.id - b.id
          })
        }))
    }),
    listed
  ),
  mutant(
    "a total that before narrows",
    TransactionStore,
    ({ page }) => ({
      page: Effect.fnUntraced(function* (organization_id, query) {
        const rows = yield* page(organization_id, query)
        const all = yield* page(organization_id, { ...query, offset: 0, limit: 200 })
        return query.before === undefined ? rows : { ...rows, total: all.data.length }
      })
    }),
    before
  ),
  mutant(
    "a page that begins with the row that it is before",
    TransactionStore,
    ({ page }) => ({
      page: (organization_id, { before, ...query }) => {
        if (before === undefined) return page(organization_id, query)
        const id = (before.id + 1) as Transaction.TransactionId
        return page(organization_id, { ...query, before: { ...before, id } })
      }
    }),
    before
  ),
  mutant(
    "a period that includes its end",
    TransactionStore,
    ({ page }) => ({
      page: (organization_id, { to, ...query }) =>
        page(organization_id, to === undefined ? query : { ...query, to: Timestamp.plus(to, 1) })
    }),
    filtered
  ),
  mutant(
    "an amount of at least nothing is ignored",
    TransactionStore,
    ({ page }) => ({
      page: (organization_id, { min_amount, ...query }) =>
        page(organization_id, { ...query, ...(min_amount ? { min_amount } : {}) })
    }),
    filtered
  ),
  mutant(
    "a search across two texts",
    TransactionStore,
    ({ page }) => ({
      page: (organization_id, { search, ...query }) =>
        search === undefined
          ? page(organization_id, query)
          : Effect.map(page(organization_id, query), ({ data }) => {
              const found = data.filter(({ description, invoice_number, reference }) =>
                `${description ?? ""}${reference ?? ""}${invoice_number ?? ""}`.toLowerCase().includes(search)
              )
              return { total: found.length, data: found.slice(0, query.limit) }
            })
    }),
    "TransactionStore.page: finds a substring of one of the texts, folded and taken literally"
  )
]
