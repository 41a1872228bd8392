/** A rehearsal: its calendar, its warnings, and its assumptions. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import type { CampaignId } from "../../src/ids.ts"
import type { RehearsalInput } from "../../src/sending/Rehearsal.ts"
import { type Mailing, test } from "./Mailing.ts"

const office = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" } as const
const steps = [
  { subject: "Hello", body: "Dear {{first_name|there}}" },
  { subject: null, body: "Again", delay_days: 3 }
]
/** Nobody answers, and nothing bounces. */
const silence = { reply_rate: 0, bounce_rate: 0 }

const rehearse = ({ asTenant, campaign_id, sending }: Mailing, input: RehearsalInput = silence) =>
  asTenant(sending.rehearse(campaign_id, input))
const kinds = (found: Effect.Success<ReturnType<typeof rehearse>>) => found.warnings.map(({ kind }) => kind)
const mailsByDate = ({ days }: Effect.Success<ReturnType<typeof rehearse>>) =>
  Object.fromEntries(days.flatMap(({ date, mails }) => (mails === 0 ? [] : [[date, mails]])))

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, one) => all + one, 0)

describe("A rehearsal", () => {
  test(
    "of a draft is the calendar from its start to its last mail, and changes nothing",
    { isDraft: true, accounts: [{ min_delay_minutes: 5 }], campaign: { send_window: office }, leads: 6, steps },
    function* (given) {
      const found = yield* rehearse(given)
      // Monday: six first mails. Thursday: six follow-ups.
      assert.deepStrictEqual(mailsByDate(found), { "2026-03-02": 6, "2026-03-05": 6 })
      assert.deepStrictEqual([found.mails, found.is_finished, found.starts_at], [12, true, "2026-03-02T09:00:00.000Z"])
      assert.deepStrictEqual(found.leads, { total: 6, mailed: 6, replied: 0, bounced: 0, finished: 6, left: 0 })
      assert.deepStrictEqual(
        found.days.map(({ first_mails }) => first_mails),
        [6, 0, 0, 0]
      )
      assert.deepStrictEqual(
        found.days.flatMap(({ steps }) => steps.map(({ mails, position }) => [position, mails])),
        [
          [1, 6],
          [2, 6]
        ]
      )
      assert.deepStrictEqual(kinds(found), [])
      assert.strictEqual(yield* given.status, "draft")
      assert.deepStrictEqual(yield* given.mails, [])
      assert.deepStrictEqual(yield* given.rows, [])
      assert.deepStrictEqual(yield* rehearse(given), found)
    }
  )

  test(
    "sums each day up: accounts, steps, answers and bounces",
    {
      isDraft: true,
      accounts: [{ min_delay_minutes: 5 }, { min_delay_minutes: 10 }],
      campaign: { send_window: office, bounce_limit: null },
      leads: 100,
      steps
    },
    function* (given) {
      const { days, leads, mails } = yield* rehearse(given, { reply_rate: 30, bounce_rate: 10 })
      for (const { accounts, mails, steps } of days) {
        assert.strictEqual(sum(accounts.map((of) => of.mails)), mails)
        assert.strictEqual(sum(steps.map((of) => of.mails)), mails)
      }
      assert.strictEqual(sum(days.map((day) => day.mails)), mails)
      assert.strictEqual(sum(days.map(({ replies }) => replies)), leads.replied)
      assert.strictEqual(sum(days.map(({ bounces }) => bounces)), leads.bounced)
      // 100 leads: chance says how many of them exactly, and always the same.
      assert.deepStrictEqual([leads.replied > 15, leads.replied < 45], [true, true])
      assert.deepStrictEqual([leads.bounced > 3, leads.bounced < 20], [true, true])
      assert.strictEqual(leads.finished + leads.bounced + leads.replied, 100)
      // A bounce or an answer ends the mails to a lead.
      assert.isBelow(mails, 200 - leads.bounced)
    }
  )

  test(
    "says which account is short of room, and when follow-ups are late",
    {
      isDraft: true,
      accounts: [{ min_delay_minutes: 5, daily_limit: 4 }],
      campaign: { daily_limit: 4, new_lead_share: 100, send_window: { ...office, days: [1, 2, 3, 4, 5, 6, 7] } },
      leads: 20,
      steps: [steps[0] ?? assert.fail(), { subject: null, body: "Again", delay_days: 1 }]
    },
    function* (given) {
      const found = yield* rehearse(given)
      assert.deepStrictEqual(kinds(found), ["account_limit", "campaign_limit", "late"])
      const [limit, , late] = found.warnings
      assert.strictEqual(limit?.account_id, given.account_ids[0])
      assert.match(limit?.message ?? "", /^sender0@house\.example reaches its limit on \d days/u)
      assert.isAbove(late?.count ?? 0, 3)
      assert.isTrue(found.days[1]?.accounts[0]?.is_full)
      assert.isAbove(found.days[2]?.waiting ?? 0, 0)
      // New leads wait, too: nobody has written to them at the end of the first day.
      assert.strictEqual(found.days[0]?.waiting, found.leads.total - (found.days[0]?.first_mails ?? 0))
    }
  )

  test(
    "says who gets nothing, and why: missing values, the blacklist, a verified address",
    { isDraft: true, leads: 4, steps: [{ subject: "Hello {{first_name}}", body: "One" }] },
    function* (given) {
      const { asTenant, lead_ids, leads } = given
      for (const id of lead_ids.slice(1)) yield* asTenant(leads.update(id, { first_name: "Ada" }))
      yield* asTenant(Blacklist.use((blacklist) => blacklist.add("email", ["lead1@lead.example"])))
      const [, , third] = lead_ids
      yield* asTenant(leads.update(third ?? assert.fail(), { first_name: "N/A" }))
      const found = yield* rehearse(given)
      // The entry of the blacklist has stopped its lead: it may get no mail from the begin.
      assert.strictEqual(found.leads.total, 3)
      assert.deepStrictEqual(
        found.warnings.map(({ count, kind, reason }) => [kind, reason, count]),
        [["leads", "missing_variable", 2]]
      )
      const [warning = assert.fail()] = found.warnings
      const [first = assert.fail()] = lead_ids
      assert.deepInclude(warning, { position: 1, variables: ["first_name"], lead_ids: [first, third ?? assert.fail()] })
      assert.include(warning.message, "{{first_name}} of step 1 has neither a value nor a default")
      // Leads that get nothing are not done.
      assert.deepStrictEqual([found.is_finished, found.leads.mailed, found.leads.left], [false, 1, 2])
      assert.deepStrictEqual(mailsByDate(found), { "2026-03-02": 1 })
    }
  )

  test(
    "says what an unfinished campaign lacks, and finds nothing to send",
    { isDraft: true, leads: 1, steps: [] },
    function* (given) {
      const found = yield* rehearse(given)
      assert.deepStrictEqual([found.mails, found.first_mail_at, found.last_mail_at], [0, null, null])
      assert.deepStrictEqual(kinds(found), ["cannot_start", "not_finished"])
      assert.strictEqual(found.warnings[0]?.message, "The campaign needs a step before it can start")
    }
  )

  test(
    "says which accounts send nothing at all",
    { isDraft: true, accounts: [{ sending_enabled: false }, {}], leads: 2 },
    function* (given) {
      const found = yield* rehearse(given)
      assert.deepStrictEqual(
        found.warnings.map(({ account_id, kind, reason }) => [kind, reason, account_id]),
        [["account", "account_disabled", given.account_ids[0] ?? null]]
      )
      assert.strictEqual(found.mails, 2)
    }
  )

  test(
    "pauses where the engine would, because mails bounce",
    { isDraft: true, leads: 100, campaign: { bounce_limit: 5, daily_limit: 70 } },
    function* (given) {
      const found = yield* rehearse(given, { reply_rate: 0, bounce_rate: 30 })
      assert.include(kinds(found), "bounce_limit")
      assert.isFalse(found.is_finished)
      assert.isBelow(found.leads.mailed, 100)
      const without = yield* rehearse(given)
      assert.notInclude(kinds(without), "bounce_limit")
      assert.strictEqual(without.leads.mailed, 100)
    }
  )

  test(
    "stops the colleagues of a lead that answers, where the campaign says so",
    { isDraft: true, leads: 30, campaign: { stop_scope: "company" }, steps },
    function* (given) {
      // All leads are of one company: the first answer ends the mails to all.
      const found = yield* rehearse(given, { reply_rate: 60, bounce_rate: 0 })
      assert.strictEqual(found.leads.mailed, 30)
      assert.strictEqual(found.mails, 30)
      assert.strictEqual(found.leads.left, 0)
    }
  )

  test(
    "counts the leads that are not verified, where the campaign asks for it",
    { isDraft: true, leads: 3, campaign: { required_verification: "valid" } },
    function* (given) {
      const found = yield* rehearse(given)
      assert.deepStrictEqual(
        found.warnings.filter(({ kind }) => kind === "leads").map(({ count, reason }) => [reason, count]),
        [["verification_required", 3]]
      )
      assert.strictEqual(found.mails, 0)
    }
  )

  test(
    "ends after its weeks, and says what is left",
    { isDraft: true, accounts: [{ daily_limit: 1 }], leads: 20, campaign: { send_window: office } },
    function* (given) {
      const found = yield* rehearse(given, { ...silence, weeks: 1 })
      assert.strictEqual(found.mails, 5)
      assert.deepStrictEqual([found.is_finished, found.leads.left], [false, 15])
      assert.include(kinds(found), "not_finished")
    }
  )

  test(
    "goes on with a campaign that runs, beside another one with its account",
    { accounts: [{ daily_limit: 6 }], leads: 4, steps },
    function* (given) {
      const { account_ids, asTenant, campaigns, leads, sequences } = given
      yield* given.work
      const other = yield* asTenant(campaigns.create({ name: "Other", account_ids }))
      yield* asTenant(sequences.create(other.id, { subject: "Other", body: "Other" }))
      const inputs = Array.from({ length: 5 }, (_, i) => ({ email: `other${i}@lead.example` }))
      yield* asTenant(leads.create({ campaign_id: other.id as CampaignId, leads: inputs }))
      yield* asTenant(campaigns.start(other.id))
      yield* TestClock.adjust("1 hour")
      const found = yield* rehearse(given)
      // The first mails have gone out: four follow-ups are left.
      assert.deepStrictEqual(mailsByDate(found), { "2026-03-05": 4 })
      assert.deepStrictEqual(found.days[3]?.first_mails, 0)
      assert.strictEqual(sum(found.days.flatMap(({ accounts }) => accounts.map(({ other_mails }) => other_mails))), 5)
    }
  )

  test("rejects what cannot be assumed, and names it", { leads: 1 }, function* (given) {
    const faults = [
      [{ reply_rate: 101 }, "/reply_rate", "must be a percentage from 0 to 100"],
      [{ bounce_rate: -1 }, "/bounce_rate", "must be a percentage from 0 to 100"],
      [{ weeks: 0 }, "/weeks", "must be a number of weeks from 1 to 26"],
      [{ weeks: 27 }, "/weeks", "must be a number of weeks from 1 to 26"]
    ] as const
    for (const [input, pointer, message] of faults) {
      const { faults } = yield* Effect.flip(Effect.asVoid(rehearse(given, input))).pipe(
        Effect.flatMap((error) => (error._tag === "InvalidInput" ? Effect.succeed(error) : Effect.die(error)))
      )
      assert.deepStrictEqual(faults, [{ pointer, message }])
    }
  })
})
