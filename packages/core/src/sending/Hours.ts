/**
 * When mails to a lead may go out, by the window of its campaign and a clock: that of the campaign, or with `window_zone: "lead"` that of
 * each lead. Pure functions.
 */
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { type Calendar, withDaysOff } from "../campaigns/DaysOff.ts"
import { closesAt, isOpen, opensAt, type Window } from "../campaigns/SendWindow.ts"
import { day } from "../Durations.ts"
import { type Zoned, zoneOf } from "../leads/LeadZone.ts"
import type { Sequence } from "../sequences/Sequence.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { type Clock, dueAt } from "./NextStep.ts"

/** The hours of a campaign. */
export interface Hours {
  readonly window: Window
  /** The time zone of the campaign, which is also that of leads whose zone is unknown. */
  readonly zone: string
  /** Whether the clock of each lead counts. Then a window opens and closes for each lead, and the campaign itself is always open. */
  readonly usesLeadClock: boolean
}

type Settings = Pick<CampaignRecord, "send_window" | "skip_days" | "timezone" | "window_zone">

/** The hours of a campaign. `isHoliday`: the calendar of its `holidays`. */
export const hoursOf = (campaign: Settings, isHoliday?: Calendar): Hours => ({
  window: withDaysOff(campaign.send_window, campaign, isHoliday),
  zone: campaign.timezone,
  usesLeadClock: campaign.window_zone === "lead"
})

/** The time zone whose clock counts for a lead. */
export const zoneFor = ({ usesLeadClock, zone }: Hours, lead: Zoned | undefined): string =>
  usesLeadClock && lead !== undefined ? (zoneOf(lead) ?? zone) : zone

/** The clock and the window that the delays of steps to a lead follow. */
export const clockFor = (hours: Hours, lead: Zoned | undefined): Clock => ({
  zone: zoneFor(hours, lead),
  window: hours.window
})

/** Whether a campaign may send: to some leads, if the clock of each lead counts. */
export const mayOpen = ({ usesLeadClock, window, zone }: Hours, now: Timestamp): boolean =>
  usesLeadClock || isOpen(window, zone, now)

/** When a campaign may send from `now` on. */
export const mayOpenAt = ({ usesLeadClock, window, zone }: Hours, now: Timestamp): Timestamp =>
  usesLeadClock ? now : opensAt(window, zone, now)

/**
 * When the window of a campaign closes, by the clock of the lead if that counts. If it counts and no lead is given, a window is open for
 * some lead all the time: the answer is a day later.
 */
export const closesFor = (hours: Hours, lead: Zoned | undefined, now: Timestamp): Timestamp =>
  hours.usesLeadClock && lead === undefined ? plus(now, day) : closesAt(hours.window, zoneFor(hours, lead), now)

/**
 * The earliest instant from `at` on at which the window is open by the clock of the lead. If the clock of the campaign counts, the answer is
 * `at`: accounts wait for that window (`gateOf`).
 */
export const opensFor = (hours: Hours, lead: Zoned | undefined, at: Timestamp): Timestamp =>
  hours.usesLeadClock ? opensAt(hours.window, zoneFor(hours, lead), at) : at

/** The earliest instant at which a step may go to a lead, by its delay after `last_at`, the mail before it, and the clock of the lead. */
export const dueFor = (
  step: Pick<Sequence, "delay_days" | "delay_unit">,
  last_at: Timestamp | null,
  hours: Hours,
  lead: Zoned | undefined,
  now: Timestamp
): Timestamp => opensFor(hours, lead, dueAt(step, last_at, clockFor(hours, lead), now))
