/**
 * Batches of events that share a transaction: a lead that another transaction has locked delays only the batches about
 * this lead.
 */
import { assert, it } from "@effect/vitest"
import {
  Activity,
  Campaigns,
  CurrentOrganization,
  LeadStore,
  Leads,
  Mailroom,
  Organizations,
  Transactor
} from "@mailroom/core"
import { MemoryStorage } from "@mailroom/memory"
import { PostalMime } from "@mailroom/mime"
import { Effect, Fiber, Layer, Result } from "effect"
import { layerStorage } from "../packages/postgres/test/Server.ts"

const layer = Mailroom.layer.pipe(Layer.provide(PostalMime.layer), Layer.provideMerge(layerStorage))

it.live("a transaction that waits for a lock is undone, and each of its batches is recorded separately", () =>
  Effect.gen(function* () {
    const { id } = yield* (yield* Organizations).create({ name: "Organization" })
    const here = Effect.provideService(CurrentOrganization, { id })
    const campaign = yield* here((yield* Campaigns).create({ name: "Campaign" }))
    const emails = ["locked@x.test", "free@x.test"]
    const created = (yield* Leads).create({ campaign_id: campaign.id, leads: emails.map((email) => ({ email })) })
    const [locked, free] = (yield* here(created)).data.map((lead) => lead.id)
    if (locked === undefined || locked === null || free === undefined) return yield* Effect.die("no leads")
    const activity = yield* Activity
    const store = yield* LeadStore
    const context = yield* Effect.context<never>()
    let count = 0
    // Runs outside the transaction below.
    const start = (lead_id: number | null) => {
      const event = {
        type: "sent",
        lead_id,
        occurred_at: "2026-03-01T10:00:00.000Z",
        idempotency_key: `key ${++count}`
      }
      return Effect.runForkWith(context)(here(activity.record([event])))
    }
    const waiting = yield* (yield* Transactor).transaction(
      Effect.gen(function* () {
        yield* store.lock(id, [locked])
        // The first begins at once; the others share the next transaction, which waits for the lock.
        const [first, second, third] = [start(locked), start(free), start(locked)]
        const { counts } = yield* Fiber.join(second)
        assert.strictEqual(counts.recorded, 1)
        assert.isUndefined(third.pollUnsafe())
        return { first, third }
      })
    )
    assert.strictEqual((yield* Fiber.join(waiting.third)).counts.recorded, 1)
    // The first has waited for the lock as long as the others together: it has the lock at last, or the time is over.
    const result = yield* Effect.result(Fiber.join(waiting.first))
    if (Result.isFailure(result)) {
      assert.strictEqual(result.failure._tag === "StorageError" && result.failure.reason._tag, "Unavailable")
    }
    const recorded = 1 + (Result.isSuccess(result) ? result.success.counts.recorded : 0)
    const leads = yield* store.findMany(id, [locked, free as typeof locked])
    assert.deepStrictEqual(
      leads.map(({ amount_sequences_sent, version }) => [amount_sequences_sent, version]),
      [
        [recorded, 1 + recorded],
        [1, 2]
      ]
    )
  }).pipe(Effect.provide(layer))
)

it.effect("a call that is alone has one transaction for a bounce and other events, unless it has more than 200", () => {
  let transactions = 0
  const counting = Layer.effect(
    Transactor,
    Effect.map(Transactor, (own) =>
      Transactor.of({
        ...own,
        transaction: (effect) =>
          Effect.suspend(() => {
            transactions++
            return own.transaction(effect)
          })
      })
    )
  ).pipe(Layer.provideMerge(MemoryStorage.layer))
  return Effect.gen(function* () {
    const { id } = yield* (yield* Organizations).create({ name: "Organization" })
    const here = Effect.provideService(CurrentOrganization, { id })
    const campaign = yield* here((yield* Campaigns).create({ name: "Campaign" }))
    yield* here((yield* Leads).create({ campaign_id: campaign.id, leads: [{ email: "ada@x.test" }] }))
    const activity = yield* Activity
    const lead = { campaign_id: campaign.id, email: "ada@x.test", occurred_at: "1970-01-01T00:00:00.000Z" }
    const transactionsOf = Effect.fnUntraced(function* (opened: number) {
      const events = [
        { ...lead, type: "bounced", data: { hard: true }, idempotency_key: `bounce ${opened}` },
        ...Array.from({ length: opened }, (_, n) => ({ ...lead, type: "opened", idempotency_key: `${opened} ${n}` }))
      ]
      transactions = 0
      const { counts } = yield* here(activity.record(events))
      assert.strictEqual(counts.recorded, opened + 1)
      return transactions
    })
    assert.deepStrictEqual([yield* transactionsOf(199), yield* transactionsOf(200)], [1, 2])
  }).pipe(Effect.provide(Mailroom.layer.pipe(Layer.provide(PostalMime.layer), Layer.provideMerge(counting))))
})
