/** Stores reject a limit that is not a safe integer from 0 on, because the limit becomes text of the statement. */
import { assert, describe, it } from "@effect/vitest"
import { EventStore, LeadStore, Tag, Thread, ThreadStore } from "@mailroom/core"
import { Cause, Effect, Exit } from "effect"
import { newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

describe("a limit", () => {
  it.live("is a safe integer, or nothing is read", () =>
    Effect.gen(function* () {
      const { campaign_id, organization_id } = yield* newLeadList("ada@x.test")
      const leads = yield* LeadStore
      const events = yield* EventStore
      const threads = yield* ThreadStore
      for (const value of ["(SELECT 1 FROM pg_sleep(9))", "1; SELECT 1", 1.5, NaN, -1, 2 ** 53]) {
        const limit = value as number
        const reads: ReadonlyArray<() => Effect.Effect<unknown, unknown>> = [
          () => leads.page(organization_id, campaign_id, { offset: 0, limit }),
          () => leads.findMatching(organization_id, { addresses: ["ada@x.test"], domains: ["x.test"] }, { limit }),
          () => leads.list(organization_id, { tag_id: Tag.TagId.make(1), limit }),
          () => events.page(organization_id, campaign_id, { limit }),
          () => events.scan(organization_id, { limit }),
          () => threads.page(organization_id, { tab: "other", limit }),
          () => threads.messages(organization_id, Thread.ThreadId.make(1), { limit, maximum_bytes: 1_000 })
        ]
        for (const read of reads) {
          const exit = yield* Effect.exit(Effect.suspend(read))
          assert.isTrue(Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof TypeError, String(value))
        }
      }
    }).pipe(Effect.provide(layerStorage))
  )
})
