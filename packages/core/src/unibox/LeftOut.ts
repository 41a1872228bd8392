/** A file of a mail that is not stored with its message. */
import { Schema } from "effect"
import { described } from "../Described.ts"

export const LeftOut = Schema.Struct({
  filename: described(Schema.String, "The name that the sender gave it; never a path."),
  content_type: described(Schema.String, "The media type that the sender gave it, in lower case."),
  size: described(Schema.Int, "In bytes; of a mail that came in, as it was transferred.")
}).annotate({
  identifier: "LeftOut",
  description:
    "A file of a mail that is not stored with its message. Of a mail over 25 MiB that came in, it is still in the inbox. Of our mail, it is a file of a step, which all mails of the step share."
})
export type LeftOut = typeof LeftOut.Type
