/** The plans of the statements that choose what is sent next, from many leads. */
import { assert, describe, it } from "@effect/vitest"
import { AgendaStore, Campaign, CampaignStore, Lead, SendStore, Timestamp } from "@mailroom/core"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { counting, explain, pagesOf } from "./Explain.ts"
import { newLeadList, unhurried } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

const at = Timestamp.fromMillis(Date.UTC(2026, 0))
const accountOf = Schema.decodeUnknownSync(Schema.Int.pipe(Schema.brand("AccountId")))
const leadOf = Schema.decodeUnknownSync(Lead.LeadId)
const sequenceOf = Schema.decodeUnknownSync(Schema.Int.pipe(Schema.brand("SequenceId")))
const campaignOf = Schema.decodeUnknownSync(Campaign.CampaignId)

/** Fails unless the plan reads the index, no table as a whole, and at most this number of pages. */
const reads = Effect.fnUntraced(function* (effect: Effect.Effect<unknown, unknown>, index: string, pages: number) {
  for (const mode of ["custom", "generic"] as const) {
    const plan = (yield* explain(effect, mode, counting)).join("\n")
    const context = `${mode}\n${plan}`
    assert.match(plan, new RegExp(`using ${index}|Bitmap Index Scan on ${index}`, "u"), context)
    assert.notMatch(plan, /Seq Scan on (?:agenda|leads|sends)/u, context)
    assert.isAtMost(pagesOf(plan), pages, context)
  }
})

/** 30 000 rows of 20 accounts and of the pool, in three campaigns: due ones, and later ones that are done. */
const newAgenda = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { organization_id } = yield* newLeadList()
  yield* unhurried(sql`
    INSERT INTO mailroom.agenda (organization_id, lead_id, campaign_id, account_id, state, due_at, step_id)
    SELECT ${organization_id}::bigint, n, ('00000000-0000-0000-0000-00000000000' || n % 3)::uuid, nullif(n % 21, 0),
      CASE WHEN n % 5 = 0 THEN 'waiting' WHEN n % 1000 = 1 THEN 'stopped' ELSE 'done' END,
      ${at}::timestamptz + n * interval '1 second', CASE WHEN n % 500 > 0 THEN 1 + n % 2 END
    FROM generate_series(1, 30000) n`)
  const campaign_ids = [0, 1, 2].map((n) => campaignOf(`00000000-0000-0000-0000-00000000000${n}`))
  const [campaign_id = campaignOf("")] = campaign_ids
  return { sql, organization_id, campaign_ids, campaign_id, store: yield* AgendaStore }
})

describe("The plan of a statement for the agenda", () => {
  it.live("reads the rows that it answers, from an index", () =>
    Effect.gen(function* () {
      const { campaign_id, campaign_ids, organization_id, sql, store } = yield* newAgenda
      const account_id = accountOf(4)
      const queues = [1, 2, 3, 4, 5].flatMap((account) =>
        campaign_ids.map((campaign) => ({ account_id: accountOf(account), campaign_id: campaign }))
      )
      yield* sql`ANALYZE mailroom.agenda`
      yield* reads(store.heads(organization_id, queues, 1), "agenda_due_idx", 15 * 4)
      yield* reads(store.heads(organization_id, queues, 1, { only_new: true }), "agenda_new_idx", 15 * 4)
      yield* reads(store.takePool(organization_id, { account_id, campaign_id }, 10), "agenda_due_idx", 10 * 25)
      const query = { last: sequenceOf(2), limit: 10 }
      yield* reads(
        store.finishedBefore(organization_id, { account_id, campaign_id }, query),
        "agenda_done_idx",
        10 * 10
      )
      // Nothing to release: the usual case, asked at each turn of an account.
      const kept = { kept: campaign_ids, limit: 1_000 }
      yield* reads(store.release(organization_id, account_id, kept), "agenda_due_idx", 60)
      const page = { state: "stopped", after: leadOf(10_000), limit: 10 } as const
      yield* reads(store.page(organization_id, campaign_id, page), "agenda_state_idx", 25)
      yield* reads(store.count(organization_id, campaign_id, "stopped"), "agenda_state_idx", 25)
      yield* reads(store.hasOpen(organization_id, campaign_id), "agenda_state_idx", 10)
      yield* reads(store.countFirsts(organization_id, campaign_ids), "agenda_first_idx", 20)
    }).pipe(Effect.provide(layerStorage))
  )
})

