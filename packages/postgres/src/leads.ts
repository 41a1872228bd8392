/** Leads. Statements that change them keep the counts of their campaigns, which they lock last. */
import { Campaign, Domain, Lead, LeadStore, type OrganizationId } from "@mailroom/core"
import { Array, Effect, identity } from "effect"
import type { Statement } from "effect/sql"
import { rangesOf } from "./internal/leads/addressRanges.ts"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { violated } from "./internal/database/errors.ts"
import { identified, locking } from "./internal/database/insertion.ts"
import { isShown } from "./internal/leads/hidden.ts"
import { recounted } from "./internal/leads/leadCounts.ts"
import { leadListing } from "./internal/leads/leadListing.ts"
import { firstsOf, type Inserted, insertLeadTimes, timed, timesOfInserted } from "./internal/leads/leadTimes.ts"
import { leadNumbers } from "./internal/leads/leadNumbers.ts"
import { leadPages } from "./internal/leads/leadPages.ts"
import {
  assignments,
  definitions,
  insertedOf,
  newRow,
  newTexts,
  readRecord,
  spellingsOf,
  stateAssignments,
  stateFirsts,
  givenStateColumns,
  stored,
  textAssignments,
  toInsert,
  toState
} from "./internal/leads/leadRows.ts"
import { set } from "./internal/leads/leadSettings.ts"
import { limited, limitedWithTies } from "./internal/database/paged.ts"
import { bool, ids, int, type Row, text } from "./internal/database/values.ts"

