/**
 * The guard of each organization is a row, which no foreign key refers to. `FOR SHARE` alone would let new shared locks
 * overtake a waiting exclusive one. Advisory locks are granted in order of arrival, so a transaction takes one before it
 * locks the row.
 */
import { GuardStore, type OrganizationId } from "@mailroom/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "./internal/Database.ts"

/** Distinguishes Mailroom's advisory locks from those of a host in the same database: "mail" in ASCII. */
const lockClass = 0x6d61696c

/** Organizations with the same key wait for each other; that is rare, and never wrong. */
const keyOf = (organization_id: OrganizationId) => organization_id % 2 ** 31

export const guardStore = ({ sql, write }: Database): GuardStore["Service"] => {
  /** Locks the row. Organizations created by an earlier release have none: their first lock inserts it. */
  const lock = Effect.fnUntraced(function* (
    operation: string,
    organization_id: OrganizationId,
    statement: Statement.Statement<object>
  ) {
    const attempt = write(operation, statement, (rows) => rows.length > 0)
    if (yield* attempt) return
    yield* write(
      operation,
      sql`INSERT INTO mailroom.organization_guards (organization_id, version) VALUES (${organization_id}::bigint, 0)
        ON CONFLICT ON CONSTRAINT organization_guards_pkey DO NOTHING`,
      () => undefined
    )
    yield* attempt
  })

  return GuardStore.of({
    lockShared: (organization_id) =>
      lock(
        "GuardStore.lockShared",
        organization_id,
        sql`
          SELECT version FROM mailroom.organization_guards
          WHERE organization_id = ${organization_id}::bigint
            AND EXISTS (SELECT FROM pg_advisory_xact_lock_shared(${lockClass}::int, ${keyOf(organization_id)}::int))
          FOR SHARE`
      ),
    // An update and not only a lock: above READ COMMITTED, a transaction that read before it then fails.
    lockExclusive: (organization_id) =>
      Effect.andThen(
        lock(
          "GuardStore.lockExclusive",
          organization_id,
          sql`
            SELECT version FROM mailroom.organization_guards
            WHERE organization_id = ${organization_id}::bigint
              AND EXISTS (SELECT FROM pg_advisory_xact_lock(${lockClass}::int, ${keyOf(organization_id)}::int))
            FOR NO KEY UPDATE`
        ),
        write(
          "GuardStore.lockExclusive",
          sql`
            UPDATE mailroom.organization_guards SET version = version + 1
            WHERE organization_id = ${organization_id}::bigint`,
          () => undefined
        )
      )
  })
}
