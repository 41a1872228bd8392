/** The step of a campaign that a lead gets next, and when. Pure functions. */
import { dayAt, isSendingDay, sameTimeAfter, type Window } from "../campaigns/SendWindow.ts"
import { day } from "../Durations.ts"
import { isWaiting, type SendRecord } from "../sends/Send.ts"
import { type Condition, isAboutOpens, type SequenceRecord, stepIdOf } from "../sequences/Sequence.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { type Recipient, reportsOf, stepsFor } from "./Variant.ts"

type Step = Pick<
  SequenceRecord,
  "condition" | "delay_days" | "delay_unit" | "id" | "position" | "step_id" | "weight" | "won"
>
type Mail = Pick<SendRecord, "begun_at" | "ended_at" | "outcome" | "sequence_id" | "step_id">

/** The mails that a lead got so far. */
export interface Progress extends Recipient {
  readonly sends: ReadonlyArray<Mail>
}

/** Why a mail is not sent whose step was deleted. */
export const stepDeleted = "The step was deleted"

/** How long a mail whose outcome is unknown keeps its lead waiting, in milliseconds. Then the mail counts as sent. */
const unknownFor = day

/** Until when a mail whose outcome is unknown keeps its lead waiting; `null`: it does not. */
export const waitsUntil = ({ begun_at, outcome }: Pick<Mail, "begun_at" | "outcome">): Timestamp | null =>
  outcome === "unknown" && begun_at !== null ? plus(begun_at, unknownFor) : null

/** Whether the mail counts as sent: it was, or its outcome has been unknown for a day. */
export const isGot = (mail: Pick<Mail, "begun_at" | "outcome">, now: Timestamp): boolean => {
  const until = waitsUntil(mail)
  return mail.outcome === "sent" || (until !== null && until <= now)
}

/** The later of two instants; `null`: none. */
export const later = (one: Timestamp | null, other: Timestamp | null): Timestamp | null =>
  one === null || (other !== null && other > one) ? other : one

/** A step that a lead gets, and the instant from which its delay counts; `null`: it is the first mail to the lead. */
export interface NextStep<S> {
  readonly step: S
  readonly last_at: Timestamp | null
}

/**
 * Whether the condition is true of a lead at an instant, by when its first opening and its first click occurred. A lead that clicks
 * has opened the mail, also where its program loads no images.
 */
const isMet = (condition: Condition, firsts: Progress["firsts"], at: Timestamp): boolean => {
  const types = isAboutOpens(condition) ? ["opened", "clicked"] : ["clicked"]
  const hasHappened = types.some((type) => {
    const first = firsts[type]
    return first !== undefined && first.occurred_at <= at
  })
  return hasHappened === (condition.kind === "opened" || condition.kind === "clicked")
}

/**
 * The step that the lead gets next, in its variant; `undefined`: the lead is done.
 *
 * It is the step with the smallest position after the last step that the lead got, of the steps that it has not got in any variant, from
 * Mailroom or from the host. A step with a condition is the next step until it is due. If its condition is not true then, it is skipped, and
 * the delay of the step after it counts from that instant; with `otherwise: "end"` the lead is done.
 */
export const nextStep = <S extends Step>(
  steps: ReadonlyArray<S>,
  progress: Progress,
  clock: Clock,
  now: Timestamp
): NextStep<S> | undefined => {
  let last_at = lastAt(steps, progress, now)
  for (const step of leftOf(steps, progress, now)) {
    const { condition } = step
    const isBegun = progress.sends.some(({ step_id }) => step_id === stepIdOf(step))
    if (condition === null || last_at === null || isBegun) return { step, last_at }
    const due_at = dueAt(step, last_at, clock, now)
    if (due_at > now || isMet(condition, progress.firsts, due_at)) return { step, last_at }
    if (condition.otherwise === "end") return undefined
    last_at = due_at
  }
  return undefined
}

