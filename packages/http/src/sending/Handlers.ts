import { Sending } from "@mailroom/core"
import { operation, operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("sending", Sending, (sending) => ({
  ...sending,
  comparisons: operation(sending.comparisons, { body: (data) => ({ data }) })
}))
