/** What the Fastify peer writes: batches go to Postgres as JSON, as few statements as there can be. */
import type { Ajv } from "ajv"
import type { FastifyInstance, FastifyReply } from "fastify"
import type pg from "pg"
import { createHash } from "node:crypto"
import {
  changed,
  domainsOf,
  type Event,
  happened,
  type LeadState,
  type NewEvent,
  noActivity,
  refusalOf,
  type Settings,
  fold,
  spellingsOf,
  stateColumns,
  stopped,
  Sums
} from "./domain.ts"
import * as schemas from "./schemas.ts"
import { countersSql, isBlacklistedSql, patchSql, refuseSql, rollupsSql, sharersSql } from "./statements.ts"

interface Answers {
  readonly problem: (reply: FastifyReply, status: number, code: string, detail: string) => FastifyReply
  readonly notFound: (reply: FastifyReply) => FastifyReply
}

const insertLeadsSql = `
  WITH campaign AS (
    SELECT id FROM mailroom.campaigns WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE
  ), inserted AS (
    INSERT INTO mailroom.leads (organization_id, campaign_id, email, email_folded, address, domain_key, first_name,
      last_name, company, website, personalization, custom_fields, stop_sending, stop_sending_type, stop_occurred_at,
      verification_status, status, amount_sequences_sent, activity, version, created_at, updated_at)
    SELECT $1, campaign.id, email, email_folded, address, domain_key, coalesce(first_name, ''), coalesce(last_name, ''),
      coalesce(company, ''), coalesce(website, ''), coalesce(personalization, ''), coalesce(custom_fields, '{}'),
      blacklisted, CASE WHEN blacklisted THEN 'blacklist' END, CASE WHEN blacklisted THEN $4::timestamptz END,
      'not_verified', 'Not contacted', 0, $5, 1, $4, $4
    FROM campaign, ROWS FROM (json_to_recordset($3) AS (email text, email_folded text, address text, domain_key text,
      first_name text, last_name text, company text, website text, personalization text, custom_fields jsonb,
      blacklisted boolean)) WITH ORDINALITY AS lead (email, email_folded, address, domain_key, first_name, last_name,
      company, website, personalization, custom_fields, blacklisted, place)
    ORDER BY place
    ON CONFLICT ON CONSTRAINT leads_email_key DO NOTHING
    RETURNING id, email_folded, stop_sending
  ), counted AS (
    UPDATE mailroom.campaigns SET lead_count = lead_count + n, leads_not_contacted = leads_not_contacted + n,
      leads_stopped = leads_stopped + stopped
    FROM (SELECT count(*) AS n, count(*) FILTER (WHERE stop_sending) AS stopped FROM inserted) sum
    WHERE organization_id = $1 AND id = $2 AND n > 0
  )
  SELECT inserted.id, inserted.email_folded FROM campaign LEFT JOIN inserted ON TRUE`

const insertEventsSql = `
  INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id,
    account_id, sequence_id, message_id, data)
  SELECT $1, sha256(convert_to(identity, 'UTF8')), identity, type, occurred_at, campaign_id, lead_id, account_id,
    sequence_id, message_id, data
  FROM ROWS FROM (json_to_recordset($2) AS (identity text, type text, occurred_at timestamptz, campaign_id uuid,
    lead_id bigint, account_id bigint, sequence_id bigint, message_id text, data json)) WITH ORDINALITY
    AS event (identity, type, occurred_at, campaign_id, lead_id, account_id, sequence_id, message_id, data, place)
  ORDER BY place
  ON CONFLICT ON CONSTRAINT events_identity_key DO NOTHING
  RETURNING id, identity`

const updateLeadsSql = `
  UPDATE mailroom.leads lead SET sender = new.sender, provider = new.provider, status = new.status,
    id_previous_sending_sequence = new.id_previous_sending_sequence,
    amount_sequences_sent = new.amount_sequences_sent, date_last_sequence_send = new.date_last_sequence_send,
    reply_text = new.reply_text, stop_sending = new.stop_sending, stop_sending_type = new.stop_sending_type,
    stop_occurred_at = new.stop_occurred_at, activity = new.activity, version = lead.version + 1, updated_at = $3
  FROM json_to_recordset($2) AS new (id bigint, sender text, provider text, status text,
    id_previous_sending_sequence bigint, amount_sequences_sent bigint, date_last_sequence_send timestamptz,
    reply_text text, stop_sending boolean, stop_sending_type text, stop_occurred_at timestamptz, activity json)
  WHERE lead.organization_id = $1 AND lead.id = new.id`

