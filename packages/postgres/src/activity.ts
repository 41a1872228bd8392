/** Events. */
import { type Account, Domain, Event, EventStore, type OrganizationId } from "@mailroom/core"
import { Effect, Struct } from "effect"
import type { SqlConnection, Statement } from "effect/sql"
import { resolutions } from "./analytics.ts"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { addressKey, addressKeyOf, findRemovedLeads } from "./internal/erasure/erasure.ts"
import { drawIds, givenOf, inserting } from "./internal/database/insertion.ts"
import { limited, limitedWithTies } from "./internal/database/paged.ts"
import { ids, instant, int, type Row, text, textOrNull } from "./internal/database/values.ts"

const columns = Column.of(Event.table, { identity: Column.Key })
const stored = Column.selectionOf(columns)
const readEvent = Column.readerOf<Event.Event>(columns)
const readEvents = (rows: ReadonlyArray<SqlConnection.Row>) => rows.map(readEvent)
const given = Struct.omit(columns, ["id"])

/** The distinct values that are not null. */
const distinctTexts = (values: ReadonlyArray<unknown>) =>
  [...new Set(values)].flatMap((value) => textOrNull(value) ?? [])

/** One event or null per input, in order. The column `n` of a row is the number of its input, from 1. */
const answersTo = (inputs: ReadonlyArray<unknown>, rows: ReadonlyArray<SqlConnection.Row>) => {
  const found = new Map(rows.map((row) => [int(row["n"]), readEvent(row)]))
  return inputs.map((_, i) => found.get(i + 1) ?? null)
}

/**
 * The events of the lead in the row `asked`, by the primary key. `OFFSET 0` keeps the other conditions out: with statistics
 * from a time when few events met them, Postgres would read all events of the organization that meet them now.
 */
const ofAskedLead = (sql: Database["sql"], organization_id: OrganizationId) => sql`(
  SELECT * FROM mailroom.events
  WHERE organization_id = ${organization_id}::bigint AND lead_id = asked.lead_id OFFSET 0
) event`

