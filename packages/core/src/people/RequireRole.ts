/** Checks the role of an actor where it depends on the values of a call. */
import { Effect } from "effect"
import { CurrentActor } from "./Actor.ts"
import { HigherRole } from "./Person.ts"
import { allows, type Role } from "./Role.ts"

/** Fails unless the actor has at least this role. `action`: what the call does, as the words after "may". */
export const requireRole = Effect.fnUntraced(function* (needed: Role, action: string) {
  const { role } = yield* CurrentActor
  if (!allows(role, needed)) return yield* new HigherRole({ role, needed, action })
})
