/** A database as text: statements that create its tables, then statements that insert its rows, one per line. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The separator of statements. */
const end = "\n;\n"

/** The dump of the schema `mailroom`, which these statements created. */
export const dumpOf = Effect.fnUntraced(function* (schema: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const statements = [...schema]
  // In order of creation: tables that others refer to come first.
  const tables = yield* sql<{ readonly name: string; readonly columns: string }>`
    SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    WHERE relnamespace = 'mailroom'::regnamespace AND relkind = 'r' GROUP BY pg_class.oid ORDER BY pg_class.oid`
  for (const { columns, name } of tables) {
    const [dump] = yield* sql.unsafe<{ rows: string | null }>(
      `SELECT string_agg(row_to_json(t)::text, E',\\n' ORDER BY row_to_json(t)::text COLLATE "C") AS rows FROM mailroom.${name} t`
    )
    if (dump === undefined || dump.rows === null) continue
    statements.push(
      `INSERT INTO mailroom.${name} (${columns})\nSELECT ${columns} FROM json_populate_recordset(NULL::mailroom.${name}, $rows$[\n${dump.rows}\n]$rows$)`
    )
  }
  const sequences = yield* sql<{ readonly name: string; readonly last: string }>`
    SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname = 'mailroom' AND last_value IS NOT NULL ORDER BY name`
  for (const { last, name } of sequences) statements.push(`SELECT setval('mailroom.${name}', ${last})`)
  return statements.join(end) + end
})

/** Loads a dump into an empty database. */
export const load = Effect.fnUntraced(function* (dump: string) {
  const sql = yield* SqlClient.SqlClient
  for (const statement of dump.split(end).filter((statement) => statement !== "")) {
    yield* sql.unsafe(statement).unprepared
  }
})
