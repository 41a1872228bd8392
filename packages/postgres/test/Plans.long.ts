/** The plans of the statements on hot paths: with statistics and, as just after an import, without. */
import { assert, describe, it } from "@effect/vitest"
import {
  Delivery,
  DeliveryStore,
  EventStore,
  IdempotencyStore,
  ThreadStore,
  Timestamp,
  TransactionStore,
  WorkStore,
  findOne
} from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counting, explain, pagesOf } from "./Explain.ts"
import { newLeadList, unhurried } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

const expiring = "Index Scan using idempotency_keys_expiry_idx"

/** The table accesses and the sorts of a plan: for these parameters, and for all parameters. */
const plansOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const nodes = (lines: ReadonlyArray<string>) =>
    lines
      .flatMap((line) => /(?:Sort|\w[\w ]* Scan using \w+|Seq Scan on \w+|Bitmap Index Scan on \w+)/u.exec(line) ?? [])
      .filter((node) => !/campaigns(?:_pkey|_hidden_idx)?$/u.test(node))
  return {
    custom: nodes(yield* explain(effect, "custom", "VERBOSE OFF")),
    generic: nodes(yield* explain(effect, "generic", "VERBOSE OFF"))
  }
})

const withoutSorts = (nodes: ReadonlyArray<string>) => nodes.filter((node) => node !== "Sort")

/** An organization with a campaign of 20 000 leads, and 5 000 threads with a message each. */
const newLists = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const list = yield* newLeadList("first@x.test", "second@x.test")
  yield* unhurried(sql`
    INSERT INTO mailroom.leads (organization_id, campaign_id, email, address, domain_key, first_name, last_name, company,
      website, personalization, verification_status, status, amount_sequences_sent, stop_sending, custom_fields, stops,
      activity, version, created_at, updated_at, first_name_folded, last_name_folded, company_folded)
    SELECT organization_id, campaign_id, n || email, n || address, domain_key, first_name, last_name, company,
      website, personalization, verification_status, status, amount_sequences_sent, stop_sending, custom_fields, stops,
      activity, version, created_at, updated_at, first_name_folded, last_name_folded, company_folded
    FROM mailroom.leads, generate_series(1, 10000) n`)
  yield* unhurried(sql`
    INSERT INTO mailroom.threads (organization_id, campaign_id, account_id, tab, is_listed, is_new, last_message_id,
      last_date_sent)
    SELECT ${list.organization_id}::bigint, CASE WHEN n % 11 = 0 THEN ${list.campaign_id}::uuid END,
      CASE WHEN n % 13 > 0 THEN n % 13 END, CASE WHEN n % 5 = 0 THEN 'replies' ELSE 'other' END, n % 3 > 0, n % 7 = 0,
      n, now() - n * interval '1 minute'
    FROM generate_series(1, 5000) n`)
  yield* sql`
    INSERT INTO mailroom.messages (organization_id, thread_id, identity, subject, body, date_sent, from_email, to_email,
      is_new, is_our_email, kind, body_text, reply_text, trust)
    SELECT organization_id, id, 'thread ' || id, '', '', last_date_sent, '', '', FALSE, FALSE, 'reply', '', '', ''
    FROM mailroom.threads`
  return list
})

