/** The plans of lists of leads by address and by last change, among many leads of several campaigns. */
import { assert, it } from "@effect/vitest"
import { LeadStore, MovingStore, type OrganizationId, type StorageError, Timestamp } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counting, explain, pagesOf } from "./Explain.ts"
import { newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

/** The rows of `lead_times` of leads that were inserted as rows. */
const insertTimes = Effect.fnUntraced(function* (organization_id: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO mailroom.lead_times (organization_id, lead_id, campaign_id, sent_at, updated_at, status, stop_sending, firsts)
    SELECT organization_id, id, campaign_id, date_last_sequence_send, updated_at, status, stop_sending, 0 FROM mailroom.leads
    WHERE organization_id = ${organization_id}::bigint ON CONFLICT DO NOTHING`
})

it.live("An address, and the leads that changed lately, are found by an index among all leads", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList("ada@x.test")
    // A lead changed on each of the last days, and all others long ago.
    const insert = (batch: number) => sql`
      INSERT INTO mailroom.leads (organization_id, campaign_id, email, address, domain_key, first_name, last_name, company,
        first_name_folded, last_name_folded, company_folded, website, personalization, verification_status, status,
        amount_sequences_sent, stop_sending, custom_fields, stops, activity, version, created_at, updated_at)
      SELECT ${organization_id}::bigint, ${campaign_id}::uuid, 'lead' || n || '@x.test', 'lead' || n || '@x.test', 'test.x.',
        '', '', '', '', '', '', '', '', 'not_verified', 'Not contacted', 0, FALSE, '{}', '{}', '{}', 1, '2026-01-01Z',
        CASE WHEN n % 1000 = 0 THEN '2026-03-01Z'::timestamptz + n * interval '1 minute' ELSE '2026-01-01Z' END
      FROM generate_series(${batch * 2000 + 1}::integer, ${batch * 2000 + 2000}::integer) n`
    yield* Effect.forEach(Array.from({ length: 10 }).keys(), insert)
    yield* insertTimes(organization_id)
    const updated_since = Timestamp.fromMillis(Date.UTC(2026, 2, 10))
    const queries = [
      ["leads_email_key", "list", { address: "lead700@x.test" }],
      ["leads_email_key", "page", { address: "lead700@x.test" }],
      ["lead_times_change_idx", "list", { updated_since }],
      ["lead_times_change_idx", "page", { updated_since }]
    ] as const
    for (const statistics of ["none", "current"]) {
      if (statistics === "current") {
        for (const table of ["leads", "lead_times"]) yield* sql.unsafe(`VACUUM (ANALYZE) mailroom.${table}`)
      }
      for (const [index, name, query] of queries) {
        const read: Effect.Effect<unknown, StorageError> =
          name === "list"
            ? store.list(organization_id, { limit: 50, ...query })
            : store.page(organization_id, campaign_id, { limit: 50, offset: 0, ...query })
        // Both lists are planned for each call, except that of an address.
        const modes = "address" in query ? (["custom", "generic"] as const) : (["custom"] as const)
        for (const mode of modes) {
          const plan = (yield* explain(read, mode, counting)).join("\n")
          const context = `${statistics} ${name} ${mode}\n${plan}`
          if (statistics === "current" || "address" in query) {
            assert.include(plan, index, context)
            assert.notMatch(plan, /Seq Scan on leads/u, context)
            assert.isAtMost(pagesOf(plan), 60, context)
          }
        }
      }
    }
    // An export reads all leads page by page, so a page must not cost the table.
    yield* sql`ANALYZE mailroom.campaigns`
    const moving = yield* MovingStore
    const first = yield* moving.read(organization_id, "leads", { after: undefined, limit: 500 })
    for (const mode of ["custom", "generic"] as const) {
      const next = moving.read(organization_id, "leads", { after: first.at(-1), limit: 500 })
      const plan = (yield* explain(next, mode, counting)).join("\n")
      assert.include(plan, "leads_pkey", plan)
      assert.notMatch(plan, /(?:Seq Scan on leads|Sort)/u, plan)
    }
    const found = yield* store.list(organization_id, { limit: 50, updated_since })
    assert.deepStrictEqual(
      found.map(({ email }) => email),
      [20, 19, 18, 17, 16, 15, 14, 13].map((n) => `lead${n}000@x.test`)
    )
  }).pipe(Effect.provide(layerStorage))
)

it.live("A sorted page of a campaign is read from the index of its order, and skips rows there", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList("ada@x.test")
    // Half of the leads got a mail, and a hundredth has a tag.
    const insert = (part: number) => sql`
      INSERT INTO mailroom.leads (organization_id, campaign_id, email, address, domain_key, first_name, last_name, company,
        first_name_folded, last_name_folded, company_folded, website, personalization, verification_status, status,
        amount_sequences_sent, date_last_sequence_send, reply_status, stop_sending, custom_fields, stops, activity, version,
        created_at, updated_at)
      SELECT ${organization_id}::bigint, ${campaign_id}::uuid, 'lead' || n || '@x.test', 'lead' || n || '@x.test', 'test.x.',
        '', '', '', '', '', '', '', '', 'not_verified', 'Not contacted', 0,
        CASE WHEN n % 2 = 0 THEN '2026-01-01Z'::timestamptz + (n * 7919 % 100000) * interval '1 minute' END,
        CASE WHEN n % 100 = 0 THEN 'Tag ' || n % 7 END, FALSE, '{}', '{}', '{}', 1, '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(${part * 2000 + 1}::integer, ${part * 2000 + 2000}::integer) n`
    yield* Effect.forEach(Array.from({ length: 10 }).keys(), insert)
    yield* insertTimes(organization_id)
    for (const table of ["leads", "lead_times"]) yield* sql.unsafe(`VACUUM (ANALYZE) mailroom.${table}`)
    for (const [sort, index, most] of [
      // Each lead is found by its key.
      ["last_mail", "lead_times_mail_idx", 1_000],
      ["answer", "leads_answer_idx", 400]
    ] as const) {
      const read = (offset: number) => store.page(organization_id, campaign_id, { sort, offset, limit: 200 })
      const plan = (yield* explain(read(0), "custom", counting)).join("\n")
      assert.include(plan, index, plan)
      assert.notMatch(plan, /Seq Scan on (?:leads|lead_times)/u, plan)
      assert.isAtMost(pagesOf(plan), most, plan)
      // Rows are skipped in the index alone.
      const deep = (yield* explain(read(10_000), "custom", counting)).join("\n")
      assert.include(deep, `Index Only Scan using ${index}`, deep)
    }
  }).pipe(Effect.provide(layerStorage))
)

