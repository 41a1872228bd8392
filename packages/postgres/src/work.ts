/** Work that is due, and its leases. */
import {
  type ClaimedWork,
  consideredOfEach,
  type DueLane,
  handedOver,
  maximumConsidered,
  type OrganizationId,
  type Outcome,
  Timestamp,
  type Work,
  WorkStore
} from "@mailroom/core"
import { Effect, Order, Struct } from "effect"
import type { Statement } from "effect/sql"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { limited } from "./internal/database/paged.ts"
import { instantOrNull, type Row, text } from "./internal/database/values.ts"
import { type Among, makeEverywhere } from "./internal/work/everywhere.ts"
import type { Waking } from "./internal/database/waking.ts"

const claimedColumns = {
  lane: Column.Key,
  key: Column.Key,
  due_at: Column.Instant,
  attempts: Column.Int
} satisfies Column.Columns<ClaimedWork>
const claimed = Column.selectionOf(claimedColumns)
const readClaimed = Column.readerOf<ClaimedWork>(claimedColumns)
const workColumns = Struct.omit(claimedColumns, ["attempts"])
const outcomeColumns = Struct.omit(claimedColumns, ["lane"])

const laneColumns = {
  organization_id: Column.Int,
  lane: Column.Key,
  due_at: Column.Instant
} satisfies Column.Columns<DueLane>
const readLane = Column.readerOf<DueLane>(laneColumns)

/** The first item of each key. */
const distinct = (items: ReadonlyArray<Work>) =>
  [...Map.groupBy(items, ({ key }) => key).values()].flatMap((same) => same.slice(0, 1))

/** Joins the lanes of several servers in turns of their organizations, each of which is on one server. */
const merged = (parts: ReadonlyArray<ReadonlyArray<DueLane>>, limit: number): ReadonlyArray<DueLane> => {
  const counts = new Map<OrganizationId, number>()
  const inTurn = parts.flat().map((lane) => {
    const turn = (counts.get(lane.organization_id) ?? 0) + 1
    counts.set(lane.organization_id, turn)
    return { lane, turn }
  })
  const byTurn = Order.mapInput(
    Order.Tuple([Order.Number, Order.String, Order.Number, Order.String]),
    ({ lane, turn }: (typeof inTurn)[number]) => [turn, lane.due_at, lane.organization_id as number, lane.lane] as const
  )
  return inTurn
    .toSorted(byTurn)
    .slice(0, limit)
    .map(({ lane }) => lane)
}

