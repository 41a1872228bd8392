import { assert, describe, it } from "@effect/vitest"
import { type Lead, LeadStore, StorageBudget, Timestamp, Transactor } from "@mailroom/core"
import { Effect, Exit, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import { newLeadList } from "./Seeds.ts"
import { layerStorage } from "./Server.ts"

describe("Texts of several leads at the same time", () => {
  it.live("are set together: nobody waits for the lock of another's lead", () =>
    Effect.gen(function* () {
      const { ids, organization_id } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
      const [a, b, c] = ids
      if (a === undefined || b === undefined || c === undefined) return yield* Effect.die("no leads")
      const store = yield* LeadStore
      const { transaction } = yield* Transactor
      const now = yield* Timestamp.now
      const set = (id: Lead.LeadId) => store.setTexts(organization_id, id, { company: "Engines" }, now)
      const answers = yield* transaction(
        Effect.gen(function* () {
          yield* store.lock(organization_id, [b])
          // Runs outside this transaction.
          return yield* Effect.promise(() =>
            Effect.runPromise(Effect.forEach([a, b, c], set, { concurrency: "unbounded" }))
          )
        })
      )
      assert.deepStrictEqual(
        answers.map((answer) => Option.isSome(answer) && answer.value.company),
        ["Engines", false, "Engines"]
      )
      const stored = yield* store.findMany(organization_id, ids)
      assert.deepStrictEqual(
        stored.map(({ company, version }) => [company, version]),
        [
          ["Engines", 2],
          ["", 1],
          ["Engines", 2]
        ]
      )
      assert.deepStrictEqual(yield* transaction(set(b)), yield* store.find(organization_id, b))
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("are set together also when one who waits for them gives up", () =>
    Effect.gen(function* () {
      const { ids, organization_id } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
      const store = yield* LeadStore
      const { transaction } = yield* Transactor
      const sql = yield* SqlClient.SqlClient
      const now = yield* Timestamp.now
      const context = yield* Effect.context<never>()
      const set = (id: Lead.LeadId) => store.setTexts(organization_id, id, { company: "Engines" }, now)
      const [first, patient] = yield* transaction(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE mailroom.leads IN ACCESS EXCLUSIVE MODE`
          // Runs outside this transaction. The first statement sets one lead, the second statement sets the other
          // leads.
          const [first, hasty, patient] = ids.map((id, i) =>
            Effect.runForkWith(context)(i === 1 ? StorageBudget.within("100 millis")(set(id)) : set(id))
          )
          if (first === undefined || hasty === undefined || patient === undefined) return yield* Effect.die("no leads")
          assert.isTrue(Exit.isFailure(yield* Fiber.await(hasty)))
          return [first, patient]
        })
      )
      for (const fiber of [first, patient]) {
        const lead = fiber && (yield* Fiber.join(fiber))
        assert.strictEqual(lead && Option.getOrThrow(lead).company, "Engines")
      }
    }).pipe(Effect.provide(layerStorage))
  )
})
