/** Records events for the Fastify peer. */
import {
  applyEvent,
  changed,
  type Event,
  firstsOf,
  type LeadState,
  type NewEvent,
  noAccount,
  noLead,
  noSequence,
  refusalOf,
  type Settings,
  spellingsOf,
  stateColumns,
  stopped,
  Sums,
  tooLate
} from "./domain.ts"
import type { Run } from "./fastify-database.ts"
import type { Fault } from "./domain.ts"
import {
  countersSql,
  holdersSql,
  lockGuardExclusiveSql,
  refuseSql,
  rollupsSql,
  sentToSql,
  sharersSql
} from "./statements.ts"

const insertEventsSql = `
  INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id,
    account_id, sequence_id, message_id, email, data)
  SELECT $1, sha256(convert_to(identity, 'UTF8')), identity, type, occurred_at, campaign_id, lead_id, account_id,
    sequence_id, message_id, email, data
  FROM ROWS FROM (json_to_recordset($2) AS (identity text, type text, occurred_at timestamptz, campaign_id uuid,
    lead_id bigint, account_id bigint, sequence_id bigint, message_id text, email text, data json)) WITH ORDINALITY
    AS event (identity, type, occurred_at, campaign_id, lead_id, account_id, sequence_id, message_id, email, data, place)
  ORDER BY place
  ON CONFLICT ON CONSTRAINT events_identity_key DO NOTHING
  RETURNING id, identity`

const updateLeadsSql = `
  WITH changed AS (
    UPDATE mailroom.leads lead SET sender = new.sender, provider = new.provider, status = new.status,
      id_previous_sending_sequence = new.id_previous_sending_sequence,
      amount_sequences_sent = new.amount_sequences_sent, date_last_sequence_send = new.date_last_sequence_send,
      reply_text = new.reply_text, stop_sending = new.stop_sending, stop_sending_type = new.stop_sending_type,
      stops = new.stops, activity = new.activity, version = lead.version + 1, updated_at = $3
    FROM json_to_recordset($2) AS new (id bigint, sender text, provider text, status text,
      id_previous_sending_sequence bigint, amount_sequences_sent bigint, date_last_sequence_send timestamptz,
      reply_text text, stop_sending boolean, stop_sending_type text, stops json, activity json)
    WHERE lead.organization_id = $1 AND lead.id = new.id
    RETURNING lead.id, lead.date_last_sequence_send, lead.updated_at, lead.status, lead.stop_sending,
      ${firstsOf("lead.activity")} AS firsts
  )
  UPDATE mailroom.lead_times times SET sent_at = changed.date_last_sequence_send, updated_at = changed.updated_at,
    status = changed.status, stop_sending = changed.stop_sending, firsts = changed.firsts
  FROM changed WHERE times.organization_id = $1 AND times.lead_id = changed.id`

const tolerance = 86_400_000

