import { ApiKeys, type IssuedApiKey, Organizations } from "@mailroom/core"
import { Effect, Option } from "effect"
import { Api } from "../Api.ts"
import { CurrentPrincipal } from "../pipeline/Authorization.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { issuedKey } from "../Conversions.ts"
import { created } from "../contract/Created.ts"
import { answers } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

const issued = (issued: IssuedApiKey) => created(`/keys/${issued.key.id}`, issuedKey(issued))

export const layer = group(
  Api,
  "auth",
  Effect.fn(function* (handlers) {
    const keys = yield* ApiKeys
    const organizations = yield* Organizations
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
