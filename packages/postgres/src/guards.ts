/**
 * The guard of each organization is a row, which no foreign key refers to. `FOR SHARE` alone would let new shared locks
 * overtake a waiting exclusive one. Advisory locks are granted in order of arrival, so a transaction takes one before it
 * locks the row.
 */
import { GuardStore, type OrganizationId } from "@mailroom/core"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "./internal/database/Database.ts"

/** Distinguishes Mailroom's advisory locks from the locks of a host in the same database: "mail" in ASCII. */
const lockClass = 0x6d61696c

/** Organizations with the same key wait for each other; that is rare, and never wrong. */
const keyOf = (organization_id: OrganizationId) => organization_id % 2 ** 31

export const guardStore = ({ sql, write }: Database): GuardStore["Service"] => {
  const guard = (organization_id: OrganizationId) => sql`organization_id = ${organization_id}::bigint`
  const run = (statement: Statement.Statement<unknown>) => write("GuardStore.lock", statement)

  // Each statement names the row, so that Citus takes all of an organization's locks on the same worker.
  return GuardStore.of({
    // Exclusive is an update and not only a lock: above READ COMMITTED, a transaction that read before it then fails.
    // Citus rejects functions such as that of the advisory lock in an UPDATE.
    lock: (organization_id, mode) =>
      mode === "shared"
        ? run(sql`
            SELECT version FROM mailroom.organization_guards WHERE ${guard(organization_id)}
              AND EXISTS (SELECT FROM pg_advisory_xact_lock_shared(${lockClass}::int, ${keyOf(organization_id)}::int))
            FOR SHARE`)
        : Effect.andThen(
            run(sql`
              SELECT FROM mailroom.organization_guards WHERE ${guard(organization_id)}
                AND EXISTS (SELECT FROM pg_advisory_xact_lock(${lockClass}::int, ${keyOf(organization_id)}::int))`),
            run(sql`UPDATE mailroom.organization_guards SET version = version + 1 WHERE ${guard(organization_id)}`)
          )
  })
}
