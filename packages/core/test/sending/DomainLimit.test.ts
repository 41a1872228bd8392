import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Settings } from "../../src/organization/Settings.ts"
import { companiesOf, roomFor, withBegunTo } from "../../src/sending/DomainLimit.ts"
import { TestMails } from "../../src/sending/TestMails.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { type Mailing, test } from "./Mailing.ts"

const instant = (text: string) => Timestamp.fromMillis(Date.parse(text))

describe("The room of a company", () => {
  const mails = (...begun: ReadonlyArray<string>) => ({
    limit: 2,
    begun: new Map([["acme.example", begun.map(instant)]])
  })
  const ada = { email: "Ada@Sales.ACME.example" }
  const now = instant("2026-03-02T10:00:00Z")

  it("is what its mails of today leave, in the time zone of the campaign", () => {
    const late = mails("2026-03-01T23:30:00Z", "2026-03-02T09:00:00Z")
    assert.strictEqual(roomFor(ada, late, "UTC", now), 1)
    assert.strictEqual(roomFor(ada, late, "Europe/Berlin", now), 0)
    assert.strictEqual(roomFor(ada, late, "UTC", instant("2026-03-03T00:00:00Z")), 2)
  })

  it("is unlimited without a limit, and at a provider of mail", () => {
    const full = mails("2026-03-02T08:00:00Z", "2026-03-02T09:00:00Z", "2026-03-02T09:30:00Z")
    assert.strictEqual(roomFor(ada, full, "UTC", now), 0)
    assert.strictEqual(roomFor(ada, { ...full, limit: null }, "UTC", now), Infinity)
    assert.strictEqual(roomFor({ email: "ada@gmail.com" }, full, "UTC", now), Infinity)
  })

  it("gets smaller by a mail to any part of the company", () => {
    const after = withBegunTo({ email: "bob@acme.example" }, mails(), now)
    assert.strictEqual(roomFor(ada, after, "UTC", now), 1)
    assert.strictEqual(roomFor({ email: "eve@other.example" }, after, "UTC", now), 2)
    assert.deepStrictEqual(companiesOf([ada, { email: "bob@acme.example" }, { email: "x@web.de" }]), ["acme.example"])
  })
})

const setLimit = ({ asTenant }: Mailing, domain_daily_limit: number | null) =>
  asTenant(Settings.use((settings) => settings.update({ domain_daily_limit })))
const steps = [
  { subject: "Hello", body: "One" },
  { subject: null, body: "Two", delay_days: 1 }
]
const recipients = (given: Mailing) => Effect.map(given.mails, (mails) => mails.map((mail) => mail.split(":")[0] ?? ""))
const ofCompany = (given: Mailing) =>
  Effect.map(recipients(given), (emails) => emails.filter((email) => email.endsWith("lead.example")).length)

describe("With a limit for companies", () => {
  test("others get their mails, the rest waits for the next day", { leads: 3, steps }, function* (given) {
    yield* setLimit(given, 2)
    yield* given.addLeads(["x@Sub.Lead.example", "a@gmail.com", "b@gmail.com", "c@gmail.com", "d@other.example"])
    yield* given.work
    assert.strictEqual(yield* ofCompany(given), 2)
    assert.lengthOf(yield* recipients(given), 6)
    const { accounts, reason } = yield* given.asTenant(given.sending.upcoming(given.campaign_id))
    assert.deepStrictEqual([reason, accounts[0]?.reason], ["domain_limit", "domain_limit"])
    const { held } = yield* given.asTenant(given.sending.outlook({}))
    assert.deepStrictEqual(held, [])
  })

  test("follow-ups count and wait, too", { leads: 3, steps }, function* (given) {
    yield* setLimit(given, 2)
    yield* given.work
    assert.strictEqual(yield* ofCompany(given), 2)
    yield* TestClock.adjust("1 day")
    yield* given.work
    assert.strictEqual(yield* ofCompany(given), 4)
    yield* TestClock.adjust("1 day")
    yield* given.work
    assert.strictEqual(yield* ofCompany(given), 6)
  })

  test("upcoming says why nothing goes now, and when it goes", { leads: 2 }, function* (given) {
    yield* setLimit(given, 1)
    yield* given.turn()
    const { accounts, reason } = yield* given.asTenant(given.sending.upcoming(given.campaign_id))
    assert.strictEqual(accounts[0]?.reason, "domain_limit")
    assert.strictEqual(reason, "domain_limit")
    const today = (yield* Timestamp.now).slice(0, 10)
    assert.isAbove(Date.parse(accounts[0]?.next_at ?? ""), Date.parse(`${today}T23:59:59Z`))
  })

  test("all accounts and campaigns of the organization count", { accounts: [{}, {}], leads: 2 }, function* (given) {
    const { account_ids, asTenant, campaigns, leads, sequences } = given
    yield* setLimit(given, 3)
    const send_window = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }
    const { id } = yield* asTenant(campaigns.create({ name: "Summer", account_ids, send_window }))
    yield* asTenant(sequences.create(id, { subject: "Summer", body: "Three" }))
    const emails = ["m0@lead.example", "m1@lead.example", "m2@lead.example"]
    yield* asTenant(leads.create({ campaign_id: id, leads: emails.map((email) => ({ email })) }))
    yield* asTenant(campaigns.start(id))
    yield* given.work
    assert.strictEqual(yield* ofCompany(given), 3)
  })

  test(
    "accounts that begin together, also of two processes, never send more",
    { accounts: [{}, {}, {}, {}], leads: 12 },
    function* (given) {
      yield* setLimit(given, 5)
      const other = yield* given.elsewhere
      yield* Effect.forEach(given.account_ids, (id, i) => (i % 2 === 0 ? given.turn(id) : other(id)), {
        concurrency: "unbounded"
      })
      yield* given.work
      assert.strictEqual(yield* ofCompany(given), 5)
    }
  )

  test("a lower limit holds at once, and none ends it the next day", { leads: 5 }, function* (given) {
    yield* setLimit(given, 4)
    yield* given.turn()
    yield* setLimit(given, 1)
    yield* given.work
    assert.isAtMost(yield* ofCompany(given), 4)
    yield* setLimit(given, null)
    yield* TestClock.adjust("1 day")
    yield* given.work
    assert.strictEqual(yield* ofCompany(given), 5)
  })

  test("tests count for nothing, and go", { leads: 2 }, function* (given) {
    yield* setLimit(given, 1)
    const [lead_id = assert.fail()] = given.lead_ids
    const [step = assert.fail()] = yield* given.asTenant(given.sequences.list(given.campaign_id))
    const [account_id = assert.fail()] = given.account_ids
    for (const to_email of ["t1@lead.example", "t2@lead.example"]) {
      yield* given.asTenant(
        TestMails.use((tests) => tests.send(given.campaign_id, { lead_id, sequence_id: step.id, account_id, to_email }))
      )
    }
    yield* given.work
    assert.strictEqual(yield* ofCompany(given), 3)
  })
})
