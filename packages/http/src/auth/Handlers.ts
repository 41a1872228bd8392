import { ApiKeys, decode, type IssuedApiKey, Organizations, Sessions } from "@mailroom/core"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Conflict, Unauthorized } from "../contract/Problems.ts"
import { CurrentPrincipal } from "../pipeline/Authorization.ts"
import { HostAuthentication } from "../pipeline/HostAuthentication.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"
import { cookieSetter, tokenOf } from "../pipeline/SessionCookie.ts"
import { SignIn } from "./Group.ts"

const byHost = new Conflict({
  reason: "host_authenticates",
  detail: "The app that embeds Mailroom signs its users in; there are no other sessions"
})
const wrong = new Unauthorized({ detail: "The key or the code is not valid" })
const decodeSignIn = decode(SignIn)

const services = Effect.all({
  keys: ApiKeys,
  organizations: Organizations,
  sessions: Sessions,
  host: Effect.map(HostAuthentication, Option.fromUndefinedOr)
})
const issued = {
  body: ({ key, secret }: IssuedApiKey) => ({ ...key, secret: Redacted.value(secret) }),
  location: ({ key }: IssuedApiKey) => `/keys/${key.id}`
}

export const operations = operationsOf("auth", services, ({ host, keys, organizations, sessions }) => ({
  page: keys.page,
  create: operation(keys.create, issued),
  find: keys.find,
  rotate: operation(keys.rotate, issued),
  revoke: operation(keys.revoke, { body: () => {} }),
  session: Effect.gen(function* () {
    const { access, key = null, organization_id: id } = yield* CurrentPrincipal
    // A host's authentication may return an organization that is not stored.
    const organization = Option.getOrUndefined(yield* organizations.find(id))
    if (organization === undefined) return yield* Effect.die(new Error(`There is no organization ${id}`))
    return { organization: { id, name: organization.name }, access, key }
  }),
  signIn: Effect.fnUntraced(function* (input: unknown) {
    if (Option.isSome(host)) return yield* byHost
    const { code = "", key } = yield* decodeSignIn(input)
    const begun = key === undefined ? sessions.signInByCode(Redacted.make(code)) : sessions.signIn(Redacted.make(key))
    const token = Option.getOrUndefined(yield* begun)
    if (token === undefined) return yield* wrong
    return (yield* cookieSetter(token))(HttpServerResponse.empty())
  }),
  signOut: Effect.gen(function* () {
    if (Option.isSome(host)) return yield* byHost
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const token = tokenOf(headers)
    if (token !== undefined) yield* sessions.end(Redacted.make(token))
    return (yield* cookieSetter(undefined))(HttpServerResponse.empty())
  })
}))
