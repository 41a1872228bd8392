import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { Sessions } from "../auth/Sessions.ts"
import { Changes } from "../Changes.ts"
import { day } from "../Durations.ts"
import { OrganizationId, PersonId } from "../ids.ts"
import { decode, type Input, type InvalidInput } from "../InvalidInput.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type OffsetPage, offsetPage, type PageQuery, pageQuery } from "../Pagination.ts"
import { hashOf } from "../SecretHash.ts"
import type { StorageError, Stored } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import type { UseCase } from "../UseCase.ts"
import { type HostPerson, makeOfHost } from "./HostPerson.ts"
import { fromRandom } from "./InvitationToken.ts"
import {
  blank,
  DuplicatePerson,
  type HigherRole,
  identityOf,
  isActive,
  LastOwner,
  losesLastOwner,
  managerOf,
  NewPerson,
  patch,
  type Person,
  PersonBlocked,
  PersonNotFound,
  PersonPatch,
  type PersonRecord,
  SignedInByHost,
  toPerson
} from "./Person.ts"
import {
  type Credentials,
  makePersonPasswords,
  type NoPerson,
  type PasswordChange,
  type WrongPassword
} from "./PersonPasswords.ts"
import { type FoundPerson, PersonStore, replacePerson } from "./PersonStore.ts"
import { requireRole } from "./RequireRole.ts"
import type { Role } from "./Role.ts"
import type { TooManyTries } from "./Tries.ts"

/** A person with the token of a new invitation, which is shown only here. */
export interface InvitedPerson {
  readonly person: Person
  readonly token: Redacted.Redacted
}

/** How long the link of an invitation works, in milliseconds. */
const invitationLifetime = 7 * day

