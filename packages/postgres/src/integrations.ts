/** Integrations, and their deliveries. */
import {
  Delivery,
  DeliveryStore,
  type Integration,
  IntegrationStore,
  type NewDelivery,
  type OrganizationId,
  type Subscriber
} from "@mailroom/core"
import { Array, Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "./internal/database/Database.ts"
import { paged } from "./internal/database/paged.ts"
import { findRemovedLeads } from "./internal/erasure/erasure.ts"
import { mentionsAny } from "./internal/erasure/mentions.ts"
import {
  array,
  ids,
  instant,
  instantOrNull,
  int,
  intOrNull,
  object,
  pageOf,
  readFirst,
  type Row,
  text,
  textOrNull
} from "./internal/database/values.ts"

const subscriberColumns = "id, type, events, campaign_ids::text[] AS campaign_ids, retry_at"
const integrationColumns = `${subscriberColumns}, name, config, sealed, status, consecutive_failures, first_failures,
  failing_since, last_error, last_delivery_at, created_at, updated_at`

const readSubscriber = (row: Row<keyof Subscriber>): Subscriber => ({
  id: int(row.id),
  type: text(row.type),
  events: array(row.events).map((type) => text(type)),
  campaign_ids: row.campaign_ids === null ? null : array(row.campaign_ids).map((id) => text(id)),
  retry_at: instantOrNull(row.retry_at)
})

const readIntegration = (row: Row<keyof Integration.IntegrationRecord>): Integration.IntegrationRecord => ({
  ...readSubscriber(row),
  name: text(row.name),
  config: object(row.config),
  sealed: text(row.sealed),
  status: text(row.status),
  consecutive_failures: int(row.consecutive_failures),
  first_failures: int(row.first_failures),
  failing_since: instantOrNull(row.failing_since),
  last_error: textOrNull(row.last_error),
  last_delivery_at: instantOrNull(row.last_delivery_at),
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at)
})

export const integrationStore = ({ query, sql, write }: Database): IntegrationStore["Service"] => {
  const one = (organization_id: OrganizationId, id: Integration.IntegrationId) => sql`
    SELECT ${sql.literal(integrationColumns)} FROM mailroom.integrations
    WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint`
  type Columns = Row<keyof Integration.IntegrationRecord>

  return IntegrationStore.of({
    newId: () =>
      write("IntegrationStore.newId", sql<Row<"id">>`SELECT nextval('mailroom.integrations_id_seq') AS id`, ([row]) =>
        int(row?.id)
      ),

    insert: (organization_id, integration) =>
      write(
        "IntegrationStore.insert",
        sql`
          INSERT INTO mailroom.integrations (organization_id, id, type, name, events, campaign_ids, config, sealed, status,
            consecutive_failures, first_failures, failing_since, retry_at, last_error, last_delivery_at, created_at, updated_at)
          VALUES (${organization_id}::bigint, ${integration.id}::bigint, ${integration.type}, ${integration.name},
            ${integration.events}::text[], ${integration.campaign_ids}::uuid[], ${JSON.stringify(integration.config)}::json,
            ${integration.sealed}, ${integration.status}, ${integration.consecutive_failures}::integer,
            ${integration.first_failures}::integer,
            ${integration.failing_since}::timestamptz, ${integration.retry_at}::timestamptz, ${integration.last_error}::text,
            ${integration.last_delivery_at}::timestamptz, ${integration.created_at}::timestamptz,
            ${integration.updated_at}::timestamptz)`,
        () => undefined
      ),

    find: (organization_id, id) =>
      query("IntegrationStore.find", sql<Columns>`${one(organization_id, id)}`, readFirst(readIntegration)),

    lock: (organization_id, id) =>
      write(
        "IntegrationStore.lock",
        sql<Columns>`${one(organization_id, id)} FOR NO KEY UPDATE`,
        readFirst(readIntegration)
      ),

    page: (organization_id, page) =>
      query(
        "IntegrationStore.page",
        paged<keyof Integration.IntegrationRecord>(
          sql,
          integrationColumns,
          sql`FROM mailroom.integrations WHERE organization_id = ${organization_id}::bigint`,
          page
        ),
        pageOf(readIntegration)
      ),

    subscribers: (organization_id) =>
      query(
        "IntegrationStore.subscribers",
        sql<Row<keyof Subscriber>>`
          SELECT ${sql.literal(subscriberColumns)} FROM mailroom.integrations
          WHERE organization_id = ${organization_id}::bigint AND status <> 'disabled' ORDER BY id`,
        (rows) => rows.map(readSubscriber)
      ),

    replace: (organization_id, integration) =>
      write(
        "IntegrationStore.replace",
        sql`
          UPDATE mailroom.integrations
          SET name = ${integration.name}, events = ${integration.events}::text[],
            campaign_ids = ${integration.campaign_ids}::uuid[], config = ${JSON.stringify(integration.config)}::json,
            sealed = ${integration.sealed}, status = ${integration.status},
            consecutive_failures = ${integration.consecutive_failures}::integer,
            first_failures = ${integration.first_failures}::integer,
            failing_since = ${integration.failing_since}::timestamptz, retry_at = ${integration.retry_at}::timestamptz,
            last_error = ${integration.last_error}::text, last_delivery_at = ${integration.last_delivery_at}::timestamptz,
            updated_at = ${integration.updated_at}::timestamptz
          WHERE organization_id = ${organization_id}::bigint AND id = ${integration.id}::bigint`,
        () => undefined
      ),

    remove: (organization_id, id) =>
      write(
        "IntegrationStore.remove",
        sql`
          DELETE FROM mailroom.integrations WHERE organization_id = ${organization_id}::bigint AND id = ${id}::bigint
          RETURNING id`,
        (rows) => rows.length > 0
      )
  })
}

