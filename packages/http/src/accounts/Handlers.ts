import { AccountState, Accounts } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Api } from "../Api.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { accountsChanged, etags } from "../Conversions.ts"
import { created } from "../contract/Created.ts"
import { versionsOf } from "../contract/EntityTag.ts"
import { invalidIds, withIds } from "../pipeline/Ids.ts"
import { answers, Conflict } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

export const layer = group(
  Api,
  "accounts",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const headersOf = (account: AccountState.AccountDetails) => ({ etag: etags.account(account) })

    return handlers
      .handleRaw("create", ({ endpoint }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap(accounts.create),
          Effect.flatMap((account) =>
            created(`/accounts/${account.id}`, AccountState.toAccount(account), headersOf(account))
          ),
          Effect.catchTags({
            DuplicateAccount: () =>
              new Conflict({ reason: "duplicate_account", detail: "There is an account with this e-mail address" })
          }),
          answers("body")
        )
      )
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ endpoint, headers }) {
          const if_version = yield* versionsOf(headers["if-match"])
          return accountsChanged(yield* accounts.update(yield* bodyOf(endpoint), { if_version }))
        }, answers("body"))
      )
      .handleRaw(
        "remove",
        Effect.fnUntraced(function* ({ endpoint, headers, query }) {
          const if_version = yield* versionsOf(headers["if-match"])
          const { idsAt, input } = withIds(yield* bodyOf(endpoint), query.ids)
          return yield* accounts
            .remove(input, { if_version })
            .pipe(Effect.map(accountsChanged), Effect.catchTag("InvalidInput", invalidIds(idsAt)))
        }, answers("body"))
      )
      .handleAll({
        page: ({ query }) => accounts.page(query).pipe(answers("query")),
        find: ({ params }) =>
          accounts.find(params.id).pipe(
            Effect.map((account) =>
              HttpApiSchema.withHeaders({ body: AccountState.toAccount(account), headers: headersOf(account) })
            ),
            answers("path")
          ),
        dns: ({ params, query }) => accounts.dns(params.id, query).pipe(answers("query"))
      })
  })
)
