/** The storage over a given database: the one that `npm run test:postgres -- --url …` names, or the stand-in for Citus. */
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient, type SqlConnection, Statement } from "effect/sql"
import * as CitusRules from "./CitusRules.ts"

const level = "citus.multi_task_query_log_level"

/**
 * The storage over a database that may contain any data; data of the tests stays there. With `distribute`, each
 * statement that queries several shards fails, except the reads of all organizations, as does one that breaks a rule of
 * `CitusRules`.
 */
export const layerGiven = (url: string, distribute: boolean) => {
  const client = Connection.layerClient({ url: Redacted.make(url), maxConnections: 20 })
  const storage = PostgresStorage.layer.pipe(Layer.provide(Migrations.layer), Layer.provideMerge(client))
  return distribute ? Layer.provide(layerStrict(storage), layerDistributed(url)) : storage
}

/**
 * Migrates and distributes. All connections opened later have the strict setting, except the connections of this layer.
 */
const layerDistributed = (url: string) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [database] = yield* sql<{ readonly name: string }>`SELECT quote_ident(current_database()) AS name`
      const set = (setting: string) => sql.unsafe(`ALTER DATABASE ${database?.name} ${setting}`).unprepared
      yield* Migrations.run
      yield* Migrations.distribute
      yield* Effect.acquireRelease(set(`SET ${level} = 'error'`), () => Effect.orDie(set(`RESET ${level}`)))
    })
  ).pipe(Layer.provide(Connection.layerClient({ url: Redacted.make(url), maxConnections: 1 })))

/** The type of a column that a read of all organizations answers. */
const typeOf = (name: string, values: ReadonlyArray<unknown>): string => {
  if (name === "next" || name.endsWith("_at")) return "timestamptz"
  const value = values.find((value) => value !== null)
  if (typeof value === "boolean") return "boolean"
  return typeof value === "number" || typeof value === "bigint" ? "bigint" : "text"
}

/**
 * The connection of a read of all organizations is without the setting while it runs; its rows then are the answer. What a
 * statement casts to `bigint` is declared as `int8`: with `int4`, the cast to `bigint` keeps the generic plan, which
 * Postgres considers from the sixth execution on, from finding its shard, and that is an error with the setting.
 */
const layerStrict = <A, E>(storage: Layer.Layer<A | SqlClient.SqlClient, E>) =>
  Layer.effect(
    Statement.CurrentTransformer,
    Effect.gen(function* () {
      const client = yield* SqlClient.SqlClient
      const set = (value: string) => client.unsafe(`SET ${level} = '${value}'`).unprepared
      const checked = CitusRules.checking({ isDistributed: true })
      return Effect.fnUntraced(function* (statement, sql) {
        const [text, parameters] = (yield* checked(statement)).compile()
        if (!CitusRules.isEverywhere(text)) {
          return sql.unsafe(
            text,
            parameters.map((value, i) =>
              typeof value === "number" && text.includes(`$${i + 1}::bigint`) ? BigInt(value) : value
            )
          )
        }
        const rows = yield* Effect.andThen(set("off"), client.unsafe<SqlConnection.Row>(text, parameters)).pipe(
          Effect.ensuring(Effect.ignore(set("error"))),
          Effect.provideService(Statement.CurrentTransformer, undefined),
          Effect.orDie
        )
        const columns = Object.keys(rows[0] ?? {}).map(
          (name) =>
            `${name} ${typeOf(
              name,
              rows.map((row) => row[name])
            )}`
        )
        return columns.length === 0
          ? sql.unsafe("SELECT WHERE FALSE")
          : sql.unsafe(`SELECT * FROM json_to_recordset($1::json) AS answered (${columns.join(", ")})`, [
              JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? value.toString() : value))
            ])
      })
    })
  ).pipe(Layer.provideMerge(storage))
