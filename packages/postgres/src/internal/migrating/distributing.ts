/**
 * Citus distributes the tables: `organizations` by its id, and each table that begins with `organization_id` beside it.
 * API keys, external ids, secrets and migrations stay on the coordinator. As reference tables they would be on every
 * worker: each lock on one would lock all of them, and any stopped worker would keep keys from being used.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The catalog of Citus is in `pg_catalog`, where it is found without naming the schema. */
const hasCitus = Effect.map(
  SqlClient.SqlClient.use((sql) => sql`SELECT FROM pg_class WHERE oid = to_regclass('pg_dist_partition')`),
  (rows) => rows.length > 0
)

/** Whether Citus distributes the schema. */
export const isDistributed = Effect.gen(function* () {
  if (!(yield* hasCitus)) return false
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('mailroom.organizations')`
  return rows.length > 0
})

interface Table {
  readonly name: string
  readonly is_distributed: boolean
  /** Whether the coordinator itself has rows, or had some. */
  readonly has_rows: boolean
}

interface ForeignKey {
  readonly name: string
  readonly table: string
  readonly referenced: string
  readonly definition: string
  readonly sets_null: boolean
}

/** The remaining statements to distribute the schema. */
export interface Plan {
  /** In one transaction: tables and their rows. */
  readonly transaction: ReadonlyArray<string>
  /** After that: removes the rows that are on the workers now. */
  readonly afterwards: ReadonlyArray<string>
}

/** The tables in an order in which each comes after the tables that it refers to. */
const referencedFirst = (tables: ReadonlyArray<Table>, keys: ReadonlyArray<ForeignKey>): ReadonlyArray<Table> => {
  const done = new Set<Table>()
  const visit = (table: Table): void => {
    if (done.has(table)) return
    const referenced = new Set(keys.flatMap((key) => (key.table === table.name ? [key.referenced] : [])))
    for (const other of tables) if (other !== table && referenced.has(other.name)) visit(other)
    done.add(table)
  }
  for (const table of tables) visit(table)
  return [...done]
}

/** The plan that distributes the tables which are not distributed yet; `undefined` when the database has no Citus. */
export const plan = Effect.gen(function* () {
  if (!(yield* hasCitus)) return undefined
  const sql = (yield* SqlClient.SqlClient).withoutTransforms()
  const tables = yield* sql<Table>`
    SELECT relname AS name, pg_relation_size(oid) > 0 AS has_rows,
      EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = pg_class.oid) AS is_distributed
    FROM pg_class
    WHERE relnamespace = to_regnamespace('mailroom') AND relkind = 'r' AND relname <> 'api_keys'
      AND (relname = 'organizations' OR EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum = 1 AND attname = 'organization_id'
      ))
    ORDER BY relname <> 'organizations', relname`
  const keys = yield* sql<ForeignKey>`
    SELECT conname AS name, owner.relname AS table, referenced.relname AS referenced, confdeltype = 'n' AS sets_null,
      regexp_replace(pg_get_constraintdef(pg_constraint.oid), ' ON DELETE SET NULL( [(].*[)])?', '') AS definition
    FROM pg_constraint JOIN pg_class owner ON owner.oid = conrelid JOIN pg_class referenced ON referenced.oid = confrelid
    WHERE connamespace = to_regnamespace('mailroom') AND contype = 'f'
    ORDER BY owner.relname, conname`
  const tableNames = new Set(tables.map(({ name }) => name))
  const undistributed = referencedFirst(
    tables.filter(({ is_distributed }) => !is_distributed),
    keys
  )
  const moved = new Set(undistributed.map(({ name }) => name))
  // Citus has no keys from other tables to distributed ones, and none that set columns to null.
  const keysFromOutside = keys.filter((key) => !tableNames.has(key.table) && tableNames.has(key.referenced))
  const nullingKeys = keys.filter((key) => moved.has(key.table) && key.sets_null)
  return {
    transaction: [
      ...[...keysFromOutside, ...nullingKeys].map(
        ({ name, table }) => `ALTER TABLE mailroom.${table} DROP CONSTRAINT ${name}`
      ),
      ...undistributed.map(({ name }) =>
        name === "organizations"
          ? "SELECT create_distributed_table('mailroom.organizations', 'id', colocate_with => 'none')"
          : `SELECT create_distributed_table('mailroom.${name}', 'organization_id', colocate_with => 'mailroom.organizations')`
      ),
      ...nullingKeys.map(
        ({ definition, name, table }) => `ALTER TABLE mailroom.${table} ADD CONSTRAINT ${name} ${definition}`
      )
    ],
    afterwards: tables.flatMap(({ has_rows, name }) =>
      has_rows ? [`SELECT truncate_local_data_after_distributing_table('mailroom.${name}')`] : []
    )
  } satisfies Plan
})

/** Distributes what a migration created, in its transaction, where the tables before it are distributed. */
export const distributeNew = Effect.gen(function* () {
  if (!(yield* isDistributed)) return
  const sql = yield* SqlClient.SqlClient
  const found = yield* plan
  yield* Effect.forEach(found?.transaction ?? [], (statement) => sql.unsafe(statement).unprepared, { discard: true })
})

/** Distributes the schema, with what is in it. Requests wait as long as rows are moved. */
export const distribute = ({ afterwards, transaction }: Plan) =>
  SqlClient.SqlClient.use((sql) => {
    const all = (statements: ReadonlyArray<string>) =>
      Effect.forEach(statements, (statement) => sql.unsafe(statement).unprepared, { discard: true })
    const settings = [
      // One shard after the other: Citus cannot check foreign keys between tables that one transaction changes in parallel.
      "SET LOCAL citus.multi_shard_modify_mode = 'sequential'",
      // Workers may limit how long the role waits for a lock.
      "SET LOCAL citus.propagate_set_commands = 'local'",
      "SET LOCAL lock_timeout = 0"
    ]
    return Effect.andThen(sql.withTransaction(all([...settings, ...transaction])), all(afterwards))
  })
