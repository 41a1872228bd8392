import { Accounts, AccountState, Mailboxes } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Api } from "../Api.ts"
import { etags } from "../Conversions.ts"
import { answers, notEncrypted } from "../contract/Problems.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { group } from "../pipeline/RequestContext.ts"

export const layer = group(
  Api,
  "mailboxes",
  Effect.fn(function* (handlers) {
    const accounts = yield* Accounts
    const mailboxes = yield* Mailboxes
    return handlers
      .handleRaw("connect", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((credentials) => mailboxes.connect(params.id, credentials)),
          Effect.andThen(accounts.find(params.id)),
          Effect.map((account) =>
            HttpApiSchema.withHeaders({
              body: AccountState.toAccount(account),
              headers: { etag: etags.account(account) }
            })
          ),
          Effect.catchTags({ EncryptionNotConfigured: notEncrypted }),
          answers("body")
        )
      )
      .handleAll({
        disconnect: ({ params }) => mailboxes.disconnect(params.id).pipe(answers("path")),
        test: ({ params }) => mailboxes.test(params.id).pipe(answers("path"))
      })
  })
)
