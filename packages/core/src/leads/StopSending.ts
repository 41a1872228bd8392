/** Why sending to a lead is stopped, and who may change that (domain, "Stop rules"). Pure functions. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { LeadId } from "../ids.ts"
import { Timestamp } from "../Timestamp.ts"

/** Automatic rules, the strongest first. The order decides between events of the same instant. */
const automatic = ["reply", "bounce", "unsubscribe", "complaint", "blacklist", "colleague", "moved"] as const
export type AutomaticStop = (typeof automatic)[number]

export const StopSendingType = Schema.Literals(["manual", ...automatic]).annotate({
  identifier: "StopSendingType",
  description:
    "The rule that stops sending: a person (`manual`), a human `reply`, a `bounce`, an `unsubscribe`, a `complaint`, an entry of the `blacklist`, an answer of a `colleague`, or a rule that moved the lead to another campaign (`moved`)."
})
export type StopSendingType = typeof StopSendingType.Type

/** The earliest instant of each automatic rule since a person last stopped or resumed the lead. */
export const Stops = Schema.Struct({
  reply: Schema.optionalKey(Timestamp),
  bounce: Schema.optionalKey(Timestamp),
  unsubscribe: Schema.optionalKey(Timestamp),
  complaint: Schema.optionalKey(Timestamp),
  blacklist: Schema.optionalKey(Timestamp),
  colleague: Schema.optionalKey(Timestamp),
  moved: Schema.optionalKey(Timestamp),
  colleague_id: described(Schema.optionalKey(LeadId), "The lead that answered at the instant of `colleague`.")
} satisfies Record<AutomaticStop | "colleague_id", Schema.Top>)
export type Stops = typeof Stops.Type

/** The part of a lead that the rules read and write. */
export const StopState = Schema.Struct({
  stop_sending: Schema.Boolean,
  stop_sending_type: described(
    Schema.NullOr(StopSendingType),
    "The rule in force; `null` exactly when the lead may be sent to."
  ),
  stop_decided_at: described(
    Schema.NullOr(Timestamp),
    "When a person last stopped or resumed the lead. Earlier events do not affect the stop."
  ),
  stops: described(
    Stops,
    "The automatic rules that apply. The rule in force is chosen from them, unless it is `manual`."
  )
})
export type StopState = typeof StopState.Type

const noStops: Stops = Object.freeze({})

/** The state of a lead that is not stopped. */
export const sending: StopState = {
  stop_sending: false,
  stop_sending_type: null,
  stop_decided_at: null,
  stops: noStops
}

/** A person stops the lead, from any state [spec]. */
export const stop = (at: Timestamp): StopState => ({
  stop_sending: true,
  stop_sending_type: "manual",
  stop_decided_at: at,
  stops: noStops
})

/** A person resumes the lead, from any state [spec]. */
export const resume = (at: Timestamp): StopState => ({ ...sending, stop_decided_at: at })

/** Applies a person's decision about sending. */
export const decide = (stop_sending: boolean, at: Timestamp): StopState => (stop_sending ? stop(at) : resume(at))

/**
 * Applies an automatic rule to an event that occurred at `at`. It changes neither a manual stop nor a decision that a
 * person made after the event. The earliest event of each rule is remembered, and the rule with the earliest event is
 * in force, so the order of arrival does not matter.
 */
export const apply = (state: StopState, rule: AutomaticStop, at: Timestamp): StopState => {
  const { stop_decided_at, stop_sending_type, stops } = state
  const earliest = stops[rule]
  const isOverruled = stop_sending_type === "manual" || (stop_decided_at !== null && at < stop_decided_at)
  const isNotEarliest = earliest !== undefined && earliest <= at
  return isOverruled || isNotEarliest ? stateOf(state) : withStops(stop_decided_at, { ...stops, [rule]: at })
}

/**
 * Applies the rule `colleague`: the lead `colleague_id` answered at `at`. The state names the colleague who answered first; of answers
 * at the same instant, the one with the lowest id.
 */
export const applyColleague = (state: StopState, colleague_id: LeadId, at: Timestamp): StopState => {
  const next = apply(state, "colleague", at)
  if (next.stops.colleague !== at) return next
  // A colleague who is stored answered at the same instant or later. Only one of the same instant counts beside the new one.
  const known = state.stops.colleague === at ? (state.stops.colleague_id ?? colleague_id) : colleague_id
  const lowest = known < colleague_id ? known : colleague_id
  if (next.stops.colleague_id === lowest) return next
  return { ...next, stops: { ...next.stops, colleague_id: lowest } }
}

/**
 * Applies when the blacklist no longer covers the lead: the rule `blacklist` ends, and the next rule, if any, is in
 * force.
 */
export const release = (state: StopState): StopState => {
  const { blacklist, ...stops } = state.stops
  return blacklist === undefined ? stateOf(state) : withStops(state.stop_decided_at, stops)
}

/** The stop state of a lead, without its other fields. */
const stateOf = ({ stop_decided_at, stop_sending, stop_sending_type, stops }: StopState): StopState => ({
  stop_sending,
  stop_sending_type,
  stop_decided_at,
  stops
})

/** The state with these automatic rules: the rule with the earliest instant is in force; of equal ones the strongest. */
const withStops = (stop_decided_at: Timestamp | null, stops: Stops): StopState => {
  let inForce: AutomaticStop | null = null
  for (const rule of automatic) {
    const at = stops[rule]
    if (at !== undefined && (inForce === null || at < (stops[inForce] ?? at))) inForce = rule
  }
  return { stop_sending: inForce !== null, stop_sending_type: inForce, stop_decided_at, stops }
}
