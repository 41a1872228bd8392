/** Connections as the driver wraps them in its pools. The driver does not export its class. Columns are not renamed. */
import type { PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"
import { type SqlConnection, SqlError } from "effect/sql"

type Execute<Method extends "execute" | "executeStream" | "executeValues"> = Parameters<
  SqlConnection.Connection[Method]
>

export class Connection implements SqlConnection.Connection {
  readonly connection: PgConnection.PgConnection
  constructor(connection: PgConnection.PgConnection) {
    this.connection = connection
  }
  private rows([sql, params]: Execute<"execute">, prepare: boolean) {
    return Effect.map(this.connection.query(sql, params, prepare), ({ rows }) => rows)
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
  executeStream(...[sql, params]: Execute<"executeStream">) {
    return this.connection.stream(sql, params)
  }
}

export const connectionOf = (connection: PgConnection.PgConnection) => new Connection(connection)

/** As the driver does it: Postgres answers ROLLBACK to a COMMIT when a statement of the transaction has failed. */
export const commit = (connection: SqlConnection.Connection): Effect.Effect<void, SqlError.SqlError> =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) => {
    if ((result as PgConnection.Result).command !== "ROLLBACK") return Effect.void
    const message = "COMMIT rolled back an aborted transaction"
    const reason = new SqlError.UnknownError({ cause: new Error(message), message, operation: "commit" })
    return Effect.fail(new SqlError.SqlError({ reason }))
  })
