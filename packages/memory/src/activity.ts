/** Events. */
import { type Account, Domain, Event, EventStore, type Lead, Timestamp } from "@mailroom/core"
import { Exit, Struct } from "effect"
import type { Database } from "./internal/Database.ts"
import { removedLeads } from "./internal/leads.ts"
import { byTime, type Tenant } from "./internal/State.ts"

export const eventStore = ({ read, sequence, write }: Database): EventStore["Service"] => {
  const { next: nextId } = sequence<Event.EventId>("events")
  return EventStore.of({
    insert: (organization_id, events) =>
      write(organization_id, "EventStore.insert", (tenant) =>
        Exit.succeed(
          events.map((fields) => {
            if (tenant.eventsByIdentity.get(fields.identity) !== undefined) return null
            const event = Object.freeze({ id: nextId(), ...fields, data: Object.freeze({ ...fields.data }) })
            // An event is also its key.
            tenant.events = tenant.events.set(event, event)
            tenant.eventsByIdentity = tenant.eventsByIdentity.set(event.identity, event.id)
            return event.id
          })
        )
      ),
    page: (
      organization_id,
      campaign_id,
      { account_id, before, lead_id, limit, sequence_id, types, with_retired = false }
    ) =>
      read(organization_id, (tenant) => {
        const end = { occurred_at: before?.at ?? "\uffff", id: before?.id ?? 0 }
        const events = lead_id === undefined ? [...tenant.events.values()] : eventsOf(tenant, lead_id)
        return events
          .filter(
            (event) =>
              (with_retired || tenant.retiredEvents.get(event.id) === undefined) &&
              (campaign_id === null || event.campaign_id === campaign_id) &&
              (types === undefined || types.includes(event.type)) &&
              (account_id === undefined || event.account_id === account_id) &&
              (sequence_id === undefined || event.sequence_id === sequence_id) &&
              byTime(event, end) < 0
          )
          .sort((a, b) => byTime(b, a))
          .slice(0, limit)
      }),
    findSent: (organization_id, message_ids, { limit }) =>
      read(organization_id, ({ events }) => {
        const asked = new Set<string | null>(message_ids)
        const isAsked = ({ message_id, provider_message_id, type }: Event.Event) =>
          type === "sent" && (asked.has(message_id) || asked.has(provider_message_id))
        return message_ids.length === 0
          ? []
          : [...events.values()]
              .filter(isAsked)
              .sort((a, b) => a.id - b.id)
              .slice(0, limit)
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
          const isAsked = (event: Event.Event) =>
            event.type === "sent" &&
            (campaign_id === undefined || event.campaign_id === campaign_id) &&
            event.email !== null &&
            Domain.normalizeEmail(event.email) === address
          return [...tenant.events.values()].filter(isAsked).reduce<Event.Event | null>(later, null)
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
    findLastSent: (organization_id, account_ids) =>
      read(organization_id, ({ events }) => {
        const last = new Map<Account.AccountId, Timestamp.Timestamp>()
        for (const { account_id, occurred_at: at, type } of events.values()) {
          if (type !== "sent" || account_id === null || !account_ids.includes(account_id)) continue
          if (at > (last.get(account_id) ?? "")) last.set(account_id, at)
        }
        return [...last].map(([account_id, at]) => ({ account_id, at }))
      }),
    countLinks: (organization_id, campaign_id, { end, limit, start }) =>
      read(organization_id, ({ events }) => {
        const leads = new Map<string, Array<Event.Event["lead_id"]>>()
        for (const { campaign_id: of, data, lead_id, occurred_at: at, type } of events.values()) {
          const isInRange = at >= (start ?? "") && (end === null || at < end)
          const isAsked = of === campaign_id && type === "clicked" && isInRange
          if (!isAsked || data.url === undefined) continue
          const clicked = leads.get(data.url)
          if (clicked === undefined) leads.set(data.url, [lead_id])
          else clicked.push(lead_id)
        }
        return [...leads]
          .map(([url, ids]) => ({ url, clicked: ids.length, unique_clicked: new Set(ids).size }))
          .sort((a, b) => b.clicked - a.clicked || (a.url < b.url ? -1 : 1))
          .slice(0, limit)
      }),
    retire: (organization_id, { before, kept, limit }) =>
      write(organization_id, "EventStore.retire", (tenant) => {
        const old = [...tenant.events.values()]
          .filter(({ id, occurred_at }) => occurred_at < before && tenant.retiredEvents.get(id) === undefined)
          .sort(byTime)
          .slice(0, limit)
        for (const event of old) {
          const retired = Object.freeze({ ...event, data: Object.freeze(Struct.pick(event.data, kept)) })
          tenant.retiredEvents = tenant.retiredEvents.set(event.id, event.id)
          tenant.events = tenant.events.set(retired, retired)
        }
        return Exit.succeed(old.length)
      }),
    erase: (organization_id, lead_ids) =>
      write(organization_id, "EventStore.erase", (tenant) => {
        const addresses = new Set<string>()
        for (const lead_id of lead_ids) {
          for (const event of eventsOf(tenant, lead_id)) {
            for (const email of [event.email, event.data.email]) if (typeof email === "string") addresses.add(email)
            const nothing = { message_id: null, provider_message_id: null, email: null, data: Object.freeze({}) }
            const erased = Object.freeze({ ...event, ...nothing, identity: `erased ${event.id}` })
            tenant.eventsByIdentity = tenant.eventsByIdentity.remove(event.identity).set(erased.identity, event.id)
            tenant.events = tenant.events.set(erased, erased)
          }
        }
        return Exit.succeed([...addresses])
      }),
    findRemovedLeads: (organization_id, addresses) =>
      read(organization_id, (tenant) => {
        const mentions = [...tenant.events.values()].flatMap(({ email, lead_id }) =>
          email === null ? [] : [{ lead_id, email }]
        )
        return removedLeads(tenant, addresses, mentions)
      }),
    scan: (organization_id, { after, limit }) =>
      read(organization_id, ({ events }) => {
        const start = after === undefined ? 0 : events.rankAfter(after)
        return events.slice(start, start + limit)
      })
  })
}

/** The later one of two events; `b` if there is no `a`. */
const later = (a: Event.Event | null, b: Event.Event): Event.Event => (a === null || byTime(a, b) < 0 ? b : a)

/** A lead's events by ascending id. */
const eventsOf = ({ events }: Tenant, lead_id: Lead.LeadId): ReadonlyArray<Event.Event> =>
  events.between({ lead_id, id: 0 }, { lead_id, id: Infinity })
