import { Accounts } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../Api.ts"
import { Conflict, invalidBody, notFound, storage } from "../Problems.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "accounts",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    return handlers.handleAll({
      page: ({ query }) => accounts.page(query).pipe(Effect.catchTag("StorageError", storage)),
      create: ({ payload }) =>
        accounts.create(payload).pipe(
          Effect.catchTags({
            DuplicateAccount: () =>
              new Conflict({ reason: "duplicate_account", detail: "There is an account with this e-mail address" }),
            InvalidInput: invalidBody,
            StorageError: storage
          })
        ),
      find: ({ params }) =>
        accounts.find(params.id).pipe(Effect.catchTags({ AccountNotFound: notFound, StorageError: storage }))
    })
  })
)
