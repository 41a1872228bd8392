/** Tells workers of this process and of others that work was committed. */
import { PgClient, PgConnection } from "@effect/sql-pg"
import { Wakes, type WorkStore } from "@mailroom/core"
import { Effect, Latch, Option, Queue, Schedule, type Scope } from "effect"

export interface Waking extends Pick<WorkStore["Service"], "onPut"> {
  /** Reports that work of the kind was committed. */
  readonly committed: (kind: string) => void
}

const channel = "mailroom_work"

/** Calls this process only. */
const makeLocal = (wakes: Wakes): Waking => ({ onPut: wakes.onPut, committed: wakes.wake })

/**
 * NOTIFY is sent after the commit, by a fiber, one for any number of commits meanwhile: in the transaction it would make
 * all commits of the server that notify wait for each other. What a killed process did not send is found by polling.
 */
const makeShared = Effect.fnUntraced(function* (wakes: Wakes, client: PgClient.PgClient) {
  const scope = yield* Effect.scope
  const unsent = new Set<string>()
  const hasUnsent = yield* Latch.make()
  const send = Effect.gen(function* () {
    yield* hasUnsent.await
    hasUnsent.closeUnsafe()
    const kinds = [...unsent]
    unsent.clear()
    for (const kind of kinds) yield* Effect.ignore(client.notify(channel, kind))
  })
  yield* Effect.forkScoped(Effect.forever(send))

  /** Ends when its connection does. */
  const receive = Effect.gen(function* () {
    const connection = yield* PgConnection.make(client.config)
    const notifications = yield* connection.listen(channel)
    while (true) wakes.wake((yield* Queue.take(notifications)).payload)
  }).pipe(Effect.scoped)
  // From the first listener on, one connection for all kinds. It is none of the pool's, which may have a single one.
  const listening = yield* Effect.cached(
    Effect.forkIn(Effect.retry(receive, Schedule.jittered(Schedule.spaced("1 second"))), scope)
  )

  return {
    onPut: (kind, wake) => Effect.andThen(listening, wakes.onPut(kind, wake)),
    committed: (kind) => {
      wakes.wake(kind)
      unsent.add(kind)
      hasUnsent.openUnsafe()
    }
  } satisfies Waking
})

/**
 * Other processes are reached where the client is a `PgClient` of a server. The embedded database, which is behind a
 * stream, has no other processes and no second connection.
 */
export const makeWaking: Effect.Effect<Waking, never, Scope.Scope> = Effect.gen(function* () {
  const wakes = new Wakes()
  const client = Option.getOrUndefined(yield* Effect.serviceOption(PgClient.PgClient))
  return client === undefined || client.config.stream !== undefined
    ? makeLocal(wakes)
    : yield* makeShared(wakes, client)
})
