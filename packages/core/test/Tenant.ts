/** The use cases over in-memory storage, and an organization that calls them. */
import { MailParser } from "@mailroom/mail"
import { it } from "@effect/vitest"
import * as QuickHashing from "./people/QuickHashing.ts"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { InvalidInput } from "../src/InvalidInput.ts"
import * as Mailroom from "../src/Mailroom.ts"
import { CurrentOrganization } from "../src/Organization.ts"
import { Signer } from "../src/secrets/Signer.ts"
import { newOrganization } from "../src/testing/fixtures/Fixtures.ts"

/** Parses mails that are written as the JSON of a `ParsedMail`: core has no parser. */
const jsonParser = Layer.succeed(MailParser, {
  parse: (raw) => Effect.sync(() => JSON.parse(new TextDecoder().decode(raw)))
})

/** The use cases over a storage. */
export const layerOver = <E>(storage: Layer.Layer<Mailroom.Storage, E>) =>
  Mailroom.layerWithSigner.pipe(
    Layer.provide([Signer.layerSecret(Redacted.make(new Uint8Array(32))), jsonParser, QuickHashing.layer]),
    Layer.provideMerge(storage)
  )

export const layer = layerOver(MemoryStorage.layer)
export type Services = Layer.Success<typeof layer>

/** Runs a test with new storage, on behalf of an organization in it. */
export const test = (
  name: string,
  body: () => Generator<Effect.Effect<unknown, unknown, Services | CurrentOrganization | Scope.Scope>, void, never>
) => it.effect(name, () => Effect.gen(body).pipe(asOther, Effect.provide(layer, { local: true })))

/** Runs an effect on behalf of another organization. */
export const asOther = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(newOrganization, (id) => Effect.provideService(effect, CurrentOrganization, { id }))

type Attempt<E> = Effect.Effect<unknown, E, Services | CurrentOrganization>

/** The tag of the error of each effect. */
export const errorsOf = (...effects: ReadonlyArray<Attempt<{ readonly _tag: string }>>) =>
  Effect.forEach(effects, (effect) => Effect.map(Effect.flip(effect), ({ _tag }) => _tag))

/** The paths of the faults for which the input is rejected. */
export const faultsOf = (effect: Attempt<{ readonly _tag: string } | InvalidInput>) =>
  Effect.map(Effect.flip(effect), (error) =>
    error instanceof InvalidInput ? [...new Set(error.faults.map(({ pointer }) => pointer))].sort() : [error._tag]
  )
