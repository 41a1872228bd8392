/** A database of an earlier release, after the migration that adds activity. */
import { assert, it } from "@effect/vitest"
import { Campaign, EventStore, LeadStore, OrganizationId, RollupStore, Timestamp } from "@mailroom/core"
import { Migrations, PostgresStorage } from "@mailroom/postgres"
import { Embedded } from "@mailroom/postgres/embedded"
import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import organizations from "../src/migrations/0001_organizations.ts"
import campaigns from "../src/migrations/0002_campaigns.ts"
import unibox from "../src/migrations/0003_unibox.ts"

const before = { "0001_organizations": organizations, "0002_campaigns": campaigns, "0003_unibox": unibox }

it.live("Leads of before are found by their address, counted by their state, and keep their replies", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE SCHEMA mailroom`
    yield* Migrator.make({})({ loader: Migrator.fromRecord(before), table: "mailroom.migrations" })
    const organization_id = OrganizationId.make(1)
    const campaign_id = Campaign.CampaignId.make(crypto.randomUUID())
    yield* sql`INSERT INTO mailroom.organizations (id, name, created_at) VALUES (1, 'Organization', now())`
    yield* sql`
      INSERT INTO mailroom.campaigns (organization_id, id, name, name_folded, status, timezone, daily_limit,
        stop_on_reply, stop_on_auto_reply, track_opens, account_ids, lead_count, created_at, updated_at)
      VALUES (1, ${campaign_id}::uuid, 'Campaign', 'campaign', 'active', 'UTC', 50, TRUE, FALSE, TRUE, '{}', 2, now(), now())`
    yield* sql`
      INSERT INTO mailroom.leads (organization_id, campaign_id, email, email_folded, first_name, last_name, company,
        website, personalization, verification_status, status, amount_sequences_sent, stop_sending, stop_sending_type,
        custom_fields, replied_at, version, created_at, updated_at)
      VALUES
        (1, ${campaign_id}::uuid, 'Ada@MÜNCHEN.de', 'ada@münchen.de', '', '', '', '', '', 'valid', 'Replied', 1, TRUE,
          'reply', '{}', '2026-08-07T09:44:59.999Z', 2, now(), now()),
        (1, ${campaign_id}::uuid, 'bob@x.test', 'bob@x.test', '', '', '', '', '', 'valid', 'Sent', 1, FALSE, NULL, '{}',
          NULL, 2, now(), now())`

    assert.deepStrictEqual((yield* Migrations.run)[0], [4, "activity"])

    yield* Effect.gen(function* () {
      const leads = yield* LeadStore
      const match = { addresses: ["ada@xn--mnchen-3ya.de"], domains: [] }
      const found = yield* leads.findMatching(organization_id, match, { limit: 2 })
      const [ada] = yield* leads.findMany(
        organization_id,
        found.map(({ id }) => id)
      )
      const events = yield* (yield* EventStore).scan(organization_id, { limit: 10 })
      const [event] = events
      if (ada === undefined || event === undefined) return assert.fail("no lead or no event")
      assert.strictEqual(ada.email, "Ada@MÜNCHEN.de")
      const { identity } = event
      const first = { occurred_at: event.occurred_at, identity, account_id: null, sequence_id: null }
      assert.deepStrictEqual(ada.activity, {
        firsts: { replied: first, "replied:": first },
        last_sent: null,
        bounced: false,
        positive: false
      })
      assert.deepStrictEqual(events, [
        {
          id: event.id,
          identity,
          type: "replied",
          occurred_at: Timestamp.Timestamp.make("2026-08-07T09:44:59.999Z"),
          campaign_id,
          lead_id: ada.id,
          account_id: null,
          sequence_id: null,
          message_id: null,
          provider_message_id: null,
          email: null,
          data: {}
        }
      ])
      assert.deepStrictEqual(yield* leads.counts(organization_id, campaign_id), {
        total: 2,
        not_contacted: 0,
        sent: 1,
        opened: 0,
        replied: 1,
        bounced: 0,
        stopped: 1
      })
      const sums = yield* RollupStore
      const day = { start: null, end: null }
      const quarter = {
        start: Timestamp.Timestamp.make("2026-08-07T09:30:00.000Z"),
        end: Timestamp.Timestamp.make("2026-08-07T09:45:00.000Z")
      }
      for (const dimension of ["account", "campaign", "sequence"] as const) {
        for (const range of [day, quarter]) {
          const [sum, ...others] = yield* sums.sum(organization_id, [campaign_id], dimension, range)
          assert.deepStrictEqual(others, [])
          assert.deepStrictEqual([sum?.id, sum?.metrics.replied, sum?.metrics.unique_replied], [null, 1, 1])
        }
      }
    }).pipe(Effect.provide(PostgresStorage.layer))
  }).pipe(Effect.provide(Embedded.layer()))
)
