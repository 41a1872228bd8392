/** Whether a database keeps what Mailroom stores and does what it asks for. Asked once, at start and before migrations. */
import { PgClient } from "@effect/sql-pg"
import { StorageError } from "@mailroom/core"
import { Effect, Predicate, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { settings } from "../../DatabaseUrl.ts"
import { messageOfServer } from "../database/errors.ts"

/** Mailroom cannot use this database, or not by this way. `message` names the cause and the cure. */
export class UnsuitableDatabase extends Schema.TaggedError<UnsuitableDatabase>()("UnsuitableDatabase", {
  fault: Schema.String
}) {
  override get message(): string {
    return this.fault
  }
}

/** A fault with the symptom of a pooler. */
const poolerFault = (symptom: string) =>
  new UnsuitableDatabase({
    fault:
      `${symptom}. The likely cause is a pooler between Mailroom and Postgres, such as PgBouncer: remove pgbouncer=false from ` +
      "the URL of the database, or connect to Postgres itself"
  })

const wrongEncoding = (encoding: string) =>
  new UnsuitableDatabase({
    fault:
      `The database has the encoding ${encoding}, which cannot store every text; Mailroom needs UTF8. ` +
      "Create another one: createdb -E UTF8 -T template0 NAME"
  })

type Row = { readonly [name in keyof typeof settings]: string } & { readonly encoding: string }

/** The fault of the database, if it has one. Settings are compared only if Mailroom's client has sent them. */
export const unsuitable: Effect.Effect<UnsuitableDatabase | undefined, SqlError.SqlError, SqlClient.SqlClient> =
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql.withoutTransforms()<Row>`
      SELECT current_setting('server_encoding') AS encoding,
        current_setting('statement_timeout') AS statement_timeout,
        current_setting('lock_timeout') AS lock_timeout,
        current_setting('idle_in_transaction_session_timeout') AS idle_in_transaction_session_timeout`
    if (row === undefined) return undefined
    if (row.encoding !== "UTF8") return wrongEncoding(row.encoding)
    const isOurs = Predicate.hasProperty(sql, PgClient.TypeId) && hasSettings(sql)
    const ignored = Object.entries(settings).flatMap(([name, value]) =>
      row[name as keyof typeof settings] === value ? [] : [name]
    )
    return isOurs && ignored.length > 0 ? poolerFault(`The database does not apply ${ignored.join(", ")}`) : undefined
  })

const hasSettings = (sql: object) =>
  Predicate.hasProperty(sql, "config") &&
  Predicate.hasProperty(sql.config, "startupParameters") &&
  sql.config.startupParameters === settings

/** A pooler that accepts few settings ends the connection and names the first one that it does not accept. */
export const refused = (error: SqlError.SqlError | StorageError): UnsuitableDatabase | undefined => {
  const message = messageOfServer(error, "08P01")
  return /unsupported startup parameter/iu.test(message)
    ? poolerFault(`The connection was rejected: ${message}`)
    : undefined
}
