/**
 * Conformance cases: the use case `Billing` over any storage, when several callers record the same reference at the
 * same time.
 */
import { Array, Effect, Layer } from "effect"
import { strictEqual } from "node:assert/strict"
import { Billing } from "../../billing/Billing.ts"
import type { NewTransaction } from "../../billing/Transaction.ts"
import { CurrentOrganization } from "../../Organization.ts"
import { at, idsOf, newOrganization, refuse, same } from "../fixtures/Fixtures.ts"
import { Transactor } from "../../Transactor.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { Changes } from "../../Changes.ts"

const useCase = Billing.layer.pipe(Layer.provide(Changes.layer(Effect.succeed([]))))

/** The `Billing` service of a new organization. */
const newBilling = Effect.gen(function* () {
  const id = yield* newOrganization
  const billing = yield* Effect.provide(Billing, useCase, { local: true })
  const act = Effect.provideService(CurrentOrganization, { id })
  return {
    record: (fields: Partial<NewTransaction> = {}) =>
      act(
        billing.record({
          type: "payment",
          status: "succeeded",
          amount: 4_900,
          currency: "EUR",
          reference: "a",
          created_at: at(0),
          ...fields
        })
      ),
    page: (query: Partial<Parameters<typeof billing.page>[0]> = {}) =>
      act(billing.page({ offset: 0, limit: 200, ...query }))
  }
})
type Made = Effect.Success<typeof newBilling>

/** Records rows at the same time. Returns the result of each row: `recorded`, or the tag of the error. */
const outcomes = Effect.fnUntraced(function* (
  { record }: Pick<Made, "record">,
  ...rows: ReadonlyArray<Partial<NewTransaction>>
) {
  const results = yield* Effect.forEach(
    rows,
    (fields) =>
      record(fields).pipe(
        Effect.map(({ outcome }): string => outcome),
        Effect.catchTag("DuplicateReference", ({ _tag }) => Effect.succeed(_tag))
      ),
    { concurrency: "unbounded" }
  )
  return results
})

export const cases: ReadonlyArray<StorageCase> = casesOf("Billing.record, over the storage", {
  "records a row once when several callers record it at the same time": Effect.gen(function* () {
    const billing = yield* newBilling
    const results = yield* outcomes(billing, ...Array.makeBy(8, () => ({})))
    same(results.toSorted(), ["recorded", ...Array.makeBy(7, () => "unchanged")])
    strictEqual((yield* billing.page()).total, 1)
  }),
  "records one of two rows with the same reference; the other one is a conflict": Effect.gen(function* () {
    const billing = yield* newBilling
    for (let i = 0; i < 8; i++) {
      const reference = `r${i}`
      const results = yield* outcomes(billing, { reference, amount: 1 }, { reference, amount: 2 })
      same(results.toSorted(), ["DuplicateReference", "recorded"])
      const { data } = yield* billing.page({ search: reference })
      same(
        data.map(({ amount }) => amount),
        [results.indexOf("recorded") + 1]
      )
    }
    strictEqual((yield* billing.page()).total, 8)
  }),
  "ends a pending row once: one of two different ends wins, the other one is a conflict": Effect.gen(function* () {
    const billing = yield* newBilling
    const ends = [
      { status: "succeeded", paid_at: at(5) },
      { status: "failed", paid_at: null },
      { status: "void", paid_at: null }
    ] as const
    for (let i = 0; i < 8; i++) {
      const reference = `r${i}`
      yield* billing.record({ reference, status: "pending" })
      const drafts = ends.flatMap((end) => [end, end]).map((end) => ({ reference, ...end }))
      const results = yield* outcomes(billing, ...drafts)
      same(results.toSorted(), [...Array.makeBy(4, () => "DuplicateReference"), "settled", "unchanged"])
      const { data } = yield* billing.page({ search: reference })
      same(
        data.map(({ paid_at, status }) => ({ reference, status, paid_at })),
        [drafts[results.indexOf("settled")]]
      )
      strictEqual(drafts[results.indexOf("unchanged")]?.status, data[0]?.status)
    }
    strictEqual((yield* billing.page({ status: "pending" })).total, 0)
    strictEqual((yield* billing.page()).total, 8)
  }),
  "pages by before_id contain each row once, while others are added": Effect.gen(function* () {
    const { page, record } = yield* newBilling
    for (let i = 0; i < 30; i++) yield* record({ reference: null, created_at: at(Math.floor(i / 4)) })
    const { data: all } = yield* page()
    const read = [...(yield* page({ limit: 7 })).data]
    for (let before_id = read.at(-1)?.id; before_id !== undefined;) {
      // New rows at the top, in the middle and at the end. The reader started before they existed.
      for (const seconds of [100, 4, -1]) yield* record({ reference: null, created_at: at(seconds) })
      const { data } = yield* page({ before_id, limit: 7 })
      read.push(...data)
      before_id = data.at(-1)?.id
    }
    const known = new Set<number>(idsOf(all))
    strictEqual(new Set(idsOf(read)).size, read.length)
    same(
      idsOf(read).filter((id) => known.has(id)),
      idsOf(all)
    )
  }),
  "joins the transaction around it, in which a conflict undoes nothing else": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const billing = yield* newBilling
    yield* billing.record({ status: "pending" })
    const all = outcomes(billing, { reference: "b" }, { amount: 1 }, { status: "failed" }, { reference: "c" })
    yield* Effect.flip(transaction(Effect.andThen(all, refuse)))
    strictEqual((yield* billing.page({ status: "pending" })).total, 1)
    strictEqual((yield* billing.page()).total, 1)
    same(yield* transaction(all), ["recorded", "DuplicateReference", "settled", "recorded"])
    strictEqual((yield* billing.page({ status: "failed" })).total, 1)
    strictEqual((yield* billing.page()).total, 3)
  })
})
