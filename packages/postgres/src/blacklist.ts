/** The blacklist. */
import { type BlacklistEntry, BlacklistStore, type OrganizationId } from "@mailroom/core"
import type { Statement } from "effect/sql"
import type { Database } from "./internal/Database.ts"
import { paged } from "./internal/paged.ts"
import { bool, containing, ids, instant, int, pageOf, type Row, text, textOrNull } from "./internal/values.ts"

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

/** Of two entries that name one value, whether the later one stands: as the statement decides it for stored ones. */
const precedes = (entry: Omit<Entry, "id">, other: Omit<Entry, "id">): boolean =>
  entry.source !== "manual" && other.source !== "manual" && key(entry) < key(other)
const key = ({ campaign_id, created_at, reason, source }: Omit<Entry, "id">) =>
  `${created_at} ${source} ${campaign_id ?? ""} ${reason ?? ""}`

/** One entry per value: what remained if they were inserted one by one. */
const standing = (entries: ReadonlyArray<Omit<Entry, "id">>) => {
  const byValue = new Map<string, Omit<Entry, "id">>()
  for (const entry of entries) {
    const other = byValue.get(entry.value)
    if (other === undefined || precedes(entry, other)) byValue.set(entry.value, entry)
  }
  return byValue
}

export const blacklistStore = ({ query, sql, write }: Database): BlacklistStore["Service"] => {
  const of = (organization_id: OrganizationId, kind: BlacklistEntry.Kind) =>
    sql`organization_id = ${organization_id}::bigint AND kind = ${kind}::text`
  const find = (operation: string, where: Statement.Fragment) =>
    query(
      operation,
      sql<Row<keyof Entry>>`SELECT ${sql.literal(columns)} FROM mailroom.blacklist WHERE ${where} ORDER BY id`,
      (rows) => rows.map(readEntry)
    )

  return BlacklistStore.of({
    // Ids in the order of the input, locks in the order of all who insert several.
    // The row that is there is written again even when it stays: so it is answered, also when it came a moment ago.
    // Only a row that was inserted has no xmax.
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
          DO UPDATE SET (source, reason, campaign_id, created_at) = (
            SELECT source, reason, campaign_id, created_at FROM (VALUES
              (0, entry.source, entry.reason, entry.campaign_id, entry.created_at),
              (1, excluded.source, excluded.reason, excluded.campaign_id, excluded.created_at)
            ) AS standing (place, source, reason, campaign_id, created_at)
            ORDER BY CASE WHEN 'manual' IN (entry.source, excluded.source) THEN place END, created_at, source,
              campaign_id NULLS FIRST, reason COLLATE "C" NULLS FIRST
            LIMIT 1
          )
          RETURNING ${sql.literal(columns)}, xmax = 0 AS added`,
        (rows) => {
          const byValue = new Map(
            rows.map((row) => [text(row.value), { entry: readEntry(row), added: bool(row.added) }])
          )
          return entries.map(({ value }) => {
            const stored = byValue.get(value)
            if (stored === undefined) throw new TypeError("Expected an entry for each value")
            // A later input with the same value finds it there.
            byValue.set(value, { ...stored, added: false })
            return stored
          })
        }
      ),

    findByValues: (organization_id, kind, values) =>
      find("BlacklistStore.findByValues", sql`${of(organization_id, kind)} AND value = ANY(${values}::text[])`),

    findByIds: (organization_id, kind, entries) =>
      find("BlacklistStore.findByIds", sql`${of(organization_id, kind)} AND id = ANY(${ids(entries)}::bigint[])`),

    page: (organization_id, kind, { limit, offset, search = "", source }) => {
      const matching = sql`
        FROM mailroom.blacklist
        WHERE ${of(organization_id, kind)} AND value LIKE ${containing(search)}::text
          AND source = coalesce(${source ?? null}::text, source)`
      return query(
        "BlacklistStore.page",
        paged<keyof Entry>(sql, columns, matching, { limit, offset }),
        pageOf(readEntry)
      )
    },

    remove: (organization_id, kind, entries) =>
      write(
        "BlacklistStore.remove",
        sql<Row<keyof Entry>>`
          WITH removed AS (
            DELETE FROM mailroom.blacklist
            WHERE ${of(organization_id, kind)} AND id = ANY(${ids(entries)}::bigint[])
            RETURNING ${sql.literal(columns)}
          )
          SELECT * FROM removed ORDER BY id`,
        (rows) => rows.map(readEntry)
      )
  })
}