describe("The plan of a slice of leads", () => {
  it.live("reads only leads that nothing was sent to, from its start", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { campaign_id, ids, organization_id, store } = yield* newLeadList("first@x.test")
      yield* unhurried(sql`
        INSERT INTO mailroom.leads (organization_id, campaign_id, email, address, domain_key, first_name, last_name,
          company, website, personalization, verification_status, status, amount_sequences_sent, stop_sending,
          custom_fields, stops, activity, version, created_at, updated_at, first_name_folded, last_name_folded,
          company_folded)
        SELECT organization_id, campaign_id, n || email, n || address, domain_key, first_name, last_name, company,
          website, personalization, verification_status, CASE WHEN n > 6000 THEN 'Not contacted' ELSE 'Sent' END,
          amount_sequences_sent, stop_sending, custom_fields, stops, activity, version, created_at, updated_at,
          first_name_folded, last_name_folded, company_folded
        FROM mailroom.leads, generate_series(1, 20000) n`)
      const [first = null] = ids
      // Without statistics, as just after an import, Postgres sorts the leads of the campaign until autovacuum has run.
      yield* sql`ANALYZE mailroom.leads`
      for (const after of [null, leadOf((first ?? 0) + 15_000)]) {
        const slice = store.uncontacted(organization_id, campaign_id, { after, limit: 200 })
        assert.lengthOf(yield* slice, 200)
        // Leads next to each other share a page.
        yield* reads(slice, "leads_state_idx", 100)
      }
    }).pipe(Effect.provide(layerStorage))
  )
})

describe("The plan of a statement for mails of steps", () => {
  it.live("reads the mails of the leads, and the open mails of the account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* SendStore
      const { organization_id } = yield* newLeadList()
      yield* unhurried(sql`
        INSERT INTO mailroom.sends (organization_id, kind, lead_id, step_id, sequence_id, account_id, to_email, subject,
          message_id, provider_message_id, company, outcome, attempts, begun_at)
        SELECT ${organization_id}::bigint, 'step', n / 2, n, n, 1 + n % 5, '', '', n::text,
          CASE WHEN n % 2 = 0 THEN '<' || n || '@relay>' END, (n % 1000) || '.test',
          CASE WHEN n % 1000 = 0 THEN 'unknown' ELSE 'sent' END, 1, ${at}::timestamptz
        FROM generate_series(1, 20000) n`)
      yield* sql`ANALYZE mailroom.sends`
      yield* reads(store.findOfLeads(organization_id, [leadOf(5), leadOf(5_000)]), "sends_(?:lead_idx|step_key)", 20)
      const spans = [1, 2].map((account) => ({ account_id: accountOf(account), since: at }))
      yield* reads(store.countOpen(organization_id, spans), "sends_open_idx", 60)
      yield* reads(
        store.findOfStep(organization_id, sequenceOf(9), { after: null, limit: 100 }),
        "sends_of_step_idx",
        10
      )
      // Nothing is open: the usual case, asked before each mail of an account.
      yield* reads(store.findOpen(organization_id, accountOf(1), 1), "sends_open_idx", 60)
      yield* reads(store.findBegunTo(organization_id, ["5.test", "none.test"], at), "sends_company_idx", 60)
      yield* reads(store.findByIds(organization_id, ["<6@relay>", "7", "none"]), "sends_relay_idx", 20)
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("reads the active campaigns only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* CampaignStore
      const { campaign_id, organization_id } = yield* newLeadList()
      yield* unhurried(sql`
        INSERT INTO mailroom.campaigns (organization_id, id, name, name_folded, status, timezone, daily_limit,
          stop_on_reply, stop_on_auto_reply, stop_scope, track_opens, account_ids, version, created_at, updated_at)
        SELECT organization_id, gen_random_uuid(), name, name_folded, CASE WHEN n % 500 = 0 THEN 'active' ELSE 'paused' END,
          timezone, daily_limit, stop_on_reply, stop_on_auto_reply,
          CASE WHEN n % 500 = 1 THEN 'company' ELSE 'campaign' END, track_opens, '{4}', version, created_at, updated_at
        FROM mailroom.campaigns, generate_series(1, 5000) n WHERE id = ${campaign_id}::uuid`)
      yield* sql`ANALYZE mailroom.campaigns`
      const active = store.findByAccounts(organization_id, [accountOf(4)], { only_active: true })
      assert.lengthOf(yield* active, 10)
      yield* reads(active, "campaigns_active_idx", 40)
      const scoped = store.findManyOrCompanyScoped(organization_id, [campaign_id])
      assert.lengthOf(yield* scoped, 11)
      yield* reads(scoped, "campaigns_company_idx", 40)
    }).pipe(Effect.provide(layerStorage))
  )
})
