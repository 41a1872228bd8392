/** The writes of the Fastify peer: batches go to Postgres as JSON, in as few statements as possible. */
import type { Ajv } from "ajv"
import type { FastifyInstance, FastifyReply } from "fastify"
import type pg from "pg"
import {
  decided,
  domainsOf,
  type NewEvent,
  noActivity,
  readdressed,
  sending,
  spellingsOf,
  type Stop
} from "./domain.ts"
import { type Run, runOn, transaction } from "./fastify-database.ts"
import { record } from "./fastify-events.ts"
import * as schemas from "./schemas.ts"
import { folded, isBlacklistedSql, lockGuardSharedSql, patchSql } from "./statements.ts"

interface Answers {
  readonly problem: (reply: FastifyReply, status: number, code: string, detail: string) => FastifyReply
  readonly notFound: (reply: FastifyReply) => FastifyReply
}

const insertLeadsSql = `
  WITH campaign AS (
    SELECT id FROM mailroom.campaigns WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE
  ), inserted AS (
    INSERT INTO mailroom.leads (organization_id, campaign_id, email, email_given, address, domain_key,
      first_name, last_name, company, website, personalization, custom_fields, stop_sending, stop_sending_type, stops,
      verification_status, status, amount_sequences_sent, activity, version, created_at, updated_at,
      first_name_folded, last_name_folded, company_folded)
    SELECT $1, campaign.id, email, email_given, address, domain_key, coalesce(first_name, ''), coalesce(last_name, ''),
      coalesce(company, ''), coalesce(website, ''), coalesce(personalization, ''), coalesce(custom_fields, '{}'),
      stop_sending, stop_sending_type, stops,
      'not_verified', 'Not contacted', 0, $5, 1, $4, $4,
      ${folded("coalesce(first_name, '')")}, ${folded("coalesce(last_name, '')")}, ${folded("coalesce(company, '')")}
    FROM campaign, ROWS FROM (json_to_recordset($3) AS (email text, email_given text, address text, domain_key text,
      first_name text, last_name text, company text, website text, personalization text, custom_fields jsonb,
      stop_sending boolean, stop_sending_type text, stops json)) WITH ORDINALITY AS lead (email, email_given, address,
      domain_key, first_name, last_name, company, website, personalization, custom_fields, stop_sending,
      stop_sending_type, stops, place)
    ORDER BY place
    ON CONFLICT ON CONSTRAINT leads_email_key DO NOTHING
    RETURNING id, address, stop_sending
  ), counted AS (
    UPDATE mailroom.campaigns SET lead_count = lead_count + n, leads_not_contacted = leads_not_contacted + n,
      leads_stopped = leads_stopped + stopped
    FROM (SELECT count(*) AS n, count(*) FILTER (WHERE stop_sending) AS stopped FROM inserted) sum
    WHERE organization_id = $1 AND id = $2 AND n > 0
  ), listed AS (
    INSERT INTO mailroom.lead_times (organization_id, lead_id, campaign_id, updated_at, status, stop_sending, firsts)
    SELECT $1, id, $2, $4::timestamptz, 'Not contacted', stop_sending, 0 FROM inserted ORDER BY id
  )
  SELECT inserted.id, inserted.address FROM campaign LEFT JOIN inserted ON TRUE`

const logSql = `
  INSERT INTO mailroom.log_entries (organization_id, at, actor, operation, subjects) VALUES ($1, $2, $3, $4, $5)`

const lockLeadSql = `
  SELECT address, stop_sending, stop_sending_type, stop_decided_at, stops FROM mailroom.leads
  WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`

interface LeadPatch {
  readonly email?: string
  readonly stop_sending?: boolean
}

/** The subset of these normalized addresses that the blacklist covers. */
const blacklisted = async (query: Run, organization_id: number, addresses: ReadonlyArray<string>) => {
  const domains = [...new Set(addresses.flatMap(domainsOf))]
  const rows = await query<{ value: string }>(isBlacklistedSql, organization_id, addresses, domains)
  const values = new Set(rows.map(({ value }) => value))
  return new Set(addresses.filter((address) => [address, ...domainsOf(address)].some((value) => values.has(value))))
}

