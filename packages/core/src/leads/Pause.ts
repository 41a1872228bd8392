/** Until when a lead waits: as a person decided, or because its automatic reply names the day of its return. Pure functions. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Timestamp } from "../Timestamp.ts"

export const PausedBy = Schema.Literals(["auto_reply", "person"]).annotate({
  identifier: "PausedBy",
  description: "Who decided that the lead waits: an automatic reply that names the day of its return, or a person."
})
export type PausedBy = typeof PausedBy.Type

/** The part of a lead that the rules of its pause read and write. */
export const PauseState = Schema.Struct({
  paused_until: described(
    Schema.NullOr(Timestamp),
    "No mail is sent before this instant; `null`: the lead does not wait."
  ),
  paused_by: described(Schema.NullOr(PausedBy), "Who decided that; `null` exactly when `paused_until` is."),
  pause_decided_at: described(
    Schema.NullOr(Timestamp),
    "When a person last set or ended the pause. Automatic replies from before do not change it."
  )
})
export type PauseState = typeof PauseState.Type

/** The state of a lead that was never paused. */
export const notPaused: PauseState = { paused_until: null, paused_by: null, pause_decided_at: null }

/** A person pauses the lead until an instant, or ends its pause (`null`). */
export const decide = (until: Timestamp | null, at: Timestamp): PauseState => ({
  paused_until: until,
  paused_by: until === null ? null : "person",
  pause_decided_at: at
})

/** Applies an automatic reply of `at`. The latest return counts, so the order of arrival does not matter. */
export const awaitReturn = (state: PauseState, until: Timestamp, at: Timestamp): PauseState => {
  const { pause_decided_at, paused_by, paused_until } = state
  const isOlderThanDecision = pause_decided_at !== null && at < pause_decided_at
  const waitsLonger = paused_until !== null && until <= paused_until
  return isOlderThanDecision || waitsLonger
    ? { paused_until, paused_by, pause_decided_at }
    : { paused_until: until, paused_by: "auto_reply", pause_decided_at }
}

/** Whether the lead waits now. */
export const isPaused = ({ paused_until }: Pick<PauseState, "paused_until">, now: Timestamp): boolean =>
  paused_until !== null && now < paused_until
