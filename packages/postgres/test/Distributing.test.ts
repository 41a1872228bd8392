/** The schema on Citus, or rather on its stand-in. */
import { assert, describe, it } from "@effect/vitest"
import { OrganizationStore, ThreadStore } from "@mailroom/core"
import { cases } from "@mailroom/core/testing"
import { Connection, Migrations, PostgresStorage } from "@mailroom/postgres"
import { Deferred, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { index } from "../src/internal/migrating/afterwards.ts"
import { apply } from "../src/internal/migrating/migrating.ts"
import { standIn } from "./CitusStandIn.ts"
import { newLeadList } from "./Seeds.ts"
import { layerStorage, migratedDatabase } from "./Server.ts"

const names = (
  query: "SELECT logicalrelid::text AS name FROM pg_dist_partition" | "SELECT name FROM public.truncated"
) =>
  SqlClient.SqlClient.use((sql) =>
    Effect.map(sql.unsafe<{ readonly name: string }>(query).unprepared, (rows) => rows.map(({ name }) => name))
  )

describe("The schema on Citus", () => {
  it.live("is distributed with its rows, once, and takes leads and campaigns off their threads by itself", () =>
    Effect.gen(function* () {
      const { campaign_id, ids, organization_id, store } = yield* newLeadList("a@x.test")
      const threads = yield* ThreadStore
      const [lead_id = null] = ids
      const [thread] = yield* threads.insertThreads(organization_id, [{ tab: "other", lead_id, campaign_id }])
      yield* standIn

      const plan = yield* Migrations.planDistribution
      assert.deepStrictEqual(yield* names("SELECT logicalrelid::text AS name FROM pg_dist_partition"), [])
      assert.deepStrictEqual(yield* Migrations.distribute, plan)
      const distributed = yield* names("SELECT logicalrelid::text AS name FROM pg_dist_partition")
      for (const name of ["organizations", "leads", "events", "rollups", "work", "deliveries", "organization_guards"]) {
        assert.include(distributed, `mailroom.${name}`)
      }
      for (const name of ["api_keys", "secrets", "migrations"]) assert.notInclude(distributed, `mailroom.${name}`)
      assert.includeMembers(yield* names("SELECT name FROM public.truncated"), ["mailroom.leads", "mailroom.threads"])
      assert.deepStrictEqual((yield* Migrations.distribute).transaction, [])

      assert.deepStrictEqual(yield* store.remove(organization_id, ids), ids)
      const sql = yield* SqlClient.SqlClient
      const [left] = yield* sql<{ readonly lead_id: unknown }>`
        SELECT lead_id FROM mailroom.threads WHERE id = ${thread!}::bigint`
      assert.isNull(left?.lead_id)
      // They include the cases in which threads refer to removed rows.
      const removals = cases.filter(({ name }) => /^(?:CampaignRemoval|CampaignStore|LeadStore\.remove)/u.test(name))
      assert.isAbove(removals.length, 5)
      for (const { test } of removals) yield* Effect.scoped(test)
    }).pipe(Effect.provide(layerStorage, { local: true }))
  )

  it.live("takes later migrations: their tables are distributed, and their indexes built", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* standIn
      yield* Migrations.distribute
      const key = `${String(Migrations.version + 1).padStart(4, "0")}_later`
      const migration = sql`
        CREATE TABLE mailroom.later (
          organization_id BIGINT NOT NULL,
          id BIGINT NOT NULL,
          lead_id BIGINT,
          CONSTRAINT later_pkey PRIMARY KEY (organization_id, id),
          CONSTRAINT later_organization_fkey FOREIGN KEY (organization_id) REFERENCES mailroom.organizations (id),
          CONSTRAINT later_lead_fkey FOREIGN KEY (organization_id, lead_id)
            REFERENCES mailroom.leads (organization_id, id) ON DELETE SET NULL (lead_id)
        )`
      const past = Array.from({ length: Migrations.version }, (_, i) => [
        `${String(i + 1).padStart(4, "0")}_`,
        Effect.void
      ])
      const all = { ...Object.fromEntries(past), [key]: migration }
      yield* apply(all, { [key]: [index("later_lead_idx", "later (organization_id, lead_id)")] })
      assert.include(yield* names("SELECT logicalrelid::text AS name FROM pg_dist_partition"), "mailroom.later")
      const [later] = yield* sql<{ readonly deletes: string; readonly is_valid: boolean }>`
        SELECT (SELECT string_agg(confdeltype::text, '') FROM pg_constraint
            WHERE conrelid = 'mailroom.later'::regclass AND contype = 'f') AS deletes,
          (SELECT indisvalid FROM pg_index WHERE indexrelid = 'mailroom.later_lead_idx'::regclass) AS is_valid`
      assert.deepStrictEqual(later, { deletes: "aa", is_valid: true })
    }).pipe(Effect.provide(layerStorage, { local: true }))
  )

  it.live("is read on connections that are not shared: a read that waits keeps no other one waiting", () =>
    Effect.gen(function* () {
      // One connection for reads that share it, and three others.
      const client = yield* Layer.build(Connection.layerClient({ url: yield* migratedDatabase, maxConnections: 4 }))
      yield* Effect.provideContext(Effect.andThen(standIn, Migrations.distribute), client)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { ids, organization_id, store } = yield* newLeadList("a@x.test")
        const locked = yield* Deferred.make<void>()
        yield* sql`LOCK TABLE mailroom.leads`.pipe(
          Effect.andThen(Deferred.succeed(locked, undefined)),
          Effect.andThen(Effect.never),
          sql.withTransaction,
          Effect.forkScoped
        )
        yield* Deferred.await(locked)
        const waiting = yield* Effect.forkScoped(store.findMany(organization_id, ids))
        yield* Effect.repeat(
          sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          { until: (rows) => rows.length > 0 }
        )
        const changes = yield* ThreadStore.use((threads) => threads.changes(organization_id, 100))
        assert.deepStrictEqual(changes, { revision: 0, replies: 0, other: 0, todo: { replies: 0, other: 0 } })
        assert.isUndefined(waiting.pollUnsafe())
      }).pipe(Effect.provide(PostgresStorage.layer), Effect.provideContext(client))
    }).pipe(Effect.scoped)
  )

  it.live("says which workers do not answer", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* standIn
      yield* Migrations.distribute
      yield* sql`
        CREATE OR REPLACE FUNCTION public.run_command_on_workers(command text)
        RETURNS TABLE (nodename text, nodeport int, success boolean, result text) LANGUAGE sql
        AS $$ VALUES ('worker-1', 5432, TRUE, '1'), ('worker-2', 5433, FALSE, 'failed to connect') $$`
      const unreachable = OrganizationStore.use((store) => store.unreachable)
      assert.deepStrictEqual(yield* unreachable, [])
      // The storage reads only once whether the schema is distributed.
      const again = PostgresStorage.layer
      assert.deepStrictEqual(yield* Effect.provide(unreachable, again, { local: true }), ["worker-2:5433"])
      yield* sql`
        CREATE OR REPLACE FUNCTION public.run_command_on_workers(command text)
        RETURNS TABLE (nodename text, nodeport int, success boolean, result text) LANGUAGE sql
        AS $$ SELECT 'worker-1', 5432, TRUE, pg_sleep(60)::text $$`
      assert.deepStrictEqual(yield* Effect.provide(unreachable, again, { local: true }), ["a worker"])
    }).pipe(Effect.provide(layerStorage, { local: true }))
  )

  it.live("cannot be distributed where there is no Citus", () =>
    Effect.gen(function* () {
      for (const effect of [Migrations.planDistribution, Migrations.distribute]) {
        const error = yield* Effect.flip(effect)
        assert.strictEqual(error._tag, "NoCitus")
      }
    }).pipe(Effect.provide(layerStorage, { local: true }))
  )
})
