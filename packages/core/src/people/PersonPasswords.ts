/** How people set, change and enter their passwords. */
import { fold } from "@mailroom/mail/text"
import { Effect, Option, Redacted, Schema } from "effect"
import { Digest } from "effect/crypto"
import { Sessions } from "../auth/Sessions.ts"
import { Changes } from "../Changes.ts"
import type { OrganizationId, PersonId } from "../ids.ts"
import { decode } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { hashOf } from "../SecretHash.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { CurrentActor, personIdOf } from "./Actor.ts"
import { idsOf } from "./InvitationToken.ts"
import { makePasswords, NewPassword } from "./Password.ts"
import { identityOf, isActive, type PersonRecord } from "./Person.ts"
import { PersonStore, replacePerson } from "./PersonStore.ts"
import { makeTries } from "./Tries.ts"

/** An address and a password, as somebody entered them. */
export interface Credentials {
  readonly email: string
  readonly password: Redacted.Redacted
  /** Only in this organization. Default: the first one in which the password is right. */
  readonly organization_id?: OrganizationId | undefined
  /** The network address of the client, if it is known. */
  readonly source?: string | undefined
}

export const PasswordChange = Schema.Struct({
  current_password: Schema.String.annotate({ description: "The password until now." }),
  password: NewPassword
}).annotate({ identifier: "PasswordChange", description: "A new password of the person who is signed in." })

/** The request has no person: it has an API key, or comes from the app that embeds Mailroom. */
export class NoPerson extends Schema.TaggedError<NoPerson>()("NoPerson", {}) {
  override get message(): string {
    return "No person is signed in: sign in with an address and a password"
  }
}
/** The current password is wrong. */
export class WrongPassword extends Schema.TaggedError<WrongPassword>()("WrongPassword", {}) {
  override get message(): string {
    return "The current password is not right"
  }
}

/** The number of organizations in which a password is compared. */
const maximumCandidates = 10

/** Makes the use cases of `People` that need a password. */
export const makePersonPasswords = Effect.gen(function* () {
  const store = yield* PersonStore
  const sessions = yield* Sessions
  const { transactional } = yield* Changes
  const digest = yield* Digest.Digest
  const { hash, verify } = yield* makePasswords
  const tries = makeTries()
  const decodePassword = decode(NewPassword, "/password")
  const decodeChange = decode(PasswordChange)

  /** Sets the password, and ends all sessions of the person. */
  const putPassword = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    before: PersonRecord,
    password: string
  ) {
    const person = {
      ...before,
      password,
      invitation: null,
      invited_until: null,
      generation: before.generation + 1
    }
    yield* replacePerson(store, organization_id, person)
    return { organization_id, person }
  })

  /** Sets the password of a person whose open invitation has the token with this hash; `None`: it is not open any more. */
  const redeem = transactional(function* (id: PersonId, hashed: string, password: string) {
    const organization = yield* CurrentOrganization
    const person = Option.getOrUndefined(yield* store.lock(organization.id, id))
    if (person?.invitation !== hashed || !isActive(person)) return Option.none()
    if (person.invited_until === null || person.invited_until <= (yield* Timestamp.now)) return Option.none()
    return Option.some(yield* putPassword(organization.id, person, password))
  })

  const setPassword = transactional(function* (before: PersonRecord, password: string) {
    const organization = yield* CurrentOrganization
    const person = Option.getOrUndefined(yield* store.lock(organization.id, before.id))
    // Somebody else has changed the password meanwhile.
    if (person?.password !== before.password) return yield* new WrongPassword()
    return yield* putPassword(organization.id, person, password)
  })

  return {
    accept: traced("People.accept")(function* (token: Redacted.Redacted, input: string) {
      const password = yield* decodePassword(input)
      const ids = idsOf(Redacted.value(token))
      if (Option.isNone(ids)) return Option.none()
      const { id, organization_id } = ids.value
      const hashed = yield* hashOf(digest, token)
      // A guessed token must not cost a hash of a password.
      const person = Option.getOrUndefined(yield* store.find(organization_id, id))
      if (person?.invitation !== hashed) return Option.none()
      const redeemed = redeem(id, hashed, yield* hash(Redacted.make(password)))
      return yield* Effect.provideService(redeemed, CurrentOrganization, { id: organization_id }).pipe(
        Effect.tap(sessions.forgetAll)
      )
    }),
    authenticate: traced("People.authenticate")(function* ({ email, organization_id, password, source }: Credentials) {
      const attempt = { address: fold(email), source }
      yield* tries.begin(attempt)
      const asked = organization_id === undefined ? {} : { organization_id }
      const found = yield* store.findByIdentity(identityOf({ email }), asked)
      const candidates = found.filter(({ person }) => isActive(person) && person.password !== null)
      for (const candidate of candidates.slice(0, maximumCandidates)) {
        if (yield* verify(password, candidate.person.password)) {
          tries.succeed(attempt)
          return Option.some(candidate)
        }
      }
      // As long as for an address with one person.
      if (candidates.length === 0) yield* verify(password, null)
      return Option.none()
    }),
    changePassword: traced("People.changePassword")(function* (input: typeof PasswordChange.Encoded) {
      const { current_password, password } = yield* decodeChange(input)
      const { actor } = yield* CurrentActor
      const { id: organization_id } = yield* CurrentOrganization
      const id = personIdOf(actor)
      if (id === undefined) return yield* new NoPerson()
      const person = Option.getOrUndefined(yield* store.find(organization_id, id))
      if (person === undefined || person.external_id !== null) return yield* new NoPerson()
      const attempt = { address: `${organization_id} ${person.id}` }
      yield* tries.begin(attempt)
      if (!(yield* verify(Redacted.make(current_password), person.password))) return yield* new WrongPassword()
      tries.succeed(attempt)
      return yield* Effect.tap(setPassword(person, yield* hash(Redacted.make(password))), sessions.forgetAll)
    })
  }
})