export const eventStore = (database: Database): EventStore["Service"] => {
  const { isDistributed, read, readLong, sql, transaction, write } = database

  /** The INSERT of events. Ids ascend in the order of the input; rows are locked in the order of their identities. */
  const newEvents = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    events: Parameters<EventStore["Service"]["insert"]>[1]
  ) {
    const insertFrom = (rows: Statement.Fragment) => sql`
      INSERT INTO mailroom.events (organization_id, identity_hash, ${sql.literal(Column.namesOf(columns))})
      SELECT organization.id, sha256(convert_to(new.identity, 'UTF8')), ${sql.literal(givenOf(columns))}
      FROM mailroom.organizations organization, ${rows}
      WHERE organization.id = ${organization_id}::bigint ORDER BY new.identity, new.id`
    if (!isDistributed) {
      return sql`
        WITH new AS MATERIALIZED (
          SELECT nextval('mailroom.events_id_seq') AS id, event.*
          FROM ${Column.rowsOf(sql, given, events, "event")}
        )
        ${insertFrom(sql.literal("new"))}`
    }
    const drawn = yield* drawIds(database, "EventStore.insert", "events", events.length)
    const rows = events.map((event, i) => ({ ...event, id: drawn[i] }))
    return insertFrom(Column.orderedRowsOf(sql, columns, rows))
  })

  return EventStore.of({
    insert: Effect.fnUntraced(function* (organization_id, events) {
      return yield* inserting(database)(
        "EventStore.insert",
        organization_id,
        sql<Row<"id" | "identity">>`
          ${yield* newEvents(organization_id, events)}
          ON CONFLICT ON CONSTRAINT events_identity_key DO NOTHING
          RETURNING id, identity`,
        (rows) => {
          const inserted = new Map(rows.map(({ id, identity }) => [identity, int<Event.EventId>(id)]))
          return events.map(({ identity }) => {
            const id = inserted.get(identity) ?? null
            // A later input with the same identity is a duplicate of this one.
            inserted.delete(identity)
            return id
          })
        }
      )
    }),

    page: (
      organization_id,
      campaign_id,
      { account_id, before, lead_id, limit, sequence_id, types, with_retired = false }
    ) => {
      const conditions: ReadonlyArray<Statement.Fragment> = [
        sql`organization_id = ${organization_id}::bigint`,
        ...(with_retired ? [] : [sql.literal("NOT retired")]),
        ...(campaign_id === null ? [] : [sql`campaign_id = ${campaign_id}::uuid`]),
        ...(account_id === undefined ? [] : [sql`account_id = ${account_id}::bigint`]),
        ...(sequence_id === undefined ? [] : [sql`sequence_id = ${sequence_id}::bigint`]),
        ...(before === undefined ? [] : [sql`(occurred_at, id) < (${before.at}::timestamptz, ${before.id}::bigint)`])
      ]
      const newest = sql`ORDER BY occurred_at DESC, id DESC ${limited(sql, limit)}`
      const wanted = [...new Set(types ?? Event.EventType.literals)]
      // Each index has the events of each type in order; a lead has few in all.
      const statement =
        lead_id === undefined
          ? sql`
              FROM unnest(${wanted}::text[]) wanted CROSS JOIN LATERAL (
                SELECT ${sql.literal(stored)} FROM mailroom.events
                WHERE ${sql.and(conditions)} AND type = wanted ${newest}
              ) event`
          : sql`
              FROM mailroom.events
              WHERE ${sql.and(conditions)} AND lead_id = ${lead_id}::bigint AND type = ANY(${wanted}::text[])`
      return read("EventStore.page", sql`SELECT ${sql.literal(stored)} ${statement} ${newest}`, readEvents)
    },

    findSent: (organization_id, message_ids, { limit }) => {
      const asked = [...new Set(message_ids)]
      // Indexed by hash: an id may be longer than an entry of an index. One id at a time: of several, Postgres would read
      // all that was sent as long as it has no statistics.
      const having = (column: "message_id" | "provider_message_id") => sql`
        SELECT sent.* FROM unnest(${asked}::text[]) asked CROSS JOIN LATERAL (
          SELECT ${sql.literal(stored)} FROM mailroom.events
          WHERE organization_id = ${organization_id}::bigint AND type = 'sent' AND ${sql(column)} = asked
            AND hashtextextended(${sql(column)}, 0) = hashtextextended(asked, 0)
          ORDER BY hashtextextended(${sql(column)}, 0) ${limited(sql, limit)}
        ) sent`
      return read(
        "EventStore.findSent",
        sql`
          SELECT * FROM (
            ${having("message_id")}
            UNION ALL
            ${having("provider_message_id")} WHERE (message_id = ANY(${asked}::text[])) IS NOT TRUE
          ) sent ORDER BY id ${limited(sql, limit)}`,
        readEvents
      )
    },

    // For each input the last mail that the lead had got at `at`; if there is none, the first one after `at`.
    findSentToLeads: (organization_id, inputs) =>
      read(
        "EventStore.findSentToLeads",
        sql`
          SELECT asked.n, sent.* FROM json_to_recordset(${JSON.stringify(inputs.map((input, i) => ({ n: i + 1, ...input })))}::json)
            AS asked (n bigint, lead_id bigint, at timestamptz)
          CROSS JOIN LATERAL (
            SELECT ${sql.literal(stored)} FROM ${ofAskedLead(sql, organization_id)}
            WHERE type = 'sent' AND email IS NOT NULL
            ORDER BY occurred_at > asked.at,
              CASE WHEN occurred_at <= asked.at THEN occurred_at END DESC, CASE WHEN occurred_at <= asked.at THEN id END DESC,
              occurred_at, id
            LIMIT 1
          ) sent`,
        (rows) => answersTo(inputs, rows)
      ),

    // One address at a time, behind an OFFSET: for several, Postgres would read the whole table.
    findSentToAddresses: (organization_id, inputs) => {
      const asked = inputs.flatMap(({ address, campaign_id = null }, i) =>
        [...new Set(Domain.spellingsOf(address).map(addressKeyOf))].map((key) => ({ n: i + 1, key, campaign_id }))
      )
      return readLong(
        "EventStore.findSentToAddresses",
        sql`
          SELECT asked.n, sent.* FROM json_to_recordset(${JSON.stringify(asked)}::json)
            AS asked (n bigint, key text, campaign_id uuid)
          CROSS JOIN LATERAL (
            SELECT DISTINCT ON (email) ${sql.literal(stored)} FROM mailroom.events
            WHERE organization_id = ${organization_id}::bigint AND email IS NOT NULL
              AND ${addressKey(sql, "email")} = asked.key AND type = 'sent'
              AND (asked.campaign_id IS NULL OR campaign_id = asked.campaign_id)
            ORDER BY email, occurred_at DESC, id DESC OFFSET 0
          ) sent
          ORDER BY sent.occurred_at, sent.id`,
        (rows) =>
          answersTo(
            inputs,
            rows.filter(({ email, n }) => Domain.normalizeEmail(text(email)) === inputs[int(n) - 1]?.address)
          )
      )
    },

    findFirsts: (organization_id, leads, types) =>
      read(
        "EventStore.findFirsts",
        sql`
          SELECT first.* FROM unnest(${ids([...new Set(leads)])}::bigint[]) AS asked (lead_id)
          CROSS JOIN unnest(${[...new Set(types)]}::text[]) AS wanted (type)
          CROSS JOIN LATERAL (
            SELECT ${sql.literal(stored)} FROM ${ofAskedLead(sql, organization_id)} WHERE type = wanted.type
            ORDER BY occurred_at ${limitedWithTies(sql, 1)}
          ) first
          ORDER BY first.lead_id, first.id`,
        readEvents
      ),

    // `id + 0`: without statistics, Postgres would look for the ids in all of an index that ends with them.
    lock: (organization_id, events) =>
      write(
        "EventStore.lock",
        sql`
          SELECT ${sql.literal(stored)} FROM mailroom.events
          WHERE organization_id = ${organization_id}::bigint
            AND lead_id = ANY(${ids(events.map(({ lead_id }) => lead_id))}::bigint[])
            AND id + 0 = ANY(${ids(events.map(({ id }) => id))}::bigint[])
          ORDER BY lead_id, id FOR NO KEY UPDATE`,
        readEvents
      ),

    // Three steps by the sums of analytics: the last day with sent mail of an account, the last quarter of an hour in that
    // day with the campaigns that sent in it, the last event of these. Without the step by days it would read all later
    // quarters without sent mail: there may be thousands, in which only answers were counted.
    findLastSent: (organization_id, account_ids) => {
      /** The sum with the greatest `bucket`. The caller adds `ONLY`, or `WITH TIES` for one sum per campaign. */
      const latest = (resolution: number, within = sql``) => sql`
        SELECT campaign_id, bucket FROM mailroom.rollups
        WHERE organization_id = ${organization_id}::bigint AND dimension = 'account'
          AND dimension_id = asked.account_id AND resolution = ${sql.literal(String(resolution))} AND sent > 0 ${within}
        ORDER BY bucket DESC FETCH FIRST 1 ROW`
      const inQuarter = (condition: string) => sql`(
        SELECT occurred_at FROM mailroom.events
        WHERE organization_id = ${organization_id}::bigint AND campaign_id = quarter.campaign_id AND type = 'sent'
          AND occurred_at >= quarter.bucket AND occurred_at < quarter.bucket + interval '15 minutes'
          AND account_id = asked.account_id AND ${sql.literal(condition)}
        ORDER BY occurred_at DESC, id DESC LIMIT 1
      )`
      return read(
        "EventStore.findLastSent",
        sql<Row<"account_id" | "at">>`
          SELECT asked.account_id, max(sent.occurred_at) AS at
          FROM (SELECT DISTINCT unnest(${ids(account_ids)}::bigint[]) AS account_id) asked
          CROSS JOIN LATERAL (${latest(resolutions.day)} ONLY) day
          CROSS JOIN LATERAL (
            ${latest(resolutions.quarter, sql`AND bucket >= day.bucket AND bucket < day.bucket + interval '1 day'`)}
            WITH TIES
          ) quarter
          CROSS JOIN LATERAL (
            ${inQuarter("NOT retired")} UNION ALL ${inQuarter("retired")}
          ) sent
          GROUP BY asked.account_id`,
        (rows) => rows.map((row) => ({ account_id: int<Account.AccountId>(row.account_id), at: instant(row.at) }))
      )
    },

    countLinks: (organization_id, campaign_id, { end, limit, start }) => {
      // Two parts: `events_link_idx` alone answers for the links that it has room for, also of retired events. Longer links
      // are read from the rows; their `link` is NULL.
      const clicks = (url: string, condition: string) => sql`
        SELECT ${sql.literal(url)} AS url, lead_id FROM mailroom.events
        WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid AND type = 'clicked'
          AND occurred_at >= ${start ?? "-infinity"}::timestamptz AND occurred_at < ${end ?? "infinity"}::timestamptz
          AND ${sql.literal(condition)}`
      return read(
        "EventStore.countLinks",
        sql<Row<"clicked" | "unique_clicked" | "url">>`
          SELECT url, count(*) AS clicked, count(DISTINCT lead_id) AS unique_clicked
          FROM (${clicks("link", "link IS NOT NULL")} UNION ALL ${clicks("data ->> 'url'", "link IS NULL")}) click
          WHERE url IS NOT NULL
          GROUP BY url ORDER BY count(*) DESC, url COLLATE "C" ${limited(sql, limit)}`,
        (rows) =>
          rows.map(({ clicked, unique_clicked, url }) => ({
            url: text(url),
            clicked: int(clicked),
            unique_clicked: int(unique_clicked)
          }))
      )
    },

    // `old`: the earliest events of each type by `events_feed_idx`, then the earliest of all. `id + 0`: as in `lock`.
    retire: (organization_id, { before, kept, limit }) =>
      write(
        "EventStore.retire",
        sql`
          WITH old AS MATERIALIZED (
            SELECT event.lead_id, event.id FROM unnest(${[...Event.EventType.literals]}::text[]) wanted CROSS JOIN LATERAL (
              SELECT lead_id, id, occurred_at FROM mailroom.events
              WHERE organization_id = ${organization_id}::bigint AND type = wanted AND NOT retired
                AND occurred_at < ${before}::timestamptz
              ORDER BY occurred_at, id ${limited(sql, limit)}
            ) event
            ORDER BY event.occurred_at, event.id ${limited(sql, limit)}
          ), locked AS MATERIALIZED (
            SELECT lead_id, id FROM mailroom.events
            WHERE organization_id = ${organization_id}::bigint AND NOT retired
              AND lead_id = ANY(ARRAY(SELECT lead_id FROM old)) AND id + 0 = ANY(ARRAY(SELECT id FROM old))
            ORDER BY lead_id, id FOR NO KEY UPDATE SKIP LOCKED
          )
          UPDATE mailroom.events event SET retired = TRUE, data = (
            SELECT coalesce(json_object_agg(key, value), '{}') FROM json_each(event.data)
            WHERE key = ANY(${kept}::text[])
          )
          FROM locked
          WHERE event.organization_id = ${organization_id}::bigint
            AND event.lead_id = locked.lead_id AND event.id = locked.id
          RETURNING 1 AS retired`,
        (rows) => rows.length
      ),

    // Two statements: while the first one waits for a lock, another transaction may insert events, which the second one sees.
    erase: (organization_id, leads) => {
      const given = sql`organization_id = ${organization_id}::bigint AND lead_id = ANY(${ids(leads)}::bigint[])`
      const locked = sql`SELECT id FROM mailroom.events WHERE ${given} ORDER BY lead_id, id FOR UPDATE`
      return write("EventStore.erase", locked).pipe(
        Effect.andThen(
          write(
            "EventStore.erase",
            sql<Row<"email" | "former">>`
              WITH locked AS MATERIALIZED (
                SELECT lead_id, id, email, data ->> 'email' AS former FROM mailroom.events
                WHERE ${given} ORDER BY lead_id, id FOR UPDATE
              )
              UPDATE mailroom.events event SET identity = 'erased ' || event.id::text,
                identity_hash = sha256(('erased ' || event.id::text)::bytea),
                message_id = NULL, provider_message_id = NULL, email = NULL, data = '{}'
              FROM locked
              WHERE event.organization_id = ${organization_id}::bigint
                AND event.lead_id = locked.lead_id AND event.id = locked.id
              RETURNING locked.email, locked.former`,
            (rows) => distinctTexts(rows.flatMap(({ email, former }) => [email, former]))
          )
        ),
        transaction
      )
    },

    findRemovedLeads: findRemovedLeads({ readLong, sql }, "EventStore.findRemovedLeads", {
      table: "events",
      email: "email",
      condition: "email IS NOT NULL"
    }),

    scan: (organization_id, { after = { lead_id: 0, id: 0 }, limit }) =>
      read(
        "EventStore.scan",
        sql`
          SELECT ${sql.literal(stored)} FROM mailroom.events
          WHERE organization_id = ${organization_id}::bigint
            AND (lead_id, id) > (${after.lead_id}::bigint, ${after.id}::bigint)
          ORDER BY lead_id, id ${limited(sql, limit)}`,
        readEvents
      )
  })
}
