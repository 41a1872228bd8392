/** The condition that decides whether a lead gets its next step: it is still open, and not true so far. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { SequenceId } from "../ids.ts"
import type { Zoned } from "../leads/LeadZone.ts"
import { Condition, type SequenceRecord } from "../sequences/Sequence.ts"
import { Timestamp } from "../Timestamp.ts"
import { clockFor, dueFor, type Hours } from "./Hours.ts"
import { nextStep, openCondition, type Progress } from "./NextStep.ts"

const ConditionAhead = Schema.Struct({
  sequence_id: SequenceId,
  position: described(Schema.Int, "The position of the step.", 2),
  condition: Condition,
  due_at: described(
    Timestamp,
    "When the step is due. The lead gets it then if the condition has become true.",
    "2026-03-04T09:00:00.000Z"
  )
}).annotate({
  identifier: "ConditionAhead",
  description: "A step that a lead gets only if its condition becomes true. It is not true so far."
})
export type ConditionAhead = typeof ConditionAhead.Type

export const waits_for = described(
  Schema.NullOr(ConditionAhead),
  "The next step of the lead, if its condition is not true so far and can still become true; else `null`.",
  null
)

/**
 * The condition of the next step of a lead, while it is open: not true so far, but it can still become true. `null`: the step has none, or its
 * condition is decided.
 */
export const conditionAhead = (
  { hours, steps }: { readonly hours: Hours; readonly steps: ReadonlyArray<SequenceRecord> },
  lead: Zoned | undefined,
  progress: Progress,
  now: Timestamp
): ConditionAhead | null => {
  const clock = clockFor(hours, lead)
  const next = nextStep(steps, progress, clock, now)
  const condition = next === undefined ? null : openCondition(next, progress, clock, now)
  if (next === undefined || condition === null) return null
  const { id, position } = next.step
  return { sequence_id: id, position, condition, due_at: dueFor(next.step, next.last_at, hours, lead, now) }
}
