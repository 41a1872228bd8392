/**
 * The guard of each organization is a row, which no foreign key refers to. `FOR SHARE` alone would let new shared locks
 * overtake a waiting exclusive one. Advisory locks are granted in order of arrival, so a transaction takes one before it
 * locks the row.
 */
import { GuardStore, type OrganizationId, type StorageError } from "@mailroom/core"
import { Effect } from "effect"
import type { Database } from "./internal/Database.ts"

/** Distinguishes Mailroom's advisory locks from those of a host in the same database: "mail" in ASCII. */
const lockClass = 0x6d61696c

/** Organizations with the same key wait for each other; that is rare, and never wrong. */
const keyOf = (organization_id: OrganizationId) => organization_id % 2 ** 31

export const guardStore = ({ sql, write }: Database): GuardStore["Service"] => {
  /** Organizations created by an earlier release have no row: their first lock inserts it. */
  const lock = Effect.fnUntraced(function* (
    operation: string,
    organization_id: OrganizationId,
    attempt: Effect.Effect<boolean, StorageError>
  ) {
    if (yield* attempt) return
    yield* write(
      operation,
      sql`INSERT INTO mailroom.organization_guards (organization_id, version) VALUES (${organization_id}::bigint, 0)
        ON CONFLICT ON CONSTRAINT organization_guards_pkey DO NOTHING`,
      () => undefined
    )
    yield* attempt
  })
  const guard = (organization_id: OrganizationId) => sql`organization_id = ${organization_id}::bigint`
  const isFound = (rows: ReadonlyArray<object>) => rows.length > 0

  // Each statement names the row, so that Citus takes all of an organization's locks on the same worker.
  return GuardStore.of({
    lockShared: (organization_id) =>
      lock(
        "GuardStore.lockShared",
        organization_id,
        write(
          "GuardStore.lockShared",
          sql`
            SELECT version FROM mailroom.organization_guards WHERE ${guard(organization_id)}
              AND EXISTS (SELECT FROM pg_advisory_xact_lock_shared(${lockClass}::int, ${keyOf(organization_id)}::int))
            FOR SHARE`,
          isFound
        )
      ),
    // An update and not only a lock: above READ COMMITTED, a transaction that read before it then fails. Citus rejects
    // functions such as that of the advisory lock in an UPDATE.
    lockExclusive: (organization_id) =>
      lock(
        "GuardStore.lockExclusive",
        organization_id,
        Effect.andThen(
          write(
            "GuardStore.lockExclusive",
            sql`
              SELECT FROM mailroom.organization_guards WHERE ${guard(organization_id)}
                AND EXISTS (SELECT FROM pg_advisory_xact_lock(${lockClass}::int, ${keyOf(organization_id)}::int))`,
            () => undefined
          ),
          write(
            "GuardStore.lockExclusive",
            sql`
              UPDATE mailroom.organization_guards SET version = version + 1 WHERE ${guard(organization_id)}
              RETURNING version`,
            isFound
          )
        )
      )
  })
}
