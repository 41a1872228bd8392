import { assert, describe, it } from "@effect/vitest"
import { CampaignStore, Lead, LeadStore, StopSending, Timestamp, Transactor, findOne } from "@mailroom/core"
import { Effect, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import { leadList, newCampaign, newLeadList } from "./Seeds.ts"
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
      const set = (id: Lead.LeadId) => store.set(organization_id, id, { texts: { company: "Engines" } }, now)
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
      assert.deepStrictEqual(yield* transaction(set(b)), yield* findOne(store.findMany, organization_id, b))
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
      const set = (id: Lead.LeadId) => store.set(organization_id, id, { texts: { company: "Engines" } }, now)
      const [first, patient] = yield* transaction(
        Effect.gen(function* () {
          yield* sql`LOCK TABLE mailroom.leads IN ACCESS EXCLUSIVE MODE`
          // Runs outside this transaction. The first statement sets one lead, the second statement sets the other
          // leads.
          const [first, hasty, patient] = ids.map((id) => Effect.runForkWith(context)(set(id)))
          if (first === undefined || hasty === undefined || patient === undefined) return yield* Effect.die("no leads")
          yield* Fiber.interrupt(hasty)
          return [first, patient]
        })
      )
      for (const fiber of [first, patient]) {
        const lead = fiber && (yield* Fiber.join(fiber))
        assert.strictEqual(lead && Option.getOrThrow(lead).company, "Engines")
      }
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("are set in one statement beside a name that is not ASCII, which is still found", () =>
    Effect.gen(function* () {
      const { ids, organization_id } = yield* newLeadList("a@x.test")
      const [id] = ids
      if (id === undefined) return yield* Effect.die("no lead")
      const store = yield* LeadStore
      const sql = yield* SqlClient.SqlClient
      const now = yield* Timestamp.now
      const names = ["first_name", "last_name", "company"] as const
      for (const kept of names) {
        const before = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id))
        // Folding turns `ß` into two letters.
        const other = { first_name: "Ada", last_name: "King", company: "Engines", [kept]: "Weiß & Å" }
        yield* store.replace(organization_id, { ...before, ...other, version: before.version + 1 }, before.version)
        for (const name of names) {
          if (name === kept) continue
          const lead = Option.getOrThrow(
            yield* store.set(organization_id, id, { texts: { [name]: `${other[name]} of ${kept}` } }, now)
          )
          const [row] = yield* sql`SELECT search_text FROM mailroom.leads WHERE id = ${id}::bigint`
          assert.deepStrictEqual(row, { search_text: Lead.searchTextOf(lead) })
        }
      }
    }).pipe(Effect.provide(layerStorage))
  )

  it.live("and stops wait for nobody's lock: a stop whose campaign is locked is not set", () =>
    Effect.gen(function* () {
      const { campaign_id, ids, organization_id } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test")
      const another = yield* leadList(organization_id, yield* newCampaign(organization_id))
      const [a, b, c, d] = [...ids, ...(yield* another.write("d@x.test"))]
      if (a === undefined || b === undefined || c === undefined || d === undefined) return yield* Effect.die("no leads")
      const store = yield* LeadStore
      const { transaction } = yield* Transactor
      const sql = yield* SqlClient.SqlClient
      const now = Timestamp.fromMillis(Date.now() + 60_000)
      const stop = { texts: {}, stop: StopSending.stop(now) }
      const settings = new Map<Lead.LeadId, Lead.LeadSettings>([
        [a, stop],
        [b, stop],
        [c, { texts: { company: "Engines" } }],
        [d, stop]
      ])
      const answers = yield* transaction(
        Effect.gen(function* () {
          yield* sql`SELECT FROM mailroom.campaigns WHERE id = ${campaign_id}::uuid FOR UPDATE`
          const set = ([id, given]: readonly [Lead.LeadId, Lead.LeadSettings]) =>
            store.set(organization_id, id, given, now)
          // Runs outside this transaction.
          return yield* Effect.promise(() =>
            Effect.runPromise(Effect.forEach(settings, set, { concurrency: "unbounded" }))
          )
        })
      )
      assert.deepStrictEqual(answers.map(Option.isSome), [false, false, true, true])
      const stored = yield* store.findMany(organization_id, [...settings.keys()])
      assert.deepStrictEqual(
        stored.map(({ company, stop_sending }) => [company, stop_sending]),
        [
          ["", false],
          ["", false],
          ["Engines", false],
          ["", true]
        ]
      )
      for (const [id, stopped] of [[campaign_id, 0] as const, [another.campaign_id, 1] as const]) {
        const [campaign] = yield* CampaignStore.use((campaigns) => campaigns.list(organization_id, [id]))
        assert.strictEqual(campaign?.leads.stopped, stopped)
      }
    }).pipe(Effect.provide(layerStorage))
  )
})
