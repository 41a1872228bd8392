/** Integrations and their deliveries. */
import { Delivery, DeliveryStore, Domain, type Integration, IntegrationStore } from "@mailroom/core"
import { Exit, Iterable, Option } from "effect"
import { type Database, makeSequence, type Mutable } from "./internal/Database.ts"
import { pageOf } from "./internal/rows.ts"
import { removedLeads } from "./internal/leads.ts"
import type { DeliveryRow, Tenant } from "./internal/State.ts"

export const integrationStore = ({ read, write }: Database): IntegrationStore["Service"] => {
  const nextId = makeSequence<Integration.IntegrationId>()
  const find: IntegrationStore["Service"]["find"] = (organization_id, id) =>
    read(organization_id, ({ integrations }) => Option.fromUndefinedOr(integrations.get(id)))
  return IntegrationStore.of({
    newId: (organization_id) => write(organization_id, "IntegrationStore.newId", () => Exit.succeed(nextId())),
    insert: (organization_id, integration) =>
      write(organization_id, "IntegrationStore.insert", (tenant) => {
        tenant.integrations = tenant.integrations.set(integration.id, Object.freeze({ ...integration }))
        return Exit.void
      }),
    find,
    // No other transaction runs until this one ends.
    lock: find,
    page: (organization_id, query) => read(organization_id, ({ integrations }) => pageOf(integrations, query)),
    subscribers: (organization_id) =>
      read(organization_id, ({ integrations }) =>
        Array.from(
          Iterable.filter(integrations.values(), ({ status }) => status !== "disabled"),
          ({ campaign_ids, events, id, retry_at, type }) => ({ id, type, events, campaign_ids, retry_at })
        )
      ),
    replace: (organization_id, integration) =>
      write(organization_id, "IntegrationStore.replace", (tenant) => {
        const stored = tenant.integrations.get(integration.id)
        if (stored !== undefined) {
          const { created_at, type } = stored
          tenant.integrations = tenant.integrations.set(stored.id, Object.freeze({ ...integration, type, created_at }))
        }
        return Exit.void
      }),
    remove: (organization_id, id) =>
      write(organization_id, "IntegrationStore.remove", (tenant) => {
        const before = tenant.integrations.size
        tenant.integrations = tenant.integrations.remove(id)
        return Exit.succeed(tenant.integrations.size < before)
      })
  })
}

