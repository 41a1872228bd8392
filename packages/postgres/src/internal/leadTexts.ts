/** `LeadStore.setTexts`: the texts of several leads in one statement. */
import { Lead, type LeadStore, Text, type Timestamp } from "@mailroom/core"
import { Option } from "effect"
import type { Database } from "./Database.ts"
import { isShown } from "./hidden.ts"
import { definedById, readRecord, stored } from "./leadRows.ts"
import { int } from "./values.ts"

interface GivenTexts {
  readonly id: Lead.LeadId
  readonly texts: Lead.LeadTexts
  readonly updated_at: Timestamp.Timestamp
}
const searched = ["first_name", "last_name", "company"] as const
const given = [...searched, "website", "personalization"] as const
/** With the names as core folds them. */
const toGivenTexts = ({ id, texts, updated_at }: GivenTexts) => ({
  id,
  updated_at,
  ...texts,
  ...Object.fromEntries(
    searched.flatMap((name) => (texts[name] === undefined ? [] : [[`${name}_folded`, Text.fold(texts[name])]]))
  )
})
const givenDefinitions = [definedById([...given, "updated_at"]), ...searched.map((name) => `${name}_folded text`)].join(
  ", "
)
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
const givenAssignments = [
  ...given.map((name) => `${name} = coalesce(new.${name}, lead.${name})`),
  `search_text = ${searchTextAfter}`,
  "version = lead.version + 1",
  "updated_at = new.updated_at"
].join(", ")
/** Whether they change anything, and can be set. */
const givenDiffers = `${searchTextAfter} IS NOT NULL
  AND (${given.map((name) => `new.${name} <> lead.${name}`).join(" OR ")})`

/** The columns of `readRecord`. */
const returned = stored.replace(/\w+/gu, "lead.$&")

/** What is locked is left to `replace`: a statement for many must not wait for the lock of one. */
export const setTexts = ({ sql, writeTogether }: Database): LeadStore["Service"]["setTexts"] => {
  const set = writeTogether(
    "LeadStore.setTexts",
    ({ id }: GivenTexts) => id,
    (organization_id, given) =>
      sql`
      WITH new AS MATERIALIZED (
        SELECT new.* FROM json_to_recordset(${JSON.stringify(given.map(toGivenTexts))}::json)
          AS new (${sql.literal(givenDefinitions)})
        JOIN mailroom.leads lead ON lead.organization_id = ${organization_id}::bigint AND lead.id = new.id
        WHERE ${isShown(sql, organization_id, "lead.campaign_id")}
        FOR NO KEY UPDATE OF lead SKIP LOCKED
      )
      UPDATE mailroom.leads lead SET ${sql.literal(givenAssignments)}
      FROM new
      WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = new.id AND (${sql.literal(givenDiffers)})
      RETURNING ${sql.literal(returned)}`.values,
    (rows) => {
      const leads = new Map(rows.map((row) => [int(row[0]), row]))
      return ({ id }) => Option.map(Option.fromUndefinedOr(leads.get(id)), readRecord)
    }
  )
  return (organization_id, id, texts, updated_at) => set(organization_id, { id, texts, updated_at })
}
