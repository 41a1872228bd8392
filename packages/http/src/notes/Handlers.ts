import { Notes } from "@mailroom/core"
import { operation, operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("notes", Notes, (notes) => ({
  ...notes,
  create: operation(notes.create, { location: ({ id }) => `/unibox/notes/${id}` })
}))
