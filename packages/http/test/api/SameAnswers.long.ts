/**
 * Every storage gives the same answers, byte for byte, except for ids and the clock. `SEED=1,2 npm run test:long --
 * packages/http/test/api` chooses the runs.
 */
import { assert, describe, it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Context, Effect, Layer } from "effect"
import * as Conversation from "./Conversation.ts"
import { layerEmbedded, layerServer } from "./Storages.ts"
import { layer, TestServer } from "./TestServer.ts"

const seeds = process.env["SEED"]?.split(",") ?? ["1"]
const count = 250

/** A conversation with a new server over each storage. */
const conversations = Effect.gen(function* () {
  const start = (server: Layer.Layer<TestServer, unknown>) =>
    Effect.map(Effect.orDie(Layer.build(server)), (context) => Conversation.make(Context.get(context, TestServer)))
  return {
    memory: yield* start(layer(MemoryStorage.layer)),
    embedded: yield* start(layer(layerEmbedded)),
    postgres: yield* start(layer(layerServer))
  }
})

describe("The answers of every storage", () => {
  for (const seed of seeds) {
    it.live(
      `are the same to generated requests, seed ${seed}`,
      () =>
        Effect.gen(function* () {
          const { embedded, memory, postgres } = yield* conversations
          const statuses = new Map<number, number>()
          for (const [index, request] of (yield* Conversation.requests(seed, count)).entries()) {
            const expected = yield* memory.say(request)
            statuses.set(expected.status, (statuses.get(expected.status) ?? 0) + 1)
            const message = (storage: string) =>
              `SEED=${seed}, request ${index}, ${storage}: ${JSON.stringify(request)}`
            assert.deepStrictEqual(yield* embedded.say(request), expected, message("embedded"))
            assert.deepStrictEqual(yield* postgres.say(request), expected, message("postgres"))
            assert.isBelow(expected.status, 500, message("memory"))
          }
          // Most requests reach existing data, and some are invalid.
          assert.isAbove(statuses.get(200) ?? 0, count / 3)
          assert.isAbove(statuses.get(400) ?? 0, count / 20)
        }).pipe(Effect.scoped),
      180_000
    )
  }
})
