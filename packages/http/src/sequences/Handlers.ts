import { Sequences } from "@mailroom/core"
import { operation, operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("sequences", Sequences, (sequences) => ({
  ...sequences,
  list: operation(sequences.list, { body: (data) => ({ data }) }),
  create: operation(sequences.create, {
    location: ({ id }, campaignId) => `/campaigns/${campaignId}/sequences/${id}`
  })
}))
