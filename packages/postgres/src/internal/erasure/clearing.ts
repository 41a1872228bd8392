/** Deletes what an organization has, table by table. */
import type { OrganizationId } from "@mailroom/core"
import { Effect } from "effect"
import type { Database } from "../database/Database.ts"
import { limited } from "../database/paged.ts"

/**
 * All tables with rows of organizations. A row that refers to another one is deleted before it; `work` comes first, so
 * that workers find nothing to do.
 */
export const tables = [
  "work",
  "deliveries",
  "integrations",
  "attachment_chunks",
  "attachments",
  "message_search",
  "messages",
  "threads",
  "events",
  "rollups",
  "leads",
  "sequences",
  "campaigns",
  "tags",
  "blacklist",
  "accounts",
  "transactions",
  "transaction_counts",
  "api_keys",
  "idempotency_keys",
  "unibox_revisions",
  "organization_external_ids",
  "organization_guards"
] as const

/** Deletes at most `limit` rows of the organization; without a limit all. Returns how many. */
export const deleteSome = (
  { sql, write }: Pick<Database, "sql" | "write">,
  operation: string,
  table: (typeof tables)[number],
  organization_id: OrganizationId,
  limit?: number
) => {
  const name = sql.literal(`mailroom.${table}`)
  const some =
    limit === undefined
      ? sql.literal("")
      : sql`AND ctid = ANY(ARRAY(
          SELECT ctid FROM ${name} WHERE organization_id = ${organization_id}::bigint ${limited(sql, limit)}
        ))`
  return write(
    operation,
    sql<{ readonly deleted: number }>`
      DELETE FROM ${name} WHERE organization_id = ${organization_id}::bigint ${some} RETURNING 1 AS deleted`,
    (rows) => rows.length
  )
}

/** Deletes about `limit` rows of the organization, whatever the tables. Returns whether there was any. */
export const clear = Effect.fnUntraced(function* (
  database: Pick<Database, "sql" | "write">,
  organization_id: OrganizationId,
  limit: number
) {
  let left = limit
  for (const table of tables) {
    if (left <= 0) break
    left -= yield* deleteSome(database, "OrganizationStore.clear", table, organization_id, left)
  }
  return left < limit
})
