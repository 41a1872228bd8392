/** The blacklist. */
import { BlacklistEntry, BlacklistStore, type OrganizationId } from "@mailroom/core"
import type { Statement } from "effect/sql"
import type { Database } from "./internal/database/Database.ts"
import { paged } from "./internal/database/paged.ts"
import { bool, containing, ids, instant, int, pageOf, type Row, text, textOrNull } from "./internal/database/values.ts"

type Entry = BlacklistEntry.Entry

const columns = "id, value, source, reason, campaign_id, created_at"

const readEntry = (row: Row<keyof Entry>): Entry => ({
  id: int(row.id),
  value: text(row.value),
  source: text(row.source),
  reason: textOrNull(row.reason),
  campaign_id: textOrNull(row.campaign_id),
  created_at: instant(row.created_at)
})

const readSorted = (rows: ReadonlyArray<Row<keyof Entry>>) => rows.map(readEntry).sort((a, b) => a.id - b.id)

/** One entry per value: the one that remains if they are inserted one by one. */
const standing = (entries: ReadonlyArray<Omit<Entry, "id">>) => {
  const byValue = new Map<string, Omit<Entry, "id">>()
  for (const entry of entries) {
    const other = byValue.get(entry.value)
    if (other === undefined || BlacklistEntry.precedes(entry, other)) byValue.set(entry.value, entry)
  }
  return byValue
}

export const blacklistStore = ({ query, sql, write }: Database): BlacklistStore["Service"] => {
  const ofKind = (organization_id: OrganizationId, kind: BlacklistEntry.Kind) =>
    sql`organization_id = ${organization_id}::bigint AND kind = ${kind}::text`
  /** Entries that are being removed count as removed. */
  const existing = (organization_id: OrganizationId, kind: BlacklistEntry.Kind) =>
    sql`${ofKind(organization_id, kind)} AND removed_at IS NULL`
  const find = (operation: string, where: Statement.Fragment) =>
    query(
      operation,
      sql<Row<keyof Entry>>`SELECT ${sql.literal(columns)} FROM mailroom.blacklist WHERE ${where} ORDER BY id`,
      (rows) => rows.map(readEntry)
    )

  return BlacklistStore.of({
    // Ids in the order of the input, locks in the order of values. An existing row is written again even when it stays as
    // it is, so that it is returned. The row is new if it has the id that was drawn for it.
    insert: (organization_id, kind, entries) =>
      write(
        "BlacklistStore.insert",
        sql<Row<keyof Entry | "added">>`
          WITH given AS MATERIALIZED (
            SELECT nextval('mailroom.blacklist_id_seq') AS id, value, source, reason, campaign_id, created_at
            FROM json_to_recordset(${JSON.stringify([...standing(entries).values()])}::json) AS given
              (value text COLLATE "C", source text, reason text, campaign_id uuid, created_at timestamptz)
          )
          INSERT INTO mailroom.blacklist AS entry
            (organization_id, kind, id, value, source, reason, campaign_id, created_at)
          SELECT ${organization_id}::bigint, ${kind}::text, id, value, source, reason, campaign_id, created_at
          FROM given ORDER BY value
          ON CONFLICT ON CONSTRAINT blacklist_value_key
          DO UPDATE SET removed_at = NULL, (id, source, reason, campaign_id, created_at) = (
            SELECT id, source, reason, campaign_id, created_at FROM (VALUES
              (0, entry.id, entry.source, entry.reason, entry.campaign_id, entry.created_at),
              (1, entry.id, excluded.source, excluded.reason, excluded.campaign_id, excluded.created_at),
              (2, excluded.id, excluded.source, excluded.reason, excluded.campaign_id, excluded.created_at)
            ) AS standing (place, id, source, reason, campaign_id, created_at)
            WHERE (place = 2) = (entry.removed_at IS NOT NULL)
            ORDER BY CASE WHEN 'manual' IN (entry.source, excluded.source) THEN place END, created_at, source,
              campaign_id NULLS FIRST, reason COLLATE "C" NULLS FIRST
            LIMIT 1
          )
          RETURNING ${sql.literal(columns)}, EXISTS (SELECT FROM given WHERE given.id = entry.id) AS added`,
        (rows) => {
          const byValue = new Map(
            rows.map((row) => [text(row.value), { entry: readEntry(row), added: bool(row.added) }])
          )
          return entries.map(({ value }) => {
            const stored = byValue.get(value)
            if (stored === undefined) throw new TypeError("Expected an entry for each value")
            // A later input with the same value is not new.
            byValue.set(value, { ...stored, added: false })
            return stored
          })
        }
      ),

    findByValues: (organization_id, kind, values) =>
      find("BlacklistStore.findByValues", sql`${existing(organization_id, kind)} AND value = ANY(${values}::text[])`),

    findByIds: (organization_id, kind, entries) =>
      find("BlacklistStore.findByIds", sql`${existing(organization_id, kind)} AND id = ANY(${ids(entries)}::bigint[])`),

    findCovering: (organization_id, { addresses, domains }) =>
      query(
        "BlacklistStore.findCovering",
        sql<Row<"value">>`
          SELECT value FROM mailroom.blacklist WHERE ${existing(organization_id, "email")} AND value = ANY(${addresses}::text[])
          UNION ALL
          SELECT value FROM mailroom.blacklist WHERE ${existing(organization_id, "domain")} AND value = ANY(${domains}::text[])`,
        (rows) => rows.map(({ value }) => text(value))
      ),

    page: (organization_id, kind, { search = "", source, ...page }) => {
      const matching = sql`
        FROM mailroom.blacklist
        WHERE ${existing(organization_id, kind)} AND value LIKE ${containing(search)}::text
          AND source = coalesce(${source ?? null}::text, source)`
      return query("BlacklistStore.page", paged<keyof Entry>(sql, columns, matching, page), pageOf(readEntry))
    },

    startRemoval: (organization_id, kind, entries, at) =>
      write(
        "BlacklistStore.startRemoval",
        sql<Row<keyof Entry>>`
          UPDATE mailroom.blacklist SET removed_at = ${at}::timestamptz
          WHERE ${ofKind(organization_id, kind)}
            AND id = ANY(${ids(entries)}::bigint[])
          RETURNING ${sql.literal(columns)}`,
        readSorted
      ),

    finishRemoval: (organization_id, kind, entries) =>
      write(
        "BlacklistStore.finishRemoval",
        sql<Row<keyof Entry>>`
          DELETE FROM mailroom.blacklist
          WHERE ${ofKind(organization_id, kind)} AND removed_at IS NOT NULL
            AND id = ANY(${ids(entries)}::bigint[])
          RETURNING ${sql.literal(columns)}`,
        readSorted
      ),

    findRemovals: (organization_id, kind, before) =>
      query(
        "BlacklistStore.findRemovals",
        sql<Row<keyof Entry>>`
          SELECT ${sql.literal(columns)} FROM mailroom.blacklist
          WHERE ${ofKind(organization_id, kind)}
            AND removed_at < ${before}::timestamptz
          ORDER BY id LIMIT 1000`,
        (rows) => rows.map(readEntry)
      ),

    organizationsWithRemovals: query(
      "BlacklistStore.organizationsWithRemovals",
      sql<Row<"organization_id">>`
        SELECT DISTINCT organization_id FROM mailroom.blacklist WHERE removed_at IS NOT NULL ORDER BY organization_id`,
      (rows) => rows.map((row) => int<OrganizationId>(row.organization_id))
    )
  })
}
