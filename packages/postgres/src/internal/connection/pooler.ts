/**
 * Poolers that give a connection of the server to each transaction, such as PgBouncer in the mode `transaction`. They
 * pass on neither settings nor prepared statements, and nothing on a connection outlasts a transaction.
 */
import { PgClient, PgConnection, PgPool } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient, type SqlConnection, type SqlError } from "effect/sql"
import { settings } from "../../DatabaseUrl.ts"
import { messageOfServer } from "../database/errors.ts"
import * as PoolMetrics from "./poolMetrics.ts"
import { commit, Connection } from "./connections.ts"

/** The key of a client that is behind such a pooler. */
const key = Symbol.for("@mailroom/postgres/Pooled")

export const isPooled = (client: object): boolean => key in client

const currentSettings = Object.keys(settings).map((name) => `current_setting('${name}') AS ${name}`)
const setLimits = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', TRUE)`)

/**
 * Whether something between Mailroom and Postgres rejects or drops the settings of a connection. Asked once, with one
 * connection. False when the database does not answer: the first statement will report that.
 */
export const dropsSettings = (config: PgConnection.Config): Effect.Effect<boolean> =>
  PgConnection.make(config).pipe(
    Effect.flatMap((connection) => connection.query(`SELECT ${currentSettings.join(", ")}`)),
    Effect.map(({ rows }) => Object.entries(settings).some(([name, value]) => rows[0]?.[name] !== value)),
    Effect.catch((error) => Effect.succeed(isRefusal(error))),
    Effect.scoped
  )

/** PgBouncer ends the connection and names the first setting that it does not accept. */
const isRefusal = (error: SqlError.SqlError) => /unsupported startup parameter/iu.test(messageOfServer(error, "08P01"))

const begin = "BEGIN"

/** Gives each transaction the limits that a connection cannot have. */
class PooledConnection extends Connection {
  override executeUnprepared(...[sql, params]: Parameters<SqlConnection.Connection["executeUnprepared"]>) {
    const sent = super.executeUnprepared(sql, params, undefined)
    return sql === begin
      ? Effect.andThen(sent, super.executeUnprepared(`SELECT ${setLimits.join(", ")}`, [], undefined))
      : sent
  }
}

/**
 * A client for such a pooler. Statements outside transactions have no limit of the server, so each write runs in a
 * transaction, as with a client of a host (`HostDatabase.layer`).
 */
export const make = Effect.fnUntraced(function* (config: PgPool.Config) {
  const pool = yield* PgPool.make({ ...config, prepare: false, startupParameters: undefined })
  const count = new PoolMetrics.Count()
  yield* PoolMetrics.show({
    limit: config.maxConnections ?? 0,
    used: () => count.used,
    waiting: () => count.waiting
  })
  const pooled = (connection: PgConnection.PgConnection) => new PooledConnection(connection)
  const client = yield* SqlClient.make({
    driver: "pg",
    acquirer: Effect.map(pool.get, pooled),
    transactionAcquirer: Effect.map(count.counted(pool.reserve), pooled),
    beginTransaction: begin,
    compiler: PgClient.makeCompiler(),
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
  return Object.assign(client, { [key]: key, reserve: Effect.map(pool.get, pooled) })
})
