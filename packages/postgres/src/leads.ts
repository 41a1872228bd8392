/** Leads. Statements that change them keep the counts of their campaigns, which they lock last. */
import {
  type BlacklistMatch,
  Campaign,
  Domain,
  Lead,
  type LeadQuery,
  LeadStore,
  type OrganizationId,
  Text
} from "@mailroom/core"
import { Effect, Option } from "effect"
import type { Statement } from "effect/sql"
import type { Database } from "./internal/Database.ts"
import { violated } from "./internal/errors.ts"
import { recounted } from "./internal/leadCounts.ts"
import {
  definitions,
  names,
  readPage,
  readRecord,
  shown,
  stateAssignments,
  stateDefinitions,
  stored,
  toJson,
  toState
} from "./internal/leadRows.ts"
import { bool, containing, ids, int, type Row } from "./internal/values.ts"

/** From where to where in the index of addresses the leads lie that match: an address, or all that begin with a domain. */
const placesOf = ({ addresses, domains }: BlacklistMatch) => {
  const places = addresses.map((address) => [Domain.domainKeyOf(address), address] as const)
  const keys = domains.map(Domain.keyOf)
  return {
    first: [...places, ...keys.map((key) => [key, ""] as const)],
    // No key goes on with "/", which comes after the "." that each ends with.
    last: [...places, ...keys.map((key) => [`${key.slice(0, -1)}/`, ""] as const)]
  }
}

