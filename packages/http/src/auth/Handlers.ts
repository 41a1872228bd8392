import { ApiKeys, type IssuedApiKey, Organizations } from "@mailroom/core"
import { Effect, Option } from "effect"
import { Api } from "../Api.ts"
import { CurrentPrincipal } from "../pipeline/Authorization.ts"
import { jsonBody } from "../pipeline/Body.ts"
import { issuedKey } from "../Conversions.ts"
import { created } from "../contract/Created.ts"
import { invalidBody, invalidPath, invalidQuery, notFound, storage } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

const issued = (issued: IssuedApiKey) => created(`/keys/${issued.key.id}`, issuedKey(issued))

export const layer = group(
  Api,
  "auth",
  Effect.fn(function* (handlers) {
    const keys = yield* ApiKeys
    const organizations = yield* Organizations
    return handlers
      .handleRaw("create", ({ request }) =>
        jsonBody(request).pipe(
          Effect.flatMap(keys.create),
          Effect.flatMap(issued),
          Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })
        )
      )
      .handleRaw("rotate", ({ params, request }) =>
        jsonBody(request).pipe(
          Effect.flatMap((rotation) => keys.rotate(params.id, rotation)),
          Effect.flatMap(issued),
          Effect.catchTags({ ApiKeyNotFound: notFound, InvalidInput: invalidBody, StorageError: storage })
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
          Effect.catchTags({ InvalidInput: Effect.die, StorageError: storage })
        ),
        page: ({ query }) =>
          keys.page(query).pipe(Effect.catchTags({ InvalidInput: invalidQuery, StorageError: storage })),
        find: ({ params }) =>
          keys
            .find(params.id)
            .pipe(Effect.catchTags({ ApiKeyNotFound: notFound, InvalidInput: invalidPath, StorageError: storage })),
        revoke: ({ params }) =>
          keys
            .revoke(params.id)
            .pipe(
              Effect.asVoid,
              Effect.catchTags({ ApiKeyNotFound: notFound, InvalidInput: invalidPath, StorageError: storage })
            )
      })
  })
)
