/** Workers over storage in memory, with a test clock. */
import { it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Duration, Effect, Layer, Logger, type Scope } from "effect"
import { TestClock } from "effect/testing"
import type { Storage } from "../../src/Mailroom.ts"
import { StorageError, Unavailable } from "../../src/StorageError.ts"
import { newOrganization } from "../../src/testing/fixtures/Fixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { Transactor } from "../../src/Transactor.ts"
import * as Workers from "../../src/work/Workers.ts"
import { WorkStore } from "../../src/work/WorkStore.ts"

export const kind = "test"

/** Lets fibers run until they wait. */
export const settled = Effect.repeat(Effect.yieldNow, { times: 200 })

/** Advances the clock, so that due work runs. */
export const pass = (duration: Duration.Input) =>
  Effect.andThen(Effect.andThen(settled, TestClock.adjust(duration)), settled)

/** An organization, a handler that records its calls, and the logged messages. */
const begin = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const store = yield* WorkStore
  const calls: Array<string> = []
  const logged: Array<string> = []
  const logger = Logger.make(({ message }) => void logged.push([message].flat().map(String).join(" ")))

  const put = (...keys: ReadonlyArray<string>) =>
    Effect.flatMap(Timestamp.now, (due_at) =>
      store.put(
        organization_id,
        kind,
        keys.map((key) => ({ lane: key, key, due_at }))
      )
    )

  /** Starts workers until the scope closes; by default the scope of the test. */
  const startWorkers = Effect.fnUntraced(function* (
    handle: Workers.Handler["handle"],
    { storage = store, ...options }: Partial<Workers.Handler> & { readonly storage?: WorkStore["Service"] } = {}
  ) {
    const handler: Workers.Handler = {
      kind,
      room: 1,
      concurrency: 20,
      lease: Duration.seconds(60),
      timeout: Duration.seconds(30),
      handle: (item) => {
        calls.push(item.key)
        return handle(item)
      },
      ...options
    }
    const layer = Workers.layer(Effect.succeed([handler])).pipe(
      Layer.provide([Layer.succeed(WorkStore, storage), Logger.layer([logger])])
    )
    yield* Layer.build(layer)
    yield* settled
  })
  return { organization_id, store, put, calls, logged, startWorkers, transactor: yield* Transactor }
})

export type Begun = Effect.Success<typeof begin>

export const test = (
  name: string,
  body: (begun: Begun) => Generator<Effect.Effect<unknown, unknown, Storage | Scope.Scope>, void, never>
) =>
  it.effect(name, () =>
    Effect.flatMap(begin, (begun) => Effect.gen(() => body(begun))).pipe(
      Effect.provide(MemoryStorage.layer, { local: true })
    )
  )

export const done = () => Effect.succeed(null)
export const broken = new StorageError({
  operation: "WorkStore.due",
  reason: new Unavailable({ cause: new Error("no connection") })
})
