/** The database that `npm run test:postgres -- --url …` names. */
import { PgClient } from "@effect/sql-pg"
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { isEverywhere } from "./CitusRules.ts"

const level = "citus.multi_task_query_log_level"

/**
 * The storage over a database that may contain any data; data of the tests stays there. With `distribute`, each
 * statement that queries several shards fails, except the reads of all organizations.
 */
export const layerGiven = (url: string, distribute: boolean) => {
  const client = Connection.layerClient({ url: Redacted.make(url), maxConnections: 20 })
  const storage = PostgresStorage.layer.pipe(Layer.provide(Migrations.layer), Layer.provideMerge(client))
  return distribute ? Layer.provide(layerStrict(url, storage), layerDistributed(url)) : storage
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

/** A client without the setting sends the reads of all organizations. */
const layerStrict = <A, E>(url: string, storage: Layer.Layer<A, E>) =>
  Layer.merge(
    storage,
    Layer.effect(
      Statement.CurrentTransformer,
      Effect.gen(function* () {
        const lenient = PgClient.layer({ url: Redacted.make(url), startupParameters: { [level]: "off" } })
        const sql = Context.get(yield* Layer.build(lenient), SqlClient.SqlClient)
        return (statement) =>
          Effect.sync(() => {
            const [text, parameters] = statement.compile()
            return isEverywhere(text) ? sql.unsafe(text, parameters) : statement
          })
      })
    )
  )