export const workStore = (database: Database, waking: Waking): WorkStore["Service"] => {
  const { read, sql, transaction, write } = database
  const everywhere = makeEverywhere(database)

  /** Locks what the claim holds of the keys, in the order in which `put` locks them. */
  const locked = (
    organization_id: OrganizationId,
    kind: string,
    claim: string,
    outcomes: ReadonlyArray<Outcome>
  ) => sql`
    locked AS MATERIALIZED (
      SELECT key FROM mailroom.work
      WHERE organization_id = ${organization_id}::bigint AND kind = ${kind}::text AND claim = ${claim}::text
        AND key = ANY(${outcomes.map(({ key }) => key)}::text[])
      ORDER BY key FOR UPDATE
    )`

  type Settling = Parameters<WorkStore["Service"]["settle"]>

  /**
   * Deletes the work that is done (`again` is null) and was not put meanwhile (`puts` is 0). Returns its keys. A put that this
   * statement waited for is seen: Postgres checks a changed row again.
   */
  const end = (organization_id: OrganizationId, kind: string, { claim, outcomes }: Settling[2]) => {
    const ended = outcomes.flatMap(({ again, key }) => (again === null ? [key] : []))
    if (ended.length === 0) return Effect.succeed([])
    return write(
      "WorkStore.settle",
      sql<Row<"key">>`
        WITH ${locked(organization_id, kind, claim, outcomes)}
        DELETE FROM mailroom.work
        WHERE organization_id = ${organization_id}::bigint AND kind = ${kind}::text
          AND key = ANY(ARRAY(SELECT key FROM locked)) AND key = ANY(${ended}::text[]) AND puts = 0
        RETURNING key`,
      (rows) => rows.map((row) => text(row.key))
    )
  }

  /** Releases the claim on work, which is due again: as its outcome says, or now if it was put meanwhile. Returns its keys. */
  const makeDue = (organization_id: OrganizationId, kind: string, { claim, now, outcomes }: Settling[2]) => {
    if (outcomes.length === 0) return Effect.succeed([])
    const rows = outcomes.map((outcome) =>
      outcome.again === null
        ? { key: outcome.key, due_at: now, attempts: 0 }
        : { key: outcome.key, due_at: outcome.again, attempts: outcome.attempts }
    )
    const isDue = rows.some(({ due_at }) => due_at <= now)
    const tell = isDue ? sql.afterCommit(Effect.sync(() => waking.committed(handedOver(kind)))) : Effect.void
    const settling = write(
      "WorkStore.settle",
      sql<Row<"key">>`
        WITH ${locked(organization_id, kind, claim, outcomes)}
        UPDATE mailroom.work
        SET due_at = CASE WHEN puts > 0 THEN least(outcome.due_at, ${now}::timestamptz) ELSE outcome.due_at END,
          attempts = outcome.attempts, puts = 0, claim = NULL, lease_until = '-infinity'
        FROM ${Column.rowsOf(sql, outcomeColumns, rows, "outcome")}
        WHERE work.organization_id = ${organization_id}::bigint AND work.kind = ${kind}::text
          AND work.key = ANY(ARRAY(SELECT key FROM locked)) AND work.key = outcome.key
        RETURNING work.key`,
      (rows) => rows.map((row) => text(row.key))
    )
    return Effect.tap(settling, () => tell)
  }

  type Polling = Parameters<WorkStore["Service"]["due"]>[1]

  // In both of these, the LIMIT as text has the index read in its order, whatever the planner knows of the table.

  /** The earliest claimable items of all organizations. */
  const earliest = (kind: string, { now }: Polling, among: Among) => sql`
    SELECT organization_id, lane, due_at, count(*) OVER () AS considered FROM (
      SELECT organization_id, lane, due_at FROM mailroom.work
      WHERE kind = ${kind}::text AND due_at <= ${now}::timestamptz AND lease_until <= ${now}::timestamptz
        ${among("organization_id")}
      ORDER BY due_at ${limited(sql, maximumConsidered)}
    ) item`

  /** The earliest claimable items of each organization. */
  const earliestOfEach = (kind: string, { now }: Polling, among: Among) => sql`
    SELECT item.organization_id, item.lane, item.due_at, NULL::bigint AS considered
    FROM mailroom.organizations organization
    CROSS JOIN LATERAL (
      SELECT organization_id, lane, due_at FROM mailroom.work
      WHERE organization_id = organization.id AND kind = ${kind}::text
        AND due_at <= ${now}::timestamptz AND lease_until <= ${now}::timestamptz ${among("organization_id")}
      ORDER BY due_at ${limited(sql, consideredOfEach)}
    ) item
    WHERE TRUE ${among("organization.id")}`

  /** The lanes of the items, in turns of their organizations, and how many items the statement says were considered. */
  const lanesOf = ({ limit }: Polling, items: Statement.Fragment) =>
    read(
      "WorkStore.due",
      sql`
        SELECT organization_id, lane, due_at, considered FROM (
          SELECT organization_id, lane, min(due_at) AS due_at, max(considered) AS considered,
            row_number() OVER (PARTITION BY organization_id ORDER BY min(due_at), lane) AS turn
          FROM (${items}) item
          GROUP BY organization_id, lane
        ) due
        ORDER BY turn, due_at, organization_id, lane LIMIT ${limit}::integer`,
      (rows) => ({ lanes: rows.map(readLane), considered: Number(rows[0]?.["considered"] ?? 0) })
    )

  return WorkStore.of({
    onPut: waking.onPut,

    // From the organization's row, so that Citus sends the statement to its shard. `puts` counts how often claimed work was put
    // again: `settle` then keeps it.
    put: (organization_id, kind, items) =>
      Effect.andThen(
        write(
          "WorkStore.put",
          sql`
            INSERT INTO mailroom.work AS work (organization_id, kind, key, lane, due_at)
            SELECT organization.id, ${kind}::text, item.key, item.lane, item.due_at
            FROM mailroom.organizations organization, ${Column.orderedRowsOf(sql, workColumns, distinct(items), "item")}
            WHERE organization.id = ${organization_id}::bigint
            ORDER BY item.key
            ON CONFLICT ON CONSTRAINT work_pkey DO UPDATE SET puts = work.puts + 1,
              due_at = CASE WHEN work.claim IS NULL THEN least(work.due_at, excluded.due_at) ELSE work.due_at END`
        ),
        sql.afterCommit(
          Effect.sync(() => {
            everywhere.add(organization_id)
            waking.committed(kind)
          })
        )
      ),

    due: (kind, query) =>
      everywhere.read<ReadonlyArray<DueLane>>(
        "WorkStore.due",
        Effect.fnUntraced(function* (among) {
          const { considered, lanes } = yield* lanesOf(query, earliest(kind, query, among))
          if (considered < maximumConsidered) return lanes
          return (yield* lanesOf(query, earliestOfEach(kind, query, among))).lanes
        }),
        (parts) => merged(parts, query.limit)
      ),

    claim: (organization_id, kind, { claim, lanes, now, until }) =>
      write(
        "WorkStore.claim",
        sql`
          WITH chosen AS MATERIALIZED (
            SELECT item.key
            FROM json_to_recordset(${JSON.stringify(lanes)}::json) AS asked (lane text COLLATE "C", room integer)
            CROSS JOIN LATERAL (
              SELECT key FROM mailroom.work
              WHERE organization_id = ${organization_id}::bigint AND kind = ${kind}::text AND lane = asked.lane
                AND due_at <= ${now}::timestamptz AND lease_until <= ${now}::timestamptz
              ORDER BY due_at, key LIMIT asked.room FOR UPDATE SKIP LOCKED
            ) item
          ), claimed AS (
            UPDATE mailroom.work
            SET claim = ${claim}::text, lease_until = ${until}::timestamptz, attempts = attempts + 1, puts = 0
            WHERE organization_id = ${organization_id}::bigint AND kind = ${kind}::text
              AND key = ANY(ARRAY(SELECT key FROM chosen))
            RETURNING ${sql.literal(claimed)}
          )
          SELECT ${sql.literal(claimed)} FROM claimed ORDER BY due_at, key`,
        (rows) => rows.map(readClaimed)
      ),

    renew: (organization_id, kind, { claim, key, until }) =>
      write(
        "WorkStore.renew",
        sql`
          UPDATE mailroom.work SET lease_until = ${until}::timestamptz
          WHERE organization_id = ${organization_id}::bigint AND kind = ${kind}::text AND key = ${key}::text
            AND claim = ${claim}::text`
      ),

    // A worker settles one item at a time, mostly by one statement. Each of the two is atomic, so one item needs no
    // transaction.
    settle: (organization_id, kind, settling) => {
      const settled = Effect.gen(function* () {
        const ended = new Set(yield* end(organization_id, kind, settling))
        const outcomes = settling.outcomes.filter(({ key }) => !ended.has(key))
        return [...ended, ...(yield* makeDue(organization_id, kind, { ...settling, outcomes }))].toSorted()
      })
      return settling.outcomes.length > 1 ? transaction(settled) : settled
    },

    // The order does not change the number: with it, Postgres reads the index by `due_at` and stops at the limit, where it may else read the
    // whole table.
    countDue: (kind, { limit, now }) =>
      everywhere.read(
        "WorkStore.countDue",
        (among) =>
          read(
            "WorkStore.countDue",
            sql<Row<"number">>`
              SELECT count(*)::integer AS number FROM (
                SELECT due_at FROM mailroom.work
                WHERE kind = ${kind}::text AND due_at <= ${now}::timestamptz AND lease_until <= ${now}::timestamptz
                  ${among("organization_id")}
                ORDER BY due_at ${limited(sql, limit)}
              ) item`,
            ([row]) => Number(row?.number)
          ),
        (parts) =>
          Math.min(
            limit,
            parts.reduce((sum, count) => sum + count, 0)
          )
      ),

    // The earliest instant at which work can be taken: when `free`, the first work without a lease, is due, or when a lease
    // on due work ends, if that is earlier. Work under a lease that is due after `free` cannot be earlier, so it is not read.
    // A condition on the lease would make the planner expect so few rows that it reads the whole table.
    next: (kind) =>
      everywhere.read(
        "WorkStore.next",
        (among) =>
          read(
            "WorkStore.next",
            sql<Row<"next">>`
          WITH free AS (
            SELECT due_at FROM mailroom.work WHERE kind = ${kind}::text AND lease_until = '-infinity'
              ${among("organization_id")}
            ORDER BY due_at LIMIT 1
          )
          SELECT least(
            (SELECT due_at FROM free),
            (
              SELECT min(greatest(due_at, lease_until)) FROM (
                SELECT due_at, lease_until FROM mailroom.work
                WHERE kind = ${kind}::text AND due_at < coalesce((SELECT due_at FROM free), 'infinity')
                  ${among("organization_id")}
                ORDER BY due_at ${limited(sql, maximumConsidered)}
              ) leased
            )
          ) AS next`,
            ([row]) => instantOrNull(row?.next)
          ),
        (parts) => parts.reduce(Timestamp.earlier)
      )
  })
}