export const writes = (app: FastifyInstance, pool: pg.Pool, ajv: Ajv, { notFound, problem }: Answers): void => {
  const statement =
    (client: Pick<pg.PoolClient, "query">) =>
    async <Row extends pg.QueryResultRow>(text: string, ...values: ReadonlyArray<unknown>): Promise<Array<Row>> =>
      (await client.query<Row>({ name: nameOf(text), text, values: [...values] })).rows
  const query = statement(pool)

  /** Those of these normalized addresses that the blacklist covers. */
  const blacklisted = async (organization_id: number, addresses: ReadonlyArray<string>) => {
    const domains = [...new Set(addresses.flatMap(domainsOf))]
    const rows = await query<{ value: string }>(isBlacklistedSql, organization_id, addresses, domains)
    const values = new Set(rows.map(({ value }) => value))
    return new Set(addresses.filter((address) => [address, ...domainsOf(address)].some((value) => values.has(value))))
  }

  app.patch<{ Params: { id: number }; Headers: { "if-match"?: string }; Body: { readonly email?: string } }>(
    "/leads/:id",
    { schema: schemas.patchLead },
    async (request, reply) => {
      const { organization_id } = request.principal
      const spellings = request.body.email === undefined ? undefined : spellingsOf(request.body.email)
      const isBlacklisted =
        spellings !== undefined && (await blacklisted(organization_id, [spellings.address])).has(spellings.address)
      const ifMatch = request.headers["if-match"]
      const versions =
        ifMatch === undefined || ifMatch === "*"
          ? null
          : [...ifMatch.matchAll(/(?<!W\/)"(\d{1,15})"/gu)].map(([, version]) => Number(version))
      try {
        const [lead] = await query<{ allowed: boolean; version: number }>(
          patchSql,
          organization_id,
          request.params.id,
          JSON.stringify({ ...request.body, ...spellings }),
          isBlacklisted,
          new Date().toISOString(),
          versions
        )
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

  const isNewLead = ajv.compile<{ readonly email: string }>(schemas.newLead)

  app.post<{ Body: { readonly campaign_id: string; readonly leads: ReadonlyArray<unknown> } }>(
    "/leads",
    { schema: schemas.createLeads, bodyLimit: 25 * 2 ** 20 },
    async (request, reply) => {
      const { organization_id } = request.principal
      const { campaign_id, leads } = request.body
      const valid = leads.map((lead) => (isNewLead(lead) ? { ...lead, ...spellingsOf(lead.email) } : undefined))
      const given = valid.filter((lead) => lead !== undefined)
      const covered = await blacklisted(
        organization_id,
        given.map(({ address }) => address)
      )
      const rows = await query<{ id: number | null; email_folded: string }>(
        insertLeadsSql,
        organization_id,
        campaign_id,
        JSON.stringify(given.map((lead) => ({ ...lead, blacklisted: covered.has(lead.address) }))),
        new Date().toISOString(),
        JSON.stringify(noActivity)
      )
      if (rows.length === 0) return notFound(reply)
      const created = new Map(rows.flatMap(({ email_folded, id }) => (id === null ? [] : [[email_folded, id]])))
      const known = new Map(created)
      const taken = given.flatMap(({ email_folded }) => (created.has(email_folded) ? [] : [email_folded]))
      if (taken.length > 0) {
        const sql = `SELECT id, email_folded FROM mailroom.leads
          WHERE organization_id = $1 AND campaign_id = $2 AND email_folded = ANY($3)`
        const duplicates = await query<{ id: number; email_folded: string }>(sql, organization_id, campaign_id, taken)
        for (const { email_folded, id } of duplicates) known.set(email_folded, id)
      }
      const data = valid.map((lead, index) => {
        if (lead === undefined) return { index, id: null, status: "invalid", error: "must be a lead" }
        const id = known.get(lead.email_folded) ?? null
        // A later input with the same address is a duplicate of the first.
        if (!created.delete(lead.email_folded)) return { index, id, status: "duplicate" }
        return { index, id, status: covered.has(lead.address) ? "blacklisted" : "created" }
      })
      const count = data.filter(({ status }) => status === "created" || status === "blacklisted").length
      return { created: count, updated: 0, skipped: data.length - count, data }
    }
  )

  const isNewEvent = ajv.compile<NewEvent>(schemas.newEvent)

  app.post<{ Body: { readonly events: ReadonlyArray<unknown> } }>(
    "/events",
    { schema: schemas.recordEvents, bodyLimit: 25 * 2 ** 20 },
    // oxlint-disable-next-line oxc/no-async-endpoint-handlers -- this is Fastify, which awaits
    async (request) => {
      const { organization_id } = request.principal
      const inputs = request.body.events.map((event) => (isNewEvent(event) ? event : undefined))
      const client = await pool.connect()
      try {
        await client.query("BEGIN")
        const recorded = await record(
          statement(client),
          organization_id,
          inputs.filter((event) => event !== undefined)
        )
        await client.query("COMMIT")
        let next = 0
        const data = inputs.map((event, index) =>
          event === undefined
            ? { index, id: null, status: "rejected", error: "must be an event" }
            : { index, ...recorded[next++] }
        )
        return { data }
      } catch (error) {
        await client.query("ROLLBACK")
        throw error
      } finally {
        client.release()
      }
    }
  )
}

type Run = <Row extends pg.QueryResultRow>(text: string, ...values: ReadonlyArray<unknown>) => Promise<Array<Row>>

const tolerance = 86_400_000

/** Records events in the transaction that surrounds it: one result for each. */
const record = async (query: Run, organization_id: number, inputs: ReadonlyArray<NewEvent>) => {
  const now = new Date().toISOString()
  const named = inputs.filter(({ email }) => email !== undefined)
  const byEmail = new Map(
    named.length === 0
      ? []
      : (
          await query<{ id: number; key: string }>(
            `SELECT id, campaign_id || ' ' || email_folded AS key FROM mailroom.leads
              WHERE organization_id = $1 AND (email_folded, campaign_id) IN (SELECT * FROM unnest($2::text[], $3::uuid[]))`,
            organization_id,
            named.map(({ email = "" }) => fold(email)),
            named.map(({ campaign_id }) => campaign_id)
          )
        ).map(({ id, key }) => [key, id])
  )
  const idOf = ({ campaign_id = "", email = "", lead_id }: NewEvent) =>
    lead_id ?? byEmail.get(`${campaign_id.toLowerCase()} ${fold(email)}`)

  const ids = new Set(inputs.flatMap((input) => idOf(input) ?? []))
  const refusing = inputs.flatMap((input) => (refusalOf(input) === undefined ? [] : (idOf(input) ?? [])))
  if (refusing.length > 0) {
    for (const { id } of await query<{ id: number }>(sharersSql, organization_id, refusing)) ids.add(id)
  }
  const holdSql = `SELECT ${stateColumns} FROM mailroom.leads
    WHERE organization_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE`
  const held = new Map((await query<LeadState>(holdSql, organization_id, [...ids])).map((lead) => [lead.id, lead]))

  const accountsSql = "SELECT id, email, provider FROM mailroom.accounts WHERE organization_id = $1 AND id = ANY($2)"
  const accounts = await query<{ id: number; email: string; provider: string }>(
    accountsSql,
    organization_id,
    inputs.flatMap(({ account_id }) => account_id ?? [])
  )
  const senders = new Map(accounts.map((account) => [account.id, account]))
  const stepsSql = "SELECT id, campaign_id FROM mailroom.sequences WHERE organization_id = $1 AND id = ANY($2)"
  const sequences = await query<{ id: number; campaign_id: string }>(
    stepsSql,
    organization_id,
    inputs.flatMap(({ sequence_id }) => sequence_id ?? [])
  )
  const steps = new Map(sequences.map(({ campaign_id, id }) => [id, campaign_id]))

  const latest = new Date(Date.parse(now) + tolerance).toISOString()
  const resolved = inputs.map((input): Event | string => {
    const lead = held.get(idOf(input) ?? 0)
    if (lead === undefined) return "no such lead"
    if (input.occurred_at > latest) return "occurred_at is more than a day in the future"
    if (input.account_id !== undefined && !senders.has(input.account_id)) return "no such account"
    if (input.sequence_id !== undefined && steps.get(input.sequence_id) !== lead.campaign_id) return "no such sequence"
    const message_id = input.message_id ?? null
    return {
      identity: JSON.stringify(input.idempotency_key ?? [input.type, lead.id, message_id]),
      type: input.type,
      occurred_at: input.occurred_at,
      campaign_id: lead.campaign_id,
      lead_id: lead.id,
      account_id: input.account_id ?? null,
      sequence_id: input.sequence_id ?? null,
      message_id,
      data: input.data ?? {}
    }
  })
  const events = resolved.filter((event) => typeof event !== "string")
  const inserted = await query<{ id: number; identity: string }>(
    insertEventsSql,
    organization_id,
    JSON.stringify(events)
  )
  const idByIdentity = new Map(inserted.map(({ id, identity }) => [identity, id]))
  const recorded: Array<Event> = []
  const results = resolved.map((event) => {
    if (typeof event === "string") return { id: null, status: "rejected", error: event }
    const id = idByIdentity.get(event.identity)
    if (id === undefined) return { id: null, status: "duplicate" }
    idByIdentity.delete(event.identity)
    recorded.push(event)
    return { id, status: "recorded" }
  })

  const settingsSql =
    "SELECT id, stop_on_reply, stop_on_auto_reply FROM mailroom.campaigns WHERE organization_id = $1 AND id = ANY($2)"
  const campaigns = await query<Settings & { id: string }>(settingsSql, organization_id, [
    ...new Set(recorded.map(({ campaign_id }) => campaign_id))
  ])
  const settings = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  const moved = new Map(held)
  const sums = new Sums()
  for (const event of recorded) {
    const lead = moved.get(event.lead_id)
    const campaign = settings.get(event.campaign_id)
    if (lead === undefined || campaign === undefined) continue
    moved.set(lead.id, happened(lead, event, campaign, senders.get(event.account_id ?? 0), sums))
  }
  await refuse(query, organization_id, recorded, moved)

  const after = [...moved.values()].filter((lead) => lead !== held.get(lead.id))
  if (after.length > 0) {
    const before = after.flatMap(({ id }) => held.get(id) ?? [])
    const move = (n: number) => (lead: LeadState) => ({
      campaign_id: lead.campaign_id,
      status: lead.status,
      stop_sending: lead.stop_sending,
      n
    })
    await query(updateLeadsSql, organization_id, JSON.stringify(after), now)
    await query(countersSql, organization_id, JSON.stringify([...after.map(move(1)), ...before.map(move(-1))]))
  }
  if (recorded.length > 0) await query(rollupsSql, organization_id, JSON.stringify(sums.toArray()))
  return results
}

/** Blacklists the addresses of leads that refuse, and stops all leads that have them. */
const refuse = async (
  query: Run,
  organization_id: number,
  recorded: ReadonlyArray<Event>,
  moved: Map<number, LeadState>
) => {
  const refusals = recorded.flatMap((event) => {
    const source = refusalOf(event)
    const value = moved.get(event.lead_id)?.address
    if (source === undefined || value === undefined) return []
    const { campaign_id, data, occurred_at } = event
    return [{ value, source, reason: data.reason || null, campaign_id, created_at: occurred_at }]
  })
  if (refusals.length === 0) return
  await query(refuseSql, organization_id, JSON.stringify(refusals))
  const byAddress = Map.groupBy(moved.values(), ({ address }) => address)
  for (const { created_at, value } of refusals) {
    for (const { id } of byAddress.get(value) ?? []) {
      const lead = moved.get(id)
      if (lead) moved.set(id, changed(lead, stopped(lead, "blacklist", created_at)))
    }
  }
}

const isDuplicate = (error: unknown) =>
  error instanceof Error && "constraint" in error && error.constraint === "leads_email_key"

const names = new Map<string, string>()
/** A name for a statement, by which Postgres prepares it once for each connection. */
const nameOf = (text: string): string => {
  const name = names.get(text) ?? createHash("md5").update(text).digest("hex")
  names.set(text, name)
  return name
}
