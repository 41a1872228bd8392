/**
 * Histories over few objects, so that they often affect each other: events, decisions of people, and the order of
 * reports.
 */
import { Schema } from "effect"

const below = (count: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: count - 1 }))

/** The beginning of a night in which Berlin's clocks go forward: the 29th is an hour short there. */
export const start = Date.UTC(2026, 2, 28, 22, 45)
/**
 * Instants at the limits of quarters of an hour, and of days in UTC and in Berlin; some of them equal, others days
 * apart.
 */
export const instants = [0, 1, 899_999, 900_000, 4_499_999, 4_500_000, 8_100_000, 83_700_000, 176_400_000].map(
  (milliseconds) => start + milliseconds
)

export const leadCount = 6

/** A reported event. Reports with the same `key` are copies of the first one. */
const Report = Schema.Struct({
  key: below(28),
  /** Whether the key is an `idempotency_key` or the mail's Message-ID. */
  keyed: Schema.Boolean,
  lead: below(leadCount),
  byAddress: Schema.Boolean,
  type: Schema.Literals([
    "sent",
    "sent",
    "sent",
    "delivered",
    "opened",
    "opened",
    "machine_opened",
    "clicked",
    "clicked",
    "replied",
    "replied",
    "auto_replied",
    "bounced",
    "soft_bounced",
    "unsubscribed",
    "complained"
  ]),
  instant: below(instants.length),
  account: Schema.NullOr(below(2)),
  sequence: Schema.NullOr(below(2)),
  status: Schema.Literals(["", "5.1.1", "5.7.1"]),
  reason: Schema.NullOr(Schema.Literals(["", "a", "b"]))
})
export type Report = typeof Report.Type

/** A person's decision about a lead, before any event or between events. */
const Decision = Schema.Struct({
  stopped: Schema.Literals(["none", "none", "stop", "resume"]),
  instant: below(instants.length),
  tag: Schema.NullOr(Schema.Literals(["positive", "neutral"]))
})
export type Decision = typeof Decision.Type

export const History = Schema.Struct({
  reports: Schema.Array(Report).check(Schema.isMaxLength(60)),
  decisions: Schema.Tuple([Decision, Decision, Decision, Decision, Decision, Decision]),
  stop_on_reply: Schema.Boolean,
  stop_on_auto_reply: Schema.Boolean,
  /** Whether an answer in the second campaign stops its address in both. */
  stop_everywhere: Schema.Boolean,
  /** Whether a person had blacklisted an address before. */
  blacklisted: Schema.Boolean
})
export type History = typeof History.Type

/** The order in which a history is reported, the size of the batches, and the time at which leads get their tags. */
export const Telling = Schema.Struct({
  seed: below(1_000_000),
  batch: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 })),
  tagsAfter: below(8)
})
export type Telling = typeof Telling.Type

/** The reported events, each as often as it is reported. Reports with the same key are copies of the first one. */
export const reportsOf = ({ reports }: History): ReadonlyArray<Report> => {
  const first = new Map<number, Report>()
  for (const report of reports) if (!first.has(report.key)) first.set(report.key, report)
  return reports.map((report) => first.get(report.key) ?? report)
}

/** The items in another order, which the seed determines (Fisher–Yates over a linear congruential generator). */
export const shuffled = <A>(items: ReadonlyArray<A>, seed: number): ReadonlyArray<A> => {
  const result = [...items]
  let state = seed
  for (let i = result.length - 1; i > 0; i--) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    const j = Math.floor((state / 4_294_967_296) * (i + 1))
    const [a, b] = [result[i], result[j]]
    if (a !== undefined && b !== undefined) result.splice(i, 1, b)
    if (a !== undefined && b !== undefined) result.splice(j, 1, a)
  }
  return result
}

export const batchesOf = <A>(items: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
