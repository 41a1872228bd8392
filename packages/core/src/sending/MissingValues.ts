/** The variables without a value that keep a step from a lead. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { SequenceId } from "../ids.ts"
import type { Sequence } from "../sequences/Sequence.ts"

const MissingValues = Schema.Struct({
  sequence_id: SequenceId,
  position: described(Schema.Int, "The position of the step.", 1),
  variables: described(Schema.Array(Schema.String), "The names of the variables, in the order of the text.", [
    "company"
  ])
}).annotate({
  identifier: "MissingValues",
  description: "The variables of a step for which a lead has no value. They have no default, either."
})
export type MissingValues = typeof MissingValues.Type

export const missing_values = described(
  Schema.NullOr(MissingValues),
  "The step and its variables without a value, if the reason is `missing_variable`; else `null`.",
  null
)

/** The variables without a value in a step; `null`: all have one. */
export const missingIn = (
  { id, position }: Pick<Sequence, "id" | "position">,
  variables: ReadonlyArray<string>
): MissingValues | null => (variables.length === 0 ? null : { sequence_id: id, position, variables })
