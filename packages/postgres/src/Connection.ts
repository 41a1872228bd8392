/** A client for hosts that have none of their own. */
import { PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { Effect, type Layer, type Redacted, Stream } from "effect"
import { SqlClient, type SqlConnection, SqlError } from "effect/sql"
import { registry } from "./PgTypes.ts"

/** Bytes of the longest answer: a message with its text, which a mail of 25 MiB may have almost all of. */
const maxMessageSize = 64 * 1024 * 1024

/**
 * A client with at most `maxConnections` (default 16), opened when needed and closed after a minute without use.
 *
 * A quarter of them, at least one, is for statements outside transactions, which are pipelined over shared connections.
 * The others are for transactions and reserved connections: however many of those wait for a lock, reads go on. A
 * single connection serves both.
 *
 * The server ends statements after 5 s, waiting for a lock after 3 s, and transactions left idle after 30 s. Not for a
 * pooler that shares sessions between transactions: it supports neither these settings nor prepared statements.
 */
export const layerClient = ({
  maxConnections = 16,
  url
}: {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  readonly url: Redacted.Redacted
  readonly maxConnections?: number | undefined
}): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError> => {
  const settings = {
    url,
    maxMessageSize,
    applicationName: "mailroom",
    connectTimeout: "2 seconds",
    keepAlive: "30 seconds",
    types: registry,
    startupParameters: {
      statement_timeout: "5s",
      lock_timeout: "3s",
      idle_in_transaction_session_timeout: "30s"
    }
  } as const
  const shared = Math.max(1, Math.floor(maxConnections / 4))
  return PgClient.layerFrom(
    shared >= maxConnections
      ? PgClient.make({ ...settings, multiplex: true, maxConnections })
      : Effect.flatMap(PgClient.make({ ...settings, maxConnections: maxConnections - shared }), (exclusive) =>
          sharing(exclusive, { ...settings, multiplex: true, maxConnections: shared })
        )
  )
}

/**
 * A client whose statements outside transactions share the connections of a pool of their own. Transactions, reserved
 * connections, streams, LISTEN and NOTIFY use `exclusive`; a statement inside a transaction runs on its connection.
 */
const sharing = Effect.fnUntraced(function* (exclusive: PgClient.PgClient, settings: PgPool.Config) {
  const pool = yield* PgPool.make(settings)
  const { config, json, listen, notify, reserve } = exclusive
  const client = yield* SqlClient.make({
    driver: "pg",
    acquirer: Effect.map(pool.get, (connection) => new SharedConnection(connection, reserve)),
    borrower: (use) => pool.use((connection) => use(new SharedConnection(connection, reserve))),
    transactionAcquirer: reserve,
    compiler: PgClient.makeCompiler(),
    prepareTransactionControls: true,
    commit,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
  return Object.assign(client, { [PgClient.TypeId]: PgClient.TypeId, config, json, listen, notify })
})

type Execute<Method extends "execute" | "executeStream" | "executeValues"> = Parameters<
  SqlConnection.Connection[Method]
>

/** What the driver makes of a connection in its own pools, and does not export. */
class SharedConnection implements SqlConnection.Connection {
  readonly connection: PgConnection.PgConnection
  readonly reserve: SqlConnection.Acquirer

  constructor(connection: PgConnection.PgConnection, reserve: SqlConnection.Acquirer) {
    this.connection = connection
    this.reserve = reserve
  }
  private rows([sql, params, transform]: Execute<"execute">, prepare: boolean) {
    return Effect.map(this.connection.query(sql, params, prepare), ({ rows }) => transform?.(rows) ?? rows)
  }
  execute(...args: Execute<"execute">) {
    return this.rows(args, true)
  }
  executeUnprepared(...args: Execute<"execute">) {
    return this.rows(args, false)
  }
  executeRaw(...args: Execute<"executeValues">) {
    return this.connection.query(...args)
  }
  executeValues(...args: Execute<"executeValues">) {
    return this.connection.queryValues(...args)
  }
  executeValuesUnprepared(...[sql, params]: Execute<"executeValues">) {
    return this.connection.queryValues(sql, params, false)
  }
  /** A stream lasts as long as its reader likes, so it gets its own connection. */
  executeStream(...args: Execute<"executeStream">) {
    return Stream.unwrap(Effect.map(this.reserve, (connection) => connection.executeStream(...args)))
  }
}

/** As the driver does it: Postgres answers ROLLBACK to a COMMIT when a statement of the transaction has failed. */
const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) => {
    if ((result as PgConnection.Result).command !== "ROLLBACK") return Effect.void
    const message = "COMMIT rolled back an aborted transaction"
    const reason = new SqlError.UnknownError({ cause: new Error(message), message, operation: "commit" })
    return Effect.fail(new SqlError.SqlError({ reason }))
  })
