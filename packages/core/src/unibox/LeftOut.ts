/** An attachment of a mail that was too large to be read whole. */
import { Schema } from "effect"
import { described } from "../Described.ts"

export const LeftOut = Schema.Struct({
  filename: described(Schema.String, "The name that the sender gave it; never a path."),
  content_type: described(Schema.String, "The media type that the sender gave it, in lower case."),
  size: described(Schema.Int, "In bytes, as it was transferred.")
}).annotate({
  identifier: "LeftOut",
  description: "An attachment of a mail over 25 MiB. It was not read, and is still in the inbox."
})
export type LeftOut = typeof LeftOut.Type
