/** Changes, starts, pauses and deletions of campaigns. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Accounts } from "../../src/accounts/Accounts.ts"
import { Activity } from "../../src/activity/Activity.ts"
import { Analytics } from "../../src/analytics/Analytics.ts"
import { BatchSize } from "../../src/Bulk.ts"
import type { CampaignPatch } from "../../src/campaigns/Campaign.ts"
import { CampaignPaused, CampaignStarted } from "../../src/campaigns/CampaignChange.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { CampaignStore } from "../../src/campaigns/CampaignStore.ts"
import { type Change, type ChangeKind, Changes } from "../../src/Changes.ts"
import { LeadRemoved, LeadResumed, LeadStopped, LeadTagged } from "../../src/leads/LeadChange.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import { finishMultiStep } from "../../src/Mailroom.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Sequences } from "../../src/sequences/Sequences.ts"
import { SequenceStore } from "../../src/sequences/SequenceStore.ts"
import { StorageError, Unavailable } from "../../src/StorageError.ts"
import { Tags } from "../../src/tags/Tags.ts"
import { at, idsOf, missing } from "../../src/testing/fixtures/Fixtures.ts"
import { asOther, errorsOf, faultsOf, test } from "../Tenant.ts"
import { findOne } from "../../src/NotFound.ts"

const emails = ["a@x.test", "b@x.test", "c@x.test", "d@x.test", "e@x.test"]

/** A draft that fulfils all conditions of a start. */
const newCampaign = Effect.gen(function* () {
  const campaigns = yield* Campaigns
  const account = yield* (yield* Accounts).create({ email: `${crypto.randomUUID()}@ours.test`, provider: "smtp" })
  const { id } = yield* campaigns.create({ name: "Spring", account_ids: [account.id] })
  const step = yield* (yield* Sequences).create(id, { body: "Hello" })
  const { data } = yield* (yield* Leads).create({ campaign_id: id, leads: emails.map((email) => ({ email })) })
  return { id, account, step, lead_ids: data.map(({ id }) => id ?? missing.lead), campaigns }
})

/** The use cases of campaigns over the current storage, and the changes that they report. */
const reporting = Effect.gen(function* () {
  const reported: Array<Change> = []
  const changes = Changes.layer(
    Effect.succeed([
      {
        kinds: new Set<ChangeKind>([
          CampaignPaused,
          CampaignStarted,
          LeadRemoved,
          LeadResumed,
          LeadStopped,
          LeadTagged
        ]),
        consume: (_, changes) => Effect.sync(() => void reported.push(...changes))
      }
    ])
  )
  const context = yield* Layer.build(Layer.fresh(Campaigns.layer).pipe(Layer.provide(changes)))
  return { campaigns: yield* Effect.provideContext(Campaigns, context), reported }
})

/** A storage that becomes unavailable at the second removal of leads. */
const losing = Effect.gen(function* () {
  const store = yield* LeadStore
  let calls = 0
  const remove: typeof store.remove = (...input) =>
    Effect.suspend(() =>
      ++calls === 2
        ? Effect.fail(new StorageError({ operation: "LeadStore.remove", reason: new Unavailable({ cause: "gone" }) }))
        : store.remove(...input)
    )
  const layer = Layer.fresh(Campaigns.layer).pipe(
    Layer.provide(Changes.layer(Effect.succeed([]))),
    Layer.provide(Layer.succeed(LeadStore, { ...store, remove }))
  )
  return yield* Effect.provideContext(Campaigns, yield* Layer.build(layer))
})

describe("update", () => {
  test("changes what the patch has, with a new version; no change has none", function* () {
    const { account, campaigns, id } = yield* newCampaign
    const before = yield* campaigns.find(id)
    yield* TestClock.setTime(Date.parse(at(9)))
    assert.deepStrictEqual(yield* campaigns.update(id, {}), before)
    assert.deepStrictEqual(
      yield* campaigns.update(id, { name: "Spring", account_ids: [account.id, account.id] }),
      before
    )
    const changed = yield* campaigns.update(id, { name: "Summer", daily_limit: 1, account_ids: [] })
    assert.deepStrictEqual(changed, {
      ...before,
      name: "Summer",
      daily_limit: 1,
      account_ids: [],
      version: 2,
      updated_at: at(9)
    })
    assert.deepStrictEqual(yield* campaigns.find(id), changed)
  })

  test("rejects an invalid change, fault by fault", function* () {
    const { account, campaigns, id } = yield* newCampaign
    const foreign = yield* asOther(Effect.map(newCampaign, ({ account }) => account))
    const inputs: ReadonlyArray<readonly [pointers: ReadonlyArray<string>, input: unknown]> = [
      [["/name"], { name: null }],
      [["/status"], { status: "active" }],
      [["/lead_count", "/timezone"], { lead_count: 1, timezone: "Mars" }],
      [["/account_ids/1", "/account_ids/2"], { account_ids: [account.id, missing.account, foreign.id] }]
    ]
    for (const [pointers, input] of inputs) {
      assert.deepStrictEqual(yield* faultsOf(campaigns.update(id, input as CampaignPatch)), pointers)
    }
    assert.strictEqual((yield* campaigns.find(id)).version, 1)
  })
})

