/** Leads whose mails go on when accounts, steps or settings change: none is left out for good. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { AgendaStore } from "../../src/agenda/AgendaStore.ts"
import { LeadId, SequenceId } from "../../src/ids.ts"
import * as Mailroom from "../../src/Mailroom.ts"
import { at } from "../../src/testing/fixtures/Fixtures.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, test } from "./Mailing.ts"

const first = { subject: "One", body: "One" }
const later = (name: string) => ({ subject: name, body: name, delay_days: 3 })

/** Lets three days pass and the accounts work, a number of times. */
const pass = Effect.fnUntraced(function* ({ work }: Mailing, times = 1) {
  for (let time = 0; time < times; time++) {
    yield* TestClock.adjust("3 days")
    yield* work
  }
})
/** The subjects of the mails so far. */
const subjects = ({ mails }: Mailing) => Effect.map(mails, (all) => all.map((mail) => mail.split(": ")[1]))

describe("Leads that cannot be written to", () => {
  test(
    "take no place of the others, and the campaign ends",
    { leads: 1, campaign: { daily_limit: 2 } },
    function* (given) {
      const { asTenant, campaign_id, leads, mails, status, work } = given
      const rows = (names: ReadonlyArray<string>, verification_status: "invalid" | "valid") =>
        names.map((name) => ({ email: `${name}@lead.example`, verification_status }))
      const all = [...rows(["a", "b", "c", "d"], "invalid"), ...rows(["e"], "valid")]
      yield* asTenant(leads.create({ campaign_id, leads: all }))
      yield* work
      assert.deepStrictEqual(yield* mails, ["lead0@lead.example: Hello there", "e@lead.example: Hello there"])
      assert.strictEqual(yield* status, "completed")
    }
  )

  test(
    "take none when they wait for an account that sends nothing",
    { accounts: [{}, { sending_enabled: false }], leads: 1, campaign: { daily_limit: 1 } },
    function* ({ account_ids, asTenant, campaign_id, leads, mails, work }) {
      const chosen = ["a", "b", "c"].map((name) => ({
        email: `${name}@lead.example`,
        chosen_sender: account_ids[1] ?? null
      }))
      yield* asTenant(
        leads.create({ campaign_id, leads: [...chosen, { email: "d@lead.example" }, { email: "e@lead.example" }] })
      )
      for (let day = 1; day <= 3; day++) {
        yield* work
        yield* TestClock.adjust("1 day")
      }
      assert.deepStrictEqual(
        (yield* mails).map((mail) => mail.split("@")[0]),
        ["lead0", "d", "e"]
      )
    }
  )
})

