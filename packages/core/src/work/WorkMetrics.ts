/** Figures of background work, for `GET /metrics`: by kind, never by organization or key. */
import { Effect, Metric } from "effect"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "./WorkStore.ts"

const kinds = ["delivery", "inbox", "label", "retention", "sending", "verification"]
const outcomes = ["again", "done", "failed"] as const

const items = Metric.counter("work_items_total", {
  description:
    "Items of background work that ended in this process. `again`: they are due again, `failed`: after a failure",
  incremental: true
})
const lag = Metric.histogram("work_lag_seconds", {
  description: "How long after its due time an item of background work began",
  boundaries: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1800, 7200]
})
const duration = Metric.histogram("work_seconds", {
  description: "How long items of background work took",
  boundaries: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 120]
})
const active = Metric.gauge("work_active", { description: "Items of background work that this process is doing" })
const due = Metric.gauge("work_due", {
  description: "Items of background work that are due and not being done, in the whole database; at most 10000"
})
const overdue = Metric.gauge("work_overdue_seconds", {
  description: "How long the earliest of these items has been due, in the whole database; 0 without one"
})

/** The series of one kind of work. */
export const figuresOf = (kind: string) => {
  const of = Metric.withAttributes({ kind })
  const ended = Object.fromEntries(
    outcomes.map((outcome) => [outcome, Metric.withAttributes(items, { kind, outcome })])
  ) as Record<(typeof outcomes)[number], typeof items>
  return {
    active: of(active) as typeof active,
    due: of(due) as typeof due,
    duration: of(duration) as typeof duration,
    ended,
    lag: of(lag) as typeof lag,
    overdue: of(overdue) as typeof overdue
  }
}

/** Every series of work that this process does, from its start. */
export const metrics = kinds.flatMap((kind) => {
  const { active, duration, ended, lag } = figuresOf(kind)
  return [active, duration, lag, ...Object.values(ended)]
})

/** The largest number of items that is counted. */
const maximumCounted = 10_000

/** Measures how much work of all organizations is due. A failure of the storage ends the series until the next time. */
export const measureBacklog = Effect.gen(function* () {
  const store = yield* WorkStore
  const now = yield* Timestamp.now
  for (const kind of kinds) {
    const figures = figuresOf(kind)
    const measured = Effect.all([store.countDue(kind, { now, limit: maximumCounted }), store.next(kind)])
    yield* measured.pipe(
      Effect.flatMap(([number, next]) => {
        const since = next === null ? 0 : Timestamp.toMillis(now) - Timestamp.toMillis(next)
        return Effect.andThen(
          Metric.update(figures.due, number),
          Metric.update(figures.overdue, number === 0 ? 0 : Math.max(0, since) / 1000)
        )
      }),
      Effect.catchTag("StorageError", () => Effect.andThen(Metric.remove(figures.due), Metric.remove(figures.overdue)))
    )
  }
})
