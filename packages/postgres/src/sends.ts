/** The mails that Mailroom sends. */
import {
  type OrganizationId,
  type SendId,
  type SendRecord,
  SendStore,
  sendTable,
  type Thread,
  type Timestamp
} from "@mailroom/core"
import { Effect, Struct } from "effect"
import type { Statement } from "effect/sql"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { identified, insertInto } from "./internal/database/insertion.ts"
import { keyedStore } from "./internal/database/keyedRows.ts"
import { limited } from "./internal/database/paged.ts"
import { ids, instant, int, type Row } from "./internal/database/values.ts"

const columns = Column.of(sendTable)
const inserted = Struct.omit(columns, ["id"])
const stored = Column.selectionOf(columns)
const readSend = Column.readerOf<SendRecord>(columns)

const readBegun = Column.readerOf<{ readonly company: string; readonly begun_at: Timestamp.Timestamp }>({
  company: Column.Text,
  begun_at: Column.Instant
})

const spanColumns = { account_id: Column.Int, since: Column.Instant }

/** The condition of `sends_open_idx`. */
const isIndexed = "outcome IN ('queued', 'begun', 'deferred', 'unknown')"
/** The conditions of the indexes that find an outcome. */
const partOf = {
  queued: isIndexed,
  begun: isIndexed,
  deferred: isIndexed,
  unknown: "outcome = 'unknown'",
  refused: "outcome = 'refused'"
} as const satisfies Record<Exclude<SendRecord["outcome"], "sent">, string>
/** `isWritten`, and the condition of `sends_thread_idx`. */
const isWritten = "kind IN ('reply', 'forward')"
/** `isScheduled`, and the condition of `sends_scheduled_idx`. */
const isScheduled = "outcome = 'queued' AND send_at IS NOT NULL"
/** The condition of `sends_lead_idx`, which has all mails to a lead but retired steps. */
const isOfLead = "(retired IS NULL OR kind <> 'step')"
/** The condition of the indexes of lists. */
const isListed = "retired IS NULL"
/** `isOpenSend`. */
const isOpen = `${isIndexed} AND outcome <> 'unknown' AND (kind <> 'step' OR outcome = 'begun')`

