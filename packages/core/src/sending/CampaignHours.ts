/** Reads the hours of campaigns, with the holidays of their countries. */
import { Effect } from "effect"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import type { Calendar } from "../campaigns/DaysOff.ts"
import { Holidays } from "../campaigns/Holidays.ts"
import { type Hours, hoursOf } from "./Hours.ts"

export const makeCampaignHours = Effect.gen(function* () {
  const { calendarOf } = yield* Holidays

  /** The calendar of a region. If it cannot be loaded, it has no holidays, and a warning is logged: the campaign goes on. */
  const calendarOrNone = (region: string) =>
    calendarOf(region).pipe(
      Effect.catch((reason) =>
        Effect.as(Effect.logWarning(`Campaigns send on the holidays of ${region}: ${reason}`), undefined)
      )
    )

  const ofAll = Effect.fnUntraced(function* (campaigns: ReadonlyArray<CampaignRecord>) {
    const calendars = new Map<string, Calendar | undefined>()
    for (const { holidays } of campaigns) {
      if (holidays !== null && !calendars.has(holidays)) calendars.set(holidays, yield* calendarOrNone(holidays))
    }
    return (campaign: CampaignRecord): Hours => hoursOf(campaign, calendars.get(campaign.holidays ?? ""))
  })

  return {
    /** Makes a function that returns the hours of one of these campaigns. */
    ofAll,
    /** The hours of a campaign. */
    of: (campaign: CampaignRecord) => Effect.map(ofAll([campaign]), (hoursIn) => hoursIn(campaign))
  }
})
