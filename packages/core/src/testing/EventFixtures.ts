/** Fixtures for the cases of `EventStore`: an organization with events. */
import { Effect } from "effect"
import { ok } from "node:assert/strict"
import type { Event } from "../activity/Event.ts"
import { type EventQuery, EventStore } from "../activity/EventStore.ts"
import { at, newCampaign, newLeads, newOrganization } from "./Fixtures.ts"

type Row = Omit<Event, "id">

/** An organization with a campaign of three leads, and a function that inserts events of the first lead. */
export const newLog = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const store = yield* EventStore
  const campaign_id = yield* newCampaign(organization_id)
  const leads = yield* newLeads(organization_id, campaign_id, "a@x.test", "b@x.test", "c@x.test")
  const [lead] = leads
  ok(lead)
  let count = 0
  const row = (fields: Partial<Row> = {}): Row => ({
    identity: `event ${count++}`,
    type: "sent",
    occurred_at: at(count),
    campaign_id,
    lead_id: lead.id,
    account_id: null,
    sequence_id: null,
    message_id: null,
    provider_message_id: null,
    email: null,
    data: {},
    ...fields
  })
  /** Inserts new events. Returns them as they are stored. */
  const insert = Effect.fnUntraced(function* (...rows: ReadonlyArray<Partial<Row>>) {
    const newEvents = rows.map(row)
    const ids = yield* store.insert(organization_id, newEvents)
    return newEvents.map((event, i): Event => {
      const id = ids[i]
      ok(id)
      return { ...event, id }
    })
  })
  const page = (query: Partial<EventQuery> = {}) => store.page(organization_id, campaign_id, { limit: 200, ...query })
  const scan = (query: Partial<Parameters<typeof store.scan>[1]> = {}) =>
    store.scan(organization_id, { limit: 10_000, ...query })
  return { organization_id, campaign_id, leads, store, row, insert, page, scan }
})
