import { Accounts } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { jsonBody } from "../Body.ts"
import { created } from "../Created.ts"
import { Conflict, invalidBody, invalidPath, invalidQuery, notFound, storage } from "../Problems.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "accounts",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    return handlers
      .handleRaw("create", ({ request }) =>
        jsonBody(request).pipe(
          Effect.flatMap(accounts.create),
          Effect.flatMap((account) => created(`/accounts/${account.id}`, account)),
          Effect.catchTags({
            DuplicateAccount: () =>
              new Conflict({ reason: "duplicate_account", detail: "There is an account with this e-mail address" }),
            InvalidInput: invalidBody,
            StorageError: storage
          })
        )
      )
      .handleAll({
        page: ({ query }) =>
          accounts.page(query).pipe(Effect.catchTags({ InvalidInput: invalidQuery, StorageError: storage })),
        find: ({ params }) =>
          accounts
            .find(params.id)
            .pipe(Effect.catchTags({ AccountNotFound: notFound, InvalidInput: invalidPath, StorageError: storage }))
      })
  })
)
