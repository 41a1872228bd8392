/** The whole of an organization, to move it. */
import {
  type ImportState,
  type MovedOrganization,
  MovedRows,
  MovingStore,
  type OrganizationId,
  Rollup
} from "@mailroom/core"
import { Effect, Option, Struct } from "effect"
import type { SqlConnection } from "effect/sql"
import { rollupStore } from "./analytics.ts"
import { countTransactions } from "./billing.ts"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { inserting } from "./internal/database/insertion.ts"
import { limited } from "./internal/database/paged.ts"
import { int, readFirst, type Row } from "./internal/database/values.ts"
import { recounted } from "./internal/leads/leadCounts.ts"
import { firstsOf, insertLeadTimes } from "./internal/leads/leadTimes.ts"
import { writeMessages } from "./internal/moving/messages.ts"
import { tables } from "./internal/moving/tables.ts"

const stateColumns = {
  organization_id: Column.Int,
  rows: { ...Column.Int, from: "rows_stored" },
  is_finished: Column.Bool
} satisfies Column.Columns<ImportState>
const storedState = Column.selectionOf(stateColumns)
const readState = Column.readerOf<ImportState>(stateColumns)

const organizationColumns = {
  id: Column.Int,
  name: Column.Text,
  created_at: Column.Instant,
  external_id: Column.TextOrNull
} satisfies Column.Columns<MovedOrganization>
const readOrganization = Column.readerOf<MovedOrganization>(organizationColumns)

const countedColumns = Struct.pick(tables.leads.columns, ["campaign_id", "status", "stop_sending"])

/** Ids between the highest one of an import and the next new one: more than are taken during a statement. */
const gap = 100_000

const readers = Object.fromEntries(
  MovedRows.movedKinds.map((kind) => [kind, Column.readerOf(tables[kind].columns as Column.Columns<object>)])
) as unknown as {
  readonly [Kind in MovedRows.MovedKind]: (row: SqlConnection.Row) => MovedRows.MovedRows[Kind]
}

/** The parts of a SELECT of the rows `moved`, and the columns of their key. `$1` is the organization. */
const sourceOf = (kind: MovedRows.MovedKind) => {
  const { name, where = "TRUE", ...table } = tables[kind]
  const columns: Readonly<Record<string, Column.Column>> = table.columns
  const key = MovedRows.tables[kind].key.map((column) => ({ name: column, type: columns[column]?.type ?? "text" }))
  return { table: name, selection: Column.selectionOf(columns, "moved"), where, key }
}

