/** Why sending to a lead is stopped, and who may change that (domain, "Stop rules"). Pure functions. */
import { Schema } from "effect"
import type { Timestamp } from "../Timestamp.ts"

/** Automatic rules, the stronger first: it decides between events of the same instant. */
const automatic = ["reply", "bounce", "unsubscribe", "complaint", "blacklist"] as const
export type AutomaticStop = (typeof automatic)[number]

export const StopSendingType = Schema.Literals(["manual", ...automatic])
export type StopSendingType = typeof StopSendingType.Type

const ranks = StopSendingType.literals

/** The part of a lead that the rules read and write. */
export interface StopState {
  readonly stop_sending: boolean
  /** The rule in force; `null` exactly when sending goes on. */
  readonly stop_sending_type: StopSendingType | null
  /** When the event of the rule in force occurred. */
  readonly stop_occurred_at: Timestamp | null
  /** When a person last stopped or resumed the lead: what occurred before has no say any more. */
  readonly stop_decided_at: Timestamp | null
}

/** The state of a lead that nothing has stopped. */
export const sending: StopState = {
  stop_sending: false,
  stop_sending_type: null,
  stop_occurred_at: null,
  stop_decided_at: null
}

/** A person stops the lead: from any state [spec]. */
export const stop = (at: Timestamp): StopState => ({
  stop_sending: true,
  stop_sending_type: "manual",
  stop_occurred_at: at,
  stop_decided_at: at
})

/** A person resumes the lead: from any state [spec]. */
export const resume = (at: Timestamp): StopState => ({ ...sending, stop_decided_at: at })

/** The state of what has one, a lead, and nothing else of it. */
const stateOf = ({ stop_decided_at, stop_occurred_at, stop_sending, stop_sending_type }: StopState): StopState => ({
  stop_sending,
  stop_sending_type,
  stop_occurred_at,
  stop_decided_at
})

/** The blacklist does not cover the lead any more: `blacklist` ends, every other stop stands. */
export const release = (state: StopState): StopState =>
  state.stop_sending_type === "blacklist" ? { ...sending, stop_decided_at: state.stop_decided_at } : stateOf(state)

/**
 * An automatic rule meets an event that occurred at `at`. It never overwrites `manual` nor a decision made after the
 * event; among automatic rules the earliest event stands, so that the order of arrival does not matter.
 */
export const apply = (state: StopState, rule: AutomaticStop, at: Timestamp): StopState => {
  const { stop_decided_at, stop_occurred_at, stop_sending_type } = state
  const isDecided = stop_sending_type === "manual" || (stop_decided_at !== null && at < stop_decided_at)
  const isFirst = stop_sending_type === null || precedes(rule, at, stop_sending_type, stop_occurred_at)
  return isDecided || !isFirst
    ? stateOf(state)
    : { stop_sending: true, stop_sending_type: rule, stop_occurred_at: at, stop_decided_at }
}

const precedes = (rule: AutomaticStop, at: Timestamp, other: StopSendingType, otherAt: Timestamp | null) =>
  otherAt !== null && (at < otherAt || (at === otherAt && ranks.indexOf(rule) < ranks.indexOf(other)))
