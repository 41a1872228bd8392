/** The plan that erases the mails of leads: with statistics and without. */
import { assert, it } from "@effect/vitest"
import { Lead, SendStore } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { explain } from "./Explain.ts"
import { newLeadList, unhurried } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

it.live("The mails of leads, and those in their threads, are found by indexes among all mails", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const store = yield* SendStore
    const { organization_id } = yield* newLeadList()
    yield* unhurried(sql`
      INSERT INTO mailroom.sends (organization_id, kind, lead_id, thread_id, account_id, to_email, subject, message_id, outcome, attempts)
      SELECT ${organization_id}::bigint, CASE n % 10 WHEN 0 THEN 'forward' ELSE 'step' END, CASE n % 10 WHEN 0 THEN NULL ELSE n END,
        n, 1, 'x', 'x', n::text, 'sent', 1
      FROM generate_series(1, 20000) n`)
    const erase = store.erase(organization_id, [Lead.LeadId.make(7)], [])
    for (const statistics of ["none", "current"]) {
      if (statistics === "current") yield* sql`ANALYZE`
      for (const mode of ["custom", "generic"] as const) {
        const plan = (yield* explain(erase, mode, "VERBOSE OFF")).join("\n")
        for (const index of ["sends_lead_idx", "sends_thread_idx"]) {
          assert.include(plan, index, `${statistics}, ${mode}\n${plan}`)
        }
        assert.notInclude(plan, "Seq Scan on sends", `${statistics}, ${mode}\n${plan}`)
      }
    }
  }).pipe(Effect.provide(layerStorage))
)
