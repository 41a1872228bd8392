/** Requests under an idempotency key. */
import { IdempotencyStore, KeyedRequest } from "@mailroom/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { isLockTimeout } from "./internal/database/errors.ts"
import { expiringRows } from "./internal/database/expiringRows.ts"
import { inserting, insertInto } from "./internal/database/insertion.ts"
import { mentionsAny } from "./internal/erasure/mentions.ts"
import { limited } from "./internal/database/paged.ts"
import { bool, instant, type Row, text } from "./internal/database/values.ts"

const columns = Column.of(KeyedRequest.table)
const readRequest = Column.readerOf<KeyedRequest.KeyedRequest>(columns)
const changed = Column.changedOf(KeyedRequest.table, columns)

/** How long a request waits for another one under its key. Most requests end sooner, and it gets their answer. */
const lockTimeout = "100ms"

export const idempotencyStore = (database: Database): IdempotencyStore["Service"] => {
  const { readLong, sql, transaction, write } = database
  const operation = "IdempotencyStore.lockOrInsert"

  /** Sets `lock_timeout` for the rest of the transaction. Returns what it was. */
  const setLockTimeout = (timeout: string) =>
    write(
      operation,
      sql<{ readonly old: string }>`
        SELECT current_setting('lock_timeout') AS old, set_config('lock_timeout', ${timeout}::text, TRUE)`,
      ([row]) => text(row?.old)
    )

  return IdempotencyStore.of({
    ...expiringRows(database, "IdempotencyStore", KeyedRequest.table, text),
    // `SET run = stored.run` changes nothing, but locks the row, and waits for a transaction that has inserted it.
    lockOrInsert: Effect.fnUntraced(
      function* (organization_id, request) {
        const old = yield* setLockTimeout(lockTimeout)
        const stored = yield* inserting(database)(
          operation,
          organization_id,
          sql`
            ${insertInto(sql, "idempotency_keys", organization_id, { columns, rows: [request] })}
            ON CONFLICT ON CONSTRAINT idempotency_keys_pkey DO UPDATE SET run = stored.run
            RETURNING ${sql.literal(Column.selectionOf(columns, "stored"))}`,
          (rows) => rows.map(readRequest)
        )
        yield* setLockTimeout(old)
        // The upsert returns its row in every case.
        return stored[0]!
      },
      (effect, _, { key }) =>
        Effect.catchIf(effect, isLockTimeout, () =>
          Effect.fail(new KeyedRequest.IdempotencyInProgress({ key, retry_after: 1 }))
        )
    ),

    replace: (organization_id, request) =>
      write(
        "IdempotencyStore.replace",
        sql`
          UPDATE mailroom.idempotency_keys stored SET ${sql.literal(Column.assignmentsOf(changed))}
          FROM ${Column.rowsOf(sql, changed, [request])}
          WHERE stored.organization_id = ${organization_id}::bigint AND stored.key = ${request.key}::text`
      ),

    forgetAnswers: Effect.fnUntraced(function* (organization_id, mentions, now) {
      const lock = (which: Statement.Fragment, how: "FOR UPDATE" | "FOR UPDATE SKIP LOCKED") =>
        write(
          "IdempotencyStore.forgetAnswers",
          sql<Row<"key">>`
            SELECT key FROM mailroom.idempotency_keys
            WHERE organization_id = ${organization_id}::bigint AND ${which}
              AND ${mentionsAny(sql, mentions)}
            ORDER BY key ${sql.literal(how)}`,
          (rows) => rows.map(({ key }) => text(key))
        )
      const keys = [
        ...(yield* lock(sql`expires_at > ${now}::timestamptz`, "FOR UPDATE")),
        ...(yield* lock(sql`expires_at <= ${now}::timestamptz`, "FOR UPDATE SKIP LOCKED"))
      ]
      yield* write(
        "IdempotencyStore.forgetAnswers",
        sql`
          UPDATE mailroom.idempotency_keys SET answer = NULL, mentions = '{}'
          WHERE organization_id = ${organization_id}::bigint AND key = ANY(${keys}::text[])`
      )
      return keys.length
    }, transaction),

    // Removes what is beyond the newest `keys` requests, and forgets the answers beyond the newest `bytes`: at most `limit`.
    trim: Effect.fnUntraced(function* (organization_id, { bytes, keys, limit }) {
      const operation = "IdempotencyStore.trim"
      const surplus = yield* readLong(
        operation,
        sql<Row<"expires_at" | "key" | "removed">>`
          SELECT key, expires_at, place > ${keys}::bigint AS removed FROM (
            SELECT key, expires_at, answer IS NOT NULL AS has_answer, row_number() OVER newest AS place,
              sum(octet_length(answer)) OVER newest AS size
            FROM mailroom.idempotency_keys WHERE organization_id = ${organization_id}::bigint AND status = 'done'
            WINDOW newest AS (ORDER BY expires_at DESC, key DESC ROWS UNBOUNDED PRECEDING)
          ) request
          WHERE place > ${keys}::bigint OR (has_answer AND size > ${bytes}::bigint)
          ORDER BY place DESC ${limited(sql, limit)}`,
        (rows) =>
          rows.map((row) => ({ key: text(row.key), expires_at: instant(row.expires_at), removed: bool(row.removed) }))
      )
      // A request that runs again meanwhile expires later than all of these, and is left out.
      const [newest] = surplus.map(({ expires_at }) => expires_at).toSorted((a, b) => (a < b ? 1 : -1))
      if (newest === undefined) return 0
      const removedKeys = surplus.flatMap(({ key, removed }) => (removed ? [key] : []))
      const forgottenKeys = surplus.flatMap(({ key, removed }) => (removed ? [] : [key]))
      /** The requests of these keys that no other transaction has locked. */
      const unlocked = (which: ReadonlyArray<string>) => sql`
        WITH unlocked AS MATERIALIZED (
          SELECT key FROM mailroom.idempotency_keys
          WHERE organization_id = ${organization_id}::bigint AND key = ANY(${which}::text[]) AND status = 'done'
            AND expires_at <= ${newest}::timestamptz
          FOR UPDATE SKIP LOCKED
        )`
      const these = sql`organization_id = ${organization_id}::bigint AND key = ANY(ARRAY(SELECT key FROM unlocked))`
      const count = (rows: ReadonlyArray<unknown>) => rows.length
      return (
        (yield* write(
          operation,
          sql<Row<"key">>`${unlocked(removedKeys)} DELETE FROM mailroom.idempotency_keys WHERE ${these} RETURNING key`,
          count
        )) +
        (yield* write(
          operation,
          sql<Row<"key">>`
            ${unlocked(forgottenKeys)}
            UPDATE mailroom.idempotency_keys SET answer = NULL, mentions = '{}' WHERE ${these} RETURNING key`,
          count
        ))
      )
    })
  })
}
