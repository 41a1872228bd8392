/** Recomputes the sums from the events. */
import { Effect } from "effect"
import type { Event } from "../activity/Event.ts"
import type { EventStore } from "../activity/EventStore.ts"
import { remember } from "../activity/Transition.ts"
import { none } from "../leads/LeadActivity.ts"
import type { LeadStore } from "../leads/LeadStore.ts"
import type { StorageError } from "../StorageError.ts"
import { RollupChanges } from "./Rollup.ts"
import type { RollupStore } from "./RollupStore.ts"
import { countEvent } from "./Sums.ts"
import type { OrganizationId } from "../ids.ts"

const batch = 2_000

/** Reads all events of the organization, lead by lead, and replaces the sums. Returns the number of events. */
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
  // The events come lead by lead: the activity of the current lead by its events so far.
  let activity = none
  let lead_id: Event["lead_id"] | undefined
  let count = 0
  while (true) {
    const page = yield* events.scan(organization_id, { ...after, limit: batch })
    const stored = yield* leads.findMany(organization_id, [...new Set(page.map((event) => event.lead_id))])
    const positive = new Map(stored.map((lead) => [lead.id, lead.activity.positive]))
    const changes = new RollupChanges()
    for (const event of page) {
      if (event.lead_id !== lead_id) activity = { ...none, positive: positive.get(event.lead_id) ?? false }
      lead_id = event.lead_id
      const before = activity
      activity = remember(activity, event)
      countEvent(changes, event, before, activity)
    }
    yield* rollups.add(organization_id, changes.toArray())
    count += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < batch) return count
    after = { after: last }
  }
})