describe("The plan of a hot statement", () => {
  it.live("reads what it answers by one index, whatever is known of the tables", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const threads = yield* ThreadStore
      const { campaign_id, ids, organization_id, store } = yield* newLists
      const [id] = ids
      const [lead] = yield* store.findByEmails(organization_id, [{ campaign_id, address: "first@x.test" }])
      const [thread] = yield* threads.insertThreads(organization_id, [
        { tab: "other", lead_id: id ?? null, campaign_id }
      ])
      if (id === undefined || lead === undefined || thread === undefined) return yield* Effect.die("no lead")
      const before = { at: Timestamp.fromMillis(Date.now() - 3_000_000), id: thread }
      const everything = { offset: 0, limit: 50 }

      const page = ["Index Scan using leads_page_idx"]
      const byId = "Index Scan using leads_pkey"
      const byEmail = "Index Scan using leads_email_key"
      const shown = ["Index Scan using leads_pkey", "Index Only Scan using messages_page_idx"]
      const list = ["Index Scan using threads_page_idx", ...shown]
      const plans: ReadonlyArray<readonly [Effect.Effect<unknown, unknown>, ReadonlyArray<string>]> = [
        [store.page(organization_id, campaign_id, everything), page],
        [store.page(organization_id, campaign_id, { ...everything, offset: 200 }), page],
        [store.page(organization_id, campaign_id, { ...everything, after_id: id }), page],
        [findOne(store.findMany, organization_id, id), [byId]],
        [threads.page(organization_id, { tab: "other", limit: 51 }), list],
        [threads.page(organization_id, { tab: "other", limit: 51, before }), list],
        [threads.find(organization_id, thread), ["Index Scan using threads_pkey", ...shown]]
      ]
      const byMail = "Index Scan using lead_times_pkey"
      yield* sql`
        INSERT INTO mailroom.lead_times (organization_id, lead_id, campaign_id, updated_at, status, stop_sending, firsts)
        SELECT organization_id, id, campaign_id, updated_at, status, stop_sending, 0 FROM mailroom.leads
        WHERE organization_id = ${organization_id}::bigint ON CONFLICT DO NOTHING`
      for (const statistics of ["none", "current"]) {
        if (statistics === "current") yield* sql`ANALYZE`
        // Without statistics, Postgres 18 takes indexes that end with the id for as cheap: it skips over their other columns.
        const named = (nodes: ReadonlyArray<string>) =>
          nodes.map((node) =>
            statistics === "none"
              ? node
                  .replace(/leads_(?:answer|verifications?)_idx/u, "leads_pkey")
                  .replace(/Bitmap Index Scan on lead_times_(?:mail_idx|pkey)/u, byMail)
              : node
          )
        for (const [effect, expected] of plans) {
          const { custom, generic } = yield* plansOf(effect)
          assert.deepStrictEqual([named(custom), named(generic)], [expected, expected], statistics)
        }
        // The revisions of an organization are few rows, which Postgres may read in any way.
        for (const plan of Object.values(yield* plansOf(threads.changes(organization_id, 100)))) {
          assert.match(plan.join("\n"), /threads_(?:new_page|new_state|page)_idx/u, statistics)
          assert.notInclude(plan, "Seq Scan on threads", statistics)
        }
        // The only sort allowed is that of the counts of the one campaign that may change.
        const { custom, generic } = yield* plansOf(store.replace(organization_id, lead, lead.version))
        assert.deepStrictEqual(named(withoutSorts(custom)), [byEmail, byId, byId, byMail], statistics)
        assert.deepStrictEqual(named(withoutSorts(generic)), [byEmail, byId, byId, byMail], statistics)
      }
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("finds an address without reading the campaign, and a rare substring by its trigrams", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { campaign_id, organization_id, store } = yield* newLists
      const asked = ["first@x.test", "third@x.test"].map((address) => ({ campaign_id, address }))
      const addresses = store.findByEmails(organization_id, asked)
      for (const statistics of ["none", "current"]) {
        if (statistics === "current") yield* sql`ANALYZE`
        const { custom, generic } = yield* plansOf(addresses)
        assert.deepStrictEqual(withoutSorts(custom), ["Index Scan using leads_email_key"], statistics)
        assert.deepStrictEqual(withoutSorts(generic), ["Index Scan using leads_email_key"], statistics)
      }
      yield* sql`VACUUM mailroom.leads`
      const search = store.page(organization_id, campaign_id, { offset: 0, limit: 50, search: "9999first" })
      const { custom } = yield* plansOf(search)
      for (const found of ["leads_search_idx", "leads_given_idx"])
        assert.include(custom, `Bitmap Index Scan on ${found}`)
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("finds sent mail by its Message-ID, and an event by its identity, among all events and messages", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const events = yield* EventStore
      const threads = yield* ThreadStore
      const { campaign_id, ids, organization_id } = yield* newLists
      const [id] = ids
      const [thread] = yield* threads.insertThreads(organization_id, [{ tab: "other", lead_id: null, campaign_id }])
      if (id === undefined || thread === undefined) return yield* Effect.die("no lead")
      yield* unhurried(sql`
        INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id,
          message_id, provider_message_id, email, data)
        SELECT ${organization_id}::bigint, sha256(n::text::bytea), n::text, 'sent', now(), ${campaign_id}::uuid,
          ${id}::bigint, '<' || n || '@x.test>', 'relay' || n, 'a@x.test', '{}'
        FROM generate_series(1, 20000) n`)
      yield* unhurried(sql`
        INSERT INTO mailroom.messages (organization_id, thread_id, identity, subject, body, date_sent, from_email, to_email,
          is_new, is_our_email, kind, message_id, body_text, reply_text, trust)
        SELECT ${organization_id}::bigint, ${thread}::bigint, n::text, '', '', now(), '', '', FALSE, TRUE,
          'own', '<' || n || '@x.test>', '', '', ''
        FROM generate_series(1, 20000) n`)
      const asked = ["<7@x.test>", "7@x.test", "7"]
      for (const statistics of ["none", "current"]) {
        if (statistics === "current") yield* sql`ANALYZE`
        for (const mode of ["custom", "generic"] as const) {
          const sent = (yield* explain(
            events.findSent(organization_id, asked, { limit: 10 }),
            mode,
            "VERBOSE OFF"
          )).join("\n")
          for (const index of ["events_sent_idx", "events_sent_provider_idx"]) {
            assert.match(
              sent,
              new RegExp(`${index}\\b[^>]*Index Cond: [^\\n]*hashtextextended`, "u"),
              `${statistics} ${mode}`
            )
          }
          const ours = (yield* explain(
            threads.findOurs(organization_id, { message_ids: asked }, { limit: 10 }),
            mode,
            "VERBOSE OFF"
          )).join("\n")
          assert.match(ours, /messages_message_id_idx/u, `${statistics} ${mode}\n${ours}`)
          assert.notMatch(`${sent}\n${ours}`, /Seq Scan/u)
        }
      }
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("finds what is left of removed leads by their address, among all events and deliveries", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { campaign_id, organization_id } = yield* newLeadList()
      yield* unhurried(sql`
        INSERT INTO mailroom.events (organization_id, identity_hash, identity, type, occurred_at, campaign_id, lead_id,
          email, data)
        SELECT ${organization_id}::bigint, sha256(n::text::bytea), n::text, 'sent', now(), ${campaign_id}::uuid, n,
          'lead' || n || '@x.test', '{}'
        FROM generate_series(1, 20000) n`)
      yield* unhurried(sql`
        INSERT INTO mailroom.deliveries (organization_id, integration_id, event, created_at, payload, lead_id, mentions)
        SELECT ${organization_id}::bigint, 1, 'sent', now(),
          ${`{"data":{"lead":{"id":1${Delivery.beforeAddress}`}::text || 'lead' || n || '@x.test"}}}', n, '{}'
        FROM generate_series(1, 20000) n`)
      yield* sql`ANALYZE`
      const addresses = ["Lead7@x.test", "lead8@X.test"]
      const events = (yield* EventStore).findRemovedLeads(organization_id, addresses)
      const deliveries = (yield* DeliveryStore).findRemovedLeads(organization_id, addresses)
      for (const found of [yield* events, yield* deliveries]) {
        assert.deepStrictEqual(
          found.map(({ lead_id }) => lead_id as number),
          [7, 8]
        )
      }
      for (const mode of ["custom", "generic"] as const) {
        assert.match((yield* explain(events, mode, "VERBOSE OFF")).join("\n"), /events_address_idx/u)
        assert.match((yield* explain(deliveries, mode, "VERBOSE OFF")).join("\n"), /deliveries_address_idx/u)
      }
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("reads a page of matching leads from the index and nothing else, at any depth", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { organization_id, store } = yield* newLists
      const limit = 100
      const domain = { addresses: [], domains: ["x.test"] }
      const all = yield* store.findMatching(organization_id, domain, { limit: 30_000 })
      assert.strictEqual(all.length, 20_002)
      const several = { addresses: ["5000first@x.test", "nobody@y.test"], domains: ["a.test", "x.test", "z.test"] }
      const [server] = yield* sql<{ version: number }>`SELECT current_setting('server_version_num')::int AS version`
      // Before version 18, Postgres reads a table without statistics by a bitmap of the whole domain, until autovacuum
      // has analyzed it.
      for (const statistics of server!.version < 180_000 ? ["current"] : ["none", "current"]) {
        if (statistics === "current") yield* sql`ANALYZE`
        for (const place of [undefined, 0, 10_000, 19_900, 20_001]) {
          const after = place === undefined ? {} : { after: all[place]! }
          for (const match of [domain, several]) {
            const page = store.findMatching(organization_id, match, { limit, ...after })
            for (const mode of ["custom", "generic"] as const) {
              const plan = (yield* explain(page, mode, counting)).join("\n")
              const context = `${statistics} ${place} ${mode}\n${plan}`
              // At most one page of the table and one of the index for each lead. The whole domain has over 1600.
              assert.isBelow(pagesOf(plan), 2 * limit, context)
              assert.match(plan, /Scan using leads_address_idx/u, context)
              assert.notMatch(plan, /Seq Scan on leads|Bitmap/u, context)
            }
          }
        }
      }
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("reads a page of transactions from an index, at any depth, and does not count them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* TransactionStore
      const { organization_id } = yield* newLeadList()
      yield* unhurried(sql`
        INSERT INTO mailroom.transactions (organization_id, type, status, amount, currency, created_at, search_text)
        SELECT ${organization_id}::bigint, CASE WHEN n % 100 = 0 THEN 'refund' ELSE 'usage' END,
          CASE WHEN n % 100 = 1 THEN 'failed' ELSE 'succeeded' END, n, 'EUR',
          timestamptz '2026-01-01' + n * interval '1 minute', ''
        FROM generate_series(1, 20000) n`)
      const page = { offset: 0, limit: 50 }
      const places = yield* Effect.forEach([0, 10_000, 19_900], (offset) =>
        store.page(organization_id, { ascending: false, offset, limit: 1 })
      )
      const befores = places.flatMap(({ data }) =>
        data.map(({ created_at, id }) => ({ before: { at: created_at, id } }))
      )
      assert.lengthOf(befores, 3)
      const filters = [
        {},
        { status: "failed" },
        { status: "succeeded" },
        { type: "refund" },
        { type: "usage" }
      ] as const
      // Without statistics, as just after an import, Postgres may sort all of the organization's rows.
      yield* sql`ANALYZE`
      for (const filter of filters) {
        for (const before of [{}, ...befores]) {
          for (const ascending of [true, false]) {
            const reading = store.page(organization_id, { ...page, ...filter, ...before, ascending })
            for (const mode of ["custom", "generic"] as const) {
              const plan = (yield* explain(reading, mode, counting)).join("\n")
              const context = `${JSON.stringify({ ...filter, ...before, ascending })} ${mode}\n${plan}`
              // At most one page of the table for each row, and some of the index. The whole table has over 200.
              assert.isBelow(pagesOf(plan), 50 + 15, context)
              assert.match(plan, /Index Scan (?:Backward )?using transactions_(?:page|status|type)_idx/u, context)
            }
          }
        }
      }
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("finds expired idempotency keys by an index, and removes them by another one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* IdempotencyStore
      const { organization_id } = yield* newLeadList()
      yield* unhurried(sql`
        INSERT INTO mailroom.idempotency_keys (organization_id, key, fingerprint, run, status, mentions, progress_at,
          expires_at)
        SELECT ${organization_id}::bigint, 'key ' || n, '', '', 'done', '{}', now(), now() + n * interval '1 second'
        FROM generate_series(1, 20000) n`)
      yield* sql`ANALYZE`
      const now = Timestamp.fromMillis(Date.now() + 60_000)
      const { custom, generic } = yield* plansOf(store.findExpired({ now, limit: 10 }))
      assert.deepStrictEqual([custom, generic], [[expiring], [expiring]])
      const removing = yield* plansOf(store.removeExpired(organization_id, ["key 1", "key 2"], now))
      for (const node of [...removing.custom, ...removing.generic]) assert.match(node, /Index Scan/u)
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("looks for work among all that is due later by one index, and claims it by another", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* WorkStore
      const { organization_id } = yield* newLeadList()
      yield* unhurried(sql`
        INSERT INTO mailroom.work (organization_id, kind, key, lane, due_at)
        SELECT ${organization_id}::bigint, 'test', 'key ' || n, 'lane ' || n % 100, now() + n * interval '1 second'
        FROM generate_series(1, 20000) n`)
      const now = Timestamp.fromMillis(Date.now() + 60_000)
      const lanes = [1, 2].map((n) => ({ lane: `lane ${n}`, room: 1 }))
      const query = { lanes, claim: "1", now, until: Timestamp.plus(now, 60_000) }
      const polls: ReadonlyArray<readonly [Effect.Effect<unknown, unknown>, RegExp]> = [
        [store.due("test", { now, limit: 20 }), /work_due_idx/u],
        [store.next("test"), /work_due_idx.*work_due_idx/su]
      ]
      const claim = [store.claim(organization_id, "test", query), /work_lane_idx.*work_pkey/su] as const
      for (const statistics of ["none", "current"]) {
        if (statistics === "current") yield* sql`ANALYZE`
        for (const mode of ["custom", "generic"] as const) {
          // Without statistics, Postgres expects one row in either index, so claims use the primary key until
          // autovacuum has run.
          for (const [effect, expected] of statistics === "none" ? polls : [...polls, claim]) {
            const plan = (yield* explain(effect, mode, "VERBOSE OFF")).join("\n")
            assert.match(plan, expected, `${statistics} ${mode}\n${plan}`)
            assert.notMatch(plan, /Seq Scan/u, `${statistics} ${mode}\n${plan}`)
          }
        }
      }
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("looks for the earliest work of each organization by one index, however much is due", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const store = yield* WorkStore
      for (const items of [20_000, 10]) {
        const { organization_id } = yield* newLeadList()
        yield* unhurried(sql`
          INSERT INTO mailroom.work (organization_id, kind, key, lane, due_at)
          SELECT ${organization_id}::bigint, 'backlog', 'key ' || n, 'lane ' || n, now() - n * interval '1 second'
          FROM generate_series(1, ${items}::integer) n`)
      }
      const due = store.due("backlog", { now: Timestamp.fromMillis(Date.now()), limit: 20 })
      for (const statistics of ["none", "current"]) {
        if (statistics === "current") yield* sql`ANALYZE`
        for (const mode of ["custom", "generic"] as const) {
          const plan = (yield* explain(due, mode, "VERBOSE OFF")).join("\n")
          assert.match(plan, /Limit\s+->\s+Index Scan using work_organization_idx/u, `${statistics} ${mode}\n${plan}`)
          assert.notMatch(plan, /Seq Scan on work/u, `${statistics} ${mode}\n${plan}`)
        }
      }
    }).pipe(Effect.provide(layerStorage))
  )
})
