/** Conformance cases: the promises of `RollupStore`. */
import { Effect } from "effect"
import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { metricNames, zero } from "../../analytics/Rollup.ts"
import { Timestamp } from "../../Timestamp.ts"
import { Transactor } from "../../Transactor.ts"
import { missing, newCampaign, refuse, same } from "../fixtures/Fixtures.ts"
import {
  always,
  change,
  day,
  expected,
  many,
  newSums,
  quarter,
  rangeOf,
  ranges,
  total,
  within
} from "../fixtures/RollupFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import { waits } from "../fixtures/Waiting.ts"

const sums = casesOf("RollupStore.sum", {
  "adds up each dimension over any range, whether it cuts days or not": Effect.gen(function* () {
    const { add, sum } = yield* newSums()
    // Keys in one call must be distinct, so each change is added in a separate call.
    for (const one of many) yield* add(one)
    for (const dimension of ["campaign", "account", "sequence"] as const) {
      for (const range of ranges.map(rangeOf)) {
        deepStrictEqual(
          yield* sum(dimension, range),
          expected(many, dimension, range),
          JSON.stringify({ dimension, range })
        )
      }
    }
  }),
  "answers every metric": Effect.gen(function* () {
    const all = { ...zero, ...Object.fromEntries(metricNames.map((name, i) => [name, i + 1])) }
    const { sum } = yield* newSums(change(0, all), change(1, all), change(0, all, 3))
    same(yield* sum("campaign"), [{ id: null, metrics: total([{ metrics: all }, { metrics: all }]) }])
    same(yield* sum("account"), [{ id: 3, metrics: all }])
    same(yield* sum("sequence"), [])
  }),
  "answers by ascending id, by number and not by text, null last": Effect.gen(function* () {
    const ids = [10, null, 9, Number.MAX_SAFE_INTEGER, 1, 100]
    const { sum } = yield* newSums(...ids.map((id) => change(0, { sent: 1 }, id)))
    same(
      (yield* sum("account")).map(({ id }) => id),
      [1, 9, 10, 100, Number.MAX_SAFE_INTEGER, null]
    )
  }),
  "leaves out what amounts have brought to zero": Effect.gen(function* () {
    const { add, sum } = yield* newSums(
      change(0, { sent: 2, contacted: 1 }, 1),
      change(0, { positive_replied: 1 }, 2),
      change(day, { sent: 1 }, 2),
      change(0, { sent: 2 })
    )
    yield* add(
      change(0, { sent: -2, contacted: -1 }, 1),
      change(0, { positive_replied: -1 }, 2),
      change(0, { sent: -2 })
    )
    same(yield* sum("account"), [{ id: 2, metrics: { ...zero, sent: 1 } }])
    same(yield* sum("account", { start: null, end: quarter(day) }), [])
    same(yield* sum("campaign"), [])
    yield* add(change(0, { sent: 1 }))
    same(yield* sum("campaign"), [{ id: null, metrics: { ...zero, sent: 1 } }])
  }),
  "leaves out what sums to zero over the range, with amounts in several buckets": Effect.gen(function* () {
    const { sum } = yield* newSums(change(0, { contacted: 1 }, 1), change(9, { contacted: -1 }, 1))
    same(yield* sum("account"), [])
    same(yield* sum("account", { start: null, end: quarter(9) }), [{ id: 1, metrics: { ...zero, contacted: 1 } }])
  }),
  "keeps campaigns and organizations apart": Effect.gen(function* () {
    const own = yield* newSums(change(0, { sent: 1 }), change(0, { sent: 1 }, 1))
    const foreign = yield* newSums(change(0, { sent: 7 }))
    const second = yield* newCampaign(own.organization_id)
    yield* own.store.add(own.organization_id, [{ ...change(0, { opened: 3 }), campaign_id: second }])
    same(yield* own.sum("campaign"), [{ id: null, metrics: { ...zero, sent: 1 } }])
    same(yield* foreign.sum("campaign"), [{ id: null, metrics: { ...zero, sent: 7 } }])
    same(yield* own.store.sum(own.organization_id, [second], "campaign", always), [
      { id: null, metrics: { ...zero, opened: 3 } }
    ])
    same(yield* own.store.sum(own.organization_id, [foreign.campaign_id], "campaign", always), [])
    same(yield* own.store.sum(own.organization_id, [missing.campaign], "campaign", always), [])
  })
})

