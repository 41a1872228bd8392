import { Billing, type Transaction } from "@mailroom/core"
import { Effect } from "effect"
import { json } from "../pipeline/Answer.ts"
import { Api } from "../Api.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { created } from "../contract/Created.ts"
import { answers, Conflict } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

export const layer = group(
  Api,
  "billing",
  Effect.fn(function* (handlers) {
    const billing = yield* Billing
    return handlers
      .handleRaw(
        "record",
        Effect.fnUntraced(
          function* ({ endpoint }) {
            const { outcome, transaction } = yield* billing.record(yield* bodyOf(endpoint))
            return outcome === "recorded"
              ? yield* created(`/billing/transactions/${transaction.id}`, transaction)
              : json<typeof Transaction.Transaction.Encoded>(transaction)
          },
          Effect.catchTags({
            DuplicateReference: ({ fields }) =>
              new Conflict({
                reason: "duplicate_reference",
                detail: `The reference is recorded with another ${fields.join(", ")}`
              })
          }),
          answers("body")
        )
      )
      .handleAll({
        page: ({ query }) => billing.page(query).pipe(answers("query")),
        find: ({ params }) => billing.find(params.id).pipe(answers("path"))
      })
  })
)
