/** Copies of campaigns. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { AccountStore } from "../../src/accounts/AccountStore.ts"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { Changes } from "../../src/Changes.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { CampaignStore } from "../../src/campaigns/CampaignStore.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { Sequences } from "../../src/sequences/Sequences.ts"
import { at, missing } from "../../src/testing/fixtures/Fixtures.ts"
import { asOther, errorsOf, faultsOf, test } from "../Tenant.ts"

const newAccount = (email: string) =>
  Accounts.use((accounts) => Effect.map(accounts.create({ email, provider: "smtp" }), ({ id }) => id))

/** An active campaign with settings that are not the default, two steps and a lead. */
const newCampaign = Effect.gen(function* () {
  const campaigns = yield* Campaigns
  const sequences = yield* Sequences
  const target = yield* campaigns.create({ name: "Follow-up" })
  const settings = {
    name: "Spring",
    timezone: "Europe/Berlin",
    send_window: { days: [7, 1], from: "00:00", to: "24:00" },
    window_zone: "lead",
    holidays: null,
    skip_days: ["2026-12-24"],
    daily_limit: 7,
    stop_on_reply: false,
    stop_on_auto_reply: true,
    stop_scope: "organization",
    track_opens: true,
    track_clicks: true,
    unsubscribe_header: false,
    new_lead_share: 35,
    required_verification: "accept_all",
    bounce_limit: null,
    moves: [{ when: "finished", campaign_id: target.id, after_days: 3 }]
  } as const
  const account_ids = [yield* newAccount("a@x.test"), yield* newAccount("b@x.test")]
  const { id } = yield* campaigns.create({ ...settings, account_ids })
  yield* sequences.create(id, { subject: "Hello", body: "One", body_html: "<p>One</p>", delay_days: 0 })
  const second = yield* sequences.create(id, { body: "Two", delay_days: 5, delay_unit: "business_days" })
  yield* sequences.create(id, { body: "Other", variant_of: second.id, weight: 7 })
  yield* Leads.use((leads) => leads.create({ campaign_id: id, leads: [{ email: "ada@x.test" }] }))
  yield* campaigns.start(id)
  return { campaigns, sequences, id, settings: { ...settings, account_ids } }
})

describe("Campaigns.duplicate", () => {
  test("makes a draft with the settings, accounts and steps, and without leads", function* () {
    const { campaigns, id, sequences, settings } = yield* newCampaign
    const before = yield* campaigns.find(id)
    yield* TestClock.setTime(Date.parse(at(9)))
    const copy = yield* campaigns.duplicate(id)
    assert.deepStrictEqual(copy, {
      ...settings,
      id: copy.id,
      name: "Spring (copy)",
      status: "draft",
      status_reason: null,
      lead_count: 0,
      created_at: at(9),
      updated_at: at(9),
      verification: null,
      version: 1
    })
    assert.notStrictEqual(copy.id, id)
    assert.deepStrictEqual(yield* campaigns.find(copy.id), copy)
    const [steps, copied] = [yield* sequences.list(id), yield* sequences.list(copy.id)]
    const withoutIds = (list: typeof steps) => list.map(({ id: _, ...step }) => step)
    assert.deepStrictEqual(withoutIds(copied), withoutIds(steps))
    assert.strictEqual(new Set([...steps, ...copied].map(({ id }) => id)).size, 6)
    assert.strictEqual((yield* Leads.use((leads) => leads.page(copy.id, { offset: 0, limit: 1 }))).total, 0)
    // The two do not depend on each other, and the copy has the same variants.
    yield* sequences.update(copy.id, copied[2]?.id ?? (0 as never), { delay_days: 9 })
    const delays = (yield* sequences.list(copy.id)).map(({ delay_days, position }) => [position, delay_days])
    assert.deepStrictEqual(delays, [
      [1, 0],
      [2, 9],
      [2, 9]
    ])
    yield* sequences.remove(copy.id, copied[0]?.id ?? (0 as never))
    yield* campaigns.update(copy.id, { daily_limit: 9 })
    assert.deepStrictEqual(yield* sequences.list(id), steps)
    assert.deepStrictEqual(yield* campaigns.find(id), before)
  })

  test("takes another name, and cuts a long one", function* () {
    const { campaigns, id } = yield* newCampaign
    assert.strictEqual((yield* campaigns.duplicate(id, { name: "Autumn" })).name, "Autumn")
    yield* campaigns.update(id, { name: `${"x".repeat(192)}\u{1f600}${"y".repeat(6)}` })
    const { name } = yield* campaigns.duplicate(id)
    assert.strictEqual(name, `${"x".repeat(192)} (copy)`)
    assert.strictEqual((yield* campaigns.duplicate((yield* campaigns.duplicate(id)).id)).name.length, 200)
    assert.deepStrictEqual(yield* faultsOf(campaigns.duplicate(id, { name: " " })), ["/name"])
    assert.deepStrictEqual(yield* faultsOf(campaigns.duplicate(id, { status: "active" } as never)), ["/status"])
  })

  test("finds no campaign of another organization, and none that is deleted", function* () {
    const { campaigns, id } = yield* newCampaign
    const errors = yield* errorsOf(asOther(campaigns.duplicate(id)), campaigns.duplicate(missing.campaign))
    assert.deepStrictEqual(errors, ["CampaignNotFound", "CampaignNotFound"])
    yield* campaigns.pause(id)
    yield* campaigns.remove(id)
    assert.strictEqual((yield* Effect.flip(campaigns.duplicate(id)))._tag, "CampaignNotFound")
  })

  test("has an account that is added while it runs", function* () {
    const { campaigns, id, settings } = yield* newCampaign
    const added = yield* newAccount("c@x.test")
    const store = yield* CampaignStore
    const organization = yield* CurrentOrganization
    yield* campaigns.update(id, { account_ids: [...settings.account_ids, added] })
    let reads = 0
    // The first read does not show the account: someone adds it between the read and the lock.
    const findMany: typeof store.findMany = (...args) =>
      Effect.map(store.findMany(...args), (found) =>
        reads++ === 0 ? found.map((campaign) => ({ ...campaign, account_ids: settings.account_ids })) : found
      )
    const layer = Campaigns.layer.pipe(
      Layer.provide([Layer.succeed(CampaignStore, { ...store, findMany }), Changes.layer(Effect.succeed([]))])
    )
    const late = yield* Effect.provide(Campaigns, Layer.fresh(layer))
    assert.deepStrictEqual((yield* late.duplicate(id)).account_ids, [...settings.account_ids, added])
    assert.strictEqual(reads, 2)
    const [account] = yield* AccountStore.use((accounts) => accounts.findMany(organization.id, [added]))
    assert.isNull(account?.deleted_at)
  })
})
