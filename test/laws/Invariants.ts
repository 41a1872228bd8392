/** The invariants of the analytics, which hold at any time (domain, "Analytics"). */
import { assert } from "@effect/vitest"
import { Rollup } from "@mailroom/core"
import { Effect } from "effect"
import { answersOf } from "./State.ts"
import type { World } from "./World.ts"

type Metrics = Rollup.Metrics & { readonly delivered: number }

const names = [...Rollup.metricNames, "delivered"] as const

const add = (rows: ReadonlyArray<Partial<Metrics>>): Metrics => {
  const sum: { -readonly [M in keyof Metrics]: number } = { ...Rollup.zero, delivered: 0 }
  for (const row of rows) for (const name of names) sum[name] += row[name] ?? 0
  return sum
}

const uniques = [
  ["contacted", "sent"],
  ["unique_opened", "opened"],
  ["unique_clicked", "clicked"],
  ["unique_replied", "replied"],
  ["positive_replied", "unique_replied"]
] as const
const counted = new Set<keyof Metrics>(uniques.map(([unique]) => unique))

/** The metrics that count events, not leads. */
const plain = (metrics: Metrics) => names.filter((name) => !counted.has(name)).map((name) => [name, metrics[name]])

/** One assertion for all metrics: an assertion for each metric of each hour took a fifth of the time. */
const uniquesAreFew = (metrics: Metrics) => {
  const faults = [
    ...uniques.flatMap(([unique, total]) => (metrics[unique] <= metrics[total] ? [] : [`${unique} above ${total}`])),
    ...Rollup.metricNames.flatMap((name) => (metrics[name] >= 0 ? [] : [`${name} below 0`]))
  ]
  if (faults.length > 0) assert.fail(faults.join(", "))
}

const ratesAreShares = (rates: Readonly<Record<string, number | null>>) => {
  for (const [name, rate] of Object.entries(rates)) {
    if (rate !== null && !(rate >= 0 && rate <= 1)) assert.fail(`${name} is ${rate}`)
  }
}

export const holdIn = Effect.fnUntraced(function* (world: World) {
  for (const { accounts, days, hours, sequences, summaries } of yield* answersOf(world)) {
    for (const [i, { metrics }] of summaries.entries()) {
      const byAccount = (accounts[i] ?? []).map((row) => row.metrics)
      const bySequence = (sequences[i] ?? []).map((row) => row.metrics)
      for (const one of [metrics, ...byAccount, ...bySequence]) uniquesAreFew(one)
      for (const row of [summaries[i], ...(accounts[i] ?? []), ...(sequences[i] ?? [])])
        ratesAreShares(row?.rates ?? {})
      assert.deepStrictEqual(add(byAccount), metrics)
      assert.deepStrictEqual(plain(add(bySequence)), plain(metrics))
      for (const [unique] of uniques) assert.isAtLeast(add(bySequence)[unique], metrics[unique], unique)
    }
    const [, summary] = summaries
    for (const { data, totals } of [days, hours]) {
      for (const row of data) uniquesAreFew(add([row]))
      assert.deepStrictEqual(add(data), add([totals]))
      assert.deepStrictEqual(add([totals]), summary?.metrics)
    }
    for (const { leads, metrics } of summaries) {
      assert.strictEqual(leads.total, 3)
      assert.strictEqual(leads.not_contacted + leads.sent + leads.opened + leads.replied + leads.bounced, leads.total)
      for (const metric of ["contacted", "bounced", "unsubscribed"] as const) {
        assert.isAtMost(metrics[metric], leads.total, metric)
      }
    }
  }
})
