/**
 * Promises of the memory adapter beyond the conformance suite: fibers in transactions, separate databases, and stored
 * values that callers cannot change.
 */
import { assert, describe, it } from "@effect/vitest"
import {
  Account,
  AccountStore,
  Campaign,
  CampaignStore,
  EventStore,
  Lead,
  LeadStore,
  OrganizationStore,
  SecretStore,
  Timestamp,
  Transactor,
  findOne
} from "@mailroom/core"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Option } from "effect"
import { MemoryStorage } from "../src/index.ts"

const at = Timestamp.fromMillis(0)

/** A database with one organization, and accounts to write to it and read from it. */
const begin = Effect.gen(function* () {
  const context = yield* Layer.build(Layer.fresh(MemoryStorage.layer))
  const accounts = Context.get(context, AccountStore)
  const { id } = yield* Context.get(context, OrganizationStore).insert({ name: "Organization", created_at: at })
  return {
    context,
    organization_id: id,
    transaction: Context.get(context, Transactor).transaction,
    write: (name: string) => accounts.insert(id, Account.create({ email: `${name}@x.test`, provider: "smtp" }, at)),
    written: Effect.map(accounts.page(id, { offset: 0, limit: 200 }), ({ data }) =>
      data.map(({ email }) => email.slice(0, -"@x.test".length))
    )
  }
})

describe("fibers in a transaction", () => {
  it.effect("see its draft, and are undone with it", () =>
    Effect.gen(function* () {
      const { transaction, write, written } = yield* begin
      const inside = Effect.gen(function* () {
        yield* write("a")
        const seen = yield* Fiber.join(yield* Effect.forkChild(Effect.andThen(write("b"), written)))
        assert.deepStrictEqual(seen, ["a", "b"])
        return yield* Effect.fail("undo")
      })
      yield* Effect.flip(transaction(inside))
      assert.deepStrictEqual(yield* written, [])
    })
  )

  it.effect("lose no write to transactions inside it that run at the same time", () =>
    Effect.gen(function* () {
      const { transaction, write, written } = yield* begin
      const slow = (name: string) => transaction(Effect.andThen(Effect.yieldNow, write(name)))
      const inner = [
        slow("a"),
        write("b"),
        slow("c"),
        transaction(Effect.andThen(slow("d"), Effect.fail("undo"))),
        write("e")
      ]
      yield* transaction(Effect.all(inner.map(Effect.exit), { concurrency: "unbounded" }))
      assert.deepStrictEqual((yield* written).toSorted(), ["a", "b", "c", "e"])
    })
  )

  it.effect("write outside of it once it has ended", () =>
    Effect.gen(function* () {
      const { transaction, write, written } = yield* begin
      const ended = yield* Deferred.make<void>()
      const late = Effect.andThen(Deferred.await(ended), transaction(write("late")))
      const fiber = yield* transaction(Effect.tap(Effect.forkDetach(late), () => write("a")))
      yield* transaction(write("b"))
      yield* Deferred.succeed(ended, undefined)
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(yield* written, ["a", "b", "late"])
    })
  )

  it.effect("wait for their turn, and then write outside of it if it has ended meanwhile", () =>
    Effect.gen(function* () {
      const { transaction, write, written } = yield* begin
      const fiber = yield* transaction(
        Effect.gen(function* () {
          const held = yield* Deferred.make<void>()
          const holder = yield* Effect.forkDetach(
            transaction(Effect.andThen(Deferred.succeed(held, undefined), Effect.never))
          )
          yield* Deferred.await(held)
          const waiting = yield* Effect.forkDetach(write("late"), { startImmediately: true })
          yield* write("blocked").pipe(Effect.forkDetach({ startImmediately: true }), Effect.flatMap(Fiber.interrupt))
          yield* Effect.forkDetach(Effect.andThen(Effect.yieldNow, Fiber.interrupt(holder)))
          return waiting
        })
      )
      yield* Fiber.join(fiber)
      assert.deepStrictEqual(yield* written, ["late"])
    })
  )

  it.effect("fail when a transaction inside it outlives it, for then it cannot commit", () =>
    Effect.gen(function* () {
      const { transaction, write, written } = yield* begin
      const ended = yield* Deferred.make<void>()
      const wrote = yield* Deferred.make<void>()
      const inner = Effect.gen(function* () {
        yield* write("inner")
        yield* Deferred.succeed(wrote, undefined)
        yield* Deferred.await(ended)
      })
      const fiber = yield* transaction(Effect.tap(Effect.forkDetach(transaction(inner)), () => Deferred.await(wrote)))
      yield* Deferred.succeed(ended, undefined)
      const error = yield* Effect.flip(Fiber.join(fiber))
      assert(error._tag === "StorageError")
      assert.strictEqual(error.reason._tag, "Unavailable")
      assert.deepStrictEqual(yield* written, [])
    })
  )
})

