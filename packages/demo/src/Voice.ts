/** Rules about people: colleagues that an answer stops, settings, and leads that wait. */
import { type Campaign, Campaigns, type Lead, Leads, Settings } from "@mailroom/core"
import { Clock, DateTime, Effect } from "effect"

const day = 86_400_000

/** From now on, an answer stops the colleagues of its lead in this campaign. */
export const stopColleagues = (id: Campaign.CampaignId) =>
  Campaigns.use((campaigns) => campaigns.update(id, { stop_scope: "company" }))

/** Sets how the organization may write to people, and pauses some leads that have got no mail yet. */
export const fillVoice = Effect.fnUntraced(function* (waiting: ReadonlyArray<Lead.LeadId>) {
  yield* Settings.use((settings) =>
    settings.update({
      contact_rule: { gap_days: 14 },
      domain_daily_limit: 5,
      seed_addresses: ["placement@gmail.example", "placement@outlook.example", "placement@webmail.example"]
    })
  )
  const until = DateTime.formatIso(DateTime.makeUnsafe((yield* Clock.currentTimeMillis) + 9 * day))
  yield* Leads.use((leads) => leads.pauseMany({ ids: waiting, until }))
})
