/** `LeadStore.set`: the texts and stops of several leads in one statement. */
import {
  grouped,
  Lead,
  type LeadStore,
  type LogEntry,
  type OrganizationId,
  StopSending,
  Text,
  type Timestamp
} from "@mailroom/core"
import { Effect, Option, Struct } from "effect"
import type { Statement } from "effect/sql"
import * as Column from "../database/columns.ts"
import type { Database } from "../database/Database.ts"
import { entryColumns, insertEntries } from "../../log.ts"
import { givenOf } from "../database/insertion.ts"
import { ids, int } from "../database/values.ts"
import { isShown } from "./hidden.ts"
import { recounted } from "./leadCounts.ts"
import { foldedNames, readRecord, stored, storedOfLead, textColumns } from "./leadRows.ts"
import { timed } from "./leadTimes.ts"

interface Change extends Lead.LeadSettings {
  readonly id: Lead.LeadId
  readonly updated_at: Timestamp.Timestamp
  readonly entry: LogEntry.LogEntryDraft | undefined
}

const givenTexts = Struct.pick(textColumns, [...Lead.texts, ...Object.values(foldedNames)])
const givenStop = Column.of(StopSending.StopState)
const columns = { id: Column.Int, updated_at: Column.Instant, ...givenTexts, ...givenStop, ...entryColumns }
/** The texts that are given, with the names as core folds them, and the entry of the log. */
const toRow = ({ entry, id, stop, texts, updated_at }: Change) => ({
  id,
  updated_at,
  ...entry,
  ...texts,
  ...Object.fromEntries(
    Struct.keys(foldedNames).flatMap((name) =>
      texts[name] === undefined ? [] : [[foldedNames[name], Text.foldForSearch(texts[name])]]
    )
  ),
  ...stop
})

const textAssignments = [
  ...Object.keys(givenTexts).map((name) => `${name} = coalesce(new.${name}, lead.${name})`),
  "version = lead.version + 1",
  "updated_at = greatest(new.updated_at, lead.updated_at)"
].join(", ")
const stopAssignments = `${textAssignments}, ${Column.assignmentsOf(givenStop)}`
const differ = Lead.texts.map((name) => `new.${name} <> lead.${name}`).join(" OR ")

/**
 * Changes that arrive at the same time for one organization share a statement. A statement for several leads must not
 * wait for the lock of one: it skips locked leads, and stops whose campaign, which counts them, is locked. In the row
 * `PATCH /leads/{id}` of the bench, a shared statement saves a sixth of the processor time, and a stop under the lock of its
 * lead costs six times as much.
 */
