/** The days on which a campaign sends nothing, and whose clock its window follows. Pure functions. */
import { Schema } from "effect"
import { CalendarDate, dateOf } from "../CalendarDate.ts"
import { described } from "../Described.ts"
import type { Window } from "./SendWindow.ts"

export const WindowZone = Schema.Literals(["campaign", "lead"]).annotate({
  identifier: "WindowZone",
  description:
    "The clock that a window follows. `campaign`: `timezone` of the campaign. `lead`: the time zone of each lead, or that of the campaign where it is unknown."
})
export type WindowZone = typeof WindowZone.Type

/** A country, or a part of one: codes of ISO 3166. */
const Region = Schema.String.check(
  Schema.isPattern(/^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/u, {
    message: "must be the code of a country such as NO, or of a part of one such as DE-BY"
  })
)

/** The maximum number of days in `skip_days`. */
const maximum = 100

export const DaysOff = Schema.Struct({
  holidays: described(
    Schema.NullOr(Region),
    "Nothing is sent on the public holidays of this country, such as `NO`, or part of a country, such as `DE-BY`; `null`: holidays are days like others.",
    null
  ),
  skip_days: described(
    Schema.Array(CalendarDate).check(
      Schema.isMaxLength(maximum, { message: `must have at most ${maximum} days` }),
      Schema.isUnique({ message: "must name each day once" })
    ),
    `Further days on which nothing is sent; at most ${maximum}.`,
    ["2026-12-24"]
  )
})
export type DaysOff = typeof DaysOff.Type

export const noDaysOff: DaysOff = { holidays: null, skip_days: [] }

/** Whether a day is a holiday. */
export type Calendar = (date: CalendarDate) => boolean

/** A window that also stays closed on holidays and on the campaign's own days off. Each day is looked up once. */
export const withDaysOff = (
  window: Window,
  { skip_days }: Pick<DaysOff, "skip_days">,
  isHoliday: Calendar | undefined
): Window => {
  if (isHoliday === undefined && skip_days.length === 0) return window
  const skipped = new Set(skip_days)
  const known = new Map<number, boolean>()
  const isOff = (day: number): boolean => {
    const found = known.get(day)
    if (found !== undefined) return found
    const date = dateOf(day)
    const off = skipped.has(date) || isHoliday?.(date) === true
    known.set(day, off)
    return off
  }
  return { ...window, isOff }
}
