import { AccountState, Accounts } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Api } from "../Api.ts"
import { jsonBody } from "../Body.ts"
import { accountsChanged, etags } from "../Conversions.ts"
import { created } from "../Created.ts"
import { versionsOf } from "../EntityTag.ts"
import { invalidIds, withIds } from "../Ids.ts"
import { Conflict, invalidBody, invalidPath, invalidQuery, notFound, PreconditionFailed, storage } from "../Problems.ts"
import { group } from "../RequestContext.ts"

export const layer = group(
  Api,
  "accounts",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const headersOf = (account: AccountState.AccountDetails) => ({ etag: etags.account(account) })
    const changed = () => new PreconditionFailed({ detail: "The account was changed since it was read" })

    return handlers
      .handleRaw("create", ({ request }) =>
        jsonBody(request).pipe(
          Effect.flatMap(accounts.create),
          Effect.flatMap((account) =>
            created(`/accounts/${account.id}`, AccountState.toAccount(account), headersOf(account))
          ),
          Effect.catchTags({
            DuplicateAccount: () =>
              new Conflict({ reason: "duplicate_account", detail: "There is an account with this e-mail address" }),
            InvalidInput: invalidBody,
            StorageError: storage
          })
        )
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(
          function* ({ headers, request }) {
            const if_version = yield* versionsOf(headers["if-match"])
            return accountsChanged(yield* accounts.update(yield* jsonBody(request), { if_version }))
          },
          Effect.catchTags({ AccountChanged: changed, InvalidInput: invalidBody, StorageError: storage })
        )
      )
      .handleRaw(
        "remove",
        Effect.fnUntraced(
          function* ({ headers, query, request }) {
            const if_version = yield* versionsOf(headers["if-match"])
            const { idsAt, input } = withIds(yield* jsonBody(request), query.ids)
            return yield* accounts
              .remove(input, { if_version })
              .pipe(Effect.map(accountsChanged), Effect.catchTag("InvalidInput", invalidIds(idsAt)))
          },
          Effect.catchTags({ AccountChanged: changed, StorageError: storage })
        )
      )
      .handleAll({
        page: ({ query }) =>
          accounts.page(query).pipe(Effect.catchTags({ InvalidInput: invalidQuery, StorageError: storage })),
        find: ({ params }) =>
          accounts.find(params.id).pipe(
            Effect.map((account) =>
              HttpApiSchema.withHeaders({ body: AccountState.toAccount(account), headers: headersOf(account) })
            ),
            Effect.catchTags({ AccountNotFound: notFound, InvalidInput: invalidPath, StorageError: storage })
          ),
        dns: ({ params, query }) =>
          accounts
            .dns(params.id, query)
            .pipe(Effect.catchTags({ AccountNotFound: notFound, InvalidInput: invalidQuery, StorageError: storage }))
      })
  })
)
