/** The outlook of an organization is what its accounts then send, and costs the same for organizations of every size. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Timestamp from "../../src/Timestamp.ts"
import { CampaignId, ThreadId } from "../../src/ids.ts"
import { SendStore } from "../../src/sends/SendStore.ts"
import { queued } from "../../src/testing/fixtures/SendFixtures.ts"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { type Mailing, test } from "./Mailing.ts"

const outlook = ({ asTenant, sending }: Mailing, query: Parameters<Mailing["sending"]["outlook"]>[0] = {}) =>
  asTenant(sending.outlook(query))
const office = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" } as const

/** Lets the accounts work whenever one is due. Returns each mail with its day. */
const workUntil = Effect.fnUntraced(function* (given: Mailing, end: string) {
  const sent: Array<string> = []
  for (;;) {
    const known = given.outgoing.submitted.length
    yield* given.work
    const now = yield* Timestamp.now
    for (const { mail } of given.outgoing.submitted.slice(known)) sent.push(`${now} ${mail.to.email}`)
    const next = yield* given.nextDue
    if (next === null || next >= end) return sent
    yield* TestClock.setTime(Timestamp.toMillis(next))
  }
})

describe("The outlook of an organization", () => {
  test(
    "is what the accounts then send, to the millisecond, over three days",
    {
      accounts: [
        { min_delay_minutes: 30, daily_limit: 4 },
        { min_delay_minutes: 60, daily_limit: 3, timezone: "Europe/Berlin" }
      ],
      campaign: { send_window: office, daily_limit: 5, timezone: "Europe/Berlin" },
      leads: 12,
      steps: [
        { subject: "Hello", body: "One" },
        { subject: null, body: "Two", delay_days: 1 }
      ]
    },
    function* (given) {
      const { accounts, campaigns, complete_until, days, mails } = yield* outlook(given, { timezone: "Europe/Berlin" })
      assert.strictEqual(complete_until, null)
      assert.deepStrictEqual(
        days.map(({ date }) => date),
        ["02", "03", "04", "05", "06", "07", "08"].map((number) => `2026-03-${number}`)
      )
      assert.deepStrictEqual(
        [campaigns.map(({ name, reason }) => [name, reason]), accounts.map(({ email }) => email)],
        [[["Spring", null]], ["sender0@house.example", "sender1@house.example"]]
      )
      const sent = yield* workUntil(given, "2026-03-05T00:00:00.000Z")
      const foreseen = mails.map(({ at, email }) => `${at} ${email}`)
      assert.isAbove(sent.length, 12)
      assert.deepStrictEqual(foreseen.slice(0, sent.length), sent)
      // Each bar is the sum of its parts, and the days are the mails.
      for (const { accounts, campaigns, mails } of days) {
        for (const parts of [accounts, campaigns]) {
          assert.strictEqual(
            parts.reduce((sum, part) => sum + part.mails, 0),
            mails
          )
        }
      }
      assert.strictEqual(
        days.reduce((sum, { mails }) => sum + mails, 0),
        mails.length
      )
    }
  )

  test(
    "lists the mails of one day, and names a day that is none of the seven",
    { accounts: [{ daily_limit: 2 }], leads: 6 },
    function* (given) {
      const all = yield* outlook(given)
      const tomorrow = yield* outlook(given, { day: "2026-03-03" })
      assert.strictEqual(tomorrow.mails.length, 2)
      assert.deepStrictEqual(
        tomorrow.mails,
        all.mails.filter(({ at }) => at.startsWith("2026-03-03"))
      )
      assert.deepStrictEqual(tomorrow.days, all.days)
      const failed = yield* Effect.flip(outlook(given, { day: "2026-03-09" }))
      assert.strictEqual(failed.message, "/day: must be one of the days from 2026-03-02 to 2026-03-08")
      const unknown = yield* Effect.flip(outlook(given, { timezone: "Mars/Olympus" }))
      assert.include(unknown.message, "/timezone")
    }
  )

  test(
    "lists the mails of one account and of one campaign, and counts those of all",
    { accounts: [{ daily_limit: 2 }, { daily_limit: 1 }], leads: 6 },
    function* (given) {
      const all = yield* outlook(given)
      const [one = assert.fail(), two = assert.fail()] = given.account_ids
      const counts = yield* Effect.forEach([one, two], (account_id) =>
        Effect.gen(function* () {
          const found = yield* outlook(given, { account_id })
          assert.deepStrictEqual(
            found.mails,
            all.mails.filter((mail) => mail.account_id === account_id)
          )
          assert.deepStrictEqual([found.days, found.accounts, found.campaigns], [all.days, all.accounts, all.campaigns])
          return found.mails.length
        })
      )
      assert.isAbove(Math.min(...counts), 0)
      assert.strictEqual(
        counts.reduce((sum, count) => sum + count, 0),
        all.mails.length
      )
      const { campaign_id } = given
      assert.deepStrictEqual(yield* outlook(given, { campaign_id }), all)
      const day = "2026-03-03"
      const both = yield* outlook(given, { account_id: one, campaign_id, day })
      assert.deepStrictEqual(
        both.mails,
        all.mails.filter((mail) => mail.account_id === one && mail.at.startsWith(day))
      )
      const campaign = CampaignId.make("0198f3a0-5c1e-7b44-9d0e-3f6a2b1c8d70")
      const none = yield* outlook(given, { campaign_id: campaign })
      assert.deepStrictEqual([none.mails, none.held, none.days], [[], [], all.days])
    }
  )

  test("lists the scheduled answers of a campaign behind those of others", { leads: 1 }, function* (given) {
    const { campaign_id, organization_id } = given
    const answer = {
      kind: "reply",
      thread_id: ThreadId.make(1),
      send_at: Timestamp.Timestamp.make("2026-03-03T09:00:00.000Z")
    } as const
    const store = yield* SendStore
    const [own = assert.fail()] = yield* store.insert(organization_id, [queued({ ...answer, campaign_id })])
    yield* store.insert(
      organization_id,
      Array.from({ length: 1_000 }, () => queued(answer))
    )
    const { scheduled } = yield* outlook(given, { campaign_id })
    assert.deepStrictEqual(
      scheduled.map(({ send_id }) => send_id),
      [own.id]
    )
    assert.lengthOf((yield* given.upcoming).scheduled, 1)
  })

  test(
    "says which leads get nothing because a value is missing",
    {
      steps: [
        { subject: "Hello {{first_name}}", body: "One" },
        { subject: null, body: "Two", delay_days: 2 }
      ],
      leads: 1
    },
    function* (given) {
      const [account_id = null] = given.account_ids
      const { held, mails } = yield* outlook(given)
      assert.deepStrictEqual(mails, [])
      assert.deepStrictEqual(
        held.map(({ account_id, email, reason }) => [account_id, email, reason]),
        [[account_id, "lead0@lead.example", "missing_variable"]]
      )
      // Also after the account has looked at the lead, and passed it over.
      const ann = { email: "ann@lead.example", first_name: "Ann" }
      yield* given.asTenant(given.leads.create({ campaign_id: given.campaign_id, leads: [ann] }))
      yield* given.work
      assert.deepStrictEqual(yield* given.mails, ["ann@lead.example: Hello Ann"])
      const later = yield* outlook(given, { day: "2026-03-03" })
      assert.deepStrictEqual(
        [later.held.map(({ email, reason }) => [email, reason]), later.campaigns.map(({ skipped }) => skipped)],
        [[["lead0@lead.example", "missing_variable"]], [1]]
      )
    }
  )

  test(
    "says which leads wait for an account that is switched off",
    { accounts: [{ min_delay_minutes: 5 }], leads: 12 },
    function* (given) {
      const [account_id] = given.account_ids
      assert(account_id !== undefined)
      // The account has taken ten leads, and sent to them.
      yield* given.turn()
      const { length } = yield* given.mails
      assert.isBelow(length, 12)
      yield* given.asTenant(given.accounts.update({ ids: [account_id], settings: { sending_enabled: false } }))
      const { accounts, campaigns, held, mails } = yield* outlook(given)
      assert.deepStrictEqual(mails, [])
      assert.deepStrictEqual(
        held.map(({ email, reason }) => [email, reason]),
        Array.from({ length: 12 - length }, (_, i) => [`lead${length + i}@lead.example`, "account_disabled"])
      )
      assert.deepStrictEqual(
        [accounts.map(({ reason }) => reason), campaigns.map(({ reason }) => reason)],
        [["account_disabled"], ["account_disabled"]]
      )
    }
  )

  test("reads no more for a large organization, and says what it left out", { leads: 1 }, function* (given) {
    const { asTenant, campaign_id, accounts, campaigns } = given
    const ids = [...given.account_ids]
    for (let i = 1; i <= 120; i++) {
      const settings = { min_delay_minutes: 0, daily_limit: 1_000 }
      const { id } = yield* asTenant(accounts.create({ email: `more${i}@house.example`, provider: "smtp", settings }))
      ids.push(id)
    }
    yield* asTenant(campaigns.update(campaign_id, { account_ids: ids, daily_limit: 100_000 }))
    for (let batch = 0; batch < 6; batch++) {
      yield* given.addLeads(Array.from({ length: 1_000 }, (_, i) => `many${batch}.${i}@lead.example`))
    }
    const { accounts_left_out, complete_until, days, held, mails, ...found } = yield* outlook(given)
    assert.deepStrictEqual([found.accounts.length, accounts_left_out], [100, 21])
    assert.strictEqual(mails.length, 100)
    assert.isAtMost(held.length, 100)
    // 4000 of the 6000 leads are looked at.
    const total = days.reduce((sum, { mails }) => sum + mails, 0)
    assert.isAtMost(total, 4_000)
    assert.isAbove(total, 1_000)
    assert.isNotNull(complete_until)
  })

  test("leaves out leads that sending is stopped to", { leads: 1 }, function* (given) {
    const blacklist = yield* Blacklist
    yield* given.asTenant(blacklist.add("email", ["lead0@lead.example"]))
    const { held, mails } = yield* outlook(given)
    assert.deepStrictEqual([mails, held], [[], []])
  })
})
