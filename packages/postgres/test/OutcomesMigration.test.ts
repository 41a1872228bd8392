/** A database of the previous release, after the migration that adds stops and guards. */
import { assert, it } from "@effect/vitest"
import { BlacklistStore, Campaign, GuardStore, LeadStore, OrganizationId, OrganizationStore } from "@mailroom/core"
import { Migrations, PostgresStorage } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import organizations from "../src/migrations/0001_organizations.ts"
import campaigns from "../src/migrations/0002_campaigns.ts"
import unibox from "../src/migrations/0003_unibox.ts"
import activity from "../src/migrations/0004_activity.ts"
import { at } from "./Seeds.ts"

const before = {
  "0001_organizations": organizations,
  "0002_campaigns": campaigns,
  "0003_unibox": unibox,
  "0004_activity": activity
}

const organization_id = OrganizationId.make(1)
const campaign_id = Campaign.CampaignId.make(crypto.randomUUID())
const occurred = "2026-08-07T09:44:59.007Z"
const decided = "2026-08-01T00:00:00.000Z"
const updated = "2026-08-08T00:00:00.010Z"

/**
 * The state of a stop in the previous release: its rule, the instant of its event, and the instant of a person's
 * decision.
 */
const states: ReadonlyArray<readonly [rule: string | null, occurred: string | null, decided: string | null]> = [
  [null, null, null],
  [null, null, decided],
  ["manual", decided, decided],
  ["reply", occurred, null],
  ["bounce", occurred, decided],
  ["blacklist", "0001-01-01T00:00:00.001Z", null],
  ["complaint", "9999-12-31T23:59:59.999Z", null],
  // No release wrote this, but the schema allowed it.
  ["unsubscribe", null, null]
]

const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO mailroom.organizations (id, name, created_at) VALUES (1, 'First', now()), (2, 'Second', now())`
  yield* sql`SELECT setval('mailroom.organizations_id_seq', 2)`
  yield* sql`
    INSERT INTO mailroom.campaigns (organization_id, id, name, name_folded, status, timezone, daily_limit,
      stop_on_reply, stop_on_auto_reply, track_opens, account_ids, lead_count, leads_not_contacted, leads_stopped,
      created_at, updated_at)
    VALUES (1, ${campaign_id}::uuid, 'Campaign', 'campaign', 'active', 'UTC', 50, TRUE, FALSE, TRUE, '{}', 8, 8, 6,
      now(), now())`
  for (const [i, [rule, occurred_at, decided_at]] of states.entries()) {
    yield* sql`
      INSERT INTO mailroom.leads (organization_id, campaign_id, email, email_folded, address, domain_key, first_name,
        last_name, company, website, personalization, verification_status, status, amount_sequences_sent, stop_sending,
        stop_sending_type, stop_occurred_at, stop_decided_at, custom_fields, activity, version, created_at, updated_at)
      VALUES (1, ${campaign_id}::uuid, ${`a${i}@x.test`}, ${`a${i}@x.test`}, ${`a${i}@x.test`}, 'test.x.', '', '', '',
        '', '', 'valid', 'Not contacted', 0, ${rule !== null}::boolean, ${rule}::text, ${occurred_at}::timestamptz,
        ${decided_at}::timestamptz, '{}', '{"firsts": {}, "last_sent": null, "bounced": false, "positive": false}', 7,
        now(), ${updated}::timestamptz)`
  }
  yield* sql`
    INSERT INTO mailroom.blacklist (organization_id, kind, value, source, created_at)
    VALUES (1, 'domain', 'x.test', 'manual', now())`
})

it.live("Leads of the previous release remember their stop, organizations have guards, and entries exist", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE SCHEMA mailroom`
    yield* Migrator.make({})({ loader: Migrator.fromRecord(before), table: "mailroom.migrations" })
    yield* seed
    assert.deepStrictEqual((yield* Migrations.run)[0], [5, "outcomes"])

    const guards = sql<{ readonly organization_id: string; readonly version: string }>`
      SELECT organization_id::text, version::text FROM mailroom.organization_guards guard ORDER BY guard.organization_id`
    assert.deepStrictEqual(
      (yield* guards).map(({ organization_id, version }) => [organization_id, version]),
      [
        ["1", "0"],
        ["2", "0"]
      ]
    )

    yield* Effect.gen(function* () {
      const leads = yield* LeadStore
      const found = yield* leads.findMatching(organization_id, { addresses: [], domains: ["x.test"] }, { limit: 99 })
      const stored = yield* leads.findMany(
        organization_id,
        found.map(({ id }) => id)
      )
      assert.deepStrictEqual(
        stored.map((lead) => [lead.stop_sending, lead.stop_sending_type, lead.stop_decided_at, lead.stops]),
        states.map(([rule, occurred_at, decided_at]) => [
          rule !== null,
          rule,
          decided_at,
          rule === null || rule === "manual" ? {} : { [rule]: occurred_at ?? updated }
        ])
      )
      assert.deepStrictEqual(
        stored.map(({ version }) => version),
        states.map(() => 7)
      )

      const blacklist = yield* BlacklistStore
      const page = yield* blacklist.page(organization_id, "domain", { offset: 0, limit: 9 })
      assert.deepStrictEqual([page.total, page.data[0]?.value], [1, "x.test"])
      assert.deepStrictEqual(yield* blacklist.organizationsWithRemovals, [])

      // Existing and new organizations have guards.
      yield* (yield* GuardStore).lockExclusive(organization_id)
      yield* (yield* OrganizationStore).insert({ name: "Third", created_at: at })
      assert.deepStrictEqual(
        (yield* guards).map(({ organization_id, version }) => [organization_id, version]),
        [
          ["1", "1"],
          ["2", "0"],
          ["3", "0"]
        ]
      )
    }).pipe(Effect.provide(PostgresStorage.layer))
  }).pipe(Effect.provide(Embedded.layer()))
)
