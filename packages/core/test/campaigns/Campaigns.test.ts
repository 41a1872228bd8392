import { assert, describe } from "@effect/vitest"
import { Array, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { type CampaignRecord, type ListedCampaign, type NewCampaign, toCampaign } from "../../src/campaigns/Campaign.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { at, countsOf, idsOf, missing } from "../../src/testing/fixtures/Fixtures.ts"
import { asOther, errorsOf, faultsOf, test } from "../Tenant.ts"
import { AccountId, CampaignId } from "../../src/ids.ts"

const first = { offset: 0, limit: 50 }
const newAccounts = Effect.gen(function* () {
  const accounts = yield* Accounts
  return yield* Effect.forEach(["a", "b", "c"], (name) =>
    Effect.map(accounts.create({ email: `${name}@x.test`, provider: "smtp" }), ({ id }) => id)
  )
})

/** A campaign without leads and events, as shown in a list. */
const listed = (campaign: CampaignRecord): ListedCampaign => ({
  ...toCampaign(campaign),
  counts: { leads: countsOf([]), sent: 0, replied: 0, bounced: 0 }
})

describe("Campaigns", () => {
  test("creates a draft with defaults, which is found", function* () {
    yield* TestClock.setTime(Date.parse(at(5)))
    const campaigns = yield* Campaigns
    const campaign = yield* campaigns.create({ name: "Spring" })
    assert.deepStrictEqual(campaign, {
      id: CampaignId.make(campaign.id),
      name: "Spring",
      status: "draft",
      status_reason: null,
      timezone: "UTC",
      send_window: { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" },
      window_zone: "campaign",
      holidays: null,
      skip_days: [],
      daily_limit: 50,
      stop_on_reply: true,
      stop_on_auto_reply: false,
      stop_scope: "campaign",
      track_opens: false,
      track_clicks: false,
      unsubscribe_header: true,
      bounce_limit: 5,
      new_lead_share: 20,
      required_verification: "none",
      account_ids: [],
      moves: [],
      lead_count: 0,
      created_at: at(5),
      updated_at: at(5),
      verification: null,
      version: 1
    })
    assert.deepStrictEqual(yield* campaigns.find(campaign.id), campaign)
  })

  test("takes every setting, and each account once, in order", function* () {
    const [a = missing.account, b = missing.account] = yield* newAccounts
    const campaigns = yield* Campaigns
    const settings = {
      name: "Spring",
      timezone: "Europe/Berlin",
      send_window: { days: [7, 1], from: "00:00", to: "24:00" },
      window_zone: "lead",
      skip_days: ["2026-12-24", "2026-01-06"],
      daily_limit: 0,
      stop_on_reply: false,
      stop_on_auto_reply: true,
      stop_scope: "organization",
      track_opens: true,
      track_clicks: true,
      unsubscribe_header: false,
      bounce_limit: null
    } as const
    const created = yield* campaigns.create({ ...settings, account_ids: [b, a, b] })
    assert.deepInclude(created, { ...settings, holidays: null, account_ids: [a, b] })
    assert.deepStrictEqual(yield* campaigns.find(created.id), created)
  })

  test("rejects an invalid campaign, fault by fault", function* () {
    const [a = missing.account] = yield* newAccounts
    const foreign = yield* asOther(newAccounts)
    const campaigns = yield* Campaigns
    const inputs: ReadonlyArray<readonly [pointers: ReadonlyArray<string>, input: unknown]> = [
      [["/name"], {}],
      [["/name"], { name: " " }],
      [["/daily_limit", "/timezone"], { name: "x", timezone: "Mars/Olympus", daily_limit: 100_001 }],
      [["/daily_limit"], { name: "x", daily_limit: 1.5 }],
      [["/bounce_limit"], { name: "x", bounce_limit: 0 }],
      [["/bounce_limit"], { name: "x", bounce_limit: 101 }],
      [["/stop_scope"], { name: "x", stop_scope: "account" }],
      [["/unsubscribe_header"], { name: "x", unsubscribe_header: null }],
      [["/send_window/to"], { name: "x", send_window: { days: [1], from: "18:00", to: "08:00" } }],
      [["/send_window/days"], { name: "x", send_window: { days: [], from: "08:00", to: "18:00" } }],
      [["/window_zone"], { name: "x", window_zone: "account" }],
      [["/skip_days/0"], { name: "x", skip_days: ["2026-02-30"] }],
      [["/skip_days"], { name: "x", skip_days: ["2026-12-24", "2026-12-24"] }],
      [["/holidays"], { name: "x", holidays: "Norway" }],
      [["/holidays"], { name: "x", holidays: "NO" }],
      [["/status_reason"], { name: "x", status_reason: "bounces" }],
      [["/status"], { name: "x", status: "active" }],
      [["/account_ids/1", "/account_ids/2"], { name: "x", account_ids: [a, missing.account, foreign[0]] }],
      [["/account_ids"], { name: "x", account_ids: Array.makeBy(501, (i) => AccountId.make(i + 1)) }],
      [["/account_ids/0"], { name: "x", account_ids: [0] }]
    ]
    for (const [pointers, input] of inputs) {
      assert.deepStrictEqual(yield* faultsOf(campaigns.create(input as NewCampaign)), pointers)
    }
    assert.strictEqual((yield* campaigns.page(first)).total, 0)
  })

  test("does not find what another organization has, or no one", function* () {
    const campaigns = yield* Campaigns
    const { id } = yield* campaigns.create({ name: "Spring" })
    const errors = yield* errorsOf(asOther(campaigns.find(id)), campaigns.find(missing.campaign))
    assert.deepStrictEqual(errors, ["CampaignNotFound", "CampaignNotFound"])
    assert.strictEqual((yield* asOther(campaigns.page(first))).total, 0)
  })

  test("lists in the order of creation, also within an instant, by name and status", function* () {
    const campaigns = yield* Campaigns
    const names = Array.makeBy(40, (i) => `Campaign ${i % 10} É`)
    const created = yield* Effect.forEach(names, (name) => campaigns.create({ name }))
    const shown = created.map(listed)
    assert.deepStrictEqual(yield* campaigns.page(first), { total: 40, data: shown, ...first })
    const second = yield* campaigns.page({ offset: 30, limit: 5, search: "é", status: "draft" })
    assert.deepStrictEqual(second, { total: 40, data: shown.slice(30, 35), offset: 30, limit: 5 })
    const found = yield* campaigns.page({ ...first, search: "CAMPAIGN 3" })
    assert.deepStrictEqual(idsOf(found.data), idsOf(created.filter((_, i) => i % 10 === 3)))
    assert.strictEqual((yield* campaigns.page({ ...first, status: "active" })).total, 0)
  })

  test("counts the leads of each", function* () {
    const campaigns = yield* Campaigns
    const { id } = yield* campaigns.create({ name: "Spring" })
    yield* campaigns.create({ name: "Summer" })
    yield* (yield* Leads).create({ campaign_id: id, leads: [{ email: "a@x.test" }, { email: "b@x.test" }] })
    assert.strictEqual((yield* campaigns.find(id)).lead_count, 2)
    assert.deepStrictEqual(
      (yield* campaigns.page(first)).data.map(({ lead_count }) => lead_count),
      [2, 0]
    )
  })
})