describe("transactions", () => {
  it.effect("keep single writes waiting, and lose none of them", () =>
    Effect.gen(function* () {
      const { transaction, write, written } = yield* begin
      const proceed = yield* Deferred.make<void>()
      const first = yield* write("a").pipe(
        Effect.andThen(Deferred.await(proceed)),
        transaction,
        Effect.forkChild({ startImmediately: true })
      )
      const second = yield* Effect.forkChild(write("b"), { startImmediately: true })
      assert.isUndefined(second.pollUnsafe())
      assert.deepStrictEqual(yield* written, [])
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(second)
      assert.deepStrictEqual(yield* written, ["a", "b"])
    })
  )

  it.effect("of one database are nothing to another", () =>
    Effect.gen(function* () {
      const one = yield* begin
      const other = yield* begin
      const both = Effect.gen(function* () {
        yield* one.write("a")
        yield* other.write("b")
        assert.deepStrictEqual([yield* one.written, yield* other.written], [["a"], ["b"]])
        return yield* Effect.fail("undo")
      })
      yield* Effect.flip(one.transaction(both))
      assert.deepStrictEqual([yield* one.written, yield* other.written], [[], ["b"]])
    })
  )

  it.effect("never reuse an id that a failed transaction took", () =>
    Effect.gen(function* () {
      const { transaction, write } = yield* begin
      const undone = yield* Effect.flip(transaction(Effect.flatMap(write("a"), Effect.fail)))
      assert.isTrue("id" in undone && undone.id < (yield* write("a")).id)
    })
  )
})

