import { Sequences } from "@mailroom/core"
import { etags } from "../Conversions.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

const sequence = { etag: etags.sequence }

export const operations = operationsOf("sequences", Sequences, (sequences) => ({
  list: operation(sequences.list, { body: (data) => ({ data }) }),
  create: operation(sequences.create, {
    ...sequence,
    location: ({ id }, campaignId) => `/campaigns/${campaignId}/sequences/${id}`
  }),
  find: operation(sequences.find, sequence),
  update: operation(sequences.update, sequence),
  remove: sequences.remove
}))