export const writes = (app: FastifyInstance, pool: pg.Pool, ajv: Ajv, { notFound, problem }: Answers): void => {
  const query = runOn(pool)

  /** Locks the guard and the lead, then returns the changes by a new address. */
  const readdress = async (query: Run, organization_id: number, id: number, email: string, now: string) => {
    await query(lockGuardSharedSql, organization_id)
    const [lead] = await query<Stop & { readonly address: string }>(lockLeadSql, organization_id, id)
    if (lead === undefined) return undefined
    const spellings = spellingsOf(email)
    const covered = await blacklisted(query, organization_id, [spellings.address])
    return spellings.address === lead.address
      ? spellings
      : { ...spellings, ...readdressed(lead, covered.has(spellings.address), now) }
  }

  app.patch<{ Params: { id: number }; Headers: { "if-match"?: string }; Body: LeadPatch }>(
    "/leads/:id",
    { schema: schemas.patchLead },
    async (request, reply) => {
      const { actor, organization_id } = request.principal
      const { id } = request.params
      const { email, stop_sending } = request.body
      const now = new Date().toISOString()
      const ifMatch = request.headers["if-match"]
      const versions =
        ifMatch === undefined || ifMatch === "*"
          ? null
          : [...ifMatch.matchAll(/(?<!W\/)"(\d{1,15})"/gu)].map(([, version]) => Number(version))
      const patch = async (run: Run, changes: object) => {
        const asked = { ...request.body, ...changes, ...(stop_sending === undefined ? {} : decided(stop_sending, now)) }
        const [lead] = await run<{ allowed: boolean; version: number }>(
          patchSql,
          organization_id,
          id,
          JSON.stringify(asked),
          now,
          versions,
          actor
        )
        return lead
      }
      try {
        // Without a new address, one statement locks, decides and writes.
        const lead = await (email === undefined
          ? patch(query, {})
          : transaction(pool, async (run) => {
              const changes = await readdress(run, organization_id, id, email, now)
              return changes && patch(run, changes)
            }))
        if (lead === undefined) return notFound(reply)
        if (!lead.allowed) return problem(reply, 412, "precondition_failed", "The lead was changed")
        reply.header("etag", `"${lead.version}"`)
        return lead
      } catch (error) {
        if (isDuplicate(error)) return problem(reply, 409, "conflict", "The campaign has this address")
        throw error
      }
    }
  )

  const checkLead = schemas.checker<{ readonly email: string }>(ajv, schemas.newLead)

  app.post<{ Body: { readonly campaign_id: string; readonly leads: ReadonlyArray<unknown> } }>(
    "/leads",
    { schema: schemas.createLeads, bodyLimit: 25 * 2 ** 20 },
    async (request, reply) => {
      const { actor, organization_id } = request.principal
      const { campaign_id, leads } = request.body
      const checked = leads.map((lead) => {
        const result = checkLead(lead)
        return "errors" in result ? result : { value: { ...result.value, ...spellingsOf(result.value.email) } }
      })
      const given = checked.flatMap((lead) => ("errors" in lead ? [] : [lead.value]))
      const stored = await transaction(pool, (run) =>
        create(run, organization_id, { actor, campaign_id, leads: given })
      )
      if (stored === undefined) return notFound(reply)
      const { covered, created, known } = stored
      const data = checked.map((lead, index) => {
        if ("errors" in lead) return { index, id: null, status: "invalid", errors: lead.errors }
        const { address } = lead.value
        const id = known.get(address) ?? null
        // A later input with the same address is a duplicate of the first.
        if (!created.delete(address)) return { index, id, status: "duplicate" }
        return { index, id, status: covered.has(address) ? "blacklisted" : "created" }
      })
      const count = data.filter(({ status }) => status === "created" || status === "blacklisted").length
      return { created: count, updated: 0, skipped: data.length - count, data }
    }
  )

  const checkEvent = schemas.checker<NewEvent>(ajv, schemas.newEvent)

  app.post<{ Body: { readonly events: ReadonlyArray<unknown> } }>(
    "/events",
    { schema: schemas.recordEvents, bodyLimit: 25 * 2 ** 20 },
    // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- this is Fastify, which awaits
    async (request) => {
      const { organization_id } = request.principal
      const checked = request.body.events.map(checkEvent)
      const inputs = checked.flatMap((event) => ("errors" in event ? [] : [event.value]))
      const results = await transaction(pool, (run) => record(run, organization_id, inputs))
      let next = 0
      const data = checked.map((event, index) => ({
        index,
        ...("errors" in event ? { id: null, status: "rejected", errors: event.errors } : (results[next++] ?? missing))
      }))
      const count = (wanted: string) => data.filter(({ status }) => status === wanted).length
      return { recorded: count("recorded"), duplicate: count("duplicate"), rejected: count("rejected"), data }
    }
  )
}

/** The result for an input whose result is missing. Each valid event has one. */
const missing = { id: null, status: "rejected" }

/** Stores valid leads in the surrounding transaction. Returns `undefined` if the campaign does not exist. */
const create = async (
  query: Run,
  organization_id: number,
  {
    actor,
    campaign_id,
    leads
  }: {
    readonly actor: string
    readonly campaign_id: string
    readonly leads: ReadonlyArray<ReturnType<typeof spellingsOf>>
  }
) => {
  await query(lockGuardSharedSql, organization_id)
  const now = new Date().toISOString()
  const addresses = leads.map(({ address }) => address)
  const covered = await blacklisted(query, organization_id, addresses)
  const rows = await query<{ id: number | null; address: string }>(
    insertLeadsSql,
    organization_id,
    campaign_id,
    JSON.stringify(leads.map((lead) => ({ ...lead, ...readdressed(sending, covered.has(lead.address), now) }))),
    now,
    JSON.stringify(noActivity)
  )
  if (rows.length === 0) return undefined
  const created = new Map(rows.flatMap(({ address, id }) => (id === null ? [] : [[address, id]])))
  const known = new Map(created)
  const taken = leads.flatMap(({ address }) => (created.has(address) ? [] : [address]))
  if (taken.length > 0) {
    const sql = `SELECT id, address FROM mailroom.leads
      WHERE organization_id = $1 AND campaign_id = $2 AND address = ANY($3)`
    const duplicates = await query<{ id: number; address: string }>(sql, organization_id, campaign_id, taken)
    for (const { address, id } of duplicates) known.set(address, id)
  }
  const subjects = [`campaigns/${campaign_id}`, ...Array.from(created.values(), (id) => `leads/${id}`)]
  await query(logSql, organization_id, new Date().toISOString(), actor, "leads.create", subjects.slice(0, 200))
  return { covered, created, known }
}

const isDuplicate = (error: unknown) =>
  error instanceof Error && "constraint" in error && error.constraint === "leads_email_key"
