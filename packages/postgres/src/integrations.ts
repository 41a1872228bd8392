/** Integrations, and their deliveries. */
import {
  Delivery,
  DeliveryStore,
  Integration,
  IntegrationStore,
  type NewDelivery,
  type OrganizationId,
  type Subscriber
} from "@mailroom/core"
import { Array, Effect, Struct } from "effect"
import type { SqlConnection, Statement } from "effect/sql"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { givenOf, identified, inserting, insertInto } from "./internal/database/insertion.ts"
import { listedRows } from "./internal/database/listedRows.ts"
import { findRemovedLeads } from "./internal/erasure/erasure.ts"
import { mentionsAny } from "./internal/erasure/mentions.ts"
import { ids, instant, int, readFirst, type Row } from "./internal/database/values.ts"

const columns = Column.of(Integration.table)
const subscriberColumns = Struct.pick(columns, ["id", "type", "events", "campaign_ids", "retry_at", "config"])

const readSubscribed = Column.readerOf<
  Omit<Subscriber, "includes_custom_fields"> & Pick<Integration.IntegrationRecord, "config">
>(subscriberColumns)
const readSubscriber = (row: SqlConnection.Row): Subscriber => {
  const { config, ...subscriber } = readSubscribed(row)
  return { ...subscriber, includes_custom_fields: Integration.includesCustomFields({ config }) }
}

export const integrationStore = (database: Database): IntegrationStore["Service"] => {
  const { read, sql, write } = database
  return IntegrationStore.of({
    ...listedRows(database, "IntegrationStore", Integration.table),

    newId: () =>
      write("IntegrationStore.newId", sql<Row<"id">>`SELECT nextval('mailroom.integrations_id_seq') AS id`, ([row]) =>
        int(row?.id)
      ),

    insert: (organization_id, integration) =>
      inserting(database)(
        "IntegrationStore.insert",
        organization_id,
        sql`${insertInto(sql, "integrations", organization_id, { columns, rows: [integration] })} RETURNING id`,
        () => undefined
      ),

    subscribers: (organization_id) =>
      read(
        "IntegrationStore.subscribers",
        sql`
          SELECT ${sql.literal(Column.selectionOf(subscriberColumns))} FROM mailroom.integrations
          WHERE organization_id = ${organization_id}::bigint AND status <> 'disabled' ORDER BY id`,
        (rows) => rows.map(readSubscriber)
      )
  })
}

const deliveryColumns = Column.of(Delivery.Delivery, {
  response: {
    type: "json",
    from: "tries -> -1",
    // Only Mailroom can have written the tries, so they are not decoded by a schema.
    read: (value) => Delivery.responseOf((value ?? undefined) as Delivery.DeliveryTry | undefined)
  }
})
const recordColumns = { ...Column.of(Delivery.DeliveryRecord), ...deliveryColumns }
const newColumns = Struct.pick(Column.of(Delivery.table), [
  "integration_id",
  "lead_id",
  "event",
  "payload",
  "mentions",
  "created_at"
])

const readDelivery = Column.readerOf<Delivery.Delivery>(deliveryColumns)
const readRecord = Column.readerOf<Delivery.DeliveryRecord>(recordColumns)

/** The lead's address, which is in the first 600 characters: exactly as `deliveries_address_idx` has it. */
const addressInPayload = `split_part(split_part(left(payload, 600), '${Delivery.beforeAddress}', 2), '"', 1)`

/** How many deliveries are added in one statement, so that none takes long. */
const chunk = 1_000