const add = casesOf("RollupStore.add", {
  "adds nothing for no changes, and many at once": Effect.gen(function* () {
    const { add, sum } = yield* newSums()
    yield* add()
    same(yield* sum("campaign"), [])
    const changes = Array.from({ length: 3_000 }, (_, i) => change(i, { sent: i, opened: 1 }))
    yield* add(...changes)
    yield* add(...changes)
    same(yield* sum("campaign"), [{ id: null, metrics: { ...zero, sent: 2_999 * 3_000, opened: 6_000 } }])
  }),
  "takes instants from the first to the last": Effect.gen(function* () {
    const ends = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:45:00.000Z"].map((bucket) => Timestamp.make(bucket))
    const { series, sum } = yield* newSums(...ends.map((bucket) => ({ ...change(0, { sent: 1 }), bucket })))
    same(yield* sum("campaign"), [{ id: null, metrics: { ...zero, sent: 2 } }])
    const [first = quarter(0)] = ends
    same(yield* series(first, quarter(0)), [{ ...zero, sent: 1 }])
  }),
  "is undone by a failure": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { add, series, sum } = yield* newSums(change(0, { sent: 1 }))
    const adding = Effect.gen(function* () {
      yield* add(change(0, { sent: 5 }), change(day, { sent: 5 }))
      same(yield* sum("campaign"), [{ id: null, metrics: { ...zero, sent: 11 } }])
      return yield* refuse
    })
    yield* Effect.flip(transaction(adding))
    same(yield* sum("campaign"), [{ id: null, metrics: { ...zero, sent: 1 } }])
    same(yield* series(quarter(0), quarter(day), quarter(2 * day)), [{ ...zero, sent: 1 }, zero])
  }),
  "loses nothing when several callers add at the same time": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const { add, sum } = yield* newSums()
    const changes = [change(0, { sent: 1 }), change(day, { sent: 1 }), change(0, { sent: 1 }, 1)]
    yield* Effect.replicateEffect(transaction(Effect.andThen(add(...changes), add(...changes))), 8, {
      concurrency: "unbounded"
    })
    same(yield* sum("campaign"), [{ id: null, metrics: { ...zero, sent: 32 } }])
    same(yield* sum("account"), [{ id: 1, metrics: { ...zero, sent: 16 } }])
  })
})

const series = casesOf("RollupStore.series", {
  "answers the campaign's sums between each two boundaries, the earlier inclusive, the later exclusive": Effect.gen(
    function* () {
      const { add, series } = yield* newSums()
      for (const one of many) yield* add(one)
      const own = many.filter(({ dimension }) => dimension === "campaign")
      const lists = [
        [0, day, 2 * day, 3 * day],
        [37, day + 37, 2 * day + 41, 5 * day + 37],
        Array.from({ length: day + 1 }, (_, i) => day + i),
        Array.from({ length: 25 }, (_, i) => 2 * day - 3 + i * 4),
        [-day, 0, 6 * day, 7 * day],
        [3 * day + 1, 3 * day + 2]
      ]
      for (const list of lists) {
        const boundaries = list.map(quarter)
        const answers = boundaries
          .slice(1)
          .map((end, i) => total(own.filter(within({ start: boundaries[i] ?? end, end }))))
        same(yield* series(...boundaries), answers)
      }
    }
  ),
  "answers zero between boundaries that are equal, as those of a day that a zone skips": Effect.gen(function* () {
    const { series } = yield* newSums(change(0, { sent: 1 }), change(1, { sent: 2 }), change(2, { sent: 4 }))
    same(
      (yield* series(quarter(0), quarter(1), quarter(1), quarter(3))).map(({ sent }) => sent),
      [1, 0, 6]
    )
  }),
  "answers nothing for fewer than two boundaries, and zeros where there is nothing": Effect.gen(function* () {
    const own = yield* newSums(change(0, { sent: 1 }))
    const foreign = yield* newSums(change(0, { sent: 7 }))
    same(yield* own.series(), [])
    same(yield* own.series(quarter(0)), [])
    const boundaries = [quarter(0), quarter(1), quarter(2)]
    for (const campaign_id of [missing.campaign, foreign.campaign_id]) {
      same(yield* own.store.series(own.organization_id, [campaign_id], boundaries), [zero, zero])
    }
    same(yield* own.series(...boundaries), [{ ...zero, sent: 1 }, zero])
  })
})

const clear = casesOf("RollupStore.clear", {
  "forgets all sums of the organization, and of no other": Effect.gen(function* () {
    const { transaction } = yield* Transactor
    const own = yield* newSums(change(0, { sent: 1 }), change(5 * day, { sent: 1 }), change(0, { sent: 1 }, null))
    const foreign = yield* newSums(change(0, { sent: 1 }))
    yield* Effect.flip(transaction(Effect.andThen(own.store.clear(own.organization_id), refuse)))
    strictEqual((yield* own.sum("campaign"))[0]?.metrics.sent, 2)
    yield* own.store.clear(own.organization_id)
    same([yield* own.sum("campaign"), yield* own.sum("account")], [[], []])
    same(yield* own.series(quarter(0), quarter(6 * day)), [zero])
    strictEqual((yield* foreign.sum("campaign"))[0]?.metrics.sent, 1)
    yield* own.add(change(0, { sent: 3 }))
    same(yield* own.sum("campaign"), [{ id: null, metrics: { ...zero, sent: 3 } }])
  })
})

const together = casesOf(
  "RollupStore, two transactions",
  {
    "add waits for a transaction that cleared the sums, also where there were none": Effect.gen(function* () {
      const { add, clear, sum } = yield* newSums(change(0, { sent: 1 }))
      yield* waits(Effect.andThen(clear, add(change(day, { sent: 2 }))), add(change(5 * day, { sent: 4 })))
      same(yield* sum("campaign"), [{ id: null, metrics: { ...zero, sent: 6 } }])
    }),
    "clear waits for a transaction that added to the sums, and forgets that, too": Effect.gen(function* () {
      const { add, clear, series, sum } = yield* newSums(change(0, { sent: 1 }))
      yield* waits(add(change(5 * day, { sent: 4 })), clear)
      same(yield* sum("campaign"), [])
      same(yield* series(quarter(0), quarter(6 * day)), [zero])
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...sums, ...add, ...series, ...clear, ...together]
