/** How long a wake that was missed goes unnoticed. */
import { Context } from "effect"
import { minute } from "../Durations.ts"

/**
 * In milliseconds. `poll`: workers look for work at an interval that is random within these bounds. `turn`: an account that has
 * mail to send later takes a turn at the latest after this time. Where one process alone changes the data, no wake is
 * missed, and both may be long.
 */
export const MissedWakes = Context.Reference<{
  readonly poll: { readonly from: number; readonly to: number }
  readonly turn: number
}>("@mailroom/core/MissedWakes", {
  defaultValue: () => ({ poll: { from: minute / 4, to: minute }, turn: 10 * minute })
})
