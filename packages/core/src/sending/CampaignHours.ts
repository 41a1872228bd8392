/** Reads the hours of campaigns, with the holidays of their countries. */
import { Effect } from "effect"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import type { Calendar } from "../campaigns/DaysOff.ts"
import { Holidays } from "../campaigns/Holidays.ts"
import { type Hours, hoursOf } from "./Hours.ts"

export const makeCampaignHours = Effect.gen(function* () {
  const { calendarOf } = yield* Holidays

  /** A calendar that cannot be loaded any more has no holidays: the campaign goes on, and the log says so. */
  const calendarOrNone = (region: string) =>
    calendarOf(region).pipe(
      Effect.catch((reason) =>
        Effect.as(Effect.logWarning(`Campaigns send on the holidays of ${region}: ${reason}`), undefined)
      )
    )

  /** The hours of these campaigns. */
  return Effect.fnUntraced(function* (campaigns: ReadonlyArray<CampaignRecord>) {
    const calendars = new Map<string, Calendar | undefined>()
    for (const { holidays } of campaigns) {
      if (holidays !== null && !calendars.has(holidays)) calendars.set(holidays, yield* calendarOrNone(holidays))
    }
    return (campaign: CampaignRecord): Hours => hoursOf(campaign, calendars.get(campaign.holidays ?? ""))
  })
})
