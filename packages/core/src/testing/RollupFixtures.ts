/** Fixtures: sums of campaigns, and the expected reports of them. */
import { Effect } from "effect"
import { type Dimension, metricNames, type Metrics, type RollupChange, zero } from "../analytics/Rollup.ts"
import { type Range, RollupStore } from "../analytics/RollupStore.ts"
import { fromMillis, type Timestamp } from "../Timestamp.ts"
import { newCampaign, newOrganization } from "./Fixtures.ts"

/** An instant: `n` quarters of an hour after a midnight in UTC. */
export const quarter = (n: number) => fromMillis(Date.UTC(2026, 2, 1) + n * 15 * 60_000)
export const always: Range = { start: null, end: null }
export const day = 96

export type Change = Omit<RollupChange, "campaign_id">

export const change = (quarters: number, metrics: Partial<Metrics>, dimension_id?: number | null): Change => ({
  dimension: dimension_id === undefined ? "campaign" : "account",
  dimension_id: dimension_id ?? null,
  bucket: quarter(quarters),
  metrics
})

/** A campaign's sums. */
export const newSums = Effect.fnUntraced(function* (...changes: ReadonlyArray<Change>) {
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

export const total = (changes: ReadonlyArray<Pick<Change, "metrics">>): Metrics =>
  changes.reduce<Metrics>((sum, { metrics }) => plus(sum, metrics), zero)
const plus = (sum: Metrics, metrics: Partial<Metrics>): Metrics => {
  const next: { -readonly [M in keyof Metrics]: number } = { ...sum }
  for (const name of metricNames) next[name] += metrics[name] ?? 0
  return next
}
export const within =
  ({ end, start }: Range) =>
  ({ bucket }: Change) =>
    (start === null || bucket >= start) && (end === null || bucket < end)

/** The expected result of `sum`. */
export const expected = (changes: ReadonlyArray<Change>, dimension: Dimension, range: Range) => {
  const byId = Map.groupBy(
    changes.filter((one) => one.dimension === dimension).filter(within(range)),
    ({ dimension_id }) => dimension_id
  )
  return [...byId]
    .map(([id, found]) => ({ id, metrics: total(found) }))
    .filter(({ metrics }) => metricNames.some((name) => metrics[name] !== 0))
    .sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity))
}

/** Sums over six days, in every dimension. */
export const many: ReadonlyArray<Change> = Array.from({ length: 400 }, (_, i): Change => {
  const dimension = (["campaign", "account", "sequence"] as const)[i % 3] ?? "campaign"
  const metric = metricNames[(i * 7) % metricNames.length] ?? "sent"
  return {
    dimension,
    dimension_id: dimension === "campaign" || i % 5 === 0 ? null : 1 + (i % 4),
    bucket: quarter((i * 389) % (6 * day)),
    metrics: { [metric]: 1 + (i % 9), sent: 1 }
  }
})
export const ranges: ReadonlyArray<readonly [start: number | null, end: number | null]> = [
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
export const rangeOf = ([start, end]: (typeof ranges)[number]): Range => ({
  start: start === null ? null : quarter(start),
  end: end === null ? null : quarter(end)
})
