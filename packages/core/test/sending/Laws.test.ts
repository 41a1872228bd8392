/** No step is lost: steps are deleted, moved and added while mails are being sent, or nobody knows whether they were. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import type { SequenceId } from "../../src/ids.ts"
import type { MailOutcome } from "../../src/mailboxes/Mailer.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, seeded, test } from "./Mailing.ts"

const lost: MailOutcome = { outcome: "unknown", reason: "The connection was lost" }
const sent: MailOutcome = { outcome: "sent", reply: "250 Ok" }
const step = (name: string, delay_days = 3) => ({ subject: name, body: name, delay_days })
const [one, two, three, four] = [step("One", 0), step("Two"), step("Three"), step("Four")]

const subjects = ({ outgoing }: Mailing) => outgoing.submitted.map(({ mail }) => mail.subject)
const remove = ({ asTenant, campaign_id, sequences }: Mailing, name: string) =>
  Effect.gen(function* () {
    const found = yield* asTenant(sequences.list(campaign_id))
    yield* asTenant(sequences.remove(campaign_id, found.find(({ subject }) => subject === name)?.id ?? assert.fail()))
  }).pipe(Effect.orDie)
const pass = Effect.fnUntraced(function* ({ work }: Mailing, times: number) {
  for (let time = 0; time < times; time++) {
    yield* TestClock.adjust("3 days")
    yield* work
  }
})

describe("A lead gets every step although", () => {
  for (const outcome of [sent, lost]) {
    for (const [deleted, left] of [
      [["One"], ["One", "Two", "Three", "Four"]],
      [["Two"], ["One", "Two", "Three", "Four"]],
      [
        ["One", "Two"],
        ["One", "Two", "Three", "Four"]
      ],
      [["Three"], ["One", "Two", "Four"]],
      [
        ["One", "Two", "Three"],
        ["One", "Two", "Four"]
      ]
    ] as const) {
      test(
        `${deleted.join(" and ")} was deleted while Two was being sent: ${outcome.outcome}`,
        { leads: 1, steps: [one, two, three, four] },
        function* (given) {
          const { outgoing, status, work } = given
          yield* work
          outgoing.next(
            Effect.as(
              Effect.forEach(deleted, (name) => remove(given, name)),
              outcome
            )
          )
          yield* pass(given, 5)
          assert.deepStrictEqual([subjects(given), yield* status], [left, "completed"])
        }
      )
    }
  }

  test(
    "they had finished, and a step was deleted and another one added before any account looked",
    { leads: 2, steps: [one, two] },
    function* (given) {
      const { asTenant, campaign_id, sequences, status, work } = given
      yield* work
      yield* pass(given, 1)
      assert.strictEqual(yield* status, "completed")
      yield* remove(given, "One")
      yield* asTenant(sequences.create(campaign_id, three))
      yield* pass(given, 1)
      assert.deepStrictEqual(
        [subjects(given), yield* status],
        [["One", "One", "Two", "Two", "Three", "Three"], "completed"]
      )
    }
  )
})

const later: MailOutcome = { outcome: "refused", at: "recipient", code: 451, reply: "451 4.3.0 Try again" }
const endings = ({ sendsOf }: Mailing) =>
  Effect.map(sendsOf, (all) => all.map(({ outcome, reply, subject }) => `${subject}: ${outcome} ${reply}`))

describe("A mail that waits to be sent again is refused when", () => {
  test("its step is deleted, and its lead gets the next one", { leads: 1, steps: [one, two] }, function* (given) {
    const { outgoing, status, turn } = given
    outgoing.next(later)
    yield* turn()
    yield* remove(given, "One")
    assert.deepStrictEqual(yield* endings(given), ["One: refused The step was deleted"])
    yield* turn()
    assert.deepStrictEqual([subjects(given), yield* status], [["One", "Two"], "completed"])
  })

  test("its step was deleted while it was being sent", { leads: 1, steps: [one, two] }, function* (given) {
    const { outgoing, turn } = given
    outgoing.next(Effect.as(remove(given, "One"), later))
    yield* turn()
    assert.deepStrictEqual(yield* endings(given), ["One: refused The step was deleted", "Two: sent 250 2.0.0 Ok"])
  })

  const movedSecond = ({ asTenant, campaign_id, sequences }: Mailing) =>
    Effect.gen(function* () {
      const [, second = assert.fail()] = yield* asTenant(sequences.list(campaign_id))
      yield* asTenant(sequences.update(campaign_id, second.id, { position: 1 }))
    }).pipe(Effect.orDie)
  const afterMove = ["Two: refused The step was moved before another one that the lead got", "Three: sent 250 2.0.0 Ok"]

  test(
    "its step was moved before the last one that its lead got",
    { leads: 1, steps: [one, two, three] },
    function* (given) {
      const { outgoing, work } = given
      yield* work
      outgoing.next(later)
      yield* TestClock.adjust("3 days")
      yield* work
      yield* movedSecond(given)
      yield* pass(given, 2)
      assert.deepStrictEqual((yield* endings(given)).slice(1), afterMove)
    }
  )

  test(
    "its step was moved before the last one that its lead got, while it was being sent, and no step is left",
    { leads: 1, steps: [one, two] },
    function* (given) {
      const { outgoing, work } = given
      yield* work
      outgoing.next(Effect.as(movedSecond(given), later))
      yield* pass(given, 3)
      assert.deepStrictEqual((yield* endings(given)).slice(1), afterMove.slice(0, 1))
    }
  )
})

test(
  "A campaign ends although the account of its finished leads is switched off and a step was deleted",
  { leads: 2, accounts: [{}, {}], steps: [one, two] },
  function* (given) {
    const { account_ids, accounts, asTenant, status, turn, work } = given
    const [first = assert.fail(), second = assert.fail()] = account_ids
    yield* turn(first)
    yield* pass(given, 1)
    assert.strictEqual(yield* status, "completed")
    yield* asTenant(accounts.update({ ids: [first], settings: { sending_enabled: false } }))
    yield* remove(given, "One")
    yield* work
    yield* turn(second)
    assert.strictEqual(yield* status, "completed")
  }
)

/** Edits of the steps by chance, also while a mail is being sent. */
const edit = ({ asTenant, campaign_id, sequences }: Mailing, random: (below: number) => number, added: Array<number>) =>
  Effect.gen(function* () {
    const steps = yield* asTenant(sequences.list(campaign_id))
    const { id } = steps[random(steps.length)] ?? assert.fail()
    switch (random(4)) {
      case 0:
        if (steps.length > 1) yield* asTenant(sequences.remove(campaign_id, id))
        return
      case 1:
        yield* asTenant(sequences.update(campaign_id, id, { position: 1 + random(steps.length) }))
        return
      default:
        if (added.length >= 12) return
        added.push(added.length)
        yield* asTenant(sequences.create(campaign_id, step(`Added ${added.length}`, random(3))))
    }
  }).pipe(Effect.orDie)