describe("A step that is added after the campaign has ended", () => {
  test(
    "goes to all finished leads, whichever account works first",
    { accounts: [{}, {}], steps: [first] },
    function* (given) {
      const { account_ids, asTenant, campaign_id, mails, sequences, status, turn, work } = given
      const [one = assert.fail(), other = assert.fail()] = account_ids
      yield* turn(one)
      assert.deepStrictEqual([(yield* mails).length, yield* status], [2, "completed"])
      yield* asTenant(sequences.create(campaign_id, { subject: "Two", body: "Two", delay_days: 0 }))
      yield* turn(other)
      assert.strictEqual(yield* status, "active")
      yield* work
      assert.deepStrictEqual([(yield* mails).length, yield* status], [4, "completed"])
    }
  )

  test(
    "goes to them, too, when a step was deleted before",
    { leads: 1, steps: [first, later("Two")] },
    function* (given) {
      const { asTenant, campaign_id, sequences, work } = given
      yield* work
      yield* pass(given)
      const [step = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
      yield* asTenant(sequences.remove(campaign_id, step.id))
      yield* work
      yield* asTenant(sequences.create(campaign_id, later("Three")))
      yield* pass(given)
      assert.deepStrictEqual(yield* subjects(given), ["One", "Two", "Three"])
    }
  )
})

test(
  "A lead gets every step behind one that is deleted",
  { leads: 1, steps: [first, later("Two"), later("Three")] },
  function* (given) {
    const { asTenant, campaign_id, sequences, status, work } = given
    yield* work
    const [step = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
    yield* asTenant(sequences.remove(campaign_id, step.id))
    yield* pass(given, 2)
    assert.deepStrictEqual(yield* subjects(given), ["One", "Two", "Three"])
    assert.strictEqual(yield* status, "completed")
  }
)

test(
  "A lead gets the steps behind several that are deleted",
  { leads: 1, steps: [first, later("Two"), later("Three"), later("Four")] },
  function* (given) {
    const { asTenant, campaign_id, sequences, status, work } = given
    yield* work
    yield* pass(given)
    for (const step of (yield* asTenant(sequences.list(campaign_id))).slice(0, 2)) {
      yield* asTenant(sequences.remove(campaign_id, step.id))
    }
    yield* pass(given, 2)
    assert.deepStrictEqual(yield* subjects(given), ["One", "Two", "Three", "Four"])
    assert.strictEqual(yield* status, "completed")
  }
)

describe("An account that leaves a campaign", () => {
  const setting = { accounts: [{}, {}], steps: [first, later("Two")] }
  const everyone = [
    "lead0@lead.example: One",
    "lead1@lead.example: One",
    "lead0@lead.example: Two",
    "lead1@lead.example: Two"
  ]

  for (const [name, status] of [
    ["active", "active"],
    ["paused", "paused"]
  ] as const) {
    test(`hands its leads over while the campaign is ${name}`, setting, function* (given) {
      const { account_ids, asTenant, campaign_id, campaigns, mails, turn, work } = given
      const [one = assert.fail(), other = assert.fail()] = account_ids
      yield* turn(one)
      if (status === "paused") yield* asTenant(campaigns.pause(campaign_id))
      yield* TestClock.adjust("1 hour")
      yield* work
      yield* asTenant(campaigns.update(campaign_id, { account_ids: [other] }))
      yield* work
      if (status === "paused") yield* asTenant(campaigns.start(campaign_id))
      yield* pass(given)
      assert.deepStrictEqual(yield* mails, everyone)
    })
  }

  test("hands its leads over though it may not send any more", setting, function* (given) {
    const { account_ids, accounts, asTenant, campaign_id, campaigns, mails, turn, work } = given
    const [one = assert.fail(), other = assert.fail()] = account_ids
    yield* turn(one)
    yield* asTenant(accounts.update({ ids: [one], settings: { sending_enabled: false } }))
    yield* work
    yield* asTenant(campaigns.update(campaign_id, { account_ids: [other] }))
    yield* work
    yield* pass(given)
    assert.deepStrictEqual(yield* mails, everyone)
  })

  test("hands its leads over to a campaign that writes to no new ones", setting, function* (given) {
    const { account_ids, asTenant, campaign_id, campaigns, mails, turn, work } = given
    const [one = assert.fail(), other = assert.fail()] = account_ids
    yield* turn(one)
    yield* asTenant(campaigns.update(campaign_id, { account_ids: [other], daily_limit: 0 }))
    yield* work
    yield* pass(given)
    assert.deepStrictEqual([yield* mails, yield* given.status], [everyone, "completed"])
  })

  test(
    "hands over stopped leads as well, which another one writes to when they are resumed",
    { ...setting, steps: [...setting.steps, later("Three")] },
    function* (given) {
      const { account_ids, accounts, asTenant, lead_ids, leads, mails, turn, work } = given
      const [one = assert.fail()] = account_ids
      const [stopped = assert.fail()] = lead_ids
      yield* turn(one)
      yield* asTenant(leads.update(stopped, { stop_sending: true }))
      yield* pass(given)
      yield* asTenant(accounts.remove({ ids: [one] }))
      yield* work
      yield* asTenant(leads.update(stopped, { stop_sending: false }))
      yield* work
      assert.include(yield* mails, "lead0@lead.example: Two")
    }
  )

  test("hands over more leads than one statement changes", { leads: 1 }, function* (given) {
    const { account_ids, organization_id, turn } = given
    const [account_id = assert.fail()] = account_ids
    const store = yield* AgendaStore
    const campaign_id = "00000000-0000-0000-0000-000000000001" as typeof given.campaign_id
    const row = { account_id, campaign_id, state: "done", due_at: at(0), step_id: SequenceId.make(1) } as const
    const ids = Array.from({ length: 2_500 }, (_, i) => LeadId.make(1_000_000 + i))
    yield* store.insert(
      organization_id,
      ids.map((lead_id) => ({ ...row, lead_id }))
    )
    yield* turn()
    const rows = yield* store.findMany(organization_id, ids)
    assert.lengthOf(
      rows.filter((row) => row.account_id !== null),
      0
    )
  })
})

test("An account looks again at once when the lead that was due is removed meanwhile", { leads: 1 }, function* (given) {
  const { account_ids, asTenant, campaign_id, organization_id } = given
  const [account_id = assert.fail()] = account_ids
  const store = yield* AgendaStore
  const removed = {
    account_id,
    campaign_id,
    lead_id: LeadId.make(9),
    state: "waiting",
    due_at: at(0),
    step_id: null
  } as const
  const stale = AgendaStore.of({ ...store, heads: () => Effect.succeed([removed]) })
  const { handle } = yield* Effect.provideService(Mailroom.mailSender, AgendaStore, stale)
  const item = { lane: "", key: String(account_id), due_at: at(0), attempts: 1, organization_id }
  const again = yield* asTenant(handle({ ...item, isStopping: () => true }))
  assert.strictEqual(again, yield* Timestamp.now)
})
