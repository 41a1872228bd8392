/** The comparison of the variants of a step, as the API shows it, with the figures so far. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { Sequence, SequenceId, Variant, Won, WinnerRule } from "../sequences/Sequence.ts"

const ComparedVariant = Schema.Struct({
  sequence_id: SequenceId,
  variant: Variant,
  weight: Sequence.fields.weight,
  contacted: described(Count, "The leads to whom the variant was sent.", 120),
  opened: described(Count, "The leads that opened it for the first time, without openings by machines.", 64),
  answered: described(
    Count,
    "The leads to whom it was sent and who reached the goal; without a rule, who answered.",
    9
  ),
  missing: described(
    Count,
    "The number of leads to whom the variant must still be sent before a variant can win. 0 without a rule, and with weight 0.",
    80
  )
}).annotate({ identifier: "ComparedVariant", description: "A variant of a step, with its figures so far." })

export const Comparison = Schema.Struct({
  position: described(Schema.Int, "The position of the step.", 1),
  state: described(
    Schema.Literals(["not_compared", "collecting", "undecided", "decided"]),
    "`not_compared`: the step has no rule, or only one variant has a weight. `collecting`: a variant was not sent to enough leads, see `missing`. `undecided`: each answer may decide. `decided`: `won` says which variant.",
    "collecting"
  ),
  winner_rule: described(
    Schema.NullOr(WinnerRule),
    "The rule. Figures of the variants count from its `since` on. `null`: there is none, and the figures are those of all time."
  ),
  variants: described(Schema.Array(ComparedVariant), "The variants of the step, by letter."),
  leader: described(
    Schema.NullOr(Variant),
    "The variant with the highest share of leads that reached the goal; `null`: several have it, or nothing is compared. Of a decided step, the winner.",
    "A"
  ),
  certainty: described(
    Schema.NullOr(Schema.Finite),
    "How surely `leader` is better than each other variant: 0 to 1. It wins at 0.95 or more. You may look as often as you like. `null`: nothing is compared. Of a decided step, that of the decision.",
    0.62
  ),
  won: described(
    Schema.NullOr(
      Schema.Struct({ sequence_id: SequenceId, variant: Variant, ...Won.fields }).annotate({
        identifier: "Winner",
        description: "The variant that has won, when, and by which figures."
      })
    ),
    "The decision. `null`: no variant has won."
  )
}).annotate({
  identifier: "Comparison",
  description: "The variants of a step with their figures so far, and what is known of a winner."
})
export type Comparison = typeof Comparison.Type
export type ComparedVariant = typeof ComparedVariant.Type