export const deliveryStore = ({ read, write }: Database): DeliveryStore["Service"] => {
  const nextId = makeSequence<Delivery.DeliveryId>()
  return DeliveryStore.of({
    insert: (organization_id, deliveries) =>
      write(organization_id, "DeliveryStore.insert", (tenant) => {
        for (const { created_at, event, integration_id, lead_id, mentions, payload } of deliveries) {
          put(tenant, integration_id, {
            id: nextId(),
            event,
            status: "pending",
            attempts: 0,
            next_attempt_at: created_at,
            response: null,
            created_at,
            payload,
            lead_id,
            mentions
          })
        }
        return Exit.void
      }),
    find: (organization_id, integration_id, id) =>
      read(organization_id, ({ deliveries }) =>
        Option.map(Option.fromUndefinedOr(deliveries.get({ integration_id, id })), toRecord)
      ),
    heads: (organization_id, integration_id) =>
      read(organization_id, ({ retriedDeliveries, untriedDeliveries }) => {
        const retried = retriedDeliveries.rank({ integration_id, next_attempt_at: "", id: 0 })
        const untried = untriedDeliveries.rank({ integration_id, id: 0 })
        const next = { integration_id: integration_id + 1, next_attempt_at: "", id: 0 }
        return [
          ...retriedDeliveries.slice(retried, Math.min(retried + 1, retriedDeliveries.rank(next))),
          ...untriedDeliveries.slice(untried, Math.min(untried + 1, untriedDeliveries.rank(next)))
        ].map(toRecord)
      }),
    replace: (organization_id, integration_id, before, { attempts, id, next_attempt_at, response, status }) =>
      write(organization_id, "DeliveryStore.replace", (tenant) => {
        const stored = tenant.deliveries.get({ integration_id, id })
        if (stored?.status !== before.status || stored.attempts !== before.attempts) return Exit.succeed(false)
        put(tenant, integration_id, { ...stored, status, attempts, next_attempt_at, response })
        return Exit.succeed(true)
      }),
    makeDue: (organization_id, integration_id, next_attempt_at) =>
      write(organization_id, "DeliveryStore.makeDue", (tenant) => {
        const { retriedDeliveries } = tenant
        const from = retriedDeliveries.rank({ integration_id, next_attempt_at: "", id: 0 })
        const to = retriedDeliveries.rank({ integration_id: integration_id + 1, next_attempt_at: "", id: 0 })
        for (const row of retriedDeliveries.slice(from, to)) put(tenant, integration_id, { ...row, next_attempt_at })
        return Exit.void
      }),
    page: (organization_id, integration_id, { before = Infinity, limit }) =>
      read(organization_id, ({ deliveries }) => {
        const from = deliveries.rank({ integration_id, id: 0 })
        const to = deliveries.rank({ integration_id, id: before })
        return deliveries
          .slice(Math.max(from, to - limit), to)
          .toReversed()
          .map((row) => Delivery.toDelivery(toRecord(row)))
      }),
    oldest: (organization_id, integration_id) =>
      read(organization_id, (tenant) => oldestOf(tenant, integration_id, 1)[0]?.created_at ?? null),
    findRemovedLeads: (organization_id, addresses) =>
      read(organization_id, ({ deliveries, leads }) => {
        const normalized = new Set(addresses.map(Domain.normalizeEmail))
        return removedLeads(
          [...deliveries.values()].flatMap(({ lead_id, payload }) => {
            if (lead_id === null || leads.get(lead_id) !== undefined) return []
            const address = Domain.normalizeEmail(payload.split(Delivery.beforeAddress, 2)[1]?.split('"', 1)[0] ?? "")
            return normalized.has(address) ? [{ lead_id, address }] : []
          })
        )
      }),
    removeOf: (organization_id, lead_ids, mentions) =>
      write(organization_id, "DeliveryStore.removeOf", (tenant) => {
        const leads = new Set(lead_ids)
        const erased = new Set(mentions)
        for (const key of tenant.deliveries.keys()) {
          const row = tenant.deliveries.get(key)
          if (row === undefined) continue
          if ((row.lead_id !== null && leads.has(row.lead_id)) || row.mentions.some((one) => erased.has(one)))
            remove(tenant, key.integration_id, key.id)
        }
        return Exit.void
      }),
    removeOldest: (organization_id, integration_id, { limit, until }) =>
      write(organization_id, "DeliveryStore.removeOldest", (tenant) => {
        const removed = oldestOf(tenant, integration_id, limit).filter(({ created_at }) => created_at <= until)
        for (const { id } of removed) remove(tenant, integration_id, id)
        return Exit.succeed(removed.length)
      })
  })
}

const toRecord = ({ mentions: _, ...record }: DeliveryRow): Delivery.DeliveryRecord => record

/** The deliveries with the lowest ids. */
const oldestOf = ({ deliveries }: Tenant, integration_id: Integration.IntegrationId, limit: number) => {
  const from = deliveries.rank({ integration_id, id: 0 })
  return deliveries.slice(from, Math.min(from + limit, deliveries.rank({ integration_id: integration_id + 1, id: 0 })))
}

const remove = (tenant: Mutable<Tenant>, integration_id: number, id: number) => {
  const key = { integration_id, id }
  const row = tenant.deliveries.get(key)
  if (row === undefined) return
  tenant.deliveries = tenant.deliveries.remove(key)
  tenant.untriedDeliveries = tenant.untriedDeliveries.remove(key)
  const { next_attempt_at } = row
  if (next_attempt_at !== null) {
    tenant.retriedDeliveries = tenant.retriedDeliveries.remove({ ...key, next_attempt_at })
  }
}

/** Adds a delivery, or replaces the one with the same id. */
const put = (tenant: Mutable<Tenant>, integration_id: number, row: DeliveryRow) => {
  remove(tenant, integration_id, row.id)
  const key = { integration_id, id: row.id }
  Object.freeze(row)
  tenant.deliveries = tenant.deliveries.set(key, row)
  const { attempts, next_attempt_at } = row
  if (next_attempt_at === null) return
  if (attempts === 0) tenant.untriedDeliveries = tenant.untriedDeliveries.set(key, row)
  else tenant.retriedDeliveries = tenant.retriedDeliveries.set({ ...key, next_attempt_at }, row)
}