it.live("A change of a text leaves all indexes alone, on another day too", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* LeadStore
    const { ids, organization_id } = yield* newLeadList("ada@x.test")
    const [id] = ids
    assert(id !== undefined)
    const at = (minute: number) => Timestamp.fromMillis(Date.UTC(2027, 0, 1, 0, minute))
    /** Whether a change was written beside the old row, so that no index had to be changed. */
    const stayed = Effect.fnUntraced(function* (minute: number) {
      const texts = { website: `${minute}.test` }
      const read = Effect.map(
        sql<{ readonly place: string }>`
          SELECT pg_stat_get_xact_tuples_hot_updated('mailroom.leads'::regclass)::text AS place`,
        ([row]) => Number(row?.place)
      )
      return yield* sql.withTransaction(
        Effect.gen(function* () {
          const before = yield* read
          yield* store.set(organization_id, id, { texts }, at(minute))
          return (yield* read) - before
        })
      )
    })
    assert.deepStrictEqual(yield* Effect.forEach([0, 1, 2, 1441], stayed), [1, 1, 1, 1])
  }).pipe(Effect.provide(layerStorage))
)

it.live("Leads by the status of their verification are found by an index", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList("ada@x.test")
    // A hundredth is invalid.
    const insert = (batch: number) => sql`
      INSERT INTO mailroom.leads (organization_id, campaign_id, email, address, domain_key, first_name, last_name, company,
        first_name_folded, last_name_folded, company_folded, website, personalization, verification_status, status,
        amount_sequences_sent, stop_sending, custom_fields, stops, activity, version, created_at, updated_at)
      SELECT ${organization_id}::bigint, ${campaign_id}::uuid, 'lead' || n || '@x.test', 'lead' || n || '@x.test', 'test.x.',
        '', '', '', '', '', '', '', '', CASE WHEN n % 100 = 0 THEN 'invalid' ELSE 'valid' END, 'Not contacted', 0, FALSE,
        '{}', '{}', '{}', 1, '2026-01-01Z', '2026-01-01Z'
      FROM generate_series(${batch * 2000 + 1}::integer, ${batch * 2000 + 2000}::integer) n`
    yield* Effect.forEach(Array.from({ length: 10 }).keys(), insert)
    yield* sql`VACUUM (ANALYZE) mailroom.leads`
    const page = store.page(organization_id, campaign_id, { verification_status: "invalid", offset: 0, limit: 50 })
    const found = (yield* explain(page, "custom", counting)).join("\n")
    assert.match(found, /leads_verifications?_idx/u, found)
  }).pipe(Effect.provide(layerStorage))
)
