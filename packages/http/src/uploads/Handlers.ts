import { Uploads } from "@mailroom/core"
import { operation, operationsOf } from "../pipeline/Operation.ts"

export const operations = operationsOf("uploads", Uploads, (uploads) => ({
  create: operation(uploads.create, {
    location: ({ id }) => `/uploads/${id}`,
    faults: { FileTooLarge: ({ message }) => ({ pointer: "", message }) }
  }),
  find: uploads.find,
  remove: uploads.remove
}))
