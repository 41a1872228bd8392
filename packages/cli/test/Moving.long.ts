/** `mailroom import --all` as a process that is killed in a transaction, over a real database. */
import { assert, describe, it } from "@effect/vitest"
import { Arrival, CampaignStore, CurrentOrganization, Leads } from "@mailroom/core"
import { Connection } from "@mailroom/postgres"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { until } from "../../http/test/api/Until.ts"
import * as Harness from "./Harness.ts"
import { exported, inMemory, rowsOf, small } from "./MovingHarness.ts"
import { launch, mailroom } from "./Process.ts"

/** Writes an organization with so many leads that they are stored in several transactions. */
const writeHouse = (path: string) =>
  Effect.gen(function* () {
    const id = yield* small
    yield* Effect.gen(function* () {
      const [campaign] = yield* CampaignStore.use((store) => store.list(id))
      if (campaign === undefined) return yield* Effect.die("no campaign")
      const leads = Array.from({ length: 1_000 }, (_, i) => ({ email: `more-${i}@x.test`, company: `Müller ${i}` }))
      yield* Leads.use((service) => service.create({ campaign_id: campaign.id, leads }))
    }).pipe(Effect.provideService(CurrentOrganization, { id }))
    return yield* exported(id, path)
  }).pipe(inMemory)

describe("an import of an organization that is killed", () => {
  it.live("leaves no half transaction, and the same command stores each row once", () =>
    Effect.gen(function* () {
      const cwd = yield* Harness.folder
      const env = yield* Harness.database
      const [file, back] = [join(cwd, "house.ndjson"), join(cwd, "back.ndjson")]
      yield* writeHouse(file)
      const args = ["import", "--all", file, "--json"]

      const { leads, rows } = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // Entries of the blacklist come after the leads: the import waits for this lock in its last transaction.
        const killed = yield* Effect.gen(function* () {
          yield* sql`LOCK TABLE mailroom.blacklist IN SHARE MODE`
          const importing = yield* launch(args, { cwd, env })
          yield* sql`SELECT FROM pg_locks WHERE NOT granted AND relation = 'mailroom.blacklist'::regclass`.pipe(
            until((waiting) => waiting.length > 0)
          )
          return yield* importing.stop("SIGKILL")
        }).pipe(sql.withTransaction)
        assert.strictEqual(killed.code, "SIGKILL")
        const [stored] = yield* sql<{ leads: number; rows: number }>`
          SELECT rows_stored::integer AS rows, (SELECT count(*)::integer FROM mailroom.leads) AS leads
          FROM mailroom.imports WHERE NOT is_finished`
        return stored ?? assert.fail("nothing is stored")
      }).pipe(Effect.provide(Connection.layerClient({ url: Redacted.make(env["DATABASE_URL"] ?? "") })))
      const all = yield* rowsOf(file)
      assert.deepStrictEqual([leads, rows % 500], [all.slice(0, rows).filter(({ kind }) => kind === "leads").length, 0])
      assert.isTrue(leads > 0 && leads < 1_010, `${leads} leads`)

      const again = yield* mailroom(args, { cwd, env })
      assert.strictEqual(again.code, 0, again.stderr)
      assert.match(again.stderr, new RegExp(`^Continuing after ${rows} rows$`, "mu"))
      const exporting = yield* mailroom(["export", "--output", back], { cwd, env })
      assert.strictEqual(exporting.code, 0, exporting.stderr)
      assert.deepStrictEqual(yield* rowsOf(back), all.map(Arrival.arrived))
    })
  )
})
