/** People whom the host signs in: each is added at the first time. */
import { Effect, Option } from "effect"
import { Changes } from "../Changes.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { blank, identityOf } from "./Person.ts"
import { PersonStore, replacePerson } from "./PersonStore.ts"
import type { Role } from "./Role.ts"

/** A person whom the host signs in. */
export interface HostPerson {
  /** The host's id of the person. */
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** Makes `People.ofHost` from the services that it needs. */
export const makeOfHost = Effect.gen(function* () {
  const store = yield* PersonStore
  const { transactional } = yield* Changes

  const findOrAdd = transactional(function* ({ id: external_id, name, role }: HostPerson) {
    const { id: organization_id } = yield* CurrentOrganization
    const identity = identityOf({ external_id })
    const [found] = yield* store.findByIdentity(identity, { organization_id })
    if (found === undefined) {
      const draft = { ...blank, name, role, email: null, external_id, identity, created_at: yield* Timestamp.now }
      return yield* store.insert(organization_id, draft)
    }
    const { person } = found
    if (person.name === name && person.role === role) return person
    const locked = Option.getOrElse(yield* store.lock(organization_id, person.id), () => person)
    const changed = { ...locked, name, role }
    yield* replacePerson(store, organization_id, changed)
    return changed
  })

  return traced("People.ofHost")(function* (given: HostPerson) {
    // Two first requests of a person at the same time: the second one finds what the first has added.
    return yield* Effect.retry(findOrAdd(given), {
      while: (error) => error._tag === "DuplicatePerson",
      times: 2
    }).pipe(Effect.catchTag("DuplicatePerson", Effect.die))
  })
})
