/** Integrations and their deliveries. */
import { Delivery, DeliveryStore, Integration, IntegrationStore, type Timestamp } from "@mailroom/core"
import { Array, Exit, Option, Order, Struct } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { listedRows } from "./internal/listed.ts"
import { removedLeads } from "./internal/leads.ts"
import type { DeliveryRow, Tenant } from "./internal/State.ts"

export const integrationStore = (database: Database): IntegrationStore["Service"] => {
  const { read, sequence, write } = database
  const { next: nextId } = sequence<Integration.IntegrationId>("integrations")
  const { set, store } = listedRows<Integration.IntegrationRecord>(database, {
    port: "IntegrationStore",
    table: Integration.table,
    part: "integrations"
  })
  return IntegrationStore.of({
    newId: (organization_id) => write(organization_id, "IntegrationStore.newId", () => Exit.succeed(nextId())),
    insert: (organization_id, integration) =>
      write(organization_id, "IntegrationStore.insert", (tenant) => {
        set(tenant, integration)
        return Exit.void
      }),
    ...store,
    subscribers: (organization_id) =>
      read(organization_id, ({ integrations }) =>
        [...integrations.values()]
          .filter(({ status }) => status !== "disabled")
          .map((record) => ({
            ...Struct.pick(record, ["id", "type", "events", "campaign_ids", "retry_at"]),
            includes_custom_fields: Integration.includesCustomFields(record)
          }))
      )
  })
}

export const deliveryStore = ({ read, sequence, write }: Database): DeliveryStore["Service"] => {
  const { next: nextId } = sequence<Delivery.DeliveryId>("deliveries")
  return DeliveryStore.of({
    insert: (organization_id, deliveries) =>
      write(organization_id, "DeliveryStore.insert", (tenant) => {
        for (const { created_at, event, integration_id, lead_id, mentions, payload } of deliveries) {
          putDelivery(tenant, {
            id: nextId(),
            integration_id,
            event,
            status: "pending",
            attempts: 0,
            next_attempt_at: created_at,
            response: null,
            tries: [],
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
      read(organization_id, (tenant) => {
        const pending = deliveriesOf(tenant, integration_id).filter(isPending)
        const retried = Array.sortWith(
          pending.filter(({ attempts }) => attempts > 0),
          (row) => row.next_attempt_at,
          Order.String
        )
        const untried = pending.filter(({ attempts }) => attempts === 0)
        return [...retried.slice(0, 1), ...untried.slice(0, 1)].map(toRecord)
      }),
    replace: (organization_id, integration_id, before, { attempts, id, next_attempt_at, status }, tries) =>
      write(organization_id, "DeliveryStore.replace", (tenant) => {
        const stored = tenant.deliveries.get({ integration_id, id })
        if (stored?.status !== before.status || stored.attempts !== before.attempts) return Exit.succeed(false)
        const response = Delivery.responseOf(tries.at(-1))
        putDelivery(tenant, {
          ...stored,
          status,
          attempts,
          next_attempt_at,
          response,
          tries: Object.freeze([...tries])
        })
        return Exit.succeed(true)
      }),
    makeDue: (organization_id, integration_id, next_attempt_at) =>
      write(organization_id, "DeliveryStore.makeDue", (tenant) => {
        for (const row of deliveriesOf(tenant, integration_id)) {
          if (isPending(row) && row.attempts > 0) putDelivery(tenant, { ...row, next_attempt_at })
        }
        return Exit.void
      }),
    page: (organization_id, integration_id, { before = Infinity, limit, status }) =>
      read(organization_id, ({ deliveries }) => {
        const from = deliveries.rank({ integration_id, id: 0 })
        const to = deliveries.rank({ integration_id, id: before })
        const rows =
          status === undefined
            ? deliveries.slice(Math.max(from, to - limit), to)
            : deliveries
                .slice(from, to)
                .filter((row) => row.status === status)
                .slice(-limit)
        return rows.toReversed().map((row) => Delivery.toDelivery(toRecord(row)))
      }),
    oldest: (organization_id, integration_id) =>
      read(organization_id, (tenant) => deliveriesOf(tenant, integration_id)[0]?.created_at ?? null),
    findRemovedLeads: (organization_id, addresses) =>
      read(organization_id, (tenant) => {
        const mentions = [...tenant.deliveries.values()].flatMap(({ lead_id, payload }) => {
          const email = payload.split(Delivery.beforeAddress, 2)[1]?.split('"', 1)[0] ?? ""
          return lead_id === null ? [] : [{ lead_id, email }]
        })
        return removedLeads(tenant, addresses, mentions)
      }),
    removeOf: (organization_id, lead_ids, mentions) =>
      write(organization_id, "DeliveryStore.removeOf", (tenant) => {
        const leads = new Set(lead_ids)
        const erased = new Set(mentions)
        for (const row of tenant.deliveries.values()) {
          const isErased =
            (row.lead_id !== null && leads.has(row.lead_id)) || row.mentions.some((one) => erased.has(one))
          if (isErased) tenant.deliveries = tenant.deliveries.remove(row)
        }
        return Exit.void
      }),
    removeOldest: (organization_id, integration_id, { limit, until }) =>
      write(organization_id, "DeliveryStore.removeOldest", (tenant) => {
        const oldest = deliveriesOf(tenant, integration_id).slice(0, limit)
        const removed = oldest.filter(({ created_at }) => created_at <= until)
        for (const row of removed) tenant.deliveries = tenant.deliveries.remove(row)
        return Exit.succeed(removed.length)
      })
  })
}

const toRecord = ({ integration_id: _, mentions: __, ...record }: DeliveryRow): Delivery.DeliveryRecord => record

/** The deliveries of an integration, the oldest first. */
const deliveriesOf = ({ deliveries }: Tenant, integration_id: number) =>
  deliveries.between({ integration_id, id: 0 }, { integration_id: integration_id + 1, id: 0 })

const isPending = (row: DeliveryRow): row is DeliveryRow & { readonly next_attempt_at: Timestamp.Timestamp } =>
  row.next_attempt_at !== null

/** Adds a delivery, or replaces the one with the same id. */
export const putDelivery = (tenant: Mutable<Tenant>, row: DeliveryRow) => {
  tenant.deliveries = tenant.deliveries.set(row, Object.freeze(row))
}
