/** Events. */
import {
  type Account,
  type Campaign,
  Domain,
  Event,
  type EventQuery,
  EventStore,
  type Lead,
  Rollup,
  Timestamp
} from "@mailroom/core"
import { Exit } from "effect"
import { type Database, makeSequence } from "./internal/Database.ts"
import { removedLeads } from "./internal/leads.ts"
import { merged } from "./internal/rows.ts"
import { byTime, type Tenant, withMessageId } from "./internal/State.ts"

export const eventStore = ({ read, write }: Database): EventStore["Service"] => {
  const nextId = makeSequence<Event.EventId>()
  return EventStore.of({
    insert: (organization_id, events) =>
      write(organization_id, "EventStore.insert", (tenant) =>
        Exit.succeed(
          events.map((fields) => {
            if (tenant.eventsByIdentity.get(fields.identity) !== undefined) return null
            const event = Object.freeze({ id: nextId(), ...fields, data: Object.freeze({ ...fields.data }) })
            // An event is its own key: the same object is in two indexes.
            tenant.events = tenant.events.set(event, event)
            tenant.eventsByType = tenant.eventsByType.set(event, event)
            tenant.eventsByIdentity = tenant.eventsByIdentity.set(event.identity, event.id)
            for (const message_id of event.type === "sent" ? idsOf(event) : []) {
              tenant.sentByMessageId = tenant.sentByMessageId.set({ message_id, id: event.id }, event)
            }
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
    findSent: (organization_id, message_ids, { limit }) =>
      read(organization_id, ({ sentByMessageId }) => {
        const found = new Set(message_ids.flatMap((message_id) => withMessageId(sentByMessageId, message_id)))
        return [...found].sort((a, b) => a.id - b.id).slice(0, limit)
      }),
    findSentToLeads: (organization_id, inputs) =>
      read(organization_id, (tenant) =>
        inputs.map(({ at, lead_id }) => {
          const sent = eventsOf(tenant, lead_id)
            .filter(({ email, type }) => type === "sent" && email !== null)
            .sort(byTime)
          return sent.findLast(({ occurred_at }) => occurred_at <= at) ?? sent[0] ?? null
        })
      ),
    findSentToAddresses: (organization_id, inputs) =>
      read(organization_id, (tenant) =>
        inputs.map(({ address, campaign_id }) => {
          const isAsked = ({ email, type }: Event.Event) =>
            type === "sent" && email !== null && Domain.normalizeEmail(email) === address
          if (campaign_id === undefined) {
            return [...tenant.events.values()].filter(isAsked).reduce<Event.Event | null>(later, null)
          }
          for (const event of newestFirst(tenant, campaign_id, { types: ["sent"] })) if (isAsked(event)) return event
          return null
        })
      ),
    findFirsts: (organization_id, lead_ids, types) =>
      read(organization_id, (tenant) =>
        [...new Set(lead_ids)]
          .sort((a, b) => a - b)
          .flatMap((lead_id) => {
            const own = eventsOf(tenant, lead_id)
            const earliest = new Map<Event.EventType, string>()
            for (const { occurred_at, type } of own) {
              const known = earliest.get(type)
              if (known === undefined || occurred_at < known) earliest.set(type, occurred_at)
            }
            return own.filter(({ occurred_at, type }) => types.includes(type) && earliest.get(type) === occurred_at)
          })
      ),
    // No other transaction runs until this one ends.
    lock: (organization_id, asked) =>
      read(organization_id, ({ events }) => {
        const found = new Set(asked.flatMap(({ id, lead_id }) => events.get({ lead_id, id }) ?? []))
        return [...found].sort((a, b) => a.lead_id - b.lead_id || a.id - b.id)
      }),
    findLastSent: (organization_id, buckets) =>
      read(organization_id, ({ eventsByType }) => {
        const last = new Map<Account.AccountId, Timestamp.Timestamp>()
        for (const { account_id, bucket, campaign_id } of buckets) {
          const key = { campaign_id, type: "sent", id: 0 } as const
          const end = Timestamp.plus(bucket, Rollup.bucketMillis)
          const sent = eventsByType.reversed(
            eventsByType.rank({ ...key, occurred_at: last.get(account_id) ?? bucket }),
            eventsByType.rank({ ...key, occurred_at: end })
          )
          for (const event of sent) {
            if (event.account_id !== account_id) continue
            if (event.occurred_at >= bucket) last.set(account_id, event.occurred_at)
            break
          }
        }
        return [...last].map(([account_id, at]) => ({ account_id, at }))
      }),
    erase: (organization_id, lead_ids) =>
      write(organization_id, "EventStore.erase", (tenant) => {
        const addresses = new Set<string>()
        for (const lead_id of lead_ids) {
          for (const event of eventsOf(tenant, lead_id)) {
            for (const email of [event.email, event.data.email]) if (typeof email === "string") addresses.add(email)
            const nothing = { message_id: null, provider_message_id: null, email: null, data: Object.freeze({}) }
            const erased = Object.freeze({ ...event, ...nothing, identity: `erased ${event.id}` })
            for (const message_id of event.type === "sent" ? idsOf(event) : []) {
              tenant.sentByMessageId = tenant.sentByMessageId.remove({ message_id, id: event.id })
            }
            tenant.eventsByIdentity = tenant.eventsByIdentity.remove(event.identity).set(erased.identity, event.id)
            tenant.events = tenant.events.remove(event).set(erased, erased)
            tenant.eventsByType = tenant.eventsByType.remove(event).set(erased, erased)
          }
        }
        return Exit.succeed([...addresses])
      }),
    findRemovedLeads: (organization_id, addresses) =>
      read(organization_id, ({ events, leads }) => {
        const normalized = new Set(addresses.map(Domain.normalizeEmail))
        return removedLeads(
          [...events.values()].flatMap(({ email, lead_id }) => {
            if (email === null || leads.get(lead_id) !== undefined) return []
            const address = Domain.normalizeEmail(email)
            return normalized.has(address) ? [{ lead_id, address }] : []
          })
        )
      }),
    scan: (organization_id, { after, limit }) =>
      read(organization_id, ({ events }) => {
        const start = after === undefined ? 0 : events.rankAfter(after)
        return events.slice(start, start + limit)
      })
  })
}

const later = (a: Event.Event | null, b: Event.Event): Event.Event => (a === null || byTime(a, b) < 0 ? b : a)

/** A lead's events by ascending id. */
const eventsOf = ({ events }: Tenant, lead_id: Lead.LeadId): ReadonlyArray<Event.Event> =>
  events.slice(events.rank({ lead_id, id: 0 }), events.rankAfter({ lead_id, id: Infinity }))

const idsOf = ({ message_id, provider_message_id }: Event.Event): ReadonlyArray<string> =>
  [message_id, provider_message_id].filter((id) => id !== null)

/**
 * The campaign's events of the query's types after its cursor, the newest first. With `lead_id`, only that lead's
 * events are read, because they are few.
 */
const newestFirst = (
  tenant: Tenant,
  campaign_id: Campaign.CampaignId,
  { before, lead_id, types = Event.EventType.literals }: Omit<EventQuery, "limit">
): Iterable<Event.Event> => {
  const end = { occurred_at: before?.occurred_at ?? "\uffff", id: before?.id ?? 0 }
  if (lead_id !== undefined) {
    return eventsOf(tenant, lead_id)
      .filter((event) => event.campaign_id === campaign_id && types.includes(event.type) && byTime(event, end) < 0)
      .sort((a, b) => byTime(b, a))
  }
  const { eventsByType } = tenant
  const ofType = (type: Event.EventType) =>
    eventsByType.reversed(
      eventsByType.rank({ campaign_id, type, occurred_at: "", id: 0 }),
      eventsByType.rank({ campaign_id, type, ...end })
    )
  return merged([...new Set(types)].map(ofType), byTime)
}

const matches = (event: Event.Event, { account_id, sequence_id }: EventQuery): boolean =>
  (account_id === undefined || event.account_id === account_id) &&
  (sequence_id === undefined || event.sequence_id === sequence_id)