export const set = (database: Database): LeadStore["Service"]["set"] => {
  const { atomic, isDistributed, isNested, sql, write } = database
  const insert = insertEntries(database)
  /** Locks the leads of the changes. Leaves out leads that are missing or locked. */
  const locked = (
    organization_id: OrganizationId,
    changes: ReadonlyArray<Change>,
    condition: Statement.Fragment
  ) => sql`
    new AS MATERIALIZED (
      SELECT new.*, lead.campaign_id, lead.status AS old_status, lead.stop_sending AS old_stop_sending
      FROM ${Column.rowsOf(sql, columns, changes.map(toRow))}
      JOIN mailroom.leads lead ON lead.organization_id = ${organization_id}::bigint AND lead.id = new.id
      WHERE ${isShown(sql, organization_id, "lead.campaign_id")} AND ${condition}
      FOR NO KEY UPDATE OF lead SKIP LOCKED
    )`

  const times = (organization_id: OrganizationId, changes: ReadonlyArray<Change>) =>
    timed(sql, organization_id, { name: "changed", leads: sql`ANY(${ids(changes.map(({ id }) => id))}::bigint[])` })

  const entryNames = sql.literal(`(organization_id, ${Column.namesOf(entryColumns)})`)
  const entryValues = sql.literal(givenOf(entryColumns))
  const none = sql.literal("")
  /** Adds the entries of the leads that changed to the log. Citus needs a statement for them: `withEntries`. */
  const logged = (organization_id: OrganizationId) =>
    isDistributed
      ? none
      : sql`, logged AS (
      INSERT INTO mailroom.log_entries ${entryNames}
      SELECT ${organization_id}::bigint, ${entryValues}
      FROM new JOIN changed ON changed.id = new.id WHERE new.operation IS NOT NULL
    )`

  /** Writes texts. Returns the leads whose texts changed. */
  const texts = (organization_id: OrganizationId, changes: ReadonlyArray<Change>) => sql`
    WITH ${locked(organization_id, changes, sql.literal("TRUE"))}, changed AS (
      UPDATE mailroom.leads lead SET ${sql.literal(textAssignments)} FROM new
      WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = new.id AND (${sql.literal(differ)})
      RETURNING ${sql.literal(storedOfLead)}
    ), ${times(organization_id, changes)}${logged(organization_id)}
    SELECT ${sql.literal(stored)} FROM changed`

  /** Writes texts and stops, and counts the stops in `countable`: the campaigns that no other transaction has locked. */
  const stops = (organization_id: OrganizationId, changes: ReadonlyArray<Change>) => sql`
    WITH ${locked(organization_id, changes, sql.literal("lead.updated_at < new.updated_at AND lead.moved_to IS NULL"))}, countable AS MATERIALIZED (
      SELECT id FROM mailroom.campaigns
      WHERE organization_id = ${organization_id}::bigint
        AND id = ANY(ARRAY(SELECT campaign_id FROM new WHERE stop_sending <> old_stop_sending))
      FOR NO KEY UPDATE SKIP LOCKED
    ), changed AS (
      UPDATE mailroom.leads lead SET ${sql.literal(stopAssignments)} FROM new
      WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = new.id
        AND (new.stop_sending = new.old_stop_sending OR new.campaign_id IN (SELECT id FROM countable))
      RETURNING ${sql.literal(storedOfLead)}, new.old_status, new.old_stop_sending
    ), ${recounted(
      sql,
      organization_id,
      sql`SELECT campaign_id, status, stop_sending, 1 AS n, 0 AS edits,
          (stop_sending <> old_stop_sending)::integer AS shifts
        FROM changed
        UNION ALL SELECT campaign_id, old_status, old_stop_sending, -1, 0, 0 FROM changed`
    )}, ${times(organization_id, changes)}${logged(organization_id)}
    SELECT ${sql.literal(stored)} FROM changed`

  /** Runs a statement for one change, or for several that share it. */
  const sharing = (statement: typeof texts) => {
    const change = (organization_id: OrganizationId, changes: ReadonlyArray<Change>) =>
      write("LeadStore.set", sql`${statement(organization_id, changes)}`.values, (rows) => {
        const leads = new Map(rows.map((row) => [int(row[0]), row]))
        return ({ id }: Change) => Option.map(Option.fromUndefinedOr(leads.get(id)), readRecord)
      })
    /** Adds the entries by a second statement of a transaction. */
    const withEntries = (organization_id: OrganizationId, changes: ReadonlyArray<Change>) =>
      atomic(
        Effect.tap(change(organization_id, changes), (leadOf) => {
          const entries = changes.flatMap((one) => (one.entry && Option.isSome(leadOf(one)) ? [one.entry] : []))
          return entries.length === 0 ? Effect.void : insert("LeadStore.set", organization_id, entries)
        })
      )
    const run = isDistributed ? withEntries : change
    const join = grouped({
      idOf: ({ id }: Change) => id,
      sizeOf: () => 1,
      most: 100,
      // Under load most statements take about 4 ms.
      slow: "10 millis",
      run
    })
    return { alone: run, join }
  }
  const forTexts = sharing(texts)
  const forStops = sharing(stops)

  return Effect.fnUntraced(function* (organization_id, id, settings, updated_at, entry) {
    const change = { id, updated_at, entry, ...settings }
    const { alone, join } = settings.stop === undefined ? forTexts : forStops
    return (yield* isNested) ? (yield* alone(organization_id, [change]))(change) : yield* join(organization_id, change)
  })
}
