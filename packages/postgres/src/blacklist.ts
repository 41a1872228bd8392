/** The blacklist. */
import { BlacklistEntry, BlacklistStore, type OrganizationId, type Stored } from "@mailroom/core"
import { Effect, Struct } from "effect"
import type { SqlConnection } from "effect/sql"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { drawIds, inserting, insertInto } from "./internal/database/insertion.ts"
import { makeKeptPages } from "./internal/database/keptPages.ts"
import { rowsOfPage } from "./internal/database/paged.ts"
import { contains, ids, int, type Row, text } from "./internal/database/values.ts"

type Entry = BlacklistEntry.Entry

const columns = Struct.omit(Column.of(BlacklistEntry.table, { value: Column.Key }), ["kind"])
const stored = Column.selectionOf(columns)
const readEntry = Column.readerOf<Entry>(columns)
const readEntries = (rows: ReadonlyArray<SqlConnection.Row>) => rows.map(readEntry)
const readSorted = (rows: ReadonlyArray<SqlConnection.Row>) => readEntries(rows).sort((a, b) => a.id - b.id)
/** The columns in which a value's entries differ. */
const rest = Column.namesOf(Struct.omit(columns, ["id", "value"]))
const restOf = (row: string) => Column.selectionOf(Struct.omit(columns, ["id", "value"]), row)

/** One entry per value, by value: the one that remains if the entries are inserted one by one. */
const remaining = (entries: ReadonlyArray<Omit<Entry, "id">>) => {
  const byValue = new Map<string, Omit<Entry, "id">>()
  for (const entry of entries) {
    const other = byValue.get(entry.value)
    if (other === undefined || BlacklistEntry.precedes(entry, other)) byValue.set(entry.value, entry)
  }
  return byValue
}

