/** `LeadStore.setTexts`: the texts of several leads in one statement. */
import { grouped, Lead, type LeadStore, type OrganizationId, StorageBudget, Text, type Timestamp } from "@mailroom/core"
import { Duration, Effect, Option, Struct } from "effect"
import * as Column from "../database/columns.ts"
import type { Database } from "../database/Database.ts"
import { int } from "../database/values.ts"
import { isShown } from "./hidden.ts"
import { foldedNames, readRecord, storedOfLead, textColumns } from "./leadRows.ts"

interface Change {
  readonly id: Lead.LeadId
  readonly texts: Lead.LeadTexts
  readonly updated_at: Timestamp.Timestamp
}

const columns = {
  id: Column.Int,
  updated_at: Column.Instant,
  ...Struct.pick(textColumns, [...Lead.texts, ...Object.values(foldedNames)])
}
/** The texts that are given, with the names as core folds them. */
const toRow = ({ id, texts, updated_at }: Change) => ({
  id,
  updated_at,
  ...texts,
  ...Object.fromEntries(
    Struct.keys(foldedNames).flatMap((name) =>
      texts[name] === undefined ? [] : [[foldedNames[name], Text.fold(texts[name])]]
    )
  )
})

const assignments = [
  ...Object.keys(Struct.omit(columns, ["id", "updated_at"])).map(
    (name) => `${name} = coalesce(new.${name}, lead.${name})`
  ),
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
          AND (${sql.literal(differ)})
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