export const deliveryStore = (database: Database): DeliveryStore["Service"] => {
  const { read, readLong, sql, atomic, write } = database
  const ofIntegration = (
    organization_id: OrganizationId,
    integration_id: Integration.IntegrationId
  ): Statement.Fragment =>
    sql`organization_id = ${organization_id}::bigint AND integration_id = ${integration_id}::bigint`

  const insert = Effect.fnUntraced(function* (organization_id: OrganizationId, deliveries: ReadonlyArray<NewDelivery>) {
    const { columns, rows } = yield* identified(database, "DeliveryStore.insert", "deliveries", {
      columns: newColumns,
      rows: deliveries
    })
    return yield* write(
      "DeliveryStore.insert",
      sql`
        INSERT INTO mailroom.deliveries (organization_id, ${sql.literal(Column.namesOf(columns))}, next_attempt_at)
        SELECT organization.id, ${sql.literal(givenOf(columns))}, new.created_at
        FROM mailroom.organizations organization, ${Column.orderedRowsOf(sql, columns, rows)}
        WHERE organization.id = ${organization_id}::bigint
        ORDER BY new.place`
    )
  })

  return DeliveryStore.of({
    insert: (organization_id, deliveries) =>
      deliveries.length <= chunk
        ? insert(organization_id, deliveries)
        : atomic(
            Effect.forEach(Array.chunksOf(deliveries, chunk), (part) => insert(organization_id, part), {
              discard: true
            })
          ),

    find: (organization_id, integration_id, id) =>
      read(
        "DeliveryStore.find",
        sql`
          SELECT ${sql.literal(Column.selectionOf(recordColumns))} FROM mailroom.deliveries
          WHERE ${ofIntegration(organization_id, integration_id)} AND id = ${id}::bigint`,
        readFirst(readRecord)
      ),

    heads: (organization_id, integration_id) =>
      read(
        "DeliveryStore.heads",
        sql`
          (
            SELECT ${sql.literal(Column.selectionOf(recordColumns))} FROM mailroom.deliveries
            WHERE ${ofIntegration(organization_id, integration_id)} AND status = 'pending' AND attempts > 0
            ORDER BY next_attempt_at, id LIMIT 1
          ) UNION ALL (
            SELECT ${sql.literal(Column.selectionOf(recordColumns))} FROM mailroom.deliveries
            WHERE ${ofIntegration(organization_id, integration_id)} AND status = 'pending' AND attempts = 0
            ORDER BY id LIMIT 1
          )`,
        (rows) => rows.map(readRecord).toSorted((a, b) => Number(b.attempts > 0) - Number(a.attempts > 0))
      ),

    replace: (organization_id, integration_id, before, { attempts, id, next_attempt_at, status }, tries) =>
      write(
        "DeliveryStore.replace",
        sql`
          UPDATE mailroom.deliveries
          SET status = ${status}, attempts = ${attempts}::integer, next_attempt_at = ${next_attempt_at}::timestamptz,
            tries = ${JSON.stringify(tries)}::json
          WHERE ${ofIntegration(organization_id, integration_id)} AND id = ${id}::bigint
            AND status = ${before.status} AND attempts = ${before.attempts}::integer
          RETURNING id`,
        (rows) => rows.length > 0
      ),

    makeDue: (organization_id, integration_id, at) =>
      write(
        "DeliveryStore.makeDue",
        sql`
          UPDATE mailroom.deliveries SET next_attempt_at = ${at}::timestamptz
          WHERE ${ofIntegration(organization_id, integration_id)} AND status = 'pending' AND attempts > 0`
      ),

    page: (organization_id, integration_id, { before = Number.MAX_SAFE_INTEGER, limit, status }) =>
      read(
        "DeliveryStore.page",
        sql`
          SELECT ${sql.literal(Column.selectionOf(deliveryColumns))} FROM mailroom.deliveries
          WHERE ${ofIntegration(organization_id, integration_id)} AND id < ${before}::bigint
            ${status === undefined ? sql.literal("") : sql`AND status = ${status}::text`}
          ORDER BY id DESC LIMIT ${limit}::bigint`,
        (rows) => rows.map(readDelivery)
      ),

    oldest: (organization_id, integration_id) =>
      read(
        "DeliveryStore.oldest",
        sql<Row<"created_at">>`
          SELECT created_at FROM mailroom.deliveries WHERE ${ofIntegration(organization_id, integration_id)} ORDER BY id LIMIT 1`,
        ([row]) => (row === undefined ? null : instant(row.created_at))
      ),

    findRemovedLeads: findRemovedLeads({ readLong, sql }, "DeliveryStore.findRemovedLeads", {
      table: "deliveries",
      email: addressInPayload,
      condition: "lead_id IS NOT NULL"
    }),

    // Two statements, so that each uses its index.
    removeOf: (organization_id, leads, mentions) => {
      const remove = (condition: Statement.Fragment) =>
        write(
          "DeliveryStore.removeOf",
          sql`DELETE FROM mailroom.deliveries WHERE organization_id = ${organization_id}::bigint AND ${condition}`
        )
      return atomic(
        Effect.andThen(remove(mentionsAny(sql, mentions)), remove(sql`lead_id = ANY(${ids(leads)}::bigint[])`))
      )
    },

    removeOldest: (organization_id, integration_id, { limit, until }) =>
      write(
        "DeliveryStore.removeOldest",
        sql`
          WITH oldest AS MATERIALIZED (
            SELECT id, created_at FROM mailroom.deliveries WHERE ${ofIntegration(organization_id, integration_id)}
            ORDER BY id LIMIT ${limit}::bigint
          )
          DELETE FROM mailroom.deliveries
          WHERE ${ofIntegration(organization_id, integration_id)}
            AND id = ANY(ARRAY(SELECT id FROM oldest WHERE created_at <= ${until}::timestamptz))
          RETURNING id`,
        (rows) => rows.length
      )
  })
}
