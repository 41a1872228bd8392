/** `LeadStore.set`: the texts and stops of several leads in one statement. */
import { Lead, type LeadStore, type OrganizationId, Text, type Timestamp } from "@mailroom/core"
import { Option } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "../database/Database.ts"
import { isShown } from "./hidden.ts"
import { recounted } from "./leadCounts.ts"
import { assigned, definedById, readRecord, stored } from "./leadRows.ts"
import { int } from "../database/values.ts"

interface Given extends Lead.LeadSettings {
  readonly id: Lead.LeadId
  readonly updated_at: Timestamp.Timestamp
}
const searched = ["first_name", "last_name", "company"] as const
const stop = ["stop_sending", "stop_sending_type", "stop_decided_at", "stops"] as const
/** With the names as core folds them. */
const toRow = ({ id, stop, texts, updated_at }: Given) => ({
  id,
  updated_at,
  ...texts,
  ...Object.fromEntries(
    searched.flatMap((name) => (texts[name] === undefined ? [] : [[`${name}_folded`, Text.fold(texts[name])]]))
  ),
  ...stop
})
const definitions = [
  definedById([...Lead.texts, ...stop, "updated_at"]),
  ...searched.map((name) => `${name}_folded text`)
].join(", ")
const isAscii = (name: string) => `octet_length(lead.${name}) = length(lead.${name})`
/**
 * The folded form of a name that stays. Postgres can fold ASCII only; other names are cut from the stored search text, by
 * the lengths of the two names and separators beside them. Null when one of those is not ASCII either, because folding may
 * have changed its length: then only core can fold the name.
 */
const keptFolded = (name: string, at: number) => {
  const others = searched.filter((other) => other !== name)
  const start = searched.slice(0, at).map((before) => ` + length(lead.${before}) + 1`)
  const length = others.map((other) => ` - length(lead.${other})`)
  return `CASE WHEN ${isAscii(name)} THEN lower(lead.${name} COLLATE "C")
    WHEN ${others.map(isAscii).join(" AND ")}
    THEN substr(lead.search_text, 1${start.join("")}, length(lead.search_text) - 2${length.join("")}) END`
}
/** The search text after it. Null when the folded form of a name that stays is not known. */
const searchTextAfter = `CASE WHEN coalesce(${searched.map((name) => `new.${name}`).join(", ")}) IS NULL
  THEN lead.search_text ELSE ${searched
    .map((name, at) => `coalesce(new.${name}_folded, ${keptFolded(name, at)})`)
    .reduce((first, next, i) => `${first} || ${i === 1 ? "' '" : "E'\\n'"} || ${next}`)} END`
const textAssignments = [
  ...Lead.texts.map((name) => `${name} = coalesce(new.${name}, lead.${name})`),
  `search_text = ${searchTextAfter}`,
  "version = lead.version + 1",
  "updated_at = greatest(new.updated_at, lead.updated_at)"
].join(", ")
/** Whether the search text after it is known. */
const isKnown = `${searchTextAfter} IS NOT NULL`
const textsDiffer = `(${Lead.texts.map((name) => `new.${name} <> lead.${name}`).join(" OR ")})`

/** The columns of `readRecord`. */
const returned = stored.replace(/\w+/gu, "lead.$&")

/**
 * Leads that are locked are left to `replace`, and so are stops whose campaign, which counts them, is locked: a statement
 * for many must not wait for the lock of one.
 */
export const set = ({ sql, writeTogether }: Database): LeadStore["Service"]["set"] => {
  /** Locks the leads of the given rows. Leaves out those whose lead is missing or locked. */
  const locked = (organization_id: OrganizationId, given: ReadonlyArray<Given>, condition: Statement.Fragment) => sql`
    new AS MATERIALIZED (
      SELECT new.*, lead.campaign_id, lead.status AS old_status, lead.stop_sending AS old_stop_sending
      FROM json_to_recordset(${JSON.stringify(given.map(toRow))}::json) AS new (${sql.literal(definitions)})
      JOIN mailroom.leads lead ON lead.organization_id = ${organization_id}::bigint AND lead.id = new.id
      WHERE ${isShown(sql, organization_id, "lead.campaign_id")} AND ${condition}
      FOR NO KEY UPDATE OF lead SKIP LOCKED
    )`

  const update = (
    organization_id: OrganizationId,
    { assignments, condition, returning }: { readonly [part in "assignments" | "condition" | "returning"]: string }
  ) => sql`
    UPDATE mailroom.leads lead SET ${sql.literal(assignments)}
    FROM new
    WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = new.id AND ${sql.literal(condition)}
    RETURNING ${sql.literal(returning)}`

  const together = (statement: (organization_id: OrganizationId, given: ReadonlyArray<Given>) => Statement.Fragment) =>
    writeTogether(
      "LeadStore.set",
      ({ id }: Given) => id,
      (organization_id, given) => sql`${statement(organization_id, given)}`.values,
      (rows) => {
        const leads = new Map(rows.map((row) => [int(row[0]), row]))
        return ({ id }) => Option.map(Option.fromUndefinedOr(leads.get(id)), readRecord)
      }
    )

  const setTexts = together(
    (organization_id, given) => sql`
      WITH ${locked(organization_id, given, sql.literal("TRUE"))}
      ${update(organization_id, {
        assignments: textAssignments,
        condition: `${isKnown} AND ${textsDiffer}`,
        returning: returned
      })}`
  )
  const setStops = together(
    (organization_id, given) => sql`
      WITH ${locked(organization_id, given, sql.literal("lead.updated_at < new.updated_at"))}, countable AS MATERIALIZED (
        SELECT id FROM mailroom.campaigns
        WHERE organization_id = ${organization_id}::bigint
          AND id = ANY(ARRAY(SELECT campaign_id FROM new WHERE stop_sending <> old_stop_sending))
        FOR NO KEY UPDATE SKIP LOCKED
      ), changed AS (
        ${update(organization_id, {
          assignments: `${textAssignments}, ${assigned(stop)}`,
          condition: `${isKnown} AND
            (new.stop_sending = new.old_stop_sending OR new.campaign_id IN (SELECT id FROM countable))`,
          returning: `${returned}, new.old_status, new.old_stop_sending`
        })}
      ), ${recounted(
        sql,
        organization_id,
        sql`SELECT campaign_id, status, stop_sending, 1 AS n FROM changed
          UNION ALL SELECT campaign_id, old_status, old_stop_sending, -1 FROM changed`
      )}
      SELECT ${sql.literal(stored)} FROM changed`
  )

  return (organization_id, id, settings, updated_at) =>
    (settings.stop === undefined ? setTexts : setStops)(organization_id, { id, updated_at, ...settings })
}
