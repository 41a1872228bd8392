/** Events. */
import { type Campaign, type Event, type EventQuery, EventStore } from "@mailroom/core"
import { Exit } from "effect"
import { type Database, sequence } from "./internal/Database.ts"
import { byTime, type Tenant } from "./internal/State.ts"

export const eventStore = ({ read, write }: Database): EventStore["Service"] => {
  const nextId = sequence<Event.EventId>()
  return EventStore.of({
    insert: (organization_id, events) =>
      write(organization_id, "EventStore.insert", (tenant) =>
        Exit.succeed(
          events.map((fields) => {
            if (tenant.eventsByIdentity.get(fields.identity) !== undefined) return null
            const event = Object.freeze({ id: nextId(), ...fields, data: Object.freeze({ ...fields.data }) })
            // An event is its own key: 1 object for 2 indexes.
            tenant.events = tenant.events.set(event, event)
            tenant.eventsByIdentity = tenant.eventsByIdentity.set(event.identity, event.id)
            tenant.eventsByCampaign = tenant.eventsByCampaign.set(event, event)
            return event.id
          })
        )
      ),
    page: (organization_id, campaign_id, query) =>
      read(organization_id, (tenant) => {
        const page: Array<Event.Event> = []
        for (const event of newestFirst(tenant, campaign_id, query)) {
          if (page.length === query.limit) break
          if (matches(event, query)) page.push(event)
        }
        return page
      }),
    scan: (organization_id, { after, limit }) =>
      read(organization_id, ({ events }) => {
        const start = after === undefined ? 0 : events.rankAfter(after)
        return events.slice(start, start + limit)
      })
  })
}

/** The campaign's events from the query's place on; when it is about one lead, only that lead's: they are few. */
const newestFirst = (
  { events, eventsByCampaign }: Tenant,
  campaign_id: Campaign.CampaignId,
  { before, lead_id }: EventQuery
): Iterable<Event.Event> => {
  const end = { campaign_id, occurred_at: "\uffff", id: 0, ...before }
  if (lead_id === undefined) {
    const first = eventsByCampaign.rank({ campaign_id, occurred_at: "", id: 0 })
    return eventsByCampaign.reversed(first, eventsByCampaign.rank(end))
  }
  return events
    .slice(events.rank({ lead_id, id: 0 }), events.rankAfter({ lead_id, id: Infinity }))
    .filter((event) => event.campaign_id === campaign_id && byTime(event, end) < 0)
    .sort((a, b) => byTime(b, a))
}

const matches = (event: Event.Event, { account_id, sequence_id, types }: EventQuery): boolean =>
  (types === undefined || types.includes(event.type)) &&
  (account_id === undefined || event.account_id === account_id) &&
  (sequence_id === undefined || event.sequence_id === sequence_id)