export const leadStore = (database: Database): LeadStore["Service"] => {
  const { read, sql, transaction, write } = database

  const findRecords = (
    operation: string,
    organization_id: OrganizationId,
    condition: Statement.Fragment,
    {
      ending = sql.literal(""),
      run = read
    }: { readonly ending?: Statement.Fragment; readonly run?: Database["read"] } = {}
  ) =>
    run(
      operation,
      sql`SELECT ${sql.literal(stored)} FROM mailroom.leads
        WHERE organization_id = ${organization_id}::bigint AND ${condition} AND ${isShown(sql, organization_id)}
        ORDER BY id ${ending}`.values,
      (rows) => rows.map(readRecord)
    )

  /**
   * The leads of any campaign with a normalized address. `OFFSET 0` keeps a condition on the campaign out: without
   * statistics, as after an import, Postgres would scan the campaign for it.
   */
  const withAddress = (organization_id: OrganizationId, address: Statement.Fragment) => sql`
    SELECT * FROM mailroom.leads
    WHERE organization_id = ${organization_id}::bigint AND address = ${address} OFFSET 0`

  /**
   * The addresses of leads in these mailboxes. A mailbox is itself the address, except at providers where one mailbox has
   * several spellings (`Domain.hasSpellings`): there the leads are read.
   */
  const addressesIn = (organization_id: OrganizationId, mailboxes: ReadonlyArray<string>) => {
    const spelled = mailboxes.filter(Domain.hasSpellings)
    const others = mailboxes.filter((mailbox) => !Domain.hasSpellings(mailbox))
    if (spelled.length === 0) return Effect.succeed(others)
    return read(
      "LeadStore.findMatching",
      sql<Row<"address">>`
        SELECT DISTINCT address FROM mailroom.leads
        WHERE organization_id = ${organization_id}::bigint AND mailbox = ANY(${spelled}::text[])`,
      (rows) => [...others, ...rows.map(({ address }) => text(address))]
    )
  }

  const findByEmails: LeadStore["Service"]["findByEmails"] = (organization_id, addresses) =>
    read(
      "LeadStore.findByEmails",
      sql`
        SELECT ${sql.literal(stored)} FROM (
          SELECT DISTINCT * FROM unnest(${addresses.map(({ address }) => address)}::text[],
            ${addresses.map(({ campaign_id }) => campaign_id)}::text[]::uuid[])
        ) asked (of_address, of_campaign)
        CROSS JOIN LATERAL (${withAddress(organization_id, sql`asked.of_address`)}) lead
        WHERE campaign_id = asked.of_campaign AND ${isShown(sql, organization_id)}
        ORDER BY id`.values,
      (rows) => rows.map(readRecord)
    )

  return LeadStore.of({
    // Lock the campaign first: transactions that insert the same addresses into it then wait for each other in order.
    insert: Effect.fnUntraced(function* (organization_id, campaign_id, leads) {
      const campaign = locking(database, {
        alias: "campaign",
        columns: "organization_id, id",
        where: sql`campaign.organization_id = ${organization_id}::bigint AND campaign.id = ${campaign_id}::uuid AND campaign.deleted_at IS NULL`,
        lock: "FOR NO KEY UPDATE"
      })
      yield* campaign.before("LeadStore.insert")
      const spellings = leads.map(spellingsOf)
      const { common, own } = toInsert(leads, spellings)
      const { columns, rows: withIds } = yield* identified(database, "LeadStore.insert", "leads", own)
      const rows = yield* write(
        "LeadStore.insert",
        sql<Inserted>`
          ${campaign.with}
          INSERT INTO mailroom.leads (organization_id, campaign_id, ${sql.literal(Column.namesOf(columns))})
          SELECT campaign.organization_id, campaign.id, ${sql.literal(insertedOf(columns))}
          FROM ${campaign.from}, json_to_record(${JSON.stringify(common)}::json) AS common (${sql.literal(definitions)}),
            ${Column.orderedRowsOf(sql, columns, withIds, "lead")}
          WHERE ${campaign.where}
          ORDER BY lead.place
          ON CONFLICT ON CONSTRAINT leads_email_key DO NOTHING
          RETURNING id, address, status, stop_sending, date_last_sequence_send, updated_at`,
        identity
      )
      if (rows.length > 0) {
        const states = Map.groupBy(rows, ({ status, stop_sending }) => `${text(status)} ${bool(stop_sending)}`)
        const moves = Array.fromIterable(states.values()).map(({ 0: { status, stop_sending } = {}, length: n }) => ({
          status,
          stop_sending,
          n
        }))
        yield* write(
          "LeadStore.insert",
          sql`
            WITH ${recounted(
              sql,
              organization_id,
              sql`SELECT ${campaign_id}::uuid AS campaign_id, status, stop_sending, n, 0 AS edits, 0 AS shifts
                FROM json_to_recordset(${JSON.stringify(moves)}::json) AS inserted (status text, stop_sending boolean, n integer)`
            )}
            SELECT`
        )
        yield* insertLeadTimes(database)(
          "LeadStore.insert",
          organization_id,
          timesOfInserted(campaign_id, rows, (i) => spellings[i]?.address, leads)
        )
      } else if ((yield* read("LeadStore.insert", campaign.row, ({ length }) => length)) === 0) {
        return yield* new Campaign.CampaignNotFound({ id: campaign_id })
      }
      const newIds = new Map(rows.map(({ address, id }) => [address, int<Lead.LeadId>(id)]))
      return spellings.map(({ address }) => {
        const id = newIds.get(address) ?? null
        // A later input with the same address is a duplicate of this one.
        newIds.delete(address)
        return id
      })
    }, transaction),

    findByEmails,

    // For one id a generic plan uses the primary key, whatever is known of the table.
    findMany: (organization_id, leads) =>
      findRecords(
        "LeadStore.findMany",
        organization_id,
        leads.length === 1 ? sql`id = ${leads[0] ?? 0}::bigint` : sql`id = ANY(${ids(leads)}::bigint[])`
      ),

    // All bounds are in the ranges: with a separate bound the planner underestimates the rows, as most leads may share one
    // domain. The ranges are read in the order of the index, which has no ids. If they were ordered by id as well, Postgres 15
    // would sort all leads of a domain for each page.
    findMatching: Effect.fnUntraced(function* (organization_id, match, { after, limit }) {
      const addresses = yield* addressesIn(organization_id, match.mailboxes ?? [])
      const ranges = rangesOf({ ...match, addresses: [...match.addresses, ...addresses] }, after)
      if (ranges.length === 0) return []
      return yield* read(
        "LeadStore.findMatching",
        sql<Row<"address" | "id">>`
          SELECT DISTINCT lead.domain_key, lead.address, lead.id
          FROM unnest(${ranges.map(({ first }) => first.domain_key)}::text[], ${ranges.map(({ first }) => first.address)}::text[],
            ${ids(ranges.map(({ after_id }) => after_id))}::bigint[],
            ${ranges.map(({ last }) => last.domain_key)}::text[], ${ranges.map(({ last }) => last.address)}::text[])
            AS range (first_key, first_address, after_id, last_key, last_address)
          CROSS JOIN LATERAL (
            SELECT lead.domain_key, lead.address, lead.id FROM mailroom.leads lead
            WHERE lead.organization_id = ${organization_id}::bigint
              AND (lead.domain_key, lead.address) >= (range.first_key, range.first_address)
              AND (lead.domain_key, lead.address, lead.id) > (range.first_key, range.first_address, range.after_id)
              AND (lead.domain_key, lead.address) <= (range.last_key, range.last_address)
              AND ${isShown(sql, organization_id, "lead.campaign_id")}
            ORDER BY lead.domain_key, lead.address ${limitedWithTies(sql, limit)}
          ) lead
          ORDER BY lead.domain_key, lead.address, lead.id ${limited(sql, limit)}`,
        (rows) => rows.map(({ address, id }) => ({ address: text(address), id: int<Lead.LeadId>(id) }))
      )
    }),

    findByChosenSender: (organization_id, account_ids, { limit }) =>
      read(
        "LeadStore.findByChosenSender",
        sql<Row<"id">>`
          SELECT lead.id FROM (SELECT DISTINCT unnest(${ids(account_ids)}::bigint[]) AS id) account
          CROSS JOIN LATERAL (
            SELECT id FROM mailroom.leads
            WHERE organization_id = ${organization_id}::bigint AND chosen_sender = account.id
              AND ${isShown(sql, organization_id)} ${limited(sql, limit)}
          ) lead
          ${limited(sql, limit)}`,
        (rows) => rows.map(({ id }) => int<Lead.LeadId>(id))
      ),

    // In the order of the index by state, as in `statePage`. By id, Postgres might read the whole campaign, however many
    // leads come before the first match. The ids are an array: Postgres looks up the leads in the order of the index, and
    // reads a page of several of them once.
    uncontacted: (organization_id, campaign_id, { after, limit }) =>
      findRecords(
        "LeadStore.uncontacted",
        organization_id,
        sql`id = ANY(ARRAY(
          SELECT id FROM mailroom.leads
          WHERE organization_id = ${organization_id}::bigint
            AND (campaign_id, status, stop_sending, id)
              > (${campaign_id}::uuid, 'Not contacted'::text, FALSE, ${after ?? 0}::bigint)
            AND (campaign_id, status, stop_sending) <= (${campaign_id}::uuid, 'Not contacted'::text, FALSE)
          ORDER BY campaign_id, status, stop_sending, id ${limited(sql, limit)}
        ))`
      ),

    ...leadNumbers(database),

    // The ids are sent as JSON: for an array, whose length Postgres knows, it would plan the statement each time.
    findSharing: (organization_id, leads) =>
      read(
        "LeadStore.findSharing",
        sql<Row<"id">>`
          SELECT DISTINCT other.id FROM json_array_elements_text(${JSON.stringify(leads)}::json) asked
          JOIN mailroom.leads lead ON lead.organization_id = ${organization_id}::bigint AND lead.id = asked::bigint
          JOIN mailroom.leads other ON other.organization_id = ${organization_id}::bigint
            AND other.domain_key = lead.domain_key AND other.address = lead.address
          WHERE ${isShown(sql, organization_id, "lead.campaign_id")}
            AND ${isShown(sql, organization_id, "other.campaign_id")}
          ORDER BY other.id`,
        (rows) => rows.map(({ id }) => int<Lead.LeadId>(id))
      ),

    // Not FOR UPDATE: threads that are inserted meanwhile may refer to the leads.
    lock: (organization_id, leads) =>
      findRecords("LeadStore.lock", organization_id, sql`id = ANY(${ids(leads)}::bigint[])`, {
        ending: sql.literal("FOR NO KEY UPDATE"),
        run: write
      }),

    // In an order that one index alone has, as in `campaignPage`.
    lockOfCampaign: (organization_id, campaign_id, { after_id = 0, limit }) =>
      write(
        "LeadStore.lockOfCampaign",
        sql`
          SELECT ${sql.literal(stored)} FROM mailroom.leads
          WHERE organization_id = ${organization_id}::bigint
            AND campaign_id BETWEEN ${campaign_id}::uuid AND ${campaign_id}::uuid
            AND (campaign_id, id) > (${campaign_id}::uuid, ${after_id}::bigint)
          ORDER BY campaign_id, id ${limited(sql, limit)} FOR NO KEY UPDATE`.values,
        (rows) => rows.map(readRecord)
      ),

    // `id = ANY` repeats the ids: Postgres expects a hundred rows of a JSON document, and would read all leads of a small table.
    writeState: (organization_id, leads) => {
      const { common, own } = toState(leads)
      const lead_ids = ids(leads.map(({ id }) => id))
      return write(
        "LeadStore.writeState",
        sql`
          WITH replaced AS (
            UPDATE mailroom.leads lead SET ${sql.literal(stateAssignments)}
            FROM ${Column.rowsOf(sql, givenStateColumns, [common], "common")}, ${Column.rowsOf(sql, givenStateColumns, own)}
            JOIN mailroom.leads old ON old.organization_id = ${organization_id}::bigint AND old.id = new.id
              AND old.id = ANY(${lead_ids}::bigint[])
            WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = new.id
              AND lead.id = ANY(${lead_ids}::bigint[])
            RETURNING lead.id, lead.campaign_id, lead.status, lead.stop_sending, lead.date_last_sequence_send,
              lead.updated_at, ${sql.literal(stateFirsts)} AS firsts, old.status AS old_status, old.stop_sending AS old_stop_sending,
              (lead.reply_status_tag_id IS DISTINCT FROM old.reply_status_tag_id)::integer AS edits,
              ((lead.status, lead.stop_sending) <> (old.status, old.stop_sending))::integer AS shifts
          ), ${recounted(
            sql,
            organization_id,
            sql`SELECT campaign_id, status, stop_sending, 1 AS n, edits, shifts FROM replaced
              UNION ALL SELECT campaign_id, old_status, old_stop_sending, -1, 0, 0 FROM replaced`
          )}, ${timed(sql, organization_id, { name: "replaced", leads: sql`ANY(${lead_ids}::bigint[])`, withFirsts: true })}
          SELECT`
      )
    },

    writeTexts: (organization_id, leads) =>
      write(
        "LeadStore.writeTexts",
        sql`
          WITH changed AS (
            UPDATE mailroom.leads lead SET ${sql.literal(textAssignments)}
            FROM ${newTexts(sql, leads)}
            WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = new.id
            RETURNING lead.id, lead.date_last_sequence_send, lead.updated_at, lead.status, lead.stop_sending
          ), ${timed(sql, organization_id, { name: "changed", leads: sql`ANY(${ids(leads.map(({ id }) => id))}::bigint[])` })}
          SELECT`
      ),

    set: set(database),

    page: leadPages(database),

    list: leadListing(database),

    replace: (organization_id, lead, version) =>
      write(
        "LeadStore.replace",
        sql<Row<"is_duplicate" | "is_replaced">>`
          WITH rival AS (
            SELECT FROM (${withAddress(organization_id, sql`${Domain.normalizeEmail(lead.email)}::text`)}) lead
            WHERE campaign_id = ${lead.campaign_id}::uuid AND id <> ${lead.id}::bigint
          ), old AS (
            SELECT campaign_id, status, stop_sending, email, reply_status_tag_id FROM mailroom.leads
            WHERE organization_id = ${organization_id}::bigint AND id = ${lead.id}::bigint
              AND version = ${version}::bigint
          ), replaced AS (
            UPDATE mailroom.leads lead SET ${sql.literal(assignments)}
            FROM ${newRow(sql, lead)}
            WHERE lead.organization_id = ${organization_id}::bigint AND lead.id = ${lead.id}::bigint
              AND lead.version = ${version}::bigint AND NOT EXISTS (SELECT FROM rival)
            RETURNING lead.id, lead.campaign_id, lead.status, lead.stop_sending, lead.email, lead.reply_status_tag_id,
              lead.date_last_sequence_send, lead.updated_at, ${firstsOf(lead.activity)}::integer AS firsts
          ), ${recounted(
            sql,
            organization_id,
            // Two states of a lead never share a version: what was replaced is what was read.
            sql`SELECT replaced.campaign_id, replaced.status, replaced.stop_sending, 1 AS n,
                ((replaced.email, replaced.reply_status_tag_id)
                  IS DISTINCT FROM (old.email, old.reply_status_tag_id))::integer AS edits,
                ((replaced.status, replaced.stop_sending) <> (old.status, old.stop_sending))::integer AS shifts
              FROM replaced, old
              UNION ALL SELECT old.campaign_id, old.status, old.stop_sending, -1, 0, 0 FROM old, replaced`
          )}, ${timed(sql, organization_id, { name: "replaced", leads: sql`${lead.id}::bigint`, withFirsts: true })}
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

    // One statement for each kind of row, so that each sees what was committed while the one before it waited. The
    // second one takes the leads off their threads, because on Citus no foreign key can set a column to null.
    remove: Effect.fnUntraced(function* (organization_id, leads) {
      const removed = yield* write(
        "LeadStore.remove",
        sql<Row<"id">>`
          WITH locked AS MATERIALIZED (
            SELECT id, campaign_id, status, stop_sending FROM mailroom.leads
            WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(leads)}::bigint[])
            ORDER BY id FOR UPDATE
          ), ${recounted(sql, organization_id, sql`SELECT campaign_id, status, stop_sending, -1 AS n, 1 AS edits, 0 AS shifts FROM locked`)}
          SELECT id FROM locked ORDER BY id`,
        (rows) => rows.map(({ id }) => int<Lead.LeadId>(id))
      )
      yield* write(
        "LeadStore.remove",
        sql`
          WITH locked AS MATERIALIZED (
            SELECT id FROM mailroom.threads
            WHERE organization_id = ${organization_id}::bigint AND lead_id = ANY(${ids(removed)}::bigint[])
            ORDER BY id FOR NO KEY UPDATE
          )
          UPDATE mailroom.threads thread SET lead_id = NULL FROM locked
          WHERE thread.organization_id = ${organization_id}::bigint AND thread.id = locked.id`
      )
      yield* write(
        "LeadStore.remove",
        sql`
          WITH removed AS (
            DELETE FROM mailroom.lead_times
            WHERE organization_id = ${organization_id}::bigint AND lead_id = ANY(${ids(removed)}::bigint[])
          )
          DELETE FROM mailroom.leads
          WHERE organization_id = ${organization_id}::bigint AND id = ANY(${ids(removed)}::bigint[])`
      )
      return removed
    }, transaction)
  })
}
