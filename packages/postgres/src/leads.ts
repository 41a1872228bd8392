/** Leads. Inserting and removing keep `campaigns.lead_count` in the same statement, with the campaign locked first. */
import type { Database } from "./internal/Database.ts"
import { violated } from "./internal/errors.ts"
import {
  bool,
  containing,
  ids,
  instant,
  instantOrNull,
  int,
  intOrNull,
  object,
  pageOf,
  type Row,
  text,
  textOrNull
} from "./internal/values.ts"
import { Campaign, Lead, type LeadQuery, LeadStore, type OrganizationId, Text } from "@mailroom/core"
import { Effect, Option } from "effect"
import type { Statement } from "effect/sql"

type Unstored = Omit<Lead.LeadRecord, "campaign_id" | "id">

/** The columns that a caller fills, with their types: leads are sent as one JSON document, however many they are. */
const types = {
  email: "text",
  email_folded: "text",
  first_name: "text",
  last_name: "text",
  company: "text",
  website: "text",
  personalization: "text",
  sender: "text",
  verification_status: "text",
  status: "text",
  id_previous_sending_sequence: "bigint",
  amount_sequences_sent: "bigint",
  date_last_sequence_send: "timestamptz",
  reply_text: "text",
  reply_status: "text",
  reply_status_tag_id: "bigint",
  stop_sending: "boolean",
  stop_sending_type: "text",
  chosen_sender: "bigint",
  provider: "text",
  custom_fields: "jsonb",
  stop_occurred_at: "timestamptz",
  stop_decided_at: "timestamptz",
  replied_at: "timestamptz",
  version: "bigint",
  created_at: "timestamptz",
  updated_at: "timestamptz"
} satisfies { readonly [Column in keyof Unstored | "email_folded"]: string }

const names = Object.keys(types).join(", ")
const definitions = Object.entries(types)
  .map(([name, type]) => `${name} ${type}`)
  .join(", ")
const toJson = (lead: Unstored) => ({ ...lead, email_folded: Text.fold(lead.email) })

/** The documented columns, in the documented order. */
const shown = Object.keys(Lead.Lead.fields).join(", ")
const stored = ["id", "campaign_id", ...Object.keys(types).filter((name) => name !== "email_folded")].join(", ")

const readLead = (row: Row<keyof Lead.Lead>): Lead.Lead => ({
  id: int(row.id),
  email: text(row.email),
  first_name: text(row.first_name),
  last_name: text(row.last_name),
  company: text(row.company),
  website: text(row.website),
  personalization: text(row.personalization),
  sender: textOrNull(row.sender),
  verification_status: text(row.verification_status),
  status: text(row.status),
  campaign_id: text(row.campaign_id),
  id_previous_sending_sequence: intOrNull(row.id_previous_sending_sequence),
  amount_sequences_sent: int(row.amount_sequences_sent),
  date_last_sequence_send: instantOrNull(row.date_last_sequence_send),
  reply_text: textOrNull(row.reply_text),
  reply_status: textOrNull(row.reply_status),
  reply_status_tag_id: intOrNull(row.reply_status_tag_id),
  stop_sending: bool(row.stop_sending),
  stop_sending_type: textOrNull(row.stop_sending_type),
  chosen_sender: intOrNull(row.chosen_sender),
  provider: textOrNull(row.provider)
})

const readRecord = (row: Row<keyof Lead.LeadRecord>): Lead.LeadRecord => ({
  ...readLead(row),
  custom_fields: object(row.custom_fields),
  stop_occurred_at: instantOrNull(row.stop_occurred_at),
  stop_decided_at: instantOrNull(row.stop_decided_at),
  replied_at: instantOrNull(row.replied_at),
  version: int(row.version),
  created_at: instant(row.created_at),
  updated_at: instant(row.updated_at)
})