export const leadStore = ({ query, slowQuery, sql, write }: Database): LeadStore["Service"] => {
  const records = (operation: string, where: Statement.Fragment, ending: Statement.Fragment = sql.literal("")) =>
    query(
      operation,
      sql`SELECT ${sql.literal(stored)} FROM mailroom.leads WHERE ${where} ORDER BY id ${ending}`.values,
      (rows) => rows.map(readRecord)
    )

  /** The leads that match, locked in the order of all who hold several. The index has a domain's leads side by side. */
  const matching = (organization_id: OrganizationId, match: BlacklistMatch, which: Statement.Fragment) => {
    const { first, last } = placesOf(match)
    return sql`
      matching AS MATERIALIZED (
        SELECT lead.id, lead.address
        FROM unnest(${first.map(([key]) => key)}::text[], ${first.map(([, address]) => address)}::text[],
          ${last.map(([key]) => key)}::text[], ${last.map(([, address]) => address)}::text[])
          AS place (first_key, first_address, last_key, last_address)
        JOIN mailroom.leads lead ON lead.organization_id = ${organization_id}::bigint
          AND (lead.domain_key, lead.address) >= (place.first_key, place.first_address)
          AND (lead.domain_key, lead.address) <= (place.last_key, place.last_address)
        WHERE ${which}
        ORDER BY lead.id FOR NO KEY UPDATE OF lead
      )`
  }

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
   * read through a million leads of other campaigns. The condition names the campaign by its row, not by a parameter,
   * whose value would promise fewer leads than there are and have a page planned each time, for longer than it is read.
   */
  const listed = (organization_id: OrganizationId, campaign_id: Campaign.CampaignId, page: LeadQuery) => {
    const { after_id = 0, limit, offset } = page
    // In the text, not a parameter: planned once for all, a page would be taken for a tenth of the leads.
    const first = sql.literal(`LIMIT ${limit}`)
    const skip = offset === 0 ? sql.literal("") : sql`OFFSET ${offset}::bigint`
    return sql`
      SELECT page.*, campaign.lead_count AS total
      FROM mailroom.campaigns campaign
      LEFT JOIN LATERAL (
        SELECT ${sql.literal(shown)} FROM mailroom.leads
        WHERE organization_id = campaign.organization_id
          AND campaign_id BETWEEN campaign.id AND campaign.id
          AND (campaign_id, id) > (campaign.id, ${after_id}::bigint)
        ORDER BY campaign_id, id ${first} ${skip}
      ) page ON TRUE
      WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign_id}::uuid`.values
  }

  /**
   * Planned for each search, because some find most leads and most find few. The total and the page are found apart: a
   * total of many is read from an index alone, an eighth of what it costs to keep them for the page.
   */
  const found = (
    organization_id: OrganizationId,
    campaign_id: Campaign.CampaignId,
    search: string,
    page: LeadQuery
  ) => {
    const matching = sql`
      FROM mailroom.leads
      WHERE organization_id = ${organization_id}::bigint AND campaign_id = ${campaign_id}::uuid
        AND email_folded LIKE ${containing(search)}::text`
    return sql`
      SELECT page.*, (SELECT count(*) ${matching}) AS total
      FROM mailroom.campaigns campaign
      LEFT JOIN LATERAL (
        SELECT ${sql.literal(shown)} ${matching} AND id > ${page.after_id ?? 0}::bigint
        ORDER BY id LIMIT ${page.limit}::bigint OFFSET ${page.offset}::bigint
      ) page ON TRUE
      WHERE campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign_id}::uuid`
      .valuesUnprepared
  }

  return LeadStore.of({
    insert: Effect.fnUntraced(function* (organization_id, campaign_id, leads) {
      const inserted = yield* write(
        "LeadStore.insert",
        sql<Row<"email_folded" | "id">>`
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
            RETURNING id, email_folded, campaign_id, status, stop_sending
          ), ${recounted(sql, organization_id, sql`SELECT campaign_id, status, stop_sending, 1 AS n FROM inserted`)}
          SELECT inserted.id, inserted.email_folded FROM campaign LEFT JOIN inserted ON TRUE`,
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
        sql`
          SELECT ${sql.literal(stored)} FROM (SELECT DISTINCT unnest(${folded}::text[]) AS folded) asked
          CROSS JOIN LATERAL (${withEmail(organization_id, sql`asked.folded`)}) lead
          WHERE campaign_id = ${campaign_id}::uuid
          ORDER BY id`.values,
        (rows) => rows.map(readRecord)
      ),

    findByEmail: (organization_id, folded) =>
      records(
        "LeadStore.findByEmail",
        sql`organization_id = ${organization_id}::bigint AND email_folded = ${folded}::text`
      ),

    findMany: (organization_id, leads) =>
      records(
        "LeadStore.findMany",
        sql`organization_id = ${organization_id}::bigint AND id = ANY(${ids(leads)}::bigint[])`
      ),

    findByAddresses: (organization_id, addresses) =>
      records(
        "LeadStore.findByAddresses",
        sql`organization_id = ${organization_id}::bigint AND (domain_key, address) IN (
          SELECT * FROM unnest(${addresses.map(Domain.domainKeyOf)}::text[], ${addresses}::text[])
        )`
      ),

    findByTag: (organization_id, tag_id, { after_id = 0, limit }) =>
      records(
        "LeadStore.findByTag",
        sql`organization_id = ${organization_id}::bigint AND reply_status_tag_id = ${tag_id}::bigint
          AND id > ${after_id}::bigint`,
        sql.literal(`LIMIT ${limit}`)
      ),

    // Threads may still refer to them: that takes a weaker lock, which this one lets through.
    hold: (organization_id, leads) =>
      write(
        "LeadStore.hold",
        sql`SELECT ${sql.literal(stored)} FROM mailroom.leads
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(leads)}::bigint[])
          ORDER BY id FOR NO KEY UPDATE`.values,
        (rows) => rows.map(readRecord)
      ),

    replaceHeld: (organization_id, leads) =>
      write(
        "LeadStore.replaceHeld",
        sql`
          WITH replaced AS (
            UPDATE mailroom.leads lead SET ${sql.literal(stateAssignments)}
            FROM json_to_recordset(${JSON.stringify(leads.map(toState))}::json) AS new (${sql.literal(stateDefinitions)})
            JOIN mailroom.leads old ON old.organization_id = ${organization_id}::bigint AND old.id = new.id
            WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = new.id
            RETURNING lead.campaign_id, lead.status, lead.stop_sending, old.status AS old_status,
              old.stop_sending AS old_stop_sending
          ), ${recounted(
            sql,
            organization_id,
            sql`SELECT campaign_id, status, stop_sending, 1 AS n FROM replaced
              UNION ALL SELECT campaign_id, old_status, old_stop_sending, -1 FROM replaced`
          )}
          SELECT`,
        () => undefined
      ),

    counts: (organization_id, campaign_id) =>
      query(
        "LeadStore.counts",
        sql<Row<keyof Lead.LeadCounts>>`
          SELECT lead_count AS total, leads_not_contacted AS not_contacted, leads_sent AS sent, leads_opened AS opened,
            leads_replied AS replied, leads_bounced AS bounced, leads_stopped AS stopped
          FROM mailroom.campaigns
          WHERE organization_id = ${organization_id}::bigint AND id = ${campaign_id}::uuid`,
        ([row]) => ({
          total: int(row?.total ?? 0),
          not_contacted: int(row?.not_contacted ?? 0),
          sent: int(row?.sent ?? 0),
          opened: int(row?.opened ?? 0),
          replied: int(row?.replied ?? 0),
          bounced: int(row?.bounced ?? 0),
          stopped: int(row?.stopped ?? 0)
        })
      ),

    page: (organization_id, campaign_id, page) =>
      page.search === undefined
        ? query("LeadStore.page", listed(organization_id, campaign_id, page), readPage)
        : slowQuery("LeadStore.page", found(organization_id, campaign_id, page.search, page), readPage),

    replace: (organization_id, lead, version) =>
      write(
        "LeadStore.replace",
        sql<Row<"is_duplicate" | "is_replaced">>`
          WITH rival AS (
            SELECT FROM (${withEmail(organization_id, sql`${Text.fold(lead.email)}::text`)}) lead
            WHERE campaign_id = ${lead.campaign_id}::uuid AND id <> ${lead.id}::bigint
          ), old AS (
            SELECT campaign_id, status, stop_sending FROM mailroom.leads
            WHERE organization_id = ${organization_id}::bigint AND id = ${lead.id}::bigint
              AND version = ${version}::bigint
          ), replaced AS (
            UPDATE mailroom.leads SET (${sql.literal(names)}) = (
              SELECT ${sql.literal(names)} FROM json_to_record(${JSON.stringify(toJson(lead))}::json)
                AS lead (${sql.literal(definitions)})
            )
            WHERE organization_id = ${organization_id}::bigint AND id = ${lead.id}::bigint
              AND version = ${version}::bigint AND NOT EXISTS (SELECT FROM rival)
            RETURNING campaign_id, status, stop_sending
          ), ${recounted(
            sql,
            organization_id,
            // Two states of a lead never share a version: what was replaced is what was read.
            sql`SELECT *, 1 AS n FROM replaced UNION ALL SELECT old.*, -1 FROM old, replaced`
          )}
          SELECT EXISTS (SELECT FROM replaced) AS is_replaced,
            EXISTS (SELECT FROM rival) AND EXISTS (SELECT FROM old) AS is_duplicate`,
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

    stopBlacklisted: (organization_id, match, at) =>
      write(
        "LeadStore.stopBlacklisted",
        sql<Row<"count">>`
          WITH ${matching(
            organization_id,
            match,
            sql`NOT lead.stop_sending AND (lead.stop_decided_at IS NULL OR lead.stop_decided_at <= ${at}::timestamptz)`
          )}, stopped AS (
            UPDATE mailroom.leads lead SET stop_sending = TRUE, stop_sending_type = 'blacklist',
              stop_occurred_at = ${at}::timestamptz, version = lead.version + 1, updated_at = ${at}::timestamptz
            FROM matching WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = matching.id
            RETURNING lead.campaign_id
          ), ${recounted(
            sql,
            organization_id,
            sql`SELECT campaign_id, NULL AS status, stop_sending, n
              FROM stopped, (VALUES (TRUE, 1), (FALSE, -1)) state (stop_sending, n)`
          )}
          SELECT count(*) FROM stopped`,
        ([row]) => int(row?.count)
      ),

    resumeBlacklisted: (organization_id, match) =>
      write(
        "LeadStore.resumeBlacklisted",
        sql<Row<"count">>`
          WITH ${matching(organization_id, match, sql`lead.stop_sending_type = 'blacklist'`)}, free AS (
            SELECT domain FROM (SELECT DISTINCT split_part(address, '@', -1) AS domain FROM matching) found
            WHERE NOT EXISTS (
              SELECT FROM string_to_array(domain, '.') labels CROSS JOIN generate_series(1, cardinality(labels)) first
              JOIN mailroom.blacklist entry ON entry.organization_id = ${organization_id}::bigint
                AND entry.kind = 'domain' AND entry.value = array_to_string(labels[first:], '.')
            )
          ), resumed AS (
            UPDATE mailroom.leads lead SET stop_sending = FALSE, stop_sending_type = NULL, stop_occurred_at = NULL,
              version = lead.version + 1
            FROM matching JOIN free ON free.domain = split_part(matching.address, '@', -1)
            WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = matching.id AND NOT EXISTS (
              SELECT FROM mailroom.blacklist entry
              WHERE entry.organization_id = ${organization_id}::bigint AND entry.kind = 'email'
                AND entry.value = matching.address
            )
            RETURNING lead.campaign_id
          ), ${recounted(
            sql,
            organization_id,
            sql`SELECT campaign_id, NULL AS status, stop_sending, n
              FROM resumed, (VALUES (TRUE, -1), (FALSE, 1)) state (stop_sending, n)`
          )}
          SELECT count(*) FROM resumed`,
        ([row]) => int(row?.count)
      ),

    remove: (organization_id, leads) =>
      write(
        "LeadStore.remove",
        sql<Row<"id">>`
          WITH held AS MATERIALIZED (
            SELECT id FROM mailroom.leads
            WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(leads)}::bigint[])
            ORDER BY id FOR UPDATE
          ), removed AS (
            DELETE FROM mailroom.leads lead USING held
            WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = held.id
            RETURNING lead.id, lead.campaign_id, lead.status, lead.stop_sending
          ), ${recounted(sql, organization_id, sql`SELECT campaign_id, status, stop_sending, -1 AS n FROM removed`)}
          SELECT id FROM removed ORDER BY id`,
        (rows) => rows.map(({ id }) => int<Lead.LeadId>(id))
      )
  })
}