const deliveryColumns =
  "id, event, status, attempts, next_attempt_at, response_status, response_body, response_ms, created_at"
const recordColumns = `${deliveryColumns}, payload, lead_id`
type Column = Exclude<keyof Delivery.Delivery, "response"> | "response_body" | "response_ms" | "response_status"
type RecordColumn = Column | "lead_id" | "payload"

const readDelivery = (row: Row<Column>): Delivery.Delivery => {
  const status_code = intOrNull(row.response_status)
  return {
    id: int(row.id),
    event: text(row.event),
    status: text(row.status),
    attempts: int(row.attempts),
    next_attempt_at: instantOrNull(row.next_attempt_at),
    response:
      status_code === null ? null : { status_code, body: text(row.response_body), duration_ms: int(row.response_ms) },
    created_at: instant(row.created_at)
  }
}

const readRecord = (row: Row<RecordColumn>): Delivery.DeliveryRecord => ({
  ...readDelivery(row),
  payload: text(row.payload),
  lead_id: intOrNull(row.lead_id)
})

/** The lead's address, which is in the first 600 characters: exactly as `deliveries_address_idx` has it. */
const addressInPayload = `split_part(split_part(left(payload, 600), '${Delivery.beforeAddress}', 2), '"', 1)`

/** How many deliveries are added in one statement, so that none takes long. */
const chunk = 1_000

