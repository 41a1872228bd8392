import { Transaction } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent, NeedsNoKey } from "../pipeline/Idempotent.ts"
import { offsetPage, parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

export class BillingGroup extends HttpApiGroup.make("billing")
  .add(
    HttpApiEndpoint.get("page", "/billing/transactions", {
      query: parameters(Transaction.TransactionQuery.fields),
      success: offsetPage(Transaction.Transaction, "TransactionPage", "transactions")
    }).annotateMerge(
      documented(
        "List the transactions, newest first",
        "`from` and `to` are days, both inclusive, or instants, of which `to` is exclusive; amounts are in minor units. " +
          "Pages by `after_id`, the id of the last row of the page before, stay stable while rows are added."
      )
    ),
    HttpApiEndpoint.post("record", "/billing/transactions", {
      payload: Transaction.NewTransaction,
      success: [Created(Transaction.Transaction), Transaction.Transaction],
      error: [Conflict]
    })
      .middleware(Idempotent)
      .annotate(NeedsNoKey, (row) => typeof row?.reference === "string")
      .annotateMerge(
        documented(
          "Record a transaction, once by its reference",
          "201 for a new row; 200 when the same row was there, or when a pending one ends: it may become `succeeded`, " +
            "`failed` or `void`, once, and get a `paid_at`. Any other difference is a conflict, `duplicate_reference`. So a " +
            "row with a reference can be sent again, and an `Idempotency-Key` is ignored; a row without one needs it.",
          {
            type: "payment",
            status: "succeeded",
            amount: 4900,
            currency: "EUR",
            description: "March",
            reference: "invoice-2026-0302",
            paid_at: "2026-03-02T09:30:00Z"
          }
        )
      ),
    HttpApiEndpoint.get("find", "/billing/transactions/:id", {
      params: parameters({ id: Transaction.TransactionId }),
      success: Transaction.Transaction,
      error: [NotFound]
    }).annotateMerge(documented("Get a transaction", "Rows are never deleted."))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Billing",
      description: "Payments, refunds, credits and usage, as the host recorded them. Nobody is charged here."
    })
  )
  .annotate(Guides, ["billing.md"]) {}