export const blacklistStore = (database: Database): BlacklistStore["Service"] => {
  const { atomic, read, sql, write } = database
  const pages = makeKeptPages(database)
  const ofKind = (organization_id: OrganizationId, kind: BlacklistEntry.BlacklistKind) =>
    sql`organization_id = ${organization_id}::bigint AND kind = ${kind}::text`
  /** Entries that are being removed count as removed. */
  const existing = (organization_id: OrganizationId, kind: BlacklistEntry.BlacklistKind) =>
    sql`${ofKind(organization_id, kind)} AND removed_at IS NULL`

  /** Runs an effect that changes which entries are listed, in a transaction that ends their version. */
  const changing = <A>(
    operation: string,
    organization_id: OrganizationId,
    kind: BlacklistEntry.BlacklistKind,
    change: Stored<A>
  ) =>
    atomic(
      Effect.tap(
        change,
        write(
          operation,
          sql`
            INSERT INTO mailroom.blacklist_versions AS kept (organization_id, kind, version)
            VALUES (${organization_id}::bigint, ${kind}::text, 1)
            ON CONFLICT ON CONSTRAINT blacklist_versions_pkey DO UPDATE SET version = kept.version + 1`
        )
      )
    )

  return BlacklistStore.of({
    // Ids ascend in the order of the input; rows are locked in the order of values. An existing row is written again even
    // when it stays as it is, so that it is returned. A row is new if it has the id that was drawn for it. The ids are drawn
    // by a statement before, because Citus finds no CTE in the RETURNING of an INSERT.
    //
    // The subselect chooses between the stored entry (place 0) and the new one (1, with the stored id). While the stored one
    // is being removed, only the new one with its new id (2) counts. The order is that of `BlacklistEntry.precedes`: the
    // stored one stays if one of both is `manual`.
    insert: Effect.fnUntraced(
      function* (organization_id, kind, entries) {
        const distinct = [...remaining(entries).values()]
        const drawn = yield* drawIds(database, "BlacklistStore.insert", "blacklist", distinct.length)
        const isNew = new Set<number>(drawn)
        return yield* inserting(database)(
          "BlacklistStore.insert",
          organization_id,
          sql`
          ${insertInto(sql, "blacklist", organization_id, {
            columns: { kind: Column.Text, ...columns },
            rows: distinct.map((entry, i) => ({ ...entry, kind, id: drawn[i] })),
            order: "new.value"
          })}
          ON CONFLICT ON CONSTRAINT blacklist_value_key
          DO UPDATE SET removed_at = NULL, (id, ${sql.literal(rest)}) = (
            SELECT id, ${sql.literal(rest)} FROM (VALUES
              (0, stored.id, ${sql.literal(restOf("stored"))}),
              (1, stored.id, ${sql.literal(restOf("excluded"))}),
              (2, excluded.id, ${sql.literal(restOf("excluded"))})
            ) AS standing (place, id, ${sql.literal(rest)})
            WHERE (place = 2) = (stored.removed_at IS NOT NULL)
            ORDER BY CASE WHEN 'manual' IN (stored.source, excluded.source) THEN place END, created_at, source,
              campaign_id NULLS FIRST, reason COLLATE "C" NULLS FIRST
            LIMIT 1
          )
          RETURNING ${sql.literal(stored)}`,
          (rows) => {
            const byValue = new Map(
              readEntries(rows).map((entry) => [entry.value, { entry, added: isNew.has(entry.id) }] as const)
            )
            return entries.map(({ value }) => {
              const stored = byValue.get(value)
              if (stored === undefined) throw new TypeError("Expected an entry for each value")
              // A later input with the same value is not new.
              byValue.set(value, { ...stored, added: false })
              return stored
            })
          }
        )
      },
      (effect, organization_id, kind) => changing("BlacklistStore.insert", organization_id, kind, effect)
    ),

    find: (organization_id, kind, which) =>
      read(
        "BlacklistStore.find",
        sql`
          SELECT ${sql.literal(stored)} FROM mailroom.blacklist
          WHERE ${existing(organization_id, kind)} AND ${
            "ids" in which ? sql`id = ANY(${ids(which.ids)}::bigint[])` : sql`value = ANY(${which.values}::text[])`
          }
          ORDER BY id`,
        readEntries
      ),

    findCovering: (organization_id, { addresses, domains }) =>
      read(
        "BlacklistStore.findCovering",
        sql<Row<"value">>`
          SELECT value FROM mailroom.blacklist WHERE ${existing(organization_id, "email")} AND value = ANY(${addresses}::text[])
          UNION ALL
          SELECT value FROM mailroom.blacklist WHERE ${existing(organization_id, "domain")} AND value = ANY(${domains}::text[])`,
        (rows) => rows.map(({ value }) => text(value))
      ),

    page: (organization_id, kind, { after_id, limit, offset, search, source }) => {
      const conditions = [
        existing(organization_id, kind),
        ...(source === undefined ? [] : [sql`source = ${source}::text`]),
        ...(search === undefined ? [] : [contains(sql, "value", search)])
      ]
      const matching = sql`FROM mailroom.blacklist WHERE ${sql.and(conditions)}`
      const beyond = after_id === undefined ? sql.literal("") : sql`AND id > ${after_id}::bigint`
      return pages({
        operation: "BlacklistStore.page",
        organization_id,
        filters: [kind, search, source],
        version: sql`
          SELECT version::text FROM mailroom.blacklist_versions
          WHERE organization_id = ${organization_id}::bigint AND kind = ${kind}::text`,
        matching,
        page: rowsOfPage(
          sql,
          stored,
          { matching: sql`${matching} ${beyond}`, name: "blacklist", order: "id" },
          { organization_id, limit, offset }
        ),
        order: "page.id",
        query: { limit, offset },
        isFromFirst: after_id === undefined,
        isPlanned: search !== undefined || source !== undefined,
        readRow: readEntry
      })
    },

    startRemoval: (organization_id, kind, entries, at) =>
      changing(
        "BlacklistStore.startRemoval",
        organization_id,
        kind,
        write(
          "BlacklistStore.startRemoval",
          sql`
            UPDATE mailroom.blacklist SET removed_at = ${at}::timestamptz
            WHERE ${ofKind(organization_id, kind)}
              AND id = ANY(${ids(entries)}::bigint[])
            RETURNING ${sql.literal(stored)}`,
          readSorted
        )
      ),

    finishRemoval: (organization_id, kind, entries) =>
      write(
        "BlacklistStore.finishRemoval",
        sql`
          DELETE FROM mailroom.blacklist
          WHERE ${ofKind(organization_id, kind)} AND removed_at IS NOT NULL
            AND id = ANY(${ids(entries)}::bigint[])
          RETURNING ${sql.literal(stored)}`,
        readSorted
      ),

    findRemovals: (organization_id, kind, before) =>
      read(
        "BlacklistStore.findRemovals",
        sql`
          SELECT ${sql.literal(stored)} FROM mailroom.blacklist
          WHERE ${ofKind(organization_id, kind)}
            AND removed_at < ${before}::timestamptz
          ORDER BY id LIMIT 1000`,
        readEntries
      ),

    organizationsWithRemovals: read(
      "BlacklistStore.organizationsWithRemovals",
      sql<Row<"organization_id">>`
        SELECT DISTINCT organization_id FROM mailroom.blacklist WHERE removed_at IS NOT NULL ORDER BY organization_id`,
      (rows) => rows.map((row) => int<OrganizationId>(row.organization_id))
    )
  })
}
