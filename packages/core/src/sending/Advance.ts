/** The next step of a lead by its mails and the steps of its campaign. Pure functions. */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import type { SendRecord } from "../sends/Send.ts"
import { type SequenceRecord, stepIdOf } from "../sequences/Sequence.ts"
import type { Zoned } from "../leads/LeadZone.ts"
import type { Timestamp } from "../Timestamp.ts"
import { clockFor, dueFor, type Hours, opensFor } from "./Hours.ts"
import { isGot, later, nextStep, waitsUntil } from "./NextStep.ts"
import type { Recipient } from "./Variant.ts"

/** The data that decide what a lead waits for. */
export interface Course {
  /** The mails of steps to the lead, by ascending id: in the order in which the steps began. */
  readonly sends: ReadonlyArray<SendRecord>
  /** The steps of its campaign as they are now, by ascending position. */
  readonly steps: ReadonlyArray<SequenceRecord>
  /** The first events of the lead. */
  readonly firsts: Recipient["firsts"]
  readonly hours: Hours
  /** The lead; `undefined`: it was deleted, or the clock of the campaign counts. */
  readonly lead: Zoned | undefined
}

/** The step that a campaign has last; `undefined`: it has none. */
export const lastStepOf = (steps: ReadonlyArray<SequenceRecord>) => {
  const last = steps.at(-1)
  return last === undefined ? undefined : stepIdOf(last)
}

/**
 * The row of a lead after its mails or the steps have changed: steps are identified by their id, because positions change.
 * A stopped lead stays stopped.
 */
export const advance = (
  row: AgendaRecord,
  { firsts, hours, lead, sends, steps }: Course,
  now: Timestamp
): AgendaRecord => {
  // A mail is with the server: the row changes when its outcome is known.
  if (sends.some(({ outcome }) => outcome === "begun")) return row
  const unlessStopped = (state: AgendaRecord["state"]) => (row.state === "stopped" ? row.state : state)
  const unknown_until = sends.map(waitsUntil).reduce(later, null)
  if (unknown_until !== null && unknown_until > now) {
    return { ...row, state: unlessStopped("unknown"), due_at: unknown_until }
  }
  const progress = { lead_id: row.lead_id, sends, firsts }
  const step_id = sends.findLast((mail) => isGot(mail, now))?.step_id ?? null
  const clock = clockFor(hours, lead)
  const next = nextStep(steps, progress, clock, now)
  const done = { ...row, state: unlessStopped("done"), step_id: lastStepOf(steps) ?? step_id }
  if (next === undefined) return done
  const waits = (due_at: Timestamp): AgendaRecord => ({
    ...row,
    state: unlessStopped("waiting"),
    step_id,
    due_at
  })
  const open = sends.find((mail) => mail.step_id === stepIdOf(next.step))
  if (open === undefined) return waits(dueFor(next.step, next.last_at, hours, lead, now))
  if (open.outcome !== "refused") return waits(opensFor(hours, lead, open.next_attempt_at ?? now))
  // Its mail was refused, and will not be tried again, so the lead is stopped. If a person resumes it before its next step is due, the
  // step that it did not get comes first.
  const after = nextStep(steps, { ...progress, sends: [...sends, { ...open, outcome: "sent" }] }, clock, now)
  return after === undefined ? done : waits(dueFor(after.step, after.last_at, hours, lead, now))
}
