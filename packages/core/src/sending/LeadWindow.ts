/** When the window of a campaign is open for a lead, by the clock that counts for it. */
import { Schema } from "effect"
import { WindowZone } from "../campaigns/DaysOff.ts"
import { isOpen, opensAt } from "../campaigns/SendWindow.ts"
import { described } from "../Described.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { zoneOf } from "../leads/LeadZone.ts"
import * as Timestamp from "../Timestamp.ts"
import { type Hours, zoneFor } from "./Hours.ts"

export const LeadWindow = Schema.Struct({
  timezone: described(Schema.String, "The time zone whose clock counts for the lead.", "Europe/Berlin"),
  of: described(
    WindowZone,
    "Whose zone that is: that of the lead, or that of the campaign, also where the zone of the lead is unknown."
  ),
  is_open: described(Schema.Boolean, "Whether the window is open now.", false),
  opens_at: described(
    Schema.NullOr(Timestamp.Timestamp),
    "When it opens next, by this clock and the days off of the campaign; `null` while it is open.",
    "2026-03-02T08:00:00.000Z"
  )
}).annotate({
  identifier: "LeadWindow",
  description: "The window of the campaign, by the clock that counts for a lead."
})

/** The window of a campaign, by the clock that counts for a lead. */
export const windowOf = (hours: Hours, lead: LeadRecord, now: Timestamp.Timestamp): typeof LeadWindow.Type => {
  const timezone = zoneFor(hours, lead)
  const is_open = isOpen(hours.window, timezone, now)
  return {
    timezone,
    of: hours.usesLeadClock && zoneOf(lead) !== null ? "lead" : "campaign",
    is_open,
    opens_at: is_open ? null : opensAt(hours.window, timezone, now)
  }
}