describe("a version", () => {
  test("that is not stored any more fails every write", function* () {
    const { campaigns, id } = yield* newCampaign
    const { version } = yield* campaigns.update(id, { name: "Summer" })
    const stale = { if_version: [version - 1] }
    const errors = yield* errorsOf(
      campaigns.update(id, {}, stale),
      campaigns.start(id, stale),
      campaigns.pause(id, stale),
      campaigns.remove(id, stale)
    )
    assert.deepStrictEqual(errors, ["CampaignChanged", "CampaignChanged", "CampaignChanged", "CampaignChanged"])
    const current = { if_version: [version - 1, version] }
    assert.strictEqual((yield* campaigns.start(id, current)).version, version + 1)
  })

  test("does not change with the number of leads", function* () {
    const { campaigns, id } = yield* newCampaign
    const before = yield* campaigns.find(id)
    yield* (yield* Leads).create({ campaign_id: id, leads: [{ email: "new@x.test" }] })
    assert.deepStrictEqual(yield* campaigns.find(id), { ...before, lead_count: before.lead_count + 1 })
  })
})

describe("start and pause", () => {
  test("report what they changed, and nothing otherwise", function* () {
    const { id } = yield* newCampaign
    const { campaigns, reported } = yield* reporting
    const started = yield* campaigns.start(id)
    assert.deepStrictEqual(yield* campaigns.start(id), started)
    const paused = yield* campaigns.pause(id)
    assert.deepStrictEqual(yield* campaigns.pause(id), paused)
    assert.deepStrictEqual([started.status, started.version, paused.status, paused.version], ["active", 2, "paused", 3])
    assert.deepStrictEqual(reported, [
      new CampaignStarted({ campaign: started }),
      new CampaignPaused({ campaign: paused })
    ])
  })

  test("fail on a campaign that is not ready, and on one that is not active", function* () {
    const campaigns = yield* Campaigns
    const { id } = yield* campaigns.create({ name: "Empty" })
    const error = yield* Effect.flip(campaigns.start(id))
    assert.deepInclude(error, { _tag: "CampaignNotReady", issues: ["no_account", "no_sequence", "no_lead"] })
    assert.strictEqual((yield* Effect.flip(campaigns.pause(id)))._tag, "CampaignNotActive")
    assert.strictEqual((yield* campaigns.find(id)).version, 1)
  })

  test("fail on a step that was stored with an unknown variable, until it is corrected", function* () {
    const { campaigns, id, step } = yield* newCampaign
    const sequences = yield* SequenceStore
    const organization = yield* CurrentOrganization
    yield* sequences.replace(organization.id, id, [{ ...step, step_id: null, body: "Hello {{fist_name}}" }])
    const error = yield* Effect.flip(campaigns.start(id))
    assert.deepInclude(error, { _tag: "CampaignNotReady", issues: ["invalid_step"] })
    yield* (yield* Sequences).update(id, step.id, { body: "Hello {{first_name}}" })
    assert.strictEqual((yield* campaigns.start(id)).status, "active")
  })

  test("find no campaign of another organization", function* () {
    const { campaigns, id } = yield* newCampaign
    const errors = yield* errorsOf(
      asOther(campaigns.start(id)),
      asOther(campaigns.pause(id)),
      asOther(campaigns.update(id, {})),
      asOther(campaigns.remove(id))
    )
    assert.deepStrictEqual(
      errors,
      Array.from({ length: 4 }, () => "CampaignNotFound")
    )
  })
})

