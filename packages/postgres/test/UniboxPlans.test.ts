/** The plans of the unibox's lists and counts by state, among many threads. */
import { assert, describe, it } from "@effect/vitest"
import { ThreadStore } from "@mailroom/core"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { counting, explain, pagesOf } from "./Explain.ts"
import { at, newLeadList, unhurried } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

/** 20 000 threads with a message each. All have this state, but one of 1 000. */
const newThreads = Effect.fnUntraced(function* (most: "done" | "open") {
  const sql = yield* SqlClient.SqlClient
  const { organization_id } = yield* newLeadList()
  const rare = most === "done" ? "open" : "done"
  yield* unhurried(sql`
    INSERT INTO mailroom.threads (organization_id, tab, state, is_listed, is_new, last_message_id, last_date_sent,
      last_message)
    SELECT ${organization_id}::bigint, CASE WHEN n % 2 = 0 THEN 'replies' ELSE 'other' END,
      CASE WHEN n % 1000 < 2 THEN ${rare}::text ELSE ${most}::text END, TRUE, n % 700 = 0, n,
      ${at}::timestamptz + n * interval '1 minute', '{}'
    FROM generate_series(1, 20000) n`)
  yield* sql`VACUUM ANALYZE mailroom.threads`
  return { organization_id, rare } as const
})

describe("The plan of a list of threads by state", () => {
  for (const most of ["open", "done"] as const) {
    it.live(`reads the page by an index, when most are ${most}`, () =>
      Effect.gen(function* () {
        const store = yield* ThreadStore
        const { organization_id, rare } = yield* newThreads(most)
        for (const mode of ["custom", "generic"] as const) {
          for (const state of [rare, most] as const) {
            const page = store.page(organization_id, { tab: "replies", state, limit: 20 })
            const plan = (yield* explain(page, mode, counting)).join("\n")
            assert.match(plan, /Index Scan using threads_(?:state_)?page_idx/u, plan)
            if (state === rare) assert.include(plan, "threads_state_page_idx")
            assert.isAtMost(pagesOf(plan), 200, plan)
          }
          const due = (yield* explain(store.findSnoozed({ now: at, limit: 10 }), mode, counting)).join("\n")
          assert.include(due, "threads_snoozed_idx")
          const counts = (yield* explain(store.changes(organization_id, 1_000), mode, counting)).join("\n")
          // The whole table has hundreds of pages.
          assert.isAtMost(pagesOf(counts), 150, counts)
        }
      }).pipe(Effect.provide(layerStorage))
    )
  }
})