describe("When a campaign is completed, each lead that is not stopped has a final mail of each step", () => {
  for (const seed of [1, 2, 3, 5, 8, 13, 21, 34]) {
    test(
      `whatever happened to the steps meanwhile (seed ${seed})`,
      { leads: 6, accounts: [{}, {}], steps: [one, step("Two", 1), step("Three", 2)] },
      function* (given) {
        const { asTenant, campaign_id, lead_ids, organization_id, outgoing, sequences, status, work } = given
        const random = seeded(seed * 7_919)
        const added: Array<number> = []
        const activity = yield* Activity
        let isOver = false
        outgoing.next(
          ...Array.from({ length: 400 }, () =>
            Effect.gen(function* () {
              if (!isOver && random(5) === 0) yield* edit(given, random, added)
              const chance = random(10)
              if (chance === 0) return { outcome: "refused", at: "data", code: 451, reply: "451 4.3.0 Later" } as const
              return chance === 1 ? lost : sent
            })
          )
        )
        for (let day = 0; day < 60; day++) {
          isOver = day > 20
          if (!isOver && random(3) === 0) yield* edit(given, random, added)
          // A lead that the host writes to before Mailroom has taken it stays with the host.
          if (!isOver && day > 0 && random(6) === 0) {
            const steps = yield* asTenant(sequences.list(campaign_id))
            const lead_id = lead_ids[random(lead_ids.length)] ?? assert.fail()
            const { id: sequence_id } = steps[random(steps.length)] ?? assert.fail()
            const occurred_at = yield* Timestamp.now
            const event = { type: "sent", lead_id, sequence_id, occurred_at, message_id: `<host${day}@x.example>` }
            yield* asTenant(activity.record([event]))
          }
          yield* work
          yield* TestClock.adjust("1 day")
        }
        assert.strictEqual(yield* status, "completed")
        const steps = yield* asTenant(sequences.list(campaign_id))
        const mails = yield* (yield* SendStore).findOfLeads(organization_id, lead_ids)
        const reported = yield* given.reported
        const stops = yield* given.leadStates
        const going = lead_ids.filter((_, i) => stops[i]?.[1] === null)
        const missing = going.flatMap((lead_id) => {
          const own = mails.filter((mail) => mail.lead_id === lead_id)
          const has = (id: SequenceId) =>
            own.some(({ outcome, step_id }) => step_id === id && outcome !== "queued" && outcome !== "deferred")
          // A step that was moved before the last one that the lead got is not sent to it.
          const last = Math.max(0, ...steps.flatMap(({ id, position }) => (has(id) ? [position] : [])))
          return steps
            .filter(({ id, position }) => position > last && !has(id) && !reported.has(`${lead_id} ${id}`))
            .map(({ subject }) => `lead ${lead_id}: ${subject}`)
        })
        assert.deepStrictEqual(missing, [])
        // No mail waits for ever.
        assert.deepStrictEqual(
          mails.filter(({ outcome }) => outcome === "queued" || outcome === "deferred" || outcome === "begun"),
          []
        )
        // No step goes out twice, except a mail that the server refused for now, with its Message-ID.
        const copies = Map.groupBy(outgoing.submitted, ({ mail }) => `${mail.to.email} ${mail.subject}`)
        const twice = [...copies.values()].filter((own) => new Set(own.map(({ mail }) => mail.message_id)).size > 1)
        assert.deepStrictEqual([twice, outgoing.submitted.length > 20], [[], true])
      }
    )
  }
})