describe("stored values", () => {
  const leads = Effect.gen(function* () {
    const { context, organization_id } = yield* begin
    const campaign_id = Campaign.CampaignId.make("00000000-0000-7000-8000-000000000000")
    const campaign = {
      id: campaign_id,
      name: "Campaign",
      status: "draft",
      status_reason: null,
      ...Campaign.defaults
    } as const
    yield* Context.get(context, CampaignStore).insert(organization_id, {
      ...campaign,
      created_at: at,
      updated_at: at,
      verification: null,
      version: 1
    })
    return { organization_id, campaign_id, store: Context.get(context, LeadStore) }
  })

  it.effect("are all there or none when a write dies half-way", () =>
    Effect.gen(function* () {
      const { campaign_id, organization_id, store } = yield* leads
      const sound = Lead.create(campaign_id, { email: "a@x.test" }, at, false)
      const broken = Object.defineProperty({ ...sound }, "email", { get: () => assert.fail("broken") })
      const exit = yield* Effect.exit(store.insert(organization_id, campaign_id, [sound, broken]))
      assert.isTrue(Exit.hasDies(exit))
      assert.deepStrictEqual(
        yield* store.findMatching(organization_id, { addresses: ["a@x.test"], domains: [] }, { limit: 1 }),
        []
      )
      assert.strictEqual((yield* store.insert(organization_id, campaign_id, [sound])).length, 1)
    })
  )

  it.effect("are not those of the caller, and do not change with them", () =>
    Effect.gen(function* () {
      const { campaign_id, organization_id, store } = yield* leads
      const custom_fields: Record<string, string> = { city: "Oslo" }
      const input = { ...Lead.create(campaign_id, { email: "a@x.test" }, at, false), custom_fields }
      const [id] = yield* store.insert(organization_id, campaign_id, [input])
      assert(typeof id === "number")
      input.first_name = "changed"
      custom_fields["city"] = "changed"
      const stored = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id))
      assert.deepStrictEqual([stored.first_name, stored.custom_fields], ["", { city: "Oslo" }])
      const { data } = Option.getOrThrow(yield* store.page(organization_id, campaign_id, { offset: 0, limit: 1 }))
      for (const value of [data[0], stored.custom_fields]) assert.isFrozen(value)
    })
  )

  it.effect("are found by another address once they have it, though it folds to the same", () =>
    Effect.gen(function* () {
      const { campaign_id, organization_id, store } = yield* leads
      const lead = Lead.create(campaign_id, { email: "a@strasse.test" }, at, false)
      const [id] = yield* store.insert(organization_id, campaign_id, [lead])
      assert(typeof id === "number")
      const changed = { ...lead, id, email: "a@straße.test", version: 2 }
      assert.isTrue(yield* store.replace(organization_id, changed, 1))
      const found = (address: string) =>
        store.findMatching(organization_id, { addresses: [address], domains: [] }, { limit: 1 })
      assert.deepStrictEqual(yield* found("a@strasse.test"), [])
      assert.deepStrictEqual(yield* found("a@xn--strae-oqa.test"), [{ address: "a@xn--strae-oqa.test", id }])
      yield* store.remove(organization_id, [id])
      assert.deepStrictEqual(yield* found("a@xn--strae-oqa.test"), [])
    })
  )

  it.effect("have what the rules remember as it was, to the last part", () =>
    Effect.gen(function* () {
      const { campaign_id, organization_id, store } = yield* leads
      const sent = { occurred_at: at, identity: "sent", account_id: null, sequence_id: null }
      const activity = { firsts: { sent: { ...sent } }, last_sent: { ...sent }, bounced: false, positive: false }
      const lead = Lead.create(campaign_id, { email: "a@x.test" }, at, false)
      const [id] = yield* store.insert(organization_id, campaign_id, [{ ...lead, activity }])
      assert(typeof id === "number")
      activity.bounced = true
      activity.last_sent.identity = "changed"
      activity.firsts.sent.identity = "changed"
      activity.firsts = { sent }
      const stored = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id)).activity
      assert.deepStrictEqual(stored, { firsts: { sent }, last_sent: sent, bounced: false, positive: false })
      for (const value of [stored, stored.last_sent, stored.firsts, stored.firsts["sent"]]) assert.isFrozen(value)
      const stops = { reply: at }
      yield* store.writeState(organization_id, [{ ...lead, id, stops, activity: { ...stored, bounced: true } }])
      stops.reply = Timestamp.Timestamp.make("9999-12-31T23:59:59.999Z")
      const replaced = Option.getOrThrow(yield* findOne(store.findMany, organization_id, id))
      assert.deepStrictEqual(replaced.activity, { ...stored, bounced: true })
      assert.strictEqual(replaced.activity.firsts["sent"], stored.firsts["sent"])
      assert.deepStrictEqual(replaced.stops, { reply: at })
      assert.isFrozen(replaced.stops)
    })
  )

  it.effect("are events with separate data", () =>
    Effect.gen(function* () {
      const { context, organization_id } = yield* begin
      const events = Context.get(context, EventStore)
      const campaign_id = Campaign.CampaignId.make("00000000-0000-7000-8000-000000000000")
      const data = { reason: "unknown user" }
      const event = {
        identity: "1",
        type: "bounced",
        occurred_at: at,
        campaign_id,
        lead_id: Lead.LeadId.make(1)
      } as const
      yield* events.insert(organization_id, [
        {
          ...event,
          account_id: null,
          sequence_id: null,
          message_id: null,
          provider_message_id: null,
          email: null,
          data
        }
      ])
      data.reason = "changed"
      const [stored] = yield* events.scan(organization_id, { limit: 1 })
      assert(stored !== undefined)
      assert.deepStrictEqual(stored.data, { reason: "unknown user" })
      for (const value of [stored, stored.data]) assert.isFrozen(value)
    })
  )

  it.effect("are bytes of the store's own", () =>
    Effect.gen(function* () {
      const { context } = yield* begin
      const secrets = Context.get(context, SecretStore)
      const candidate = new Uint8Array([1, 2, 3])
      yield* secrets.replace("signer", undefined, candidate)
      candidate.fill(0)
      const found = Effect.map(secrets.find("signer"), Option.getOrThrow)
      const secret = yield* found
      secret.fill(9)
      assert.deepStrictEqual([...(yield* found)], [1, 2, 3])
    })
  )

  it.effect("have their fields in the documented order", () =>
    Effect.gen(function* () {
      const { campaign_id, organization_id, store } = yield* leads
      yield* store.insert(organization_id, campaign_id, [Lead.create(campaign_id, { email: "a@x.test" }, at, false)])
      const { data } = Option.getOrThrow(yield* store.page(organization_id, campaign_id, { offset: 0, limit: 1 }))
      assert.deepStrictEqual(Object.keys(data[0] ?? {}), Object.keys(Lead.Lead.fields))
    })
  )
})
