/** When mails to a lead may go out, by the window of its campaign and the clock that counts. Pure functions. */
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { type Calendar, withDaysOff } from "../campaigns/DaysOff.ts"
import { closesAt, isOpen, opensAt, type Window } from "../campaigns/SendWindow.ts"
import { type Zoned, zoneOf } from "../leads/LeadZone.ts"
import type { Sequence } from "../sequences/Sequence.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { type Clock, dueAt } from "./NextStep.ts"

/** The hours of a campaign. */
export interface Hours {
  readonly window: Window
  /** The time zone of the campaign, which is also that of leads whose zone is unknown. */
  readonly zone: string
  /** Whether the clock of each lead counts. Then the window is a rule about leads: the campaign itself is always open. */
  readonly ofLeads: boolean
}

type Settings = Pick<CampaignRecord, "send_window" | "skip_days" | "timezone" | "window_zone">

/** `isHoliday`: the calendar of the campaign's `holidays`. */
export const hoursOf = (campaign: Settings, isHoliday?: Calendar): Hours => ({
  window: withDaysOff(campaign.send_window, campaign, isHoliday),
  zone: campaign.timezone,
  ofLeads: campaign.window_zone === "lead"
})

/** The time zone whose clock counts for a lead. */
export const zoneFor = ({ ofLeads, zone }: Hours, lead: Zoned | undefined): string =>
  ofLeads && lead !== undefined ? (zoneOf(lead) ?? zone) : zone

/** The clock and the window that the delays of steps to a lead follow. */
export const clockFor = (hours: Hours, lead: Zoned | undefined): Clock => ({
  zone: zoneFor(hours, lead),
  window: hours.window
})

/** Whether a campaign may send: to some leads, if the clock of each lead counts. */
export const mayOpen = ({ ofLeads, window, zone }: Hours, now: Timestamp): boolean =>
  ofLeads || isOpen(window, zone, now)

/** When a campaign may send from `now` on. */
export const mayOpenAt = ({ ofLeads, window, zone }: Hours, now: Timestamp): Timestamp =>
  ofLeads ? now : opensAt(window, zone, now)

/** When a campaign, or its window for a lead, closes. Without a lead, the window of leads is open for a day. */
export const closesFor = (hours: Hours, lead: Zoned | undefined, now: Timestamp): Timestamp =>
  hours.ofLeads && lead === undefined ? plus(now, 86_400_000) : closesAt(hours.window, zoneFor(hours, lead), now)

/** The earliest instant from `at` on at which the clock of a lead allows a mail: `at` itself if only that of the campaign counts. */
export const opensFor = (hours: Hours, lead: Zoned | undefined, at: Timestamp): Timestamp =>
  hours.ofLeads ? opensAt(hours.window, zoneFor(hours, lead), at) : at

/** The earliest instant at which a step may go to a lead, by its delay and the clock of the lead. */
export const dueFor = (
  step: Pick<Sequence, "delay_days" | "delay_unit">,
  last_at: Timestamp | null,
  hours: Hours,
  lead: Zoned | undefined,
  now: Timestamp
): Timestamp => opensFor(hours, lead, dueAt(step, last_at, clockFor(hours, lead), now))