/** `coordinator` is the server itself, without the servers over which Citus distributes the organizations. */
export const movingStore = (
  database: Database,
  coordinator: Pick<Database, "read" | "write">
): MovingStore["Service"] => {
  const { readLong, sql, transaction, write } = database
  const operation = "MovingStore.write"

  /**
   * Raises the sequence of a table by `gap` above the id `last`, so that new ids are higher. A sequence that is a tenth of the
   * gap or more above it stays: it must not be set back, and most batches need not raise it.
   */
  const raiseSequence = (table: string, last: number) =>
    write(
      operation,
      sql`
        SELECT setval(${`mailroom.${table}_id_seq`}::regclass, ${last + gap}::bigint)
        WHERE coalesce(pg_sequence_last_value(${`mailroom.${table}_id_seq`}::regclass), 0) <= ${last + gap / 10}::bigint`
    )

  const highestId = (rows: ReadonlyArray<object>) =>
    rows.reduce((last, row) => Math.max(last, (row as { readonly id: number }).id), 0)

  const insert = Effect.fnUntraced(function* <Kind extends MovedRows.MovedKind>(
    organization_id: OrganizationId,
    kind: Kind,
    rows: ReadonlyArray<MovedRows.MovedRows[Kind]>
  ) {
    const { computed = {}, derived = () => ({}), hasIds, name } = tables[kind]
    const complete = rows.map((row) => ({ ...row, ...derived(row) }))
    // A row leaves out columns that are empty in it, so the names come from all rows.
    const plain = [...new Set(complete.flatMap(Object.keys))]
    const expressions = [...plain.map((column) => `new.${column}`), ...Object.values(computed)]
    yield* inserting(database)(
      operation,
      organization_id,
      sql`
        INSERT INTO mailroom.${sql.literal(name)}
          (organization_id, ${sql.literal([...plain, ...Object.keys(computed)].join(", "))})
        SELECT organization.id, ${sql.literal(expressions.join(", "))}
        FROM mailroom.organizations organization,
          json_populate_recordset(NULL::mailroom.${sql.literal(name)}, ${JSON.stringify(complete)}::json) new
        WHERE organization.id = ${organization_id}::bigint
        RETURNING 1 AS inserted`,
      () => undefined
    )
    // Uploads have the ids of attachments.
    if (hasIds) yield* raiseSequence(kind === "uploads" ? "attachments" : name, highestId(rows))
  })

  const countLeads = (organization_id: OrganizationId, leads: ReadonlyArray<MovedRows.MovedRows["leads"]>) =>
    write(
      operation,
      sql`
        WITH ${recounted(
          sql,
          organization_id,
          sql`SELECT campaign_id, status, stop_sending, 1 AS n, 0 AS edits, 0 AS shifts FROM ${Column.rowsOf(sql, countedColumns, leads.map(Struct.pick(Struct.keys(countedColumns))))}`
        )}
        SELECT 1 AS counted`
    )

  const addSums = (organization_id: OrganizationId, rows: ReadonlyArray<MovedRows.MovedRows["rollups"]>) =>
    rollupStore(database).add(
      organization_id,
      rows.map(({ bucket, campaign_id, dimension, dimension_id, ...metrics }) => ({
        bucket,
        campaign_id,
        dimension,
        dimension_id: dimension_id === 0 ? null : dimension_id,
        metrics: Struct.pick(metrics, Rollup.metricNames)
      }))
    )

  /** Stores rows of a kind with what is computed from them: counts of leads, sums of days, the columns of searches. */
  const writeRows = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    kind: MovedRows.MovedKind,
    rows: ReadonlyArray<never>
  ) {
    if (rows.length === 0) return
    if (kind === "rollups") return yield* addSums(organization_id, rows)
    if (kind === "messages") {
      const messages: ReadonlyArray<MovedRows.MovedMessage> = rows
      yield* writeMessages(database, operation, organization_id, messages)
      yield* raiseSequence("messages", highestId(messages))
      const files = messages.flatMap(({ attachments }) => attachments)
      if (files.length > 0) yield* raiseSequence("attachments", highestId(files))
      return
    }
    yield* insert(organization_id, kind, rows)
    if (kind === "leads") {
      const leads: ReadonlyArray<MovedRows.MovedRows["leads"]> = rows
      yield* countLeads(organization_id, leads)
      yield* insertLeadTimes(database)(
        operation,
        organization_id,
        leads.map(({ activity, campaign_id, date_last_sequence_send, id, status, stop_sending, updated_at }) => ({
          lead_id: id,
          campaign_id,
          sent_at: date_last_sequence_send,
          updated_at,
          status,
          stop_sending,
          firsts: firstsOf(activity)
        }))
      )
    }
    if (kind === "transactions") {
      const transactions: ReadonlyArray<MovedRows.MovedRows["transactions"]> = rows
      yield* countTransactions(database)(
        operation,
        organization_id,
        transactions.map((row) => ({ ...Struct.pick(row, ["type", "status", "currency"]), n: 1 }))
      )
    }
  })

  const findImport = (method: string, checksum: string) =>
    coordinator.read(
      `MovingStore.${method}`,
      sql`SELECT ${sql.literal(storedState)} FROM mailroom.imports WHERE checksum = ${checksum}::text`,
      readFirst(readState)
    )

  /** Hides the organization until its import has ended: it counts as deleted from `until` on. `null` shows it. */
  const hide = (method: string, id: OrganizationId, until: string | null) =>
    write(
      `MovingStore.${method}`,
      sql`UPDATE mailroom.organizations SET deleted_at = ${until}::timestamptz WHERE id = ${id}::bigint`
    )

  /** The organization's id that the statement returns; `undefined` when it changed nothing. */
  const changeAndReturnId = (method: string, statement: Parameters<Database["write"]>[1]) =>
    coordinator.write(
      `MovingStore.${method}`,
      statement,
      (rows) => (rows as ReadonlyArray<Row<"id">>).map(({ id }) => int<OrganizationId>(id))[0]
    )

  return MovingStore.of({
    find: (id) =>
      readLong(
        "MovingStore.find",
        sql`SELECT id, name, created_at, NULL AS external_id FROM mailroom.organizations
          WHERE id = ${id}::bigint AND deleted_at IS NULL`,
        readFirst(readOrganization)
      ).pipe(
        Effect.flatMap((found) =>
          Effect.map(
            coordinator.read(
              "MovingStore.find",
              sql<Row<"external_id">>`
                SELECT external_id FROM mailroom.organization_external_ids WHERE organization_id = ${id}::bigint`,
              (rows) => (rows[0]?.external_id ?? null) as string | null
            ),
            (external_id) => Option.map(found, (organization) => ({ ...organization, external_id }))
          )
        )
      ),

    read: (organization_id, kind, { after, limit }) => {
      const { key, selection, table, where } = sourceOf(kind)
      const names = key.map(({ name }) => `moved.${name}`).join(", ")
      const last = after as Readonly<Record<string, number | string>> | undefined
      const beyond =
        last === undefined
          ? sql.literal("")
          : sql`AND (${sql.literal(names)}) > (${sql.csv(key.map(({ name, type }) => sql`${last[name]!}::${sql.literal(type)}`))})`
      return readLong(
        "MovingStore.read",
        sql`
          SELECT ${sql.literal(selection)} FROM mailroom.${sql.literal(table)} moved
          WHERE moved.organization_id = ${organization_id}::bigint AND ${sql.literal(where)} ${beyond}
          ORDER BY ${sql.literal(names)} ${limited(sql, limit)}`,
        (rows: ReadonlyArray<SqlConnection.Row>) => rows.map((row) => readers[kind](row))
      )
    },

    counts: (organization_id) =>
      Effect.map(
        Effect.forEach(MovedRows.movedKinds, (kind) => {
          const { table, where } = sourceOf(kind)
          return readLong(
            "MovingStore.counts",
            sql<Row<"n">>`
              SELECT count(*) AS n FROM mailroom.${sql.literal(table)} moved
              WHERE moved.organization_id = ${organization_id}::bigint AND ${sql.literal(where)}`,
            ([row]) => [kind, int(row?.n)] as const
          )
        }),
        (counts) => Object.fromEntries(counts) as Record<MovedRows.MovedKind, number>
      ),

    findImport: (checksum) => findImport("findImport", checksum),

    findExternal: (external_id) =>
      coordinator.read(
        "MovingStore.findExternal",
        sql<Row<"id">>`
          SELECT organization_id AS id FROM mailroom.organization_external_ids WHERE external_id = ${external_id}::text`,
        readFirst(({ id }) => int<OrganizationId>(id))
      ),

    begin: (checksum, { created_at, id: wanted, name }, until) =>
      transaction(
        Effect.gen(function* () {
          const found = yield* findImport("begin", checksum)
          if (Option.isSome(found)) return found
          const id =
            wanted ??
            (yield* coordinator.write(
              "MovingStore.begin",
              sql<Row<"id">>`SELECT nextval('mailroom.organizations_id_seq') AS id`,
              ([row]) => int<OrganizationId>(row?.id)
            ))
          const inserted = yield* write(
            "MovingStore.begin",
            sql`
              INSERT INTO mailroom.organizations (id, name, created_at, deleted_at)
              VALUES (${id}::bigint, ${name}, ${created_at}::timestamptz, ${until}::timestamptz)
              ON CONFLICT DO NOTHING RETURNING id`,
            (rows: ReadonlyArray<unknown>) => rows.length > 0
          )
          if (!inserted) return Option.none()
          yield* write(
            "MovingStore.begin",
            sql`INSERT INTO mailroom.organization_guards (organization_id, version) VALUES (${id}::bigint, 0)`
          )
          if (wanted !== null) yield* raiseSequence("organizations", id)
          const begun = { organization_id: id, rows: 0, is_finished: false }
          yield* coordinator.write(
            "MovingStore.begin",
            sql`
              INSERT INTO mailroom.imports (checksum, organization_id, rows_stored, is_finished)
              VALUES (${checksum}, ${id}::bigint, 0, FALSE)`
          )
          return Option.some(begun)
        })
      ),

    write: (organization_id, kind, rows) => transaction(writeRows(organization_id, kind, rows as ReadonlyArray<never>)),

    advance: (checksum, { after, before }, until) =>
      transaction(
        Effect.gen(function* () {
          const id = yield* changeAndReturnId(
            "advance",
            sql`
              UPDATE mailroom.imports SET rows_stored = ${after}::bigint
              WHERE checksum = ${checksum}::text AND rows_stored = ${before}::bigint AND NOT is_finished
              RETURNING organization_id AS id`
          )
          if (id === undefined) return false
          yield* hide("advance", id, until)
          return true
        })
      ),

    finish: (checksum, external_id) =>
      transaction(
        Effect.gen(function* () {
          const found = yield* findImport("finish", checksum)
          if (Option.isNone(found)) return false
          if (found.value.is_finished) return true
          const { organization_id } = found.value
          if (external_id !== null) {
            const given = yield* changeAndReturnId(
              "finish",
              sql`
                INSERT INTO mailroom.organization_external_ids (external_id, organization_id)
                VALUES (${external_id}, ${organization_id}::bigint)
                ON CONFLICT DO NOTHING RETURNING organization_id AS id`
            )
            if (given === undefined) return false
          }
          yield* changeAndReturnId(
            "finish",
            sql`UPDATE mailroom.imports SET is_finished = TRUE WHERE checksum = ${checksum}::text RETURNING organization_id AS id`
          )
          yield* hide("finish", organization_id, null)
          return true
        })
      )
  })
}
