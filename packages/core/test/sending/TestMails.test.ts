/** Tests of steps to addresses, until they are sent. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { TestMails } from "../../src/sending/TestMails.ts"
import { type Mailing, test } from "./Mailing.ts"

/** A function that queues a test of the first step. */
const tester = Effect.fnUntraced(function* (given: Mailing) {
  const { account_ids, asTenant, campaign_id, campaigns, lead_ids, sequences } = given
  yield* asTenant(campaigns.pause(campaign_id))
  const [step = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
  const ids = { account_id: account_ids[0] ?? assert.fail(), lead_id: lead_ids[0] ?? assert.fail() }
  return (to: { readonly to_email?: string }) =>
    asTenant(TestMails.use((tests) => tests.send(campaign_id, { ...ids, sequence_id: step.id, ...to })))
})
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

  test("that was refused before its first try is not one of the twenty of a day", { leads: 1 }, function* (given) {
    const send = yield* tester(given)
    const asked = Array.from({ length: 20 }, (_, i) => `colleague${i}@other.example`)
    for (const to_email of asked) yield* send({ to_email })
    assert.strictEqual((yield* Effect.flip(send({ to_email: "boss@other.example" })))._tag, "TooManyTests")
    yield* block(given, asked)
    yield* given.turn()
    yield* send({ to_email: "boss@other.example" })
    yield* given.turn()
    assert.deepStrictEqual(yield* given.mails, ["boss@other.example: [Test] Hello there"])
  })
})
