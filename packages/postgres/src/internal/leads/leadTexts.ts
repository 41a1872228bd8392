/** `LeadStore.setTexts`: the texts of several leads in one statement. */
import { grouped, Lead, type LeadStore, type OrganizationId, StorageBudget, Text, type Timestamp } from "@mailroom/core"
import { Duration, Effect, Option, Struct } from "effect"
import * as Column from "../database/columns.ts"
import type { Database } from "../database/Database.ts"
import { int } from "../database/values.ts"
import { isShown } from "./hidden.ts"
import { readRecord, shownColumns, storedOfLead } from "./leadRows.ts"

interface Change {
  readonly id: Lead.LeadId
  readonly texts: Lead.LeadTexts
  readonly updated_at: Timestamp.Timestamp
}

/** The texts that searches look in (`Lead.searchTextOf`). */
const searched = ["first_name", "last_name", "company"] as const
const folded = (name: string) => `${name}_folded`
const columns = {
  id: Column.Int,
  updated_at: Column.Instant,
  ...Struct.pick(shownColumns, Lead.texts),
  ...Object.fromEntries(searched.map((name) => [folded(name), Column.Text]))
}
/** With the names as core folds them. */
const toRow = ({ id, texts, updated_at }: Change) => ({
  id,
  updated_at,
  ...texts,
  ...Object.fromEntries(
    searched.flatMap((name) => (texts[name] === undefined ? [] : [[folded(name), Text.fold(texts[name])]]))
  )
})

/** The folded form of a name after the change. Postgres folds ASCII only: NULL for a stored name with other letters. */
const foldedAfter = (name: string) => `coalesce(new.${folded(name)},
  CASE WHEN octet_length(lead.${name}) = length(lead.${name}) THEN lower(lead.${name} COLLATE "C") END)`
const [first, last, company] = searched
/** The search text after the change; NULL if a stored name would have to be folded and is not ASCII. */
const searchTextAfter = `CASE WHEN coalesce(${searched.map((name) => `new.${name}`).join(", ")}) IS NULL THEN lead.search_text
  ELSE ${foldedAfter(first)} || ' ' || ${foldedAfter(last)} || E'\\n' || ${foldedAfter(company)} END`
const assignments = [
  ...Lead.texts.map((name) => `${name} = coalesce(new.${name}, lead.${name})`),
  `search_text = ${searchTextAfter}`,
  "version = lead.version + 1",
  "updated_at = greatest(new.updated_at, lead.updated_at)"
].join(", ")
const differ = Lead.texts.map((name) => `new.${name} <> lead.${name}`).join(" OR ")

/** The time that a shared statement may take. Callers wait for the running statement and for their own. */
const sharedTimeout = Duration.seconds(2)

/**
 * Changes that arrive at the same time for one organization share a statement, which costs a sixth less processor time
 * for each (the row `PATCH /leads/{id}` of the bench). It skips locked leads: no caller waits for the lock of another's
 * lead.
 */
export const setTexts = ({ isNested, sql, write }: Database): LeadStore["Service"]["setTexts"] => {
  const run = (organization_id: OrganizationId, changes: ReadonlyArray<Change>) =>
    write(
      "LeadStore.setTexts",
      sql`
        WITH new AS MATERIALIZED (
          SELECT new.* FROM ${Column.rowsOf(sql, columns, changes.map(toRow))}
          JOIN mailroom.leads lead ON lead.organization_id = ${organization_id}::bigint AND lead.id = new.id
          WHERE ${isShown(sql, organization_id, "lead.campaign_id")}
          FOR NO KEY UPDATE OF lead SKIP LOCKED
        )
        UPDATE mailroom.leads lead SET ${sql.literal(assignments)}
        FROM new
        WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = new.id
          AND ${sql.literal(`${searchTextAfter} IS NOT NULL AND (${differ})`)}
        RETURNING ${sql.literal(storedOfLead)}`.values,
      (rows) => {
        const leads = new Map(rows.map((row) => [int(row[0]), row]))
        return ({ id }: Change) => Option.map(Option.fromUndefinedOr(leads.get(id)), readRecord)
      }
    )
  const join = grouped({
    idOf: ({ id }: Change) => id,
    sizeOf: () => 1,
    most: 100,
    // Under load most statements take about 4 ms.
    slow: "10 millis",
    run: (...group: Parameters<typeof run>) => StorageBudget.within(sharedTimeout)(run(...group))
  })
  const mayWait = Effect.map(
    StorageBudget.Current,
    (budget) => budget === undefined || budget.left > 2 * Duration.toMillis(sharedTimeout)
  )
  return Effect.fnUntraced(function* (organization_id, id, texts, updated_at) {
    const change = { id, texts, updated_at }
    const isShared = !(yield* isNested) && (yield* mayWait)
    return isShared
      ? yield* StorageBudget.spending(join(organization_id, change))
      : (yield* run(organization_id, [change]))(change)
  })
}
