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

/** Waits for the codes of unsubscribe links: threads compute them, which the clock of the test does not know. */
const afterCodes = Effect.promise(async () => {
  for (let i = 0; i < 4; i++) await crypto.subtle.digest("SHA-256", new Uint8Array(1))
})

describe("The running demo", () => {
  it.effect("sends, and gets answers, bounces and unsubscriptions within two minutes", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2030, 5, 15, 3))
      const organization = yield* Organizations.use((organizations) => organizations.create({ name: "Acme" }))
      const asTenant = Effect.provideService(CurrentOrganization, organization)
      const campaign_id = yield* asTenant(Live.fill)
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(Workers.layer(Effect.all([Mailroom.mailSender])), scope)
      yield* Effect.forkScoped(World.run)
      for (let second = 0; second < 120; second++) {
        yield* TestClock.adjust("1 second")
        yield* afterCodes
      }
      // A process that stops finishes the mails that it is sending.
      const stopping = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("20 seconds")
      yield* Fiber.join(stopping)
      const { metrics } = yield* asTenant(Analytics.use((analytics) => analytics.summary(campaign_id, {})))
      for (const name of ["sent", "replied", "auto_replied", "bounced", "unsubscribed"] as const) {
        assert.isAbove(metrics[name], 0, name)
      }
      const { data } = yield* asTenant(Sends.use((sends) => sends.page({ limit: 100 })))
      assert.strictEqual(new Set(data.map(({ to_email }) => to_email)).size, data.length)
    }).pipe(Effect.scoped, Effect.provide(layer, { local: true }))
  )
})
