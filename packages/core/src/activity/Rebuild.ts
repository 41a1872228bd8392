/** The sums anew, from the events: what they would be had no one kept them. */
import { Effect } from "effect"
import { RollupChanges } from "../analytics/Rollup.ts"
import type { RollupStore } from "../analytics/RollupStore.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { none } from "../leads/LeadActivity.ts"
import type { LeadStore } from "../leads/LeadStore.ts"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Event } from "./Event.ts"
import type { EventStore } from "./EventStore.ts"
import { counted } from "./Transition.ts"

const batch = 2_000

/** Reads all events of the organization, lead by lead, and replaces the sums. Answers how many events there are. */
export const rebuild = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  {
    events,
    leads,
    rollups
  }: {
    readonly events: EventStore["Service"]
    readonly leads: LeadStore["Service"]
    readonly rollups: RollupStore["Service"]
  }
): Effect.fn.Return<number, StorageError> {
  yield* rollups.clear(organization_id)
  let after: { readonly after?: Pick<Event, "id" | "lead_id"> } = {}
  let activity = none
  let lead_id: Event["lead_id"] | undefined
  let count = 0
  while (true) {
    const page = yield* events.scan(organization_id, { ...after, limit: batch })
    const positive = new Map<LeadRecord["id"], boolean>(
      (yield* leads.findMany(organization_id, [...new Set(page.map((event) => event.lead_id))])).map((lead) => [
        lead.id,
        lead.activity.positive
      ])
    )
    const changes = new RollupChanges()
    for (const event of page) {
      if (event.lead_id !== lead_id) activity = { ...none, positive: positive.get(event.lead_id) ?? false }
      lead_id = event.lead_id
      activity = counted(activity, event, changes)
    }
    yield* rollups.add(organization_id, changes.toArray())
    count += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < batch) return count
    after = { after: last }
  }
})
