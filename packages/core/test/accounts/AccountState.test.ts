/** The state of an account, rule by rule (contract, section 5). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type AccountSettings, defaults, type RampUp } from "../../src/accounts/Account.ts"
import { Activity } from "../../src/activity/Activity.ts"
import { Analytics } from "../../src/analytics/Analytics.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { type AccountState, type Figures, limitOf, stateOf } from "../../src/accounts/AccountState.ts"
import { type AccountFault, failed, healthy } from "../../src/mailboxes/Health.ts"
import { Timestamp } from "../../src/Timestamp.ts"
import { test } from "../Tenant.ts"

const now = Timestamp.make("2026-03-10T12:00:00.000Z")
const withRampUp = (ramp_up: Partial<RampUp>, daily_limit = 50): AccountSettings => ({
  ...defaults,
  daily_limit,
  ramp_up: { enabled: true, start: 10, increment: 5, started_at: null, ...ramp_up }
})
const idle: Figures = {
  sent_today: 0,
  week: { sent: 0, bounced: 0 },
  last_sent_at: null,
  campaigns: [],
  mailbox: healthy
}
const state = (settings: Partial<AccountSettings>, figures: Partial<Figures> = {}) =>
  stateOf({ ...defaults, ...settings }, { ...idle, ...figures }, now)

describe("limitOf", () => {
  const started = (started_at: string) => limitOf(withRampUp({ started_at: Timestamp.make(started_at) }), now)

  it("is the daily limit without a ramp-up", () => {
    assert.strictEqual(limitOf(defaults, now), 50)
    assert.strictEqual(limitOf(withRampUp({ enabled: false, started_at: now }), now), 50)
  })

  it("begins at the start and grows by the increment for each whole day, to the daily limit", () => {
    assert.strictEqual(started("2026-03-10T12:00:00.000Z"), 10)
    assert.strictEqual(started("2026-03-09T12:00:00.001Z"), 10)
    assert.strictEqual(started("2026-03-09T12:00:00.000Z"), 15)
    assert.strictEqual(started("2026-03-03T00:00:00.000Z"), 45)
    assert.strictEqual(started("2026-03-02T12:00:00.000Z"), 50)
    assert.strictEqual(started("2026-03-01T12:00:00.000Z"), 50)
    assert.strictEqual(started("2020-03-01T12:00:00.000Z"), 50)
  })

  it("is the start until the ramp-up begins, and never more than the daily limit", () => {
    assert.strictEqual(limitOf(withRampUp({}), now), 10)
    assert.strictEqual(started("2026-03-12T12:00:00.000Z"), 10)
    assert.strictEqual(limitOf(withRampUp({}, 4), now), 4)
  })
})

describe("stateOf", () => {
  it("is active as long as mails remain", () => {
    const { remaining_today, sent_today, status, status_message } = state({}, { sent_today: 49 })
    assert.deepStrictEqual([status, status_message, sent_today, remaining_today], ["active", null, 49, 1])
  })

  it("names the fault of a failing mailbox, and the reply of the server", () => {
    const statusOf = (kind: AccountFault, error = "no") => {
      const mailbox = failed(healthy, { kind, error }, now)
      const { last_error_at, status, status_message } = state({}, { mailbox })
      assert.strictEqual(last_error_at, now)
      return [status, status_message]
    }
    assert.deepStrictEqual(statusOf("credentials", "535 Bad credentials"), [
      "connection_error",
      "The mail server rejects the login: set new credentials (535 Bad credentials)"
    ])
    assert.deepStrictEqual(statusOf("inbox", ""), ["connection_error", "The inbox cannot be read"])
    assert.strictEqual(statusOf("sending")[0], "sending_error")
    // An account is not failing after its first lost connection.
    assert.deepStrictEqual(statusOf("connection"), ["active", null])
  })

  it("reaches a limit, at once and until it is tried again, when its server asks it to send less", () => {
    const mailbox = failed(healthy, { kind: "throttled", error: "432 Slow down" }, now)
    const { status, status_message } = state({}, { mailbox })
    assert.deepStrictEqual(
      [status, status_message],
      ["limit_reached", "The mail server asks the account to send less, or more slowly (432 Slow down)"]
    )
    assert.strictEqual(state({}, { mailbox: { ...mailbox, retry_at: now } }).status, "active")
  })

  it("is paused by a person before it fails, and fails before its limit is reached", () => {
    const mailbox = failed(healthy, { kind: "sending", error: "550" }, now)
    assert.strictEqual(state({ sending_enabled: false }, { mailbox }).status, "paused")
    assert.strictEqual(state({}, { mailbox, sent_today: 50 }).status, "sending_error")
  })

  it("says when the limit is reached, and which one", () => {
    const at = (settings: Partial<AccountSettings>, sent_today: number) => {
      const { remaining_today, status, status_message } = state(settings, { sent_today })
      return [status, status_message, remaining_today]
    }
    assert.deepStrictEqual(at({}, 50), ["limit_reached", "The daily limit of 50 is reached", 0])
    assert.deepStrictEqual(at({}, 80), ["limit_reached", "The daily limit of 50 is reached", 0])
    assert.deepStrictEqual(at(withRampUp({}), 10), ["limit_reached", "The ramp-up limit of 10 is reached", 0])
    assert.deepStrictEqual(at({ daily_limit: 0 }, 0), ["limit_reached", "The daily limit of 0 is reached", 0])
  })

  it("is paused when a person switched sending off, whatever was sent", () => {
    for (const sent_today of [0, 50]) {
      const { status, status_message } = state({ sending_enabled: false }, { sent_today })
      assert.deepStrictEqual([status, status_message], ["paused", "Sending is switched off"])
    }
  })

  it("has a bounce rate of what was sent, with four decimals", () => {
    const rate = (bounced: number, sent: number) => state({}, { week: { bounced, sent } }).bounce_rate_7d
    assert.deepStrictEqual(
      [rate(0, 0), rate(1, 0), rate(0, 9), rate(1, 3), rate(2, 3)],
      [null, null, 0, 0.3333, 0.6667]
    )
  })
})

describe("the state of stored accounts", () => {
  test("counts what all campaigns sent, by the days of the account's time zone", function* () {
    // In New York it is still the 9th, until 04:00 UTC.
    yield* TestClock.setTime(Date.parse("2026-03-10T03:00:00Z"))
    const accounts = yield* Accounts
    const settings = { timezone: "America/New_York", daily_limit: 3 }
    const { id } = yield* accounts.create({ email: "me@x.test", provider: "smtp", settings })
    const other = yield* accounts.create({ email: "other@x.test", provider: "smtp" })
    const campaigns = yield* Effect.forEach(["a", "b"], (name) =>
      Campaigns.use((campaigns) => campaigns.create({ name, account_ids: name === "a" ? [id, other.id] : [id] }))
    )
    const leads = yield* Effect.forEach(campaigns, ({ id }) =>
      Leads.use((leads) => leads.create({ campaign_id: id, leads: [{ email: "lead@x.test" }] }))
    )
    const [first = 0, second = 0] = leads.flatMap(({ data }) => data.map(({ id }) => id ?? 0))
    const record = (...events: ReadonlyArray<readonly [type: string, lead_id: number, occurred_at: string]>) =>
      Activity.use((activity) =>
        activity.record(
          events.map(([type, lead_id, occurred_at]) => ({
            type,
            lead_id,
            occurred_at,
            account_id: id,
            idempotency_key: `${type} ${occurred_at}`
          }))
        )
      )
    const { data } = yield* record(
      // Sent eight days ago, seven days ago, yesterday; the rest today.
      ["sent", first, "2026-03-03T04:59:59.999Z"],
      ["sent", first, "2026-03-03T05:00:00.000Z"],
      ["bounced", first, "2026-03-03T06:00:00.000Z"],
      ["sent", second, "2026-03-09T03:59:59.999Z"],
      ["sent", first, "2026-03-09T04:00:00.000Z"],
      ["sent", second, "2026-03-10T02:59:00.123Z"],
      ["opened", second, "2026-03-10T02:59:30.000Z"]
    )
    assert.isTrue(data.every(({ status }) => status === "recorded"))
    const expected: AccountState = {
      status: "active",
      status_message: null,
      last_error_at: null,
      sent_today: 2,
      remaining_today: 1,
      last_sent_at: Timestamp.make("2026-03-10T02:59:00.123Z"),
      bounce_rate_7d: 0.25,
      campaigns: campaigns.map(({ id, name, status }) => ({ id, name, status }))
    }
    const state = Effect.map(accounts.find(id), ({ state }) => state)
    assert.deepStrictEqual(yield* state, expected)
    const { data: listed } = yield* accounts.page({ offset: 0, limit: 50 })
    assert.deepStrictEqual(
      listed.map(({ state }) => state),
      [expected, { ...other.state, campaigns: expected.campaigns.slice(0, 1) }]
    )
    yield* Analytics.use(({ rebuild }) => rebuild)
    assert.deepStrictEqual(yield* state, expected)
    // The next day in New York.
    yield* TestClock.setTime(Date.parse("2026-03-10T04:00:00Z"))
    const { bounce_rate_7d, remaining_today, sent_today } = yield* state
    assert.deepStrictEqual([sent_today, remaining_today, bounce_rate_7d], [0, 3, 0])
  })

  test("records and shows the history of a deleted account, also what comes later", function* () {
    yield* TestClock.setTime(Date.parse(now))
    const accounts = yield* Accounts
    const { id } = yield* accounts.create({ email: "me@x.test", provider: "smtp" })
    const campaign = yield* Campaigns.use((campaigns) => campaigns.create({ name: "a", account_ids: [id] }))
    const created = yield* Leads.use((leads) =>
      leads.create({ campaign_id: campaign.id, leads: [{ email: "lead@x.test" }] })
    )
    const lead_id = created.data[0]?.id ?? 0
    const event = (type: string, minute: number) =>
      Activity.use((activity) =>
        activity.record([
          { type, lead_id, account_id: id, occurred_at: `2026-03-10T11:${minute}:00.000Z`, idempotency_key: type }
        ])
      )
    yield* event("sent", 10)
    yield* accounts.remove({ ids: [id] })
    const { data } = yield* event("opened", 20)
    assert.strictEqual(data[0]?.status, "recorded")
    const report = yield* Analytics.use((analytics) => analytics.byAccount(campaign.id, {}))
    const numbers = report.data.map(({ account_id, email, metrics }) => [
      account_id,
      email,
      metrics.sent,
      metrics.opened
    ])
    assert.deepStrictEqual(numbers, [[id, "me@x.test", 1, 1]])
    const { state } = yield* accounts.create({ email: "me@x.test", provider: "smtp" })
    assert.deepStrictEqual([state.sent_today, state.last_sent_at], [1, "2026-03-10T11:10:00.000Z"])
    assert.deepStrictEqual(state.campaigns, [])
  })
})
