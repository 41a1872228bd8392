/** Lists of leads by their state and by a search in all texts; external ids and the deletion of organizations. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { backfill, index, trigramIndex } from "../internal/afterwards.ts"
import { fold } from "./0004_spellings.ts"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Names and company, folded; null in what an earlier release writes.
  yield* sql`ALTER TABLE mailroom.leads ADD COLUMN search_text TEXT COLLATE "C"`
  // The lead that a delivery is about; null in what an earlier release writes.
  yield* sql`ALTER TABLE mailroom.deliveries ADD COLUMN lead_id BIGINT`
  // An organization with a `deleted_at` is hidden: it is being removed.
  yield* sql`ALTER TABLE mailroom.organizations ADD COLUMN deleted_at TIMESTAMPTZ(3)`
  // The ids that hosts have for organizations. A table, because they are unique before the organization is known.
  yield* sql`
    CREATE TABLE mailroom.organization_external_ids (
      external_id TEXT COLLATE "C" NOT NULL,
      organization_id BIGINT NOT NULL,
      CONSTRAINT organization_external_ids_pkey PRIMARY KEY (external_id),
      CONSTRAINT organization_external_ids_organization_key UNIQUE (organization_id)
    )`
})

interface Place {
  readonly organization_id: string
  readonly id: string
}

/** Adds the text that searches look in to a thousand leads. */
const searchTexts = (after: Place = { organization_id: "0", id: "0" }) =>
  Effect.gen(function* () {
    const sql = (yield* SqlClient.SqlClient).withoutTransforms()
    const leads = yield* sql<Place & { readonly text: string; readonly version: string }>`
      SELECT organization_id::text, id::text, version::text,
        concat(first_name, ' ', last_name, E'\n', company) AS text
      FROM mailroom.leads
      WHERE (organization_id, leads.id) > (${after.organization_id}::text::bigint, ${after.id}::text::bigint)
        AND search_text IS NULL
      ORDER BY leads.organization_id, leads.id LIMIT 1000`
    const last = leads.at(-1)
    if (last === undefined) return undefined
    const folded = leads.map(({ text, ...lead }) => ({ ...lead, search_text: fold(text) }))
    yield* sql`
      UPDATE mailroom.leads lead SET search_text = folded.search_text
      FROM json_to_recordset(${JSON.stringify(folded)}::json)
        AS folded (organization_id bigint, id bigint, version bigint, search_text text)
      WHERE lead.organization_id = folded.organization_id AND lead.id = folded.id AND lead.version = folded.version`
    return { organization_id: last.organization_id, id: last.id }
  })

export const afterwards = [
  backfill(searchTexts),
  // Also what has no such text: what an earlier release wrote since.
  index("leads_untexted_idx", "leads (organization_id, id) WHERE search_text IS NULL"),
  trigramIndex("leads_text_idx", (operators) => `leads USING gin (organization_id, search_text ${operators})`),
  index("deliveries_lead_idx", "deliveries (organization_id, lead_id)"),
  index("leads_state_idx", "leads (organization_id, campaign_id, status, stop_sending, id)")
]
