/** Conditions of lists on the first events of leads. */
import type { FirstFilter, OrganizationId } from "@mailroom/core"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"

/** The comparisons of an instant with the bounds that the filter gives. */
const periodOf = (sql: Database["sql"], { since, until }: FirstFilter) => [
  ...(since === undefined ? [] : [sql`>= ${since}`]),
  ...(until === undefined ? [] : [sql`< ${until}`])
]

/** The conditions that a lead has this first event, by its own column `activity`. */
export const withFirst = (sql: Database["sql"], first: FirstFilter): ReadonlyArray<Statement.Fragment> => {
  const { account_id, key, sequence_id } = first
  const found = (field: string) => sql`activity #>> ARRAY['firsts', ${key}::text, ${sql.literal(`'${field}'`)}]`
  return [
    ...periodOf(sql, first).map((bound) => sql`(${found("occurred_at")}) COLLATE "C" ${bound}::text`),
    ...(account_id === undefined ? [] : [sql`(${found("account_id")})::bigint = ${account_id}::bigint`]),
    ...(sequence_id === undefined ? [] : [sql`(${found("sequence_id")})::bigint = ${sequence_id}::bigint`]),
    sql`${found("occurred_at")} IS NOT NULL`
  ]
}

/** Which leads with an event are looked for, and what for. */
interface Among {
  readonly eventCondition: Statement.Fragment
  readonly isCounted: boolean
}

/**
 * The condition that a lead has such an event, the first or a later one: an index of events finds it. `withFirst` decides
 * whether it is the first. To count leads by an account or a
 * step, their ids are an array: Postgres looks up the leads in the order of the index, and reads each of its pages once.
 */
export const ofEvents = (
  sql: Database["sql"],
  organization_id: OrganizationId,
  { account_id, sequence_id, type, ...first }: FirstFilter,
  { eventCondition, isCounted }: Among
): Statement.Fragment => {
  const conditions = [
    sql`organization_id = ${organization_id}::bigint AND type = ${type}::text`,
    ...(account_id === undefined ? [] : [sql`account_id = ${account_id}::bigint`]),
    ...(sequence_id === undefined ? [] : [sql`sequence_id = ${sequence_id}::bigint`]),
    ...periodOf(sql, { type, ...first }).map((bound) => sql`occurred_at ${bound}::timestamptz`)
  ]
  const events = (condition: string) => sql`
    SELECT lead_id FROM mailroom.events WHERE ${sql.and([sql.literal(condition), ...conditions])} ${eventCondition}`
  const ids = sql`${events("NOT retired")} UNION ALL ${events("retired")}`
  const isOfPart = account_id !== undefined || sequence_id !== undefined
  return isCounted && isOfPart ? sql`leads.id = ANY(ARRAY(${ids}))` : sql`leads.id IN (${ids})`
}