export const deliveryStore = ({ atomic, query, slowQuery, sql, write }: Database): DeliveryStore["Service"] => {
  const of = (organization_id: OrganizationId, integration_id: Integration.IntegrationId): Statement.Fragment =>
    sql`organization_id = ${organization_id}::bigint AND integration_id = ${integration_id}::bigint`

  // From the organization's row, so that Citus sends the statement to its shard.
  const insert = (organization_id: OrganizationId, deliveries: ReadonlyArray<NewDelivery>) =>
    write(
      "DeliveryStore.insert",
      sql`
        INSERT INTO mailroom.deliveries (organization_id, integration_id, lead_id, event, payload, mentions, created_at,
          next_attempt_at)
        SELECT organization.id, item.integration_id, item.lead_id, item.event, item.payload, item.mentions,
          item.created_at, item.created_at
        FROM mailroom.organizations organization, ROWS FROM (
          json_to_recordset(${JSON.stringify(deliveries)}::json)
            AS (integration_id bigint, lead_id bigint, event text, payload text, mentions text[], created_at timestamptz)
        ) WITH ORDINALITY AS item (integration_id, lead_id, event, payload, mentions, created_at, place)
        WHERE organization.id = ${organization_id}::bigint
        ORDER BY item.place`,
      () => undefined
    )

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
      query(
        "DeliveryStore.find",
        sql<Row<RecordColumn>>`
          SELECT ${sql.literal(recordColumns)} FROM mailroom.deliveries
          WHERE ${of(organization_id, integration_id)} AND id = ${id}::bigint`,
        readFirst(readRecord)
      ),

    heads: (organization_id, integration_id) =>
      query(
        "DeliveryStore.heads",
        sql<Row<RecordColumn>>`
          (
            SELECT ${sql.literal(recordColumns)} FROM mailroom.deliveries
            WHERE ${of(organization_id, integration_id)} AND status = 'pending' AND attempts > 0
            ORDER BY next_attempt_at, id LIMIT 1
          ) UNION ALL (
            SELECT ${sql.literal(recordColumns)} FROM mailroom.deliveries
            WHERE ${of(organization_id, integration_id)} AND status = 'pending' AND attempts = 0
            ORDER BY id LIMIT 1
          )`,
        (rows) => rows.map(readRecord).toSorted((a, b) => Number(b.attempts > 0) - Number(a.attempts > 0))
      ),

    replace: (organization_id, integration_id, before, { attempts, id, next_attempt_at, response, status }) =>
      write(
        "DeliveryStore.replace",
        sql`
          UPDATE mailroom.deliveries
          SET status = ${status}, attempts = ${attempts}::integer, next_attempt_at = ${next_attempt_at}::timestamptz,
            response_status = ${response?.status_code ?? null}::integer, response_body = ${response?.body ?? null}::text,
            response_ms = ${response?.duration_ms ?? null}::integer
          WHERE ${of(organization_id, integration_id)} AND id = ${id}::bigint
            AND status = ${before.status} AND attempts = ${before.attempts}::integer
          RETURNING id`,
        (rows) => rows.length > 0
      ),

    makeDue: (organization_id, integration_id, at) =>
      write(
        "DeliveryStore.makeDue",
        sql`
          UPDATE mailroom.deliveries SET next_attempt_at = ${at}::timestamptz
          WHERE ${of(organization_id, integration_id)} AND status = 'pending' AND attempts > 0`,
        () => undefined
      ),

    page: (organization_id, integration_id, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      query(
        "DeliveryStore.page",
        sql<Row<Column>>`
          SELECT ${sql.literal(deliveryColumns)} FROM mailroom.deliveries
          WHERE ${of(organization_id, integration_id)} AND id < ${before}::bigint
          ORDER BY id DESC LIMIT ${limit}::bigint`,
        (rows) => rows.map(readDelivery)
      ),

    oldest: (organization_id, integration_id) =>
      query(
        "DeliveryStore.oldest",
        sql<Row<"created_at">>`
          SELECT created_at FROM mailroom.deliveries WHERE ${of(organization_id, integration_id)} ORDER BY id LIMIT 1`,
        ([row]) => (row === undefined ? null : instant(row.created_at))
      ),

    findRemovedLeads: findRemovedLeads({ slowQuery, sql }, "DeliveryStore.findRemovedLeads", {
      table: "deliveries",
      email: addressInPayload,
      condition: "lead_id IS NOT NULL"
    }),

    // Two statements, so that each uses its index.
    removeOf: (organization_id, leads, mentions) => {
      const remove = (condition: Statement.Fragment) =>
        write(
          "DeliveryStore.removeOf",
          sql`DELETE FROM mailroom.deliveries WHERE organization_id = ${organization_id}::bigint AND ${condition}`,
          () => undefined
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
            SELECT id, created_at FROM mailroom.deliveries WHERE ${of(organization_id, integration_id)}
            ORDER BY id LIMIT ${limit}::bigint
          )
          DELETE FROM mailroom.deliveries
          WHERE ${of(organization_id, integration_id)}
            AND id = ANY(ARRAY(SELECT id FROM oldest WHERE created_at <= ${until}::timestamptz))
          RETURNING id`,
        (rows) => rows.length
      )
  })
}
