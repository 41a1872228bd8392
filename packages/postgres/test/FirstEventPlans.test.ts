/** The plans of totals of leads by a first event of an account, among many leads. */
import { assert, it } from "@effect/vitest"
import { Account, LeadStore } from "@mailroom/core"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { counting, explain, pagesOf } from "./Explain.ts"
import { at, newLeadList, unhurried } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

const first = { key: "replied", type: "replied", account_id: Account.AccountId.make(1) } as const

/** 10 000 leads, of which a fifth has answered, and a third of those to the account. */
const newLeads = Effect.fnUntraced(function* (retired: boolean) {
  const sql = yield* SqlClient.SqlClient
  const { campaign_id, organization_id } = yield* newLeadList()
  yield* unhurried(sql`
    INSERT INTO mailroom.leads (organization_id, campaign_id, email, address, domain_key, first_name, last_name, company,
      first_name_folded, last_name_folded, company_folded, website, personalization, verification_status, status,
      amount_sequences_sent, stop_sending, custom_fields, stops, activity, version, created_at, updated_at)
    SELECT ${organization_id}::bigint, ${campaign_id}::uuid, 'lead' || n || '@x.test', 'lead' || n || '@x.test', 'test.x.',
      '', '', '', '', '', '', '', '', 'valid', CASE WHEN n % 5 = 0 THEN 'Replied' ELSE 'Sent' END, 1, FALSE, '{}', '{}',
      CASE WHEN n % 5 = 0 THEN json_build_object('firsts', json_build_object('replied', json_build_object(
        'occurred_at', '2026-01-01T00:00:00.000Z', 'account_id', 1 + n % 3))) ELSE '{}' END,
      1, ${at}::timestamptz, ${at}::timestamptz
    FROM generate_series(1, 10000) n`)
  // The mails to all leads are between the answers.
  yield* unhurried(sql`
    INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id,
      account_id, data, retired)
    SELECT organization_id, sha256((type || id)::bytea), type || id, type, ${at}::timestamptz + id % 977 * interval '1 hour',
      campaign_id, id, (activity #>> '{firsts,replied,account_id}')::bigint,
      json_build_object('reply_text', repeat('x', 300)), type = 'replied' AND ${retired}::boolean
    FROM mailroom.leads CROSS JOIN unnest(ARRAY['sent', 'replied']) AS happened (type)
    WHERE organization_id = ${organization_id}::bigint AND (type = 'sent' OR status = 'Replied')`)
  for (const table of ["leads", "events"]) yield* sql.unsafe(`VACUUM ANALYZE mailroom.${table}`).unprepared
  return { campaign_id, organization_id }
})

for (const retired of [false, true]) {
  it.live(`The total reads each page of the leads once, whether events are retired: ${retired}`, () =>
    Effect.gen(function* () {
      const store = yield* LeadStore
      const { campaign_id, organization_id } = yield* newLeads(retired)
      const page = store.page(organization_id, campaign_id, { first, limit: 20, offset: 0 })
      assert.isAbove(Option.getOrThrow(yield* page).total, 600)
      // The last statement counts.
      const plan = (yield* explain(page, "custom", counting)).join("\n")
      // A page for most of the 666 leads, and for each of their events. Which pages an index alone answers depends on when VACUUM ran.
      if (retired) assert.include(plan, "Index Only Scan using events_retired_idx", plan)
      else assert.isAtMost(pagesOf(plan), 1_500, plan)
    }).pipe(Effect.provide(layerStorage))
  )
}