/** The condition of a next step that is not true so far, and can become true until it is looked at; `null`: there is none. */
export const openCondition = (
  { last_at, step }: NextStep<Step>,
  { firsts, sends }: Progress,
  clock: Clock,
  now: Timestamp
): Condition | null => {
  const { condition } = step
  if (condition === null || last_at === null || sends.some(({ step_id }) => step_id === stepIdOf(step))) return null
  // A lead that has opened or clicked can never become one that has not.
  const isLost = condition.kind === "not_opened" || condition.kind === "not_clicked"
  const due_at = dueAt(step, last_at, clock, now)
  return isLost || due_at <= now || isMet(condition, firsts, due_at) ? null : condition
}

/** The steps that the lead still has to get, by position, each in the variant for the lead. Steps before the last one that it got are left out. */
const leftOf = <S extends Step>(steps: ReadonlyArray<S>, progress: Progress, now: Timestamp): ReadonlyArray<S> => {
  const done = new Set(progress.sends.filter((mail) => isGot(mail, now)).map(({ step_id }) => step_id))
  // As the steps are now: deleting a step moves those behind it.
  const last = Math.max(0, ...steps.flatMap((step) => (done.has(stepIdOf(step)) ? step.position : [])))
  return stepsFor(steps, progress)
    .filter(({ position }) => position > last)
    .toSorted((a, b) => a.position - b.position)
    .filter((step) => !done.has(stepIdOf(step)) && reportsOf(progress, step).length === 0)
}

/** The waiting mails of a lead whose step it does not get any more, each with the reason: the step was deleted, or moved before one that it got. */
export const strandedOf = <M extends Mail>(
  steps: ReadonlyArray<Step>,
  sends: ReadonlyArray<M>,
  now: Timestamp
): ReadonlyArray<{ readonly send: M; readonly reason: string }> => {
  const positions = new Map(steps.map((step) => [stepIdOf(step), step.position]))
  const positionOf = ({ step_id }: M) => (step_id === null ? undefined : positions.get(step_id))
  const last = Math.max(0, ...sends.flatMap((mail) => (isGot(mail, now) ? (positionOf(mail) ?? []) : [])))
  return sends.filter(isWaiting).flatMap((send) => {
    const position = positionOf(send)
    if (position === undefined) return [{ send, reason: stepDeleted }]
    return position < last ? [{ send, reason: "The step was moved before another one that the lead got" }] : []
  })
}

/** When the lead got its last step; `null` before the first. */
export const lastAt = (steps: ReadonlyArray<Step>, progress: Progress, now: Timestamp): Timestamp | null => {
  const instants = [
    ...progress.sends.filter((mail) => isGot(mail, now)).map(({ begun_at, ended_at }) => ended_at ?? begun_at),
    ...steps.flatMap((step) => reportsOf(progress, step).map(({ occurred_at }) => occurred_at))
  ]
  return instants.reduce(later, null)
}

/** The clock and the window that the delay of a step follows. */
export interface Clock {
  readonly zone: string
  readonly window: Pick<Window, "days" | "isOff">
}

/** The maximum number of calendar days that a search for business days covers: more than the longest delay needs. */
const maximumDays = 10_000

/** The number of calendar days in which this many business days pass. */
const calendarDays = (businessDays: number, last_at: Timestamp, { window, zone }: Clock): number => {
  const first = dayAt(zone, last_at)
  let passed = 0
  for (let days = 1; days <= maximumDays; days++) {
    if (isSendingDay(window, first + days)) passed++
    if (passed === businessDays) return days
  }
  return maximumDays
}

/**
 * The instant from which a step is due: `delay_days` calendar days or business days after the step before it, at the same time
 * of the zone; at a time that the clock skips, as much later. A first step and a delay of 0 are due at once.
 */
export const dueAt = (
  { delay_days, delay_unit }: Pick<Step, "delay_days" | "delay_unit">,
  last_at: Timestamp | null,
  clock: Clock,
  now: Timestamp
): Timestamp => {
  if (last_at === null) return now
  if (delay_days === 0) return last_at
  const days = delay_unit === "days" ? delay_days : calendarDays(delay_days, last_at, clock)
  return sameTimeAfter(clock.zone, last_at, days)
}
