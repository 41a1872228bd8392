import {
  actingOf,
  ApiKeys,
  CurrentActor,
  CurrentOrganization,
  decode,
  type FoundPerson,
  type IssuedApiKey,
  Log,
  Organizations,
  People,
  roleOf,
  Sessions
} from "@mailroom/core"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Conflict, Unauthorized } from "../contract/Problems.ts"
import { CurrentPrincipal } from "../pipeline/Authorization.ts"
import { HostAuthentication } from "../pipeline/HostAuthentication.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"
import { cookieSetter, tokenOf } from "../pipeline/SessionCookie.ts"
import { SignIn } from "./Group.ts"

const hostAuthenticates = new Conflict({
  reason: "host_authenticates",
  detail: "The app that embeds Mailroom signs its users in; there are no other sessions"
})
const invalidProof = new Unauthorized({
  detail: "The key, the code, or the address and the password are not valid"
})
/** Only storage knows an invitation, and only until it ends: so the answer is the same for all that have ended. */
const endedInvitation = new Unauthorized({
  detail:
    "This invitation was used, has expired, or was replaced by a newer one: ask an administrator for a new link. Somebody who " +
    "has chosen a password signs in with address and password"
})
const decodeSignIn = decode(SignIn)

const services = Effect.all({
  keys: ApiKeys,
  log: Log,
  organizations: Organizations,
  people: People,
  sessions: Sessions,
  host: Effect.map(HostAuthentication, Option.fromUndefinedOr)
})
const issued = {
  body: ({ key, secret }: IssuedApiKey) => ({ ...key, secret: Redacted.value(secret) }),
  location: ({ key }: IssuedApiKey) => `/keys/${key.id}`
}

export const operations = operationsOf("auth", services, ({ host, keys, log, organizations, people, sessions }) => {
  /** Begins a session of a person, who has proved who they are. */
  const beginForPerson = Effect.fnUntraced(function* (found: Option.Option<FoundPerson>) {
    if (Option.isNone(found)) return Option.none()
    yield* people.signedIn(found.value)
    return Option.some(yield* sessions.begin(found.value))
  })
  /** Begins a session by the proof in the request. The token of the session; none if the proof is not valid. */
  const tokenFor = Effect.fnUntraced(function* ({
    code = "",
    email,
    invitation,
    key,
    organization_id,
    password = ""
  }: typeof SignIn.Type) {
    if (key !== undefined) return yield* sessions.signIn(Redacted.make(key))
    if (invitation !== undefined)
      return yield* beginForPerson(yield* people.accept(Redacted.make(invitation), password))
    if (email === undefined) return yield* sessions.signInByCode(Redacted.make(code))
    const { remoteAddress } = yield* HttpServerRequest.HttpServerRequest
    const source = Option.getOrUndefined(remoteAddress)
    const credentials = { email, password: Redacted.make(password), organization_id, source }
    return yield* beginForPerson(yield* people.authenticate(credentials))
  })

  /**
   * Adds an entry to the log for a session that has begun. A code or an invitation has been spent by then, so a failure is only a
   * warning.
   */
  const record = Effect.fnUntraced(
    function* (token: Redacted.Redacted, operation: string) {
      const found = Option.getOrUndefined(yield* sessions.authenticate(token))
      if (found === undefined) return
      const { organization_id, person } = found.principal
      yield* log
        .record(operation, person === undefined ? [] : [`people/${person.id}`])
        .pipe(
          Effect.provideService(CurrentOrganization, { id: organization_id }),
          Effect.provideService(CurrentActor, actingOf(found.principal))
        )
    },
    Effect.catchTag("StorageError", (error) => Effect.logWarning("could not write the sign-in to the log", error))
  )

  return {
    page: keys.page,
    create: operation(keys.create, issued),
    find: keys.find,
    rotate: operation(keys.rotate, issued),
    revoke: operation(keys.revoke, { body: () => {} }),
    session: Effect.gen(function* () {
      const principal = yield* CurrentPrincipal
      const { access, key = null, organization_id: id, person } = principal
      // A host's authentication may return an organization that is not stored.
      const organization = Option.getOrUndefined(yield* organizations.find(id))
      if (organization === undefined) return yield* Effect.die(new Error(`There is no organization ${id}`))
      return {
        organization: { id, name: organization.name },
        access,
        key,
        person: person === undefined ? null : { id: person.id, name: person.name },
        role: roleOf(principal)
      }
    }),
    signIn: Effect.fnUntraced(function* (input: unknown) {
      if (Option.isSome(host)) return yield* hostAuthenticates
      const given = yield* decodeSignIn(input)
      const token = Option.getOrUndefined(yield* tokenFor(given))
      if (token === undefined) return yield* given.invitation === undefined ? invalidProof : endedInvitation
      // A program may sign in by its key at each request, and no rate limit applies here: the log would grow without a bound.
      if (given.key === undefined) {
        yield* record(token, given.invitation === undefined ? "auth.signIn" : "people.accept")
      }
      return (yield* cookieSetter(token))(HttpServerResponse.empty())
    }),
    changePassword: Effect.fnUntraced(function* (input) {
      const token = yield* sessions.begin(yield* people.changePassword(input))
      return (yield* cookieSetter(token))(HttpServerResponse.empty())
    }),
    signOut: Effect.gen(function* () {
      if (Option.isSome(host)) return yield* hostAuthenticates
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const token = tokenOf(headers)
      if (token !== undefined) yield* sessions.end(Redacted.make(token))
      return (yield* cookieSetter(undefined))(HttpServerResponse.empty())
    })
  }
})