describe("remove", () => {
  test("needs a campaign that is not active", function* () {
    const { campaigns, id } = yield* newCampaign
    yield* campaigns.start(id)
    assert.strictEqual((yield* Effect.flip(campaigns.remove(id)))._tag, "CampaignActive")
    yield* campaigns.pause(id)
    yield* campaigns.remove(id)
    assert.deepStrictEqual(yield* errorsOf(campaigns.remove(id), campaigns.find(id)), [
      "CampaignNotFound",
      "CampaignNotFound"
    ])
  })

  test("removes leads in batches, and reports each", function* () {
    const { id, lead_ids } = yield* newCampaign
    const { campaigns, reported } = yield* reporting
    yield* Effect.provideService(campaigns.remove(id), BatchSize, 2)
    assert.deepStrictEqual(
      reported.map((change) => (change instanceof LeadRemoved ? change.lead.id : change._tag)),
      lead_ids
    )
  })

  test("keeps the events and their sums, which a rebuild computes as before", function* () {
    const { account, campaigns, id, lead_ids } = yield* newCampaign
    const [lead_id = missing.lead] = lead_ids
    const tags = yield* Tags
    const { id: tag } = yield* tags.create({ name: "Keen", sentiment: "positive" })
    yield* tags.assign(lead_id, tag)
    const events = ["sent", "replied"].map((type) => {
      const idempotency_key = `${type} ${lead_id}`
      return { type, lead_id, account_id: account.id, occurred_at: at(-1), idempotency_key }
    })
    yield* TestClock.setTime(Date.parse(at(0)))
    yield* (yield* Activity).record(events)
    const analytics = yield* Analytics
    assert.deepInclude((yield* analytics.summary(id, {})).metrics, { sent: 1, replied: 1, positive_replied: 1 })
    yield* campaigns.remove(id)
    assert.strictEqual((yield* Effect.flip(analytics.summary(id, {})))._tag, "CampaignNotFound")
    // An event that is reported again is a duplicate.
    assert.deepStrictEqual((yield* (yield* Activity).record(events)).counts, { recorded: 0, duplicate: 0, rejected: 2 })
    assert.strictEqual(yield* analytics.rebuild, 2)
  })

  test("that fails half way hides the campaign, and is finished later", function* () {
    const { campaigns, id, lead_ids } = yield* newCampaign
    const leads = yield* Leads
    const store = yield* CampaignStore
    const { id: organization_id } = yield* CurrentOrganization
    const interrupted = yield* losing
    yield* TestClock.setTime(Date.parse(at(0)))
    const failure = yield* Effect.flip(Effect.provideService(interrupted.remove(id), BatchSize, 2))
    assert.strictEqual(failure._tag, "StorageError")
    assert.deepStrictEqual(yield* store.findHidden({ before: at(1), limit: 9 }), [{ organization_id, id }])
    assert.lengthOf(yield* (yield* LeadStore).lockOfCampaign(organization_id, id, { limit: 9 }), 3)
    const errors = yield* errorsOf(
      campaigns.find(id),
      leads.page(id, { offset: 0, limit: 1 }),
      leads.create({ campaign_id: id, leads: [{ email: "new@x.test" }] }),
      (yield* Sequences).list(id)
    )
    assert.deepStrictEqual(
      errors,
      Array.from({ length: 4 }, () => "CampaignNotFound")
    )
    for (const lead_id of lead_ids) assert.strictEqual((yield* Effect.flip(leads.find(lead_id)))._tag, "LeadNotFound")

    // A deletion is resumed only after one minute, because it may be running in another process.
    yield* TestClock.setTime(Date.parse(at(59)))
    assert.deepStrictEqual(yield* finishMultiStep(), {
      leads_resumed: 0,
      accounts_deleted: 0,
      campaigns_deleted: 0,
      organizations_deleted: 0
    })
    yield* TestClock.setTime(Date.parse(at(61)))
    assert.deepStrictEqual(yield* finishMultiStep(), {
      leads_resumed: 0,
      accounts_deleted: 0,
      campaigns_deleted: 1,
      organizations_deleted: 0
    })
    assert.deepStrictEqual(yield* store.findHidden({ before: at(99), limit: 9 }), [])
    assert.deepStrictEqual(yield* finishMultiStep({ all: true }), {
      leads_resumed: 0,
      accounts_deleted: 0,
      campaigns_deleted: 0,
      organizations_deleted: 0
    })
  })

  test("that failed half way is finished at once when a service starts, or by the same call", function* () {
    const store = yield* CampaignStore
    const { id: organization_id } = yield* CurrentOrganization
    const interrupted = yield* losing
    const { campaigns, id } = yield* newCampaign
    yield* Effect.flip(Effect.provideService(interrupted.remove(id), BatchSize, 2))
    assert.strictEqual((yield* Effect.flip(campaigns.remove(id)))._tag, "CampaignNotFound")
    assert.deepStrictEqual(yield* store.findHidden({ before: at(9_999_999), limit: 9 }), [])

    const again = yield* newCampaign
    yield* Effect.flip(Effect.provideService((yield* losing).remove(again.id), BatchSize, 2))
    assert.deepStrictEqual(yield* finishMultiStep({ all: true }), {
      leads_resumed: 0,
      accounts_deleted: 0,
      campaigns_deleted: 1,
      organizations_deleted: 0
    })
    assert.isTrue(Option.isNone(yield* findOne(store.findMany, organization_id, again.id)))
    assert.deepStrictEqual(idsOf((yield* campaigns.page({ offset: 0, limit: 9 })).data), [])
  })
})
