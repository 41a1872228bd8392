/** The figures of the connections to the database, for `GET /metrics`. */
import { Effect, Metric, type Scope } from "effect"

const limit = Metric.gauge("database_connections_max", {
  description: "How many connections for transactions the process may have open"
})
const used = Metric.gauge("database_connections_used", {
  description: "Connections that a transaction has at the moment"
})
const waiting = Metric.gauge("database_connections_waiting", {
  description: "Transactions that wait for a connection"
})
const pending = Metric.gauge("database_statements_pending", {
  description:
    "Statements outside transactions that the database has not answered yet. They share a few other connections"
})

interface Figures {
  /** `undefined` for the client of a host that does not tell it. */
  readonly limit: number | undefined
  readonly used: () => number
  readonly waiting: () => number
  readonly pending?: () => number
}

/** Shows the figures of a pool until the scope closes. */
export const show = Effect.fnUntraced(function* (figures: Figures) {
  const context = yield* Effect.context<never>()
  const gauge = (metric: typeof limit, get: () => number) =>
    Metric.registerUnsafe(metric, context, { get: () => ({ value: get() }), update: () => {}, modify: () => {} })
  const { limit: maximum } = figures
  const gauges = [
    ...(maximum === undefined ? [] : [gauge(limit, () => maximum)]),
    gauge(used, figures.used),
    gauge(waiting, figures.waiting),
    ...(figures.pending === undefined ? [] : [gauge(pending, figures.pending)])
  ]
  yield* Effect.addFinalizer(() => Effect.sync(() => gauges.forEach((shown) => shown.remove())))
})

/** Counts the connections that are given out, and the callers that wait for one. */
export class Count {
  used = 0
  waiting = 0

  /** `acquire`, counted until its scope closes. */
  readonly counted = <A, E>(acquire: Effect.Effect<A, E, Scope.Scope>): Effect.Effect<A, E, Scope.Scope> =>
    Effect.uninterruptibleMask((restore) => {
      this.waiting++
      return Effect.onExit(restore(acquire), () => Effect.sync(() => void this.waiting--)).pipe(
        Effect.tap(() => {
          this.used++
          return Effect.addFinalizer(() => Effect.sync(() => void this.used--))
        })
      )
    })
}
