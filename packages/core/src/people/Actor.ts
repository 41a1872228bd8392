/** Actors: a person, an API key, the app that embeds Mailroom, or the system itself. */
import { Context, Schema } from "effect"
import { described } from "../Described.ts"
import type { PersonId } from "../ids.ts"
import { Role } from "./Role.ts"

export const Actor = Schema.Struct({
  type: described(
    Schema.Literals(["person", "key", "host", "system"]),
    "`host`: the app that embeds Mailroom. `system`: Mailroom itself, or its command line.",
    "person"
  ),
  id: described(Schema.NullOr(Schema.Int), "The id of the person or of the API key; `null` for all others.", 4),
  name: described(Schema.String, "The name at the time. Empty for the host and the system.", "Ada Lovelace")
}).annotate({ identifier: "Actor", description: "A person, an API key, the host or the system." })
export type Actor = typeof Actor.Type

/** Text that identifies an actor in its organization. */
export const keyOf = ({ id, type }: Actor): string => `${type}:${id ?? 0}`

export const isSame = (a: Actor, b: Actor): boolean => keyOf(a) === keyOf(b)

/** The id of the person; `undefined`: the actor is not a person. */
export const personIdOf = ({ id, type }: Actor): PersonId | undefined =>
  type === "person" && id !== null ? (id as PersonId) : undefined

export const system: Actor = { type: "system", id: null, name: "" }
export const host: Actor = { type: "host", id: null, name: "" }

/** An actor and its role. Use cases in process and commands act as an owner. */
export interface Acting {
  readonly actor: Actor
  readonly role: Role
}

/** The actor of a use case. Default: the system. */
export const CurrentActor = Context.Reference<Acting>("@mailroom/core/CurrentActor", {
  defaultValue: () => ({ actor: system, role: "owner" })
})