export const leadStore = ({ alone, query, sql }: Database): LeadStore["Service"] => {
  const records = (operation: string, where: Statement.Fragment) =>
    query(
      operation,
      sql<Row<keyof Lead.LeadRecord>>`SELECT ${sql.literal(stored)} FROM mailroom.leads WHERE ${where} ORDER BY id`,
      (rows) => rows.map(readRecord)
    )

  /**
   * The leads with an address, in whatever campaign. `OFFSET 0` keeps a condition on the campaign out: without
   * statistics, as after an import, it would look like a reason to scan all of that.
   */
  const withEmail = (organization_id: OrganizationId, folded: Statement.Fragment) => sql`
    SELECT * FROM mailroom.leads
    WHERE organization_id = ${organization_id}::bigint AND email_folded = ${folded} OFFSET 0`

  /**
   * The outer query has one row, the campaign, so that the leads come in the order of the inner one. That says "this
   * campaign, beyond this id" in such a way that one index alone has the order: by the primary key, Postgres might
   * read through a million leads of other campaigns.
   */
  const listed = (organization_id: OrganizationId, campaign_id: Campaign.CampaignId, page: LeadQuery) => {
    const { after_id = 0, limit, offset } = page
    // In the text, not a parameter: planned once for all, a page would be taken for a tenth of the leads.
    const first = sql.literal(`LIMIT ${limit}`)
    const skip = offset === 0 ? sql.literal("") : sql`OFFSET ${offset}::bigint`
    return sql<Row<keyof Lead.Lead | "total">>`
      SELECT campaign.lead_count AS total, page.*
      FROM mailroom.campaigns campaign
      LEFT JOIN LATERAL (
        SELECT ${sql.literal(shown)} FROM mailroom.leads
        WHERE organization_id = ${organization_id}::bigint
          AND campaign_id BETWEEN ${campaign_id}::uuid AND ${campaign_id}::uuid
          AND (campaign_id, id) > (${campaign_id}::uuid, ${after_id}::bigint)
        ORDER BY campaign_id, id ${first} ${skip}
      ) page ON TRUE
      WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign_id}::uuid`
  }

  /** Matches are found once, for the total and the page. Planned for each search: some find most leads, most find few. */
  const found = (organization_id: OrganizationId, campaign_id: Campaign.CampaignId, search: string, page: LeadQuery) =>
    sql<Row<keyof Lead.Lead | "total">>`
      WITH found AS MATERIALIZED (
        SELECT id FROM mailroom.leads
        WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid
          AND email_folded LIKE ${containing(search)}::text
      )
      SELECT (SELECT count(*) FROM found) AS total, page.*
      FROM mailroom.campaigns campaign
      LEFT JOIN LATERAL (
        SELECT ${sql.literal(shown)} FROM mailroom.leads
        WHERE organization_id = ${organization_id}::bigint AND id IN (
          SELECT id FROM found WHERE id > ${page.after_id ?? 0}::bigint
          ORDER BY id LIMIT ${page.limit}::bigint OFFSET ${page.offset}::bigint
        )
        ORDER BY id
      ) page ON TRUE
      WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign_id}::uuid`.unprepared

  return LeadStore.of({
    insert: Effect.fnUntraced(function* (organization_id, campaign_id, leads) {
      const inserted = yield* query(
        "LeadStore.insert",
        alone(sql<Row<"email_folded" | "id">>`
          WITH campaign AS (
            SELECT id FROM mailroom.campaigns
            WHERE organization_id = ${organization_id}::bigint AND id = ${campaign_id}::uuid
            FOR NO KEY UPDATE
          ), inserted AS (
            INSERT INTO mailroom.leads (organization_id, campaign_id, ${sql.literal(names)})
            SELECT ${organization_id}::bigint, campaign.id, ${sql.literal(names)}
            FROM campaign, ROWS FROM (json_to_recordset(${JSON.stringify(leads.map(toJson))}::json)
              AS (${sql.literal(definitions)})) WITH ORDINALITY AS lead (${sql.literal(names)}, place)
            ORDER BY place
            ON CONFLICT ON CONSTRAINT leads_email_key DO NOTHING
            RETURNING id, email_folded
          ), counted AS (
            UPDATE mailroom.campaigns SET lead_count = lead_count + (SELECT count(*) FROM inserted)
            WHERE organization_id = ${organization_id}::bigint AND id = ${campaign_id}::uuid
              AND EXISTS (SELECT FROM inserted)
          )
          SELECT inserted.id, inserted.email_folded FROM campaign LEFT JOIN inserted ON TRUE`),
        (rows) =>
          rows.length === 0
            ? undefined
            : new Map(
                rows.flatMap(({ email_folded, id }) => (id === null ? [] : [[email_folded, int<Lead.LeadId>(id)]]))
              )
      )
      if (inserted === undefined) return yield* new Campaign.CampaignNotFound({ id: campaign_id })
      return leads.map(({ email }) => {
        const folded = Text.fold(email)
        const id = inserted.get(folded) ?? null
        // A later input with the same address is a duplicate of this one.
        inserted.delete(folded)
        return id
      })
    }),

    find: (organization_id, id) =>
      Effect.map(
        records("LeadStore.find", sql`organization_id = ${organization_id}::bigint AND id = ${id}::bigint`),
        ([lead]) => Option.fromUndefinedOr(lead)
      ),

    findByEmails: (organization_id, campaign_id, folded) =>
      query(
        "LeadStore.findByEmails",
        sql<Row<keyof Lead.LeadRecord>>`
          SELECT ${sql.literal(stored)} FROM (SELECT DISTINCT unnest(${folded}::text[]) AS folded) asked
          CROSS JOIN LATERAL (${withEmail(organization_id, sql`asked.folded`)}) lead
          WHERE campaign_id = ${campaign_id}::uuid
          ORDER BY id`,
        (rows) => rows.map(readRecord)
      ),

    findByEmail: (organization_id, folded) =>
      records(
        "LeadStore.findByEmail",
        sql`organization_id = ${organization_id}::bigint AND email_folded = ${folded}::text`
      ),

    page: (organization_id, campaign_id, page) =>
      query(
        "LeadStore.page",
        page.search === undefined
          ? listed(organization_id, campaign_id, page)
          : alone(found(organization_id, campaign_id, page.search, page)),
        (rows) => (rows[0] === undefined ? Option.none() : Option.some(pageOf(readLead)(rows)))
      ),

    replace: (organization_id, lead, version) =>
      query(
        "LeadStore.replace",
        sql<Row<"is_duplicate" | "is_replaced">>`
          WITH rival AS (
            SELECT FROM (${withEmail(organization_id, sql`${Text.fold(lead.email)}::text`)}) lead
            WHERE campaign_id = ${lead.campaign_id}::uuid AND id <> ${lead.id}::bigint
          ), replaced AS (
            UPDATE mailroom.leads SET (${sql.literal(names)}) = (
              SELECT ${sql.literal(names)} FROM json_to_record(${JSON.stringify(toJson(lead))}::json)
                AS lead (${sql.literal(definitions)})
            )
            WHERE organization_id = ${organization_id}::bigint AND id = ${lead.id}::bigint
              AND version = ${version}::bigint AND NOT EXISTS (SELECT FROM rival)
            RETURNING id
          )
          SELECT EXISTS (SELECT FROM replaced) AS is_replaced,
            EXISTS (SELECT FROM rival) AND EXISTS (
              SELECT FROM mailroom.leads
              WHERE organization_id = ${organization_id}::bigint AND id = ${lead.id}::bigint
                AND version = ${version}::bigint
            ) AS is_duplicate`,
        ([row]) => ({ replaced: bool(row?.is_replaced), duplicate: bool(row?.is_duplicate) })
      ).pipe(
        // Someone else took the address while this statement ran.
        Effect.catchIf(
          (error) => violated(error) === "leads_email_key",
          () => Effect.succeed({ replaced: false, duplicate: true })
        ),
        Effect.flatMap(({ duplicate, replaced }) =>
          duplicate ? Effect.fail(new Lead.DuplicateLead({ email: lead.email })) : Effect.succeed(replaced)
        )
      ),

    remove: (organization_id, leads) =>
      query(
        "LeadStore.remove",
        alone(sql<Row<"id">>`
          WITH campaign AS (
            SELECT id FROM mailroom.campaigns
            WHERE organization_id = ${organization_id}::bigint AND id IN (
              SELECT campaign_id FROM mailroom.leads
              WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(leads)}::bigint[])
            )
            ORDER BY id FOR NO KEY UPDATE
          ), removed AS (
            DELETE FROM mailroom.leads
            WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(leads)}::bigint[])
              AND campaign_id IN (SELECT id FROM campaign)
            RETURNING id, campaign_id
          ), counted AS (
            UPDATE mailroom.campaigns SET lead_count = lead_count - removed.count
            FROM (SELECT campaign_id, count(*) AS count FROM removed GROUP BY campaign_id) removed
            WHERE organization_id = ${organization_id}::bigint AND id = removed.campaign_id
          )
          SELECT id FROM removed ORDER BY id`),
        (rows) => rows.map(({ id }) => int<Lead.LeadId>(id))
      )
  })
}
