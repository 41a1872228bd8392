/** Tests of steps to addresses, until they are sent. */
import { assert, describe } from "@effect/vitest"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import type { AccountId } from "../../src/ids.ts"
import { Settings } from "../../src/organization/Settings.ts"
import { TestMails } from "../../src/sending/TestMails.ts"
import { type Mailing, test } from "./Mailing.ts"

/** Functions that queue tests of the first step. */
const seedTester = Effect.fnUntraced(function* (given: Mailing) {
  const { account_ids, asTenant, campaign_id, campaigns, lead_ids, sequences } = given
  yield* asTenant(campaigns.pause(campaign_id))
  const [step = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
  const ids = { account_id: account_ids[0] ?? assert.fail(), lead_id: lead_ids[0] ?? assert.fail() }
  return {
    send: (to: { readonly account_id?: AccountId; readonly to_email?: string }) =>
      asTenant(TestMails.use((tests) => tests.send(campaign_id, { ...ids, sequence_id: step.id, ...to }))),
    toSeeds: asTenant(TestMails.use((tests) => tests.sendToSeeds(campaign_id, { ...ids, sequence_id: step.id })))
  }
})
const tester = (given: Mailing) => Effect.map(seedTester(given), ({ send }) => send)
const block = ({ asTenant }: Mailing, emails: ReadonlyArray<string>) =>
  asTenant(Blacklist.use((blacklist) => blacklist.add("email", [...emails])))

describe("A test of a step", () => {
  test(
    "does not go to an address that was added to the blacklist meanwhile, unless it is an account's",
    { leads: 1 },
    function* (given) {
      const { mails, sendsOf, turn } = given
      const send = yield* tester(given)
      yield* send({ to_email: "colleague@other.example" })
      yield* send({})
      yield* block(given, ["colleague@other.example", "sender0@house.example"])
      yield* turn()
      assert.deepStrictEqual(yield* mails, ["sender0@house.example: [Test] Hello there"])
      assert.deepStrictEqual(
        (yield* sendsOf).map(({ outcome, reply }) => [outcome, reply]),
        [
          ["refused", "The recipient is on the blacklist"],
          ["sent", "250 2.0.0 Ok"]
        ]
      )
    }
  )

  test("that was refused before its first try is not one of the hundred of a day", { leads: 1 }, function* (given) {
    const send = yield* tester(given)
    const asked = Array.from({ length: 100 }, (_, i) => `colleague${i}@other.example`)
    for (const to_email of asked) yield* send({ to_email })
    assert.deepInclude(yield* Effect.flip(send({ to_email: "boss@other.example" })), { _tag: "TooManyTests", left: 0 })
    // Tests to accounts do not count, whichever way they are named.
    yield* send({})
    yield* send({ to_email: "Sender0@house.example" })
    yield* block(given, asked)
    yield* given.turn()
    yield* send({ to_email: "boss@other.example" })
    yield* given.turn()
    assert.strictEqual((yield* given.mails).at(-1), "boss@other.example: [Test] Hello there")
  })

  test(
    "is one of the hundred of the organization, whichever account sends it, for a day",
    { accounts: [{}, {}], leads: 1 },
    function* (given) {
      const send = yield* tester(given)
      const [, second = assert.fail()] = given.account_ids
      for (let i = 0; i < 60; i++) yield* send({ to_email: `a${i}@other.example` })
      const results = yield* Effect.forEach(
        Array.from({ length: 60 }, (_, i) => `b${i}@other.example`),
        (to_email) => Effect.result(send({ account_id: second, to_email })),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(results.filter(Result.isSuccess), 40)
      yield* given.work
      yield* TestClock.adjust("25 hours")
      yield* send({ to_email: "later@other.example" })
    }
  )
})

const setSeeds = ({ asTenant }: Mailing, seed_addresses: ReadonlyArray<string>) =>
  asTenant(Settings.use((settings) => settings.update({ seed_addresses })))

describe("A test to seed addresses", () => {
  const seeds = ["one@gmail.com", "two@outlook.com", "three@other.example"]

  test("goes to each as leads get it, makes no lead and counts nowhere", { leads: 1 }, function* (given) {
    const { asTenant, campaign_id, leads, mails, turn } = given
    yield* setSeeds(given, seeds)
    const { toSeeds } = yield* seedTester(given)
    yield* block(given, ["two@outlook.com"])
    const sends = yield* toSeeds
    assert.deepStrictEqual(
      sends.map(({ kind, subject, to_email }) => [kind, subject, to_email]),
      [
        ["test", "Hello there", "one@gmail.com"],
        ["test", "Hello there", "three@other.example"]
      ]
    )
    yield* turn()
    assert.deepStrictEqual(yield* mails, ["one@gmail.com: Hello there", "three@other.example: Hello there"])
    assert.lengthOf((yield* asTenant(leads.all({ limit: 10 }))).data, 1)
    const { data } = yield* asTenant(Activity.use((activity) => activity.log(campaign_id, { limit: 10 })))
    assert.deepStrictEqual(data, [])
    const [lead] = (yield* asTenant(leads.all({ limit: 10 }))).data
    assert.deepInclude(lead, { status: "Not contacted", amount_sequences_sent: 0 })
  })

  test("is rejected without seed addresses, and as a whole where the day has no room", { leads: 1 }, function* (given) {
    const { send, toSeeds } = yield* seedTester(given)
    assert.strictEqual((yield* Effect.flip(toSeeds))._tag, "NoSeedAddresses")
    yield* setSeeds(given, seeds)
    for (let i = 0; i < 98; i++) yield* send({ to_email: `a${i}@other.example` })
    assert.deepInclude(yield* Effect.flip(toSeeds), { _tag: "TooManyTests", left: 2 })
    yield* given.turn()
    assert.lengthOf(yield* given.mails, 98)
  })

  test("accepts at most 25 addresses, and only valid ones", { leads: 1 }, function* (given) {
    for (const bad of [["no address"], Array.from({ length: 26 }, (_, i) => `s${i}@other.example`)]) {
      assert.strictEqual((yield* Effect.flip(setSeeds(given, bad)))._tag, "InvalidInput")
    }
  })
})
