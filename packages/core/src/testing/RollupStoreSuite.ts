/** What `RollupStore` promises. */
import { Effect } from "effect"
import { deepStrictEqual, strictEqual } from "node:assert/strict"
import { type Dimension, metricNames, type Metrics, type RollupChange, zero } from "../analytics/Rollup.ts"
import { AccountId } from "../accounts/Account.ts"
import { type Range, RollupStore } from "../analytics/RollupStore.ts"
import type { CampaignId } from "../campaigns/Campaign.ts"
import { fromMillis, Timestamp } from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import { missing, newCampaign, newOrganization, refuse, same } from "./Fixtures.ts"
import { casesOf, type StorageCase } from "./StorageCase.ts"
import { waits } from "./Waiting.ts"

/** The instant that many quarters of an hour after a midnight in UTC. */
const quarter = (n: number) => fromMillis(Date.UTC(2026, 2, 1) + n * 15 * 60_000)
const always: Range = { start: null, end: null }
const day = 96

type Change = Omit<RollupChange, "campaign_id">

const change = (quarters: number, metrics: Partial<Metrics>, dimension_id?: number | null): Change => ({
  dimension: dimension_id === undefined ? "campaign" : "account",
  dimension_id: dimension_id ?? null,
  bucket: quarter(quarters),
  metrics
})

/** A campaign's sums. */
const newSums = Effect.fnUntraced(function* (...changes: ReadonlyArray<Change>) {
  const organization_id = yield* newOrganization
  const campaign_id = yield* newCampaign(organization_id)
  const store = yield* RollupStore
  const add = (...added: ReadonlyArray<Change>) =>
    store.add(
      organization_id,
      added.map((one) => ({ campaign_id, ...one }))
    )
  yield* add(...changes)
  return {
    organization_id,
    campaign_id,
    store,
    add,
    clear: store.clear(organization_id),
    sum: (dimension: Dimension, range: Range = always) => store.sum(organization_id, [campaign_id], dimension, range),
    series: (...boundaries: ReadonlyArray<Timestamp>) => store.series(organization_id, [campaign_id], boundaries)
  }
})

const total = (changes: ReadonlyArray<Pick<Change, "metrics">>): Metrics =>
  changes.reduce<Metrics>((sum, { metrics }) => plus(sum, metrics), zero)
const plus = (sum: Metrics, metrics: Partial<Metrics>): Metrics => {
  const next: { -readonly [M in keyof Metrics]: number } = { ...sum }
  for (const name of metricNames) next[name] += metrics[name] ?? 0
  return next
}
const within =
  ({ end, start }: Range) =>
  ({ bucket }: Change) =>
    (start === null || bucket >= start) && (end === null || bucket < end)

/** What `sum` has to answer. */
const expected = (changes: ReadonlyArray<Change>, dimension: Dimension, range: Range) => {
  const byId = Map.groupBy(
    changes.filter((one) => one.dimension === dimension).filter(within(range)),
    ({ dimension_id }) => dimension_id
  )
  return [...byId]
    .map(([id, found]) => ({ id, metrics: total(found) }))
    .filter(({ metrics }) => metricNames.some((name) => metrics[name] !== 0))
    .sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity))
}

/** Sums of six days in every dimension, one bucket of which may come to nothing. */
const many: ReadonlyArray<Change> = Array.from({ length: 400 }, (_, i): Change => {
  const dimension = (["campaign", "account", "sequence"] as const)[i % 3] ?? "campaign"
  const metric = metricNames[(i * 7) % metricNames.length] ?? "sent"
  return {
    dimension,
    dimension_id: dimension === "campaign" || i % 5 === 0 ? null : 1 + (i % 4),
    bucket: quarter((i * 389) % (6 * day)),
    metrics: { [metric]: 1 + (i % 9), sent: 1 }
  }
})
const ranges: ReadonlyArray<readonly [start: number | null, end: number | null]> = [
  [null, null],
  [null, 2 * day],
  [2 * day, null],
  [day, 3 * day],
  [day + 1, 3 * day],
  [day, 3 * day - 1],
  [day + 37, 4 * day + 61],
  [2 * day + 10, 2 * day + 50],
  [2 * day + 10, 2 * day + 11],
  [day - 1, day + 1],
  [null, 37],
  [5 * day + 95, null],
  [day + 5, 2 * day],
  [3 * day, 3 * day],
  [-10 * day, 0],
  [6 * day, 10 * day],
  [-1, 6 * day + 1]
]
const rangeOf = ([start, end]: (typeof ranges)[number]): Range => ({
  start: start === null ? null : quarter(start),
  end: end === null ? null : quarter(end)
})

