import { ApiKeys, type IssuedApiKey, Organizations, Sessions } from "@mailroom/core"
import { Effect, Option, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Api } from "../Api.ts"
import { CurrentPrincipal } from "../pipeline/Authorization.ts"
import { bodyOf, decodedBody } from "../pipeline/Body.ts"
import { issuedKey } from "../Conversions.ts"
import { created } from "../contract/Created.ts"
import { answers, Conflict, storage, Unauthorized } from "../contract/Problems.ts"
import { HostAuthentication } from "../pipeline/HostAuthentication.ts"
import { group } from "../pipeline/RequestContext.ts"
import { cookieSetter, tokenOf } from "../pipeline/SessionCookie.ts"

const issued = (issued: IssuedApiKey) => created(`/keys/${issued.key.id}`, issuedKey(issued))

const byHost = new Conflict({
  reason: "host_authenticates",
  detail: "The app that embeds Mailroom signs its users in; there are no other sessions"
})
const wrong = new Unauthorized({ detail: "The key or the code is not valid" })

export const layer = group(
  Api,
  "auth",
  Effect.fn(function* (handlers) {
    const keys = yield* ApiKeys
    const organizations = yield* Organizations
    const sessions = yield* Sessions
    const isByHost = (yield* HostAuthentication) !== undefined
    return handlers
      .handleRaw("create", ({ endpoint }) =>
        bodyOf(endpoint).pipe(Effect.flatMap(keys.create), Effect.flatMap(issued), answers("body"))
      )
      .handleRaw("rotate", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((rotation) => keys.rotate(params.id, rotation)),
          Effect.flatMap(issued),
          answers("body")
        )
      )
      .handleRaw(
        "signIn",
        Effect.fnUntraced(
          function* ({ endpoint }) {
            if (isByHost) return yield* byHost
            const { code = "", key } = yield* decodedBody(endpoint)
            const begun =
              key === undefined ? sessions.signInByCode(Redacted.make(code)) : sessions.signIn(Redacted.make(key))
            const token = Option.getOrUndefined(yield* begun)
            if (token === undefined) return yield* wrong
            return (yield* cookieSetter(token))(HttpServerResponse.empty())
          },
          Effect.catchTag("StorageError", storage)
        )
      )
      .handleRaw(
        "signOut",
        Effect.fnUntraced(
          function* () {
            if (isByHost) return yield* byHost
            const { headers } = yield* HttpServerRequest.HttpServerRequest
            const token = tokenOf(headers)
            if (token !== undefined) yield* sessions.end(Redacted.make(token))
            return (yield* cookieSetter(undefined))(HttpServerResponse.empty())
          },
          Effect.catchTag("StorageError", storage)
        )
      )
      .handleAll({
        session: Effect.fnUntraced(
          function* () {
            const { access, key = null, organization_id: id } = yield* CurrentPrincipal
            // A host's authentication may return an organization that is not stored.
            const organization = Option.getOrUndefined(yield* organizations.find(id))
            if (organization === undefined) return yield* Effect.die(new Error(`There is no organization ${id}`))
            return { organization: { id, name: organization.name }, access, key }
          },
          Effect.catchTags({ InvalidInput: Effect.die }),
          answers("body")
        ),
        page: ({ query }) => keys.page(query).pipe(answers("query")),
        find: ({ params }) => keys.find(params.id).pipe(answers("path")),
        revoke: ({ params }) => keys.revoke(params.id).pipe(Effect.asVoid, answers("path"))
      })
  })
)
