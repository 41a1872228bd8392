import { Billing } from "@mailroom/core"
import { operation, operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("billing", Billing, (billing) => ({
  ...billing,
  record: operation(billing.record, {
    body: ({ transaction }) => transaction,
    isEncoded: true,
    location: ({ outcome, transaction }) =>
      outcome === "recorded" ? `/billing/transactions/${transaction.id}` : undefined
  })
}))
