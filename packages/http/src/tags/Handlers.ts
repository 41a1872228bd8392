import { Tags } from "@mailroom/core"
import { operation, operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("tags", Tags, (tags) => ({
  ...tags,
  create: operation(tags.create, { location: ({ id }) => `/tags/${id}` })
}))