/** The people of the current organization, and how they prove who they are. */
export class People extends Context.Service<
  People,
  {
    /** Adds a person, with an invitation: its token sets the first password within seven days. */
    readonly create: (input: typeof NewPerson.Encoded) => UseCase<InvitedPerson, DuplicatePerson | HigherRole>
    readonly find: (id: PersonId) => UseCase<Person, PersonNotFound>
    /** A page of the people by ascending id. */
    readonly page: (query: Input<PageQuery<PersonId>>) => UseCase<OffsetPage<Person>>
    /** Changes name or role, blocks or unblocks. A block ends the sessions of the person: elsewhere within a second. */
    readonly update: (
      id: PersonId,
      patch: typeof PersonPatch.Encoded
    ) => UseCase<Person, HigherRole | LastOwner | PersonNotFound | SignedInByHost>
    /** Removes a person. The sessions end, and the conversations of the person are assigned to nobody. */
    readonly remove: (id: PersonId) => UseCase<void, HigherRole | LastOwner | PersonNotFound>
    /** Makes a new invitation in place of an open one, also for a person who has lost the password. */
    readonly invite: (
      id: PersonId
    ) => UseCase<InvitedPerson, HigherRole | PersonBlocked | PersonNotFound | SignedInByHost>
    /**
     * Sets the password by the token of an invitation, which works once, and ends all sessions of the person. `None`: the
     * token is not valid. The password is checked before the token.
     */
    readonly accept: (
      token: Redacted.Redacted,
      password: string
    ) => Effect.Effect<Option.Option<FoundPerson>, InvalidInput | StorageError>
    /**
     * The person with these credentials; `None` for a wrong password, an unknown address, a blocked person and a person
     * without a password, after the same computation. Fails after ten tries for an address, or a hundred from a source, in
     * 15 minutes.
     */
    readonly authenticate: (
      credentials: Credentials
    ) => Effect.Effect<Option.Option<FoundPerson>, TooManyTries | StorageError>
    /** Changes the password of the current actor, and ends all sessions of the person: begin a new one for the result. */
    readonly changePassword: (
      input: typeof PasswordChange.Encoded
    ) => UseCase<FoundPerson, NoPerson | TooManyTries | WrongPassword>
    /** Notes that a person signed in. */
    readonly signedIn: (found: FoundPerson) => Stored<void>
    /** The person whom the host names: added at the first time, and changed when name or role are different. */
    readonly ofHost: (given: HostPerson) => Effect.Effect<PersonRecord, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/People") {
  static readonly layer = Layer.effect(
    People,
    Effect.gen(function* () {
      const store = yield* PersonStore
      const sessions = yield* Sessions
      const threads = yield* ThreadStore
      const { transactional } = yield* Changes
      const digest = yield* Digest.Digest
      const random = yield* SecureRandom.SecureRandom
      const passwords = yield* makePersonPasswords
      const ofHost = yield* makeOfHost
      const decodeNew = decode(NewPerson)
      const decodePatch = decode(PersonPatch)
      const decodeId = decode(PersonId, "/id")
      const decodeQuery = decode(pageQuery(PersonId))

      /** Gives the person a new invitation, in place of an open one. */
      const renewInvitation = Effect.fnUntraced(function* (organization_id: OrganizationId, before: PersonRecord) {
        const token = fromRandom(organization_id, before.id, yield* random.randomBytes(32))
        const invited_until = Timestamp.plus(yield* Timestamp.now, invitationLifetime)
        const person = { ...before, invitation: yield* hashOf(digest, token), invited_until }
        yield* replacePerson(store, organization_id, person)
        return { person: toPerson(person), token }
      })

      const ensureMayManage = (before: Role, after?: Role) => {
        const needed = managerOf(before, after)
        return requireRole(needed, needed === "owner" ? "manage owners" : "manage people")
      }

      const add = transactional(function* (input: NewPerson) {
        const { id: organization_id } = yield* CurrentOrganization
        const draft = {
          ...input,
          ...blank,
          identity: identityOf(input),
          created_at: yield* Timestamp.now
        }
        return yield* renewInvitation(organization_id, yield* store.insert(organization_id, draft))
      })

      /** Locks all people, so that two requests cannot remove the last two owners at the same time. `before`: the person with the id. */
      const lockPeople = Effect.fnUntraced(function* (id: PersonId) {
        const organization = yield* CurrentOrganization
        const people = yield* store.lockAll(organization.id)
        const before = people.find((person) => person.id === id)
        if (before === undefined) return yield* new PersonNotFound({ id })
        return { before, organization_id: organization.id, people }
      })

      const change = transactional(function* (id: PersonId, changes: PersonPatch) {
        const { before, organization_id, people } = yield* lockPeople(id)
        yield* ensureMayManage(before.role, changes.role)
        const isOfHost = before.external_id !== null
        if (isOfHost && (changes.role !== undefined || changes.name !== undefined)) return yield* new SignedInByHost()
        const after = patch(before, changes, yield* Timestamp.now)
        if (losesLastOwner(people, before, after)) return yield* new LastOwner()
        yield* replacePerson(store, organization_id, after)
        return toPerson(after)
      })

      const remove = transactional(function* (id: PersonId) {
        const { before, organization_id, people } = yield* lockPeople(id)
        yield* ensureMayManage(before.role)
        if (losesLastOwner(people, before, undefined)) return yield* new LastOwner()
        // Before the removal: the database would unassign the threads without an order of locks, and without a new revision.
        yield* threads.unassign(organization_id, id)
        yield* store.remove(organization_id, id)
      })

      const invite = transactional(function* (id: PersonId) {
        const organization = yield* CurrentOrganization
        const before = yield* orNotFound(store.lock(organization.id, id), () => new PersonNotFound({ id }))
        yield* ensureMayManage(before.role)
        if (before.external_id !== null) return yield* new SignedInByHost()
        if (!isActive(before)) return yield* new PersonBlocked()
        return yield* renewInvitation(organization.id, before)
      })

      const noteSignIn = transactional(function* (id: PersonId) {
        const organization = yield* CurrentOrganization
        const person = Option.getOrUndefined(yield* store.lock(organization.id, id))
        if (person === undefined) return
        yield* replacePerson(store, organization.id, { ...person, last_signed_in_at: yield* Timestamp.now })
      })

      return People.of({
        create: traced("People.create")(function* (input) {
          const person = yield* decodeNew(input)
          yield* ensureMayManage(person.role)
          return yield* add(person)
        }),
        find: traced("People.find")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          return toPerson(yield* orNotFound(store.find(organization.id, id), () => new PersonNotFound({ id })))
        }),
        page: traced("People.page")(function* (query) {
          const part = yield* decodeQuery(query)
          const { id } = yield* CurrentOrganization
          const { data, total } = yield* store.page(id, part)
          return offsetPage({ total, data: data.map(toPerson) }, part)
        }),
        update: traced("People.update")(function* (id, input) {
          return yield* Effect.tap(change(yield* decodeId(id), yield* decodePatch(input)), sessions.forgetAll)
        }),
        remove: traced("People.remove")(function* (id) {
          yield* Effect.andThen(remove(yield* decodeId(id)), sessions.forgetAll)
        }),
        invite: traced("People.invite")(function* (id) {
          return yield* invite(yield* decodeId(id))
        }),
        ...passwords,
        signedIn: traced("People.signedIn")(function* ({ organization_id, person }) {
          yield* Effect.provideService(noteSignIn(person.id), CurrentOrganization, { id: organization_id })
        }),
        ofHost
      })
    })
  ).pipe(Layer.provide([SecureRandom.layerWebCrypto, Digest.layerWebCrypto]))
}
