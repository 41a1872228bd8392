/**
 * The guards of organizations: one row each, which no foreign key refers to. The row alone would do, but those that lock it
 * `FOR SHARE` pass others that wait to update it. Locks of the advisory kind are granted in order of arrival, so each is
 * taken before the row: under a steady load of shared locks, the exclusive one gets its turn.
 */
import { GuardStore, type OrganizationId } from "@mailroom/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "./internal/Database.ts"

/** Tells this product's advisory locks from those of a host in the same database: "mail" in ASCII. */
const lockClass = 0x6d61696c

/** Organizations with the same key wait for each other; that is rare, and never wrong. */
const keyOf = (organization_id: OrganizationId) => organization_id % 2 ** 31

export const guardStore = ({ sql, write }: Database): GuardStore["Service"] => {
  /** Locks the row. An organization that a process of an earlier release made gets it with its first lock. */
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
          WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock_shared(${lockClass}::int, ${keyOf(organization_id)}::int))
          SELECT version FROM mailroom.organization_guards guard, turn
          WHERE organization_id = ${organization_id}::bigint FOR SHARE OF guard`
      ),
    // An update and not only a lock: above READ COMMITTED, a transaction that read before it then fails.
    lockExclusive: (organization_id) =>
      lock(
        "GuardStore.lockExclusive",
        organization_id,
        sql`
          WITH turn AS MATERIALIZED (SELECT pg_advisory_xact_lock(${lockClass}::int, ${keyOf(organization_id)}::int))
          UPDATE mailroom.organization_guards SET version = version + 1 FROM turn
          WHERE organization_id = ${organization_id}::bigint RETURNING version`
      )
  })
}
