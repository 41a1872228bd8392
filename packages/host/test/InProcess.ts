/** The use cases in this process, over a database in which other processes work. */
import { CurrentOrganization, MailParser, Mailroom, Organizations } from "@mailroom/core"
import { HostStorage } from "@mailroom/host"
import { Effect, Layer } from "effect"

/** A mail parser for tests that receive no mail. */
export const noParser = Layer.succeed(MailParser, { parse: () => Effect.die(new Error("There is no mail parser")) })

/** Creates an organization. Returns it, and a function that runs effects for it. The host provides `services`. */
export const inProcess = Effect.fnUntraced(function* (storage: HostStorage.Options, services: Layer.Layer<never>) {
  const context = yield* Layer.build(
    Layer.fresh(Mailroom.layer).pipe(
      Layer.provide(noParser),
      Layer.provideMerge(Layer.fresh(Layer.merge(HostStorage.layer(storage), services)))
    )
  )
  const organization = yield* Effect.provideContext(
    Organizations.use((organizations) => organizations.create({ name: "Acme" })),
    context
  )
  const run = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(Effect.provideService(CurrentOrganization, organization), Effect.provideContext(context))
  return { organization, run }
})
