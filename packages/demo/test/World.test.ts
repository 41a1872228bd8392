/** The demo's campaign that runs: its numbers grow while one watches. */
import { assert, describe, it } from "@effect/vitest"
import {
  Analytics,
  CurrentOrganization,
  Encryption,
  Inbound,
  Mailroom,
  Organizations,
  Sends,
  Workers
} from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Live from "../src/Live.ts"
import * as World from "../src/World.ts"

const layer = Mailroom.layer.pipe(
  Layer.provide([PostalMime.layer, Encryption.layerEphemeral]),
  Layer.provideMerge(Layer.mergeAll(MemoryStorage.layer, World.layer, Layer.succeed(Inbound, "host")))
)

/** Waits for threads, which the clock of the test does not know: they compute the codes of unsubscribe links, and parse mails. */
const afterThreads = Effect.promise(async () => {
  for (let i = 0; i < 4; i++) await crypto.subtle.digest("SHA-256", new Uint8Array(1))
})

describe("The running demo", () => {
  it.effect("sends, and gets answers, bounces and unsubscriptions", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2030, 5, 15, 3))
      const organization = yield* Organizations.use((organizations) => organizations.create({ name: "Acme" }))
      const asTenant = Effect.provideService(CurrentOrganization, organization)
      const campaign_id = yield* asTenant(Live.fill)
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(Workers.layer(Effect.all([Mailroom.mailSender])), scope)
      yield* Effect.forkScoped(World.run)
      const summary = asTenant(Analytics.use((analytics) => analytics.summary(campaign_id, {})))
      const happens = Effect.map(summary, ({ metrics }) =>
        (["sent", "replied", "auto_replied", "bounced", "unsubscribed"] as const).every((name) => metrics[name] > 0)
      )
      const second = Effect.andThen(TestClock.adjust("1 second"), afterThreads)
      yield* Effect.repeat(Effect.andThen(second, happens), { until: (all) => all })
      // A process that stops finishes the mails that it is sending.
      const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("20 seconds")
      yield* Fiber.join(stopping)
      const { data } = yield* asTenant(Sends.use((sends) => sends.page({ limit: 100 })))
      assert.strictEqual(new Set(data.map(({ to_email }) => to_email)).size, data.length)
    }).pipe(Effect.scoped, Effect.provide(layer, { local: true }))
  )
})
