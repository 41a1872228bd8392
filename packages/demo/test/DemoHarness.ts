/** Tests over the data of the demo, in memory. */
import { it } from "@effect/vitest"
import { CurrentOrganization, DeliveryTransport, Encryption, Mailroom, Organizations, Unibox } from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"

/** The demo does not send anything. */
export const layerUnused = Layer.succeed(DeliveryTransport, {
  check: () => Effect.void,
  send: () => Effect.die(new Error("The demo sends nothing"))
})
export const useCases = Mailroom.layer.pipe(
  Layer.provide([PostalMime.layer, Encryption.layerEphemeral, layerUnused]),
  Layer.provideMerge(MemoryStorage.layer)
)
/** The instant of the tests. */
export const now = DateTime.makeUnsafe("2030-06-15T12:00:00Z")

/** Runs a test over an empty organization, at a fixed instant. */
export const demo = <A, E>(
  name: string,
  test: Effect.Effect<A, E, CurrentOrganization | Mailroom.Storage | Mailroom.UseCases>
) =>
  it.effect(name, () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(DateTime.toEpochMillis(now))
      const organization = yield* Organizations.use((organizations) => organizations.create({ name: "Acme" }))
      return yield* Effect.provideService(test, CurrentOrganization, organization)
    }).pipe(Effect.provide(useCases, { local: true }))
  )

/** The first hundred threads of a tab. */
export const threads = (tab: "other" | "replies") => Unibox.use((unibox) => unibox.threads({ tab, limit: 100 }))