/** Records events in the surrounding transaction. Returns one result for each, in order. */
export const record = async (query: Run, organization_id: number, inputs: ReadonlyArray<NewEvent>) => {
  if (inputs.some((input) => refusalOf(input) !== undefined)) await query(lockGuardExclusiveSql, organization_id)
  const now = new Date().toISOString()
  const named = inputs.filter(({ email }) => email !== undefined)
  const byEmail = new Map(
    named.length === 0
      ? []
      : (
          await query<{ id: number; key: string }>(
            `SELECT id, campaign_id || ' ' || address AS key FROM mailroom.leads
              WHERE organization_id = $1 AND (address, campaign_id) IN (SELECT * FROM unnest($2::text[], $3::uuid[]))`,
            organization_id,
            named.map(({ email = "" }) => spellingsOf(email).address),
            named.map(({ campaign_id }) => campaign_id)
          )
        ).map(({ id, key }) => [key, id])
  )
  const idOf = ({ campaign_id = "", email = "", lead_id }: NewEvent) =>
    lead_id ?? byEmail.get(`${campaign_id.toLowerCase()} ${spellingsOf(email).address}`)

  const ids = new Set(inputs.flatMap((input) => idOf(input) ?? []))
  const refusing = inputs.flatMap((input) => (refusalOf(input) === undefined ? [] : (idOf(input) ?? [])))
  const sentTo = new Map<NewEvent, ReturnType<typeof spellingsOf>>()
  if (refusing.length > 0) {
    for (const { id } of await query<{ id: number }>(sharersSql, organization_id, refusing)) ids.add(id)
    const asked = inputs.flatMap((input, place) =>
      refusalOf(input) === undefined ? [] : [{ place, lead_id: idOf(input), at: input.occurred_at }]
    )
    const mails = await query<{ place: number; email: string }>(sentToSql, organization_id, JSON.stringify(asked))
    for (const { email, place } of mails) {
      const input = inputs[place]
      if (input !== undefined) sentTo.set(input, spellingsOf(email))
    }
    const holders = await query<{ id: number }>(
      holdersSql,
      organization_id,
      [...sentTo.values()].map(({ domain_key }) => domain_key),
      [...sentTo.values()].map(({ address }) => address)
    )
    for (const { id } of holders) ids.add(id)
  }
  const lockSql = `SELECT ${stateColumns} FROM mailroom.leads
    WHERE organization_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE`
  const locked = new Map((await query<LeadState>(lockSql, organization_id, [...ids])).map((lead) => [lead.id, lead]))

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
  const resolved = inputs.map((input): Event | Fault => {
    const lead = locked.get(idOf(input) ?? 0)
    if (lead === undefined) return noLead(input)
    if (input.occurred_at > latest) return tooLate
    if (input.account_id !== undefined && !senders.has(input.account_id)) return noAccount
    if (input.sequence_id !== undefined && steps.get(input.sequence_id) !== lead.campaign_id) return noSequence
    const message_id = input.message_id ?? null
    return {
      identity: JSON.stringify(
        input.idempotency_key ??
          (message_id === null ? [input.type, lead.id, null, input.occurred_at] : [input.type, lead.id, message_id])
      ),
      type: input.type,
      occurred_at: input.occurred_at,
      campaign_id: lead.campaign_id,
      lead_id: lead.id,
      account_id: input.account_id ?? null,
      sequence_id: input.sequence_id ?? null,
      message_id,
      email: input.type === "sent" ? lead.email : null,
      data: input.data ?? {}
    }
  })
  const events = resolved.filter((event) => "identity" in event)
  const inserted = await query<{ id: number; identity: string }>(
    insertEventsSql,
    organization_id,
    JSON.stringify(events)
  )
  const idByIdentity = new Map(inserted.map(({ id, identity }) => [identity, id]))
  const recorded: Array<Event> = []
  const addresses = new Map<Event, string | undefined>()
  const results = resolved.map((event, i) => {
    if (!("identity" in event)) return { id: null, status: "rejected", errors: [event] }
    const id = idByIdentity.get(event.identity)
    if (id === undefined) return { id: null, status: "duplicate" }
    idByIdentity.delete(event.identity)
    recorded.push(event)
    const input = inputs[i]
    addresses.set(event, input && sentTo.get(input)?.address)
    return { id, status: "recorded" }
  })

  const settingsSql =
    "SELECT id, stop_on_reply, stop_on_auto_reply FROM mailroom.campaigns WHERE organization_id = $1 AND id = ANY($2)"
  const campaigns = await query<Settings & { id: string }>(settingsSql, organization_id, [
    ...new Set(recorded.map(({ campaign_id }) => campaign_id))
  ])
  const settings = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  const moved = new Map(locked)
  const sums = new Sums()
  for (const event of recorded) {
    const lead = moved.get(event.lead_id)
    const campaign = settings.get(event.campaign_id)
    if (lead === undefined || campaign === undefined) continue
    moved.set(lead.id, applyEvent(lead, event, campaign, senders.get(event.account_id ?? 0), sums))
  }
  await refuse(query, organization_id, recorded, addresses, moved)

  const after = [...moved.values()].filter((lead) => lead !== locked.get(lead.id))
  if (after.length > 0) {
    const before = after.flatMap(({ id }) => locked.get(id) ?? [])
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

/** Puts the addresses that refused mail went to on the blacklist, and stops all leads that have them. */
const refuse = async (
  query: Run,
  organization_id: number,
  recorded: ReadonlyArray<Event>,
  addresses: ReadonlyMap<Event, string | undefined>,
  moved: Map<number, LeadState>
) => {
  const refusals = recorded.flatMap((event) => {
    const source = refusalOf(event)
    const value = addresses.get(event) ?? moved.get(event.lead_id)?.address
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
