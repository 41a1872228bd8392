import { type Account, Accounts, AccountState, Mailboxes } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Api } from "../Api.ts"
import { etags } from "../Conversions.ts"
import { versionsOf } from "../contract/EntityTag.ts"
import { answers, Conflict, notEncrypted } from "../contract/Problems.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { group } from "../pipeline/RequestContext.ts"

export const layer = group(
  Api,
  "mailboxes",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const mailboxes = yield* Mailboxes
    const shown = Effect.fnUntraced(function* (id: Account.AccountId) {
      const account = yield* accounts.find(id)
      return HttpApiSchema.withHeaders({
        body: AccountState.toAccount(account),
        headers: { etag: etags.account(account) }
      })
    })
    return handlers
      .handleRaw(
        "connect",
        Effect.fnUntraced(
          function* ({ endpoint, headers, params }) {
            const if_version = yield* versionsOf(headers["if-match"])
            yield* mailboxes.connect(params.id, yield* bodyOf(endpoint), { if_version })
            return yield* shown(params.id)
          },
          Effect.catchTags({ EncryptionNotConfigured: notEncrypted }),
          answers("body")
        )
      )
      .handleRaw(
        "sync",
        Effect.fnUntraced(
          function* ({ endpoint, params }) {
            yield* mailboxes.sync(params.id, yield* bodyOf(endpoint))
            return yield* shown(params.id)
          },
          Effect.catchTags({
            InboxNotRead: ({ message }) => new Conflict({ reason: "inbox_not_read", detail: message })
          }),
          answers("body")
        )
      )
      .handleAll({
        disconnect: Effect.fnUntraced(function* ({ headers, params }) {
          const if_version = yield* versionsOf(headers["if-match"])
          yield* mailboxes.disconnect(params.id, { if_version })
        }, answers("path")),
        test: ({ params }) => mailboxes.test(params.id).pipe(answers("path"))
      })
  })
)
