/** A client for hosts that have none of their own. */
import { PgClient } from "@effect/sql-pg"
import type { Layer, Redacted } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { registry } from "./PgTypes.ts"

/** Bytes of the longest answer: a message with its text, which a mail of 25 MiB may have almost all of. */
const maxMessageSize = 64 * 1024 * 1024

/**
 * A pool of at most `maxConnections` (10 unless told), opened as they are needed, over which statements are pipelined.
 * The server ends what takes too long, or holds others up; Postgres by itself would wait for ever. Not for a pooler that
 * shares sessions between transactions: that knows neither these settings nor prepared statements.
 */
export const layerClient = ({
  maxConnections = 10,
  url
}: {
  /** `postgres://user:password@host:port/database?sslmode=…` */
  readonly url: Redacted.Redacted
  readonly maxConnections?: number | undefined
}): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, SqlError.SqlError> =>
  PgClient.layer({
    url,
    maxConnections,
    maxMessageSize,
    applicationName: "mailroom",
    keepAlive: "30 seconds",
    multiplex: true,
    types: registry,
    startupParameters: {
      statement_timeout: "10s",
      lock_timeout: "5s",
      idle_in_transaction_session_timeout: "30s"
    }
  })