const sums = casesOf("RollupStore.sum", {
  "adds up each dimension over any range, whether it cuts days or not": Effect.gen(function* () {
    const { add, sum } = yield* newSums()
    // Distinct keys in one call: those that meet come one after the other.
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

/** Two campaigns of one organization that share the changes, and a foreign one. */
const newTwo = Effect.gen(function* () {
  const own = yield* newSums()
  const foreign = yield* newSums(change(0, { sent: 1_000 }), change(0, { sent: 1_000 }, 1))
  const second = yield* newCampaign(own.organization_id)
  for (const [i, one] of many.entries()) {
    yield* own.store.add(own.organization_id, [{ ...one, campaign_id: i % 2 === 0 ? own.campaign_id : second }])
  }
  const part = (rest: number) => many.filter((_, i) => i % 2 === rest)
  return { ...own, foreign, both: [own.campaign_id, second], ofFirst: part(0), ofSecond: part(1) }
})

const acrossCampaigns = casesOf("RollupStore, several campaigns", {
  "sum and series add up the campaigns, sumCampaigns answers each in order": Effect.gen(function* () {
    const { both, foreign, ofFirst, ofSecond, organization_id, store } = yield* newTwo
    const asked = [...both, foreign.campaign_id, missing.campaign]
    for (const range of ranges.map(rangeOf)) {
      for (const dimension of ["campaign", "account", "sequence"] as const) {
        deepStrictEqual(
          yield* store.sum(organization_id, asked, dimension, range),
          expected(many, dimension, range),
          JSON.stringify({ dimension, range })
        )
      }
      const own = (changes: ReadonlyArray<Change>) =>
        total(changes.filter(({ dimension }) => dimension === "campaign").filter(within(range)))
      same(yield* store.sumCampaigns(organization_id, asked.toReversed(), range), [
        zero,
        zero,
        own(ofSecond),
        own(ofFirst)
      ])
    }
    const boundaries = [0, 37, day, 2 * day + 1, 6 * day].map(quarter)
    const ofCampaigns = many.filter(({ dimension }) => dimension === "campaign")
    same(
      yield* store.series(organization_id, asked, boundaries),
      boundaries.slice(1).map((end, i) => total(ofCampaigns.filter(within({ start: boundaries[i] ?? end, end }))))
    )
    same(yield* store.sum(organization_id, [], "campaign", always), [])
    same(yield* store.sumCampaigns(organization_id, [], always), [])
    same(yield* store.series(organization_id, [], boundaries.slice(0, 2)), [zero])
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
  "loses nothing to those who add at the same time": Effect.gen(function* () {
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

/** Accounts that send for two campaigns, and sums of them: by account and quarter. */
const newSenders = Effect.gen(function* () {
  const { campaign_id, organization_id, store } = yield* newSums()
  const other = yield* newCampaign(organization_id)
  const add = (campaign: CampaignId, account_id: number | null, quarters: number, metrics: Partial<Metrics>) =>
    store.add(organization_id, [
      { campaign_id: campaign, dimension: "account", dimension_id: account_id, bucket: quarter(quarters), metrics },
      // Neither counts for an account.
      { campaign_id: campaign, dimension: "campaign", dimension_id: null, bucket: quarter(quarters), metrics },
      { campaign_id: campaign, dimension: "sequence", dimension_id: account_id, bucket: quarter(quarters), metrics }
    ])
  return { organization_id, store, campaign_id, other, add }
})
const [one, two, three] = [1, 2, 3].map((id) => AccountId.make(id)) as [AccountId, AccountId, AccountId]

const accounts = casesOf("RollupStore, accounts", {
  "sumAccounts adds up each account over all campaigns, in any span": Effect.gen(function* () {
    const { add, campaign_id, organization_id, other, store } = yield* newSenders
    const foreign = yield* newSenders
    yield* foreign.add(foreign.campaign_id, 1, 0, { sent: 1_000, bounced: 1_000 })
    const facts = Array.from({ length: 240 }, (_, i) => ({
      campaign: i % 3 === 0 ? other : campaign_id,
      account_id: i % 7 === 0 ? null : 1 + (i % 2),
      at: (i * 389) % (6 * day),
      sent: 1 + (i % 4),
      bounced: i % 5
    }))
    for (const { account_id, at, bounced, campaign, sent } of facts) {
      yield* add(campaign, account_id, at, { sent, bounced, opened: 3 })
    }
    const bounded = ranges.flatMap(([start, end]) => (start === null || end === null ? [] : [[start, end] as const]))
    const asked = bounded.flatMap(([start, end]) => [one, two, three].map((account_id) => ({ account_id, start, end })))
    const sums = yield* store.sumAccounts(
      organization_id,
      asked.map(({ account_id, end, start }) => ({ account_id, start: quarter(start), end: quarter(end) }))
    )
    const expected = asked.map(({ account_id, end, start }) => {
      const found = facts.filter((fact) => fact.account_id === account_id && fact.at >= start && fact.at < end)
      const sumOf = (metric: "bounced" | "sent") => found.reduce((sum, fact) => sum + fact[metric], 0)
      return { sent: sumOf("sent"), bounced: sumOf("bounced") }
    })
    strictEqual(expected.filter(({ bounced }) => bounced > 0).length > 10, true)
    same(sums, expected)
    same(yield* store.sumAccounts(organization_id, []), [])
  }),
  "findLastSent finds the latest bucket in which an account sent, in each campaign it sent for there": Effect.gen(
    function* () {
      const { add, campaign_id, organization_id, other, store } = yield* newSenders
      const foreign = yield* newSenders
      yield* foreign.add(foreign.campaign_id, 1, 900, { sent: 1 })
      const find = Effect.fnUntraced(function* (...ids: ReadonlyArray<AccountId>) {
        const found = yield* store.findLastSent(organization_id, ids)
        return found.toSorted((a, b) => a.account_id - b.account_id || (a.campaign_id < b.campaign_id ? -1 : 1))
      })
      const campaigns = [campaign_id, other].sort()
      same(yield* find(one, two), [])
      yield* add(campaign_id, 1, 5, { sent: 1 })
      yield* add(campaign_id, 1, 2 * day + 7, { sent: 2 })
      yield* add(other, 1, 2 * day + 7, { sent: 1 })
      yield* add(other, 1, 2 * day + 6, { sent: 1 })
      yield* add(other, 2, 30, { sent: 1 })
      // Only answers: on the same day, and on a later one.
      yield* add(other, 1, 2 * day + 8, { opened: 1, bounced: 1 })
      yield* add(campaign_id, 2, 9 * day, { opened: 1 })
      yield* add(campaign_id, null, 10 * day, { sent: 1 })
      yield* add(campaign_id, 3, 2 * day, { opened: 1 })
      const ofOne = campaigns.map((campaign_id) => ({ account_id: one, campaign_id, bucket: quarter(2 * day + 7) }))
      same(yield* find(two, one, three, one), [...ofOne, { account_id: two, campaign_id: other, bucket: quarter(30) }])
      same(yield* find(), [])
      yield* store.clear(organization_id)
      same(yield* find(one, two), [])
      same(yield* store.sumAccounts(organization_id, [{ account_id: one, start: quarter(0), end: quarter(day) }]), [
        { sent: 0, bounced: 0 }
      ])
    }
  )
})

export const cases: ReadonlyArray<StorageCase> = [
  ...sums,
  ...acrossCampaigns,
  ...add,
  ...series,
  ...clear,
  ...together,
  ...accounts
]