export const sendStore = (database: Database): SendStore["Service"] => {
  const { read, sql, write } = database
  const select = (organization_id: OrganizationId, where: Statement.Fragment, ending: Statement.Fragment) => sql`
    SELECT ${sql.literal(stored)} FROM mailroom.sends
    WHERE organization_id = ${organization_id}::bigint AND ${where} ${ending}`
  /** The condition of a filter; empty where it is not given. */
  const only = (column: string, type: string, value: number | string | undefined) =>
    value === undefined ? sql.literal("") : sql`AND ${sql.literal(column)} = ${value}::${sql.literal(type)}`

  return SendStore.of({
    insert: Effect.fnUntraced(function* (organization_id, sends) {
      const withIds = yield* identified(database, "SendStore.insert", "sends", { columns: inserted, rows: sends })
      return yield* write(
        "SendStore.insert",
        sql`
          ${insertInto(sql, "sends", organization_id, withIds)}
          ON CONFLICT DO NOTHING
          RETURNING ${sql.literal(stored)}`,
        (rows) => rows.map(readSend).toSorted((a, b) => a.id - b.id)
      )
    }),

    ...keyedStore<SendId, SendRecord>(database, "SendStore", sendTable, columns),

    findOpen: (organization_id, account_id, limit) =>
      read(
        "SendStore.findOpen",
        select(
          organization_id,
          sql`account_id = ${account_id}::bigint AND ${sql.literal(isOpen)}`,
          sql`ORDER BY next_attempt_at NULLS FIRST, id ${limited(sql, limit)}`
        ),
        (rows) => rows.map(readSend)
      ),

    findCopies: (organization_id, account_id, limit) =>
      read(
        "SendStore.findCopies",
        select(
          organization_id,
          sql`account_id = ${account_id}::bigint AND outcome = 'sent' AND content IS NOT NULL`,
          sql`ORDER BY id ${limited(sql, limit)}`
        ),
        (rows) => rows.map(readSend)
      ),

    findOfLeads: (organization_id, lead_ids) =>
      read(
        "SendStore.findOfLeads",
        select(organization_id, sql`lead_id = ANY(${ids(lead_ids)}::bigint[]) AND kind = 'step'`, sql`ORDER BY id`),
        (rows) => rows.map(readSend)
      ),

    findOfStep: (organization_id, step_id, { after, limit }) =>
      read(
        "SendStore.findOfStep",
        select(
          organization_id,
          sql`
            step_id = ${step_id}::bigint AND id > ${after ?? 0}::bigint
            AND kind = 'step' AND outcome IN ('queued', 'begun', 'deferred')`,
          sql`ORDER BY id ${limited(sql, limit)}`
        ),
        (rows) => rows.map(readSend)
      ),

    // Without the condition on all open outcomes, Postgres would read all mails of the account.
    countOpen: (organization_id, spans) =>
      read(
        "SendStore.countOpen",
        sql<Row<"open">>`
          SELECT counted.open FROM ${Column.orderedRowsOf(sql, spanColumns, spans, "span")}
          CROSS JOIN LATERAL (
            SELECT count(*) AS open FROM mailroom.sends
            WHERE organization_id = ${organization_id}::bigint AND account_id = span.account_id
              AND ${sql.literal(isIndexed)} AND outcome IN ('begun', 'unknown') AND kind = 'step'
              AND begun_at >= span.since
          ) counted
          ORDER BY span.place`,
        (rows) => rows.map(({ open }) => int(open))
      ),

    findBegunTo: (organization_id, companies, since) =>
      read(
        "SendStore.findBegunTo",
        sql<Row<"company" | "begun_at">>`
          SELECT company, begun_at FROM mailroom.sends
          WHERE organization_id = ${organization_id}::bigint AND company = ANY(${companies}::text[])
            AND kind = 'step' AND begun_at >= ${since}::timestamptz AND outcome IN ('begun', 'sent', 'unknown')`,
        (rows) => rows.map(readBegun)
      ),

    findByMessageIds: (organization_id, message_ids) =>
      read(
        "SendStore.findByMessageIds",
        select(organization_id, sql`message_id = ANY(${message_ids}::text[])`, sql`ORDER BY id`),
        (rows) => rows.map(readSend)
      ),

    findByIds: (organization_id, ids) =>
      read(
        "SendStore.findByIds",
        select(
          organization_id,
          sql`(message_id = ANY(${ids}::text[]) OR provider_message_id = ANY(${ids}::text[]))`,
          sql`ORDER BY id`
        ),
        (rows) => rows.map(readSend)
      ),

    findUnretired: (organization_id, { after, limit, outcome }) =>
      read(
        "SendStore.findUnretired",
        select(
          organization_id,
          sql`id > ${after ?? 0}::bigint AND outcome = ${outcome}::text AND ${sql.literal(isListed)}`,
          sql`ORDER BY id ${limited(sql, limit)}`
        ),
        (rows) => rows.map(readSend)
      ),

    page: (
      organization_id,
      { account_id, before, campaign_id, kind, lead_id, limit, outcome, scheduled, thread_id }
    ) => {
      // The conditions of partial indexes, which Postgres does not see in a parameter.
      const partly = [
        ...(kind === "reply" ? ["AND kind = 'reply'"] : []),
        ...(thread_id === undefined ? [] : [`AND ${isWritten}`]),
        ...(kind === undefined || kind === "step" ? [] : ["AND kind <> 'step'"]),
        ...(outcome === undefined || outcome === "sent" ? [] : [`AND ${partOf[outcome]}`]),
        ...(scheduled === undefined ? [] : [`AND ${scheduled ? "" : "NOT "}(${isScheduled})`])
      ].join(" ")
      return read(
        "SendStore.page",
        select(
          organization_id,
          sql`id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint AND ${sql.literal(isListed)} ${only("account_id", "bigint", account_id)}
            ${only("campaign_id", "uuid", campaign_id)} ${only("lead_id", "bigint", lead_id)} ${only("outcome", "text", outcome)} ${only("kind", "text", kind)}
            ${only("thread_id", "bigint", thread_id)} ${sql.literal(partly)}`,
          sql`ORDER BY id DESC ${limited(sql, limit)}`
        ),
        (rows) => rows.map(readSend)
      )
    },

    findScheduled: (organization_id, thread_ids) =>
      read(
        "SendStore.findScheduled",
        sql<Row<"send_at" | "thread_id">>`
          SELECT thread_id, min(send_at) AS send_at FROM mailroom.sends
          WHERE organization_id = ${organization_id}::bigint AND thread_id = ANY(${ids(thread_ids)}::bigint[])
            AND ${sql.literal(isWritten)} AND ${sql.literal(isScheduled)}
          GROUP BY thread_id`,
        (rows) => rows.map((row) => [int<Thread.ThreadId>(row.thread_id), instant(row.send_at)] as const)
      ),

    findToOthers: (organization_id) =>
      read(
        "SendStore.findToOthers",
        select(
          organization_id,
          sql`
            ${sql.literal(isWritten)} AND outcome IN ('queued', 'begun', 'deferred', 'refused', 'unknown')
            AND (kind = 'forward' AND to_email <> '' OR content->'cc' IS NOT NULL OR content->'bcc' IS NOT NULL)`,
          sql`ORDER BY id`
        ),
        (rows) => rows.map(readSend)
      ),

    // The ids as an array of what each index finds: in one condition with OR, Postgres would read all mails.
    erase: (organization_id, lead_ids, thread_ids) => {
      const found = (where: Statement.Fragment) => sql`
        SELECT id FROM mailroom.sends WHERE organization_id = ${organization_id}::bigint AND ${where}`
      const ofLeads = sql`lead_id = ANY(${ids(lead_ids)}::bigint[])`
      const isInThread = sql`${sql.literal(isWritten)} AND thread_id = ANY(`
      const isErased = sql`
        organization_id = ${organization_id}::bigint AND id = ANY(ARRAY(
          ${found(sql`${ofLeads} AND kind = 'step'`)}
          UNION ALL ${found(sql`${ofLeads} AND ${sql.literal(isOfLead)}`)}
          UNION ALL ${found(sql`${isInThread}${ids(thread_ids)}::bigint[])`)}
          UNION ALL ${found(sql`${isInThread}ARRAY(
            SELECT id FROM mailroom.threads WHERE organization_id = ${organization_id}::bigint AND ${ofLeads}
          ))`)}
        ))`
      return write(
        "SendStore.erase",
        sql<Row<"id">>`
          WITH answers AS MATERIALIZED (
            SELECT id FROM mailroom.sends WHERE ${isErased} AND ${sql.literal(isWritten)} AND content IS NOT NULL
          ), erased AS (
            UPDATE mailroom.sends SET to_email = '', subject = '', reply = NULL, company = NULL, content = NULL, send_at = NULL
            WHERE ${isErased}
          )
          SELECT id FROM answers`,
        (rows) => rows.map(({ id }) => int<SendId>(id))
      )
    }
  })
}
