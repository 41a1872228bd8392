/**
 * The schema on Citus. No test installs it: a stand-in has the names of its functions and rejects what it rejects, but keeps
 * all rows where they are. `npm run test:postgres -- --url … --distribute` runs the suite on Citus itself.
 */
import { assert, describe, it } from "@effect/vitest"
import { ThreadStore } from "@mailroom/core"
import { cases } from "@mailroom/core/testing"
import { Migrations } from "@mailroom/postgres"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { index } from "../src/internal/afterwards.ts"
import { apply } from "../src/internal/migrating.ts"
import { newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

const standIn = SqlClient.SqlClient.use((sql) =>
  Effect.all([
    sql`CREATE TABLE public.pg_dist_partition (logicalrelid regclass PRIMARY KEY)`,
    sql`CREATE TABLE public.truncated (name text)`,
    sql`
      CREATE FUNCTION public.create_distributed_table(name regclass, key text, colocate_with text) RETURNS void AS $$
        DECLARE
          problem text;
        BEGIN
          INSERT INTO public.pg_dist_partition VALUES (name);
          SELECT conname INTO problem FROM pg_constraint WHERE conrelid = name AND contype = 'f' AND (
            confdeltype = 'n' OR confrelid NOT IN (SELECT logicalrelid FROM public.pg_dist_partition)
          );
          IF problem IS NOT NULL THEN RAISE 'unsupported foreign key %', problem; END IF;
          SELECT indexrelid::regclass INTO problem FROM pg_index JOIN pg_attribute ON attrelid = name AND attname = key
          WHERE indrelid = name AND indisunique AND attnum <> ALL(indkey);
          IF problem IS NOT NULL THEN RAISE '% does not have the distribution column', problem; END IF;
          IF name <> 'mailroom.organizations'::regclass AND colocate_with <> 'mailroom.organizations' THEN
            RAISE '% is elsewhere', name;
          END IF;
        END
      $$ LANGUAGE plpgsql`,
    sql`
      CREATE FUNCTION public.truncate_local_data_after_distributing_table(name regclass) RETURNS void AS $$
        DECLARE
          problem text;
        BEGIN
          SELECT conname INTO problem FROM pg_constraint
          WHERE contype = 'f' AND confrelid IN (SELECT logicalrelid FROM public.pg_dist_partition)
            AND conrelid NOT IN (SELECT logicalrelid FROM public.pg_dist_partition);
          IF problem IS NOT NULL THEN RAISE '% is a key to a distributed table', problem; END IF;
          INSERT INTO public.truncated VALUES (name);
        END
      $$ LANGUAGE plpgsql`
  ])
)

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
      // Cases in which campaigns go that threads name, and one whose constraint has a shard's number in its name.
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

  it.live("cannot be distributed where there is no Citus", () =>
    Effect.gen(function* () {
      for (const effect of [Migrations.planDistribution, Migrations.distribute]) {
        const error = yield* Effect.flip(effect)
        assert.strictEqual(error._tag, "NoCitus")
      }
    }).pipe(Effect.provide(layerStorage, { local: true }))
  )
})
