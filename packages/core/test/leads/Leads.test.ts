import { assert, describe } from "@effect/vitest"
import { Array, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Activity } from "../../src/activity/Activity.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { type ChangeKind, Changes, type Consumer } from "../../src/Changes.ts"
import { CustomFields } from "../../src/leads/CustomFields.ts"
import { type LeadPatch, toLead } from "../../src/leads/Lead.ts"
import { LeadResumed, LeadStopped, LeadTagged } from "../../src/leads/LeadChange.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { LeadStore } from "../../src/leads/LeadStore.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Tags } from "../../src/tags/Tags.ts"
import { at, idsOf, missing } from "../../src/testing/fixtures/Fixtures.ts"
import { Signer } from "../../src/secrets/Signer.ts"
import * as Timestamp from "../../src/Timestamp.ts"
import { asOther, errorsOf, faultsOf, test } from "../Tenant.ts"
import { LeadId } from "../../src/ids.ts"

const newCampaign = Effect.gen(function* () {
  return (yield* (yield* Campaigns).create({ name: "Campaign" })).id
})
/** A campaign with leads of these addresses. */
const newLeads = Effect.fnUntraced(function* (...emails: ReadonlyArray<string>) {
  const leads = yield* Leads
  const campaign_id = yield* newCampaign
  if (emails.length === 0) return { campaign_id, ids: [], leads }
  const created = yield* leads.create({ campaign_id, leads: emails.map((email) => ({ email })) })
  return { campaign_id, ids: created.data.map(({ id }) => id ?? missing.lead), leads }
})
const newLead = Effect.map(newLeads("ada@x.test"), ({ ids: [id = missing.lead], leads }) => ({ id, leads }))
const first = { offset: 0, limit: 50 }
/** The use cases over another lead store, with only these consumers. */
const leadsOver = (store: LeadStore["Service"], ...consumers: ReadonlyArray<Consumer>) => {
  const others = [Changes.layer(Effect.succeed(consumers)), Signer.layer] as const
  const layer = Leads.layer.pipe(Layer.provide([Layer.succeed(LeadStore, store), ...others]))
  return Effect.provide(Leads, Layer.fresh(layer))
}

describe("create", () => {
  test("answers each input in its place", function* () {
    const leads = yield* Leads
    const campaign_id = yield* newCampaign
    const inputs = [
      { email: "a@x.test", company: "A" },
      { email: "not an address" },
      null,
      { email: "A@X.TEST", company: "Again" },
      { email: "b@x.test", custom_fields: { Upper: 1 } },
      { email: "c@x.test", stop_sending: true },
      { email: "d@x.test", custom_fields: { a: 1 } }
    ]
    const { counts, data: results } = yield* leads.create({ campaign_id, leads: inputs })
    assert.deepStrictEqual(counts, { created: 2, updated: 0, duplicate: 1, blacklisted: 0, invalid: 4 })
    assert.deepStrictEqual(
      results.map(({ index, status }) => [index, status]),
      [
        [0, "created"],
        [1, "invalid"],
        [2, "invalid"],
        [3, "duplicate"],
        [4, "invalid"],
        [5, "invalid"],
        [6, "created"]
      ]
    )
    const [a, , , again, , , d] = results
    assert.strictEqual(again?.id, a?.id)
    for (const { errors, id, status } of results) {
      assert.strictEqual(id === null, status === "invalid")
      assert.strictEqual(errors === undefined, status !== "invalid")
    }
    const pointersOf = (index: number) => results[index]?.errors?.map(({ pointer }) => pointer)
    assert.deepStrictEqual(pointersOf(1), ["/email"])
    assert.deepStrictEqual(pointersOf(4), ["/custom_fields/Upper"])
    assert.deepStrictEqual(pointersOf(5), ["/stop_sending"])
    const { data, total } = yield* leads.page(campaign_id, first)
    assert.deepStrictEqual([total, idsOf(data)], [2, [a?.id, d?.id]])
    assert.strictEqual(data[0]?.company, "A")
  })

  test("ignores existing leads of the campaign, unless on_duplicate is update", function* () {
    const {
      campaign_id,
      ids: [id = missing.lead],
      leads
    } = yield* newLeads("ada@x.test")
    yield* leads.update(id, { company: "Old", website: "old.test", custom_fields: { a: 1, b: 1 }, stop_sending: true })
    const again = [{ email: "ADA@x.test", company: "New", custom_fields: { b: 2, c: 2 } }]
    const create = (options: { on_duplicate?: "update" } = {}) =>
      Effect.map(leads.create({ campaign_id, leads: again, ...options }), ({ data }) => data)
    assert.deepStrictEqual(yield* create(), [{ index: 0, id, status: "duplicate" }])
    assert.deepInclude(yield* leads.find(id), { company: "Old", version: 2 })
    assert.deepStrictEqual(yield* create({ on_duplicate: "update" }), [{ index: 0, id, status: "updated" }])
    assert.deepInclude(yield* leads.find(id), {
      email: "ada@x.test",
      company: "New",
      website: "old.test",
      custom_fields: { a: 1, b: 2, c: 2 },
      stop_sending_type: "manual",
      version: 3
    })
  })

  test("updates a lead that an earlier input created, and says which update cannot be", function* () {
    const leads = yield* Leads
    const campaign_id = yield* newCampaign
    const hundred: CustomFields = Object.fromEntries(Array.makeBy(100, (i) => [`f${i}`, i]))
    const { data: results } = yield* leads.create({
      campaign_id,
      leads: [
        { email: "a@x.test", custom_fields: hundred },
        { email: "a@x.test", custom_fields: { another: 1 } },
        { email: "a@x.test", company: "New" }
      ],
      on_duplicate: "update"
    })
    const id = results[0]?.id ?? missing.lead
    assert.deepStrictEqual(results, [
      { index: 0, id, status: "created" },
      {
        index: 1,
        id,
        status: "invalid",
        errors: [{ pointer: "/custom_fields", message: "must have at most 100 custom fields" }]
      },
      { index: 2, id, status: "updated" }
    ])
    assert.strictEqual((yield* leads.find(id)).company, "New")
  })

  test("finds no campaign of another organization", function* () {
    const { campaign_id, leads } = yield* newLeads()
    const input = [{ email: "a@x.test" }]
    const errors = yield* errorsOf(
      leads.create({ campaign_id: missing.campaign, leads: input }),
      asOther(leads.create({ campaign_id, leads: input })),
      leads.create({ campaign_id: missing.campaign, leads: [null] })
    )
    assert.deepStrictEqual(errors, ["CampaignNotFound", "CampaignNotFound", "CampaignNotFound"])
  })

  test("takes 1 to 1000 inputs, and an id in any case", function* () {
    const { campaign_id, leads } = yield* newLeads()
    assert.deepStrictEqual(yield* faultsOf(leads.create({ campaign_id, leads: [] })), ["/leads"])
    const many = Array.makeBy(1_001, (i) => ({ email: `a${i}@x.test` }))
    assert.deepStrictEqual(yield* faultsOf(leads.create({ campaign_id, leads: many })), ["/leads"])
    assert.deepStrictEqual(yield* faultsOf(leads.create({ campaign_id: "1", leads: [null] })), ["/campaign_id"])
    const { counts } = yield* leads.create({ campaign_id: campaign_id.toUpperCase(), leads: many.slice(1) })
    assert.strictEqual(counts.created, 1_000)
  })
})

describe("update", () => {
  test("changes a lead, and one that does not change not at all", function* () {
    const { id, leads } = yield* newLead
    yield* TestClock.setTime(Date.parse(at(5)))
    const before = yield* leads.find(id)
    assert.deepStrictEqual(yield* leads.update(id, {}), before)
    assert.deepStrictEqual(yield* leads.find(id), before)
    const after = { ...before, company: "New", version: 2, updated_at: at(5) }
    assert.deepStrictEqual(yield* leads.update(id, { company: "New" }), after)
    assert.deepStrictEqual(yield* leads.find(id), after)
  })

  test("changes a lead only if it is still the one that was read", function* () {
    const { id, leads } = yield* newLead
    const changed = (if_version: ReadonlyArray<number>, company: string) =>
      Effect.exit(leads.update(id, { company }, { if_version }))
    assert.isTrue((yield* changed([1], "One"))._tag === "Success")
    const error = yield* Effect.flip(leads.update(id, { company: "Two" }, { if_version: [1] }))
    assert.deepInclude(error, { _tag: "LeadChanged", id, version: 2 })
    assert.isTrue((yield* changed([7, 2], "Three"))._tag === "Success")
    assert.isTrue((yield* changed([], "Four"))._tag === "Failure")
    assert.strictEqual((yield* Effect.flip(leads.update(id, {}, { if_version: [1] })))._tag, "LeadChanged")
    assert.deepInclude(yield* leads.find(id), { company: "Three", version: 3 })
  })

  test("loses nothing of what many change at the same time, though all read before one writes", function* () {
    const { id } = yield* newLead
    const store = yield* LeadStore
    const leads = yield* leadsOver({
      ...store,
      findMany: (...args) => Effect.tap(store.findMany(...args), Effect.yieldNow)
    })
    const names = Array.makeBy(50, (i) => `f${i}`)
    yield* Effect.forEach(names, (name, i) => leads.update(id, { custom_fields: { [name]: i } }), {
      concurrency: "unbounded"
    })
    const lead = yield* leads.find(id)
    assert.deepStrictEqual(lead.custom_fields, Object.fromEntries(names.map((name, i) => [name, i] as const).sort()))
    assert.strictEqual(lead.version, 51)
  })

  test("decides about a stop again when the lead changed meanwhile", function* () {
    const { id } = yield* newLead
    const store = yield* LeadStore
    const activity = yield* Activity
    const organization = yield* CurrentOrganization
    const leads = yield* leadsOver({
      ...store,
      set: Effect.fnUntraced(function* (organization_id, id, ...args) {
        yield* TestClock.setTime(Date.parse(at(6)))
        const replied = { type: "replied", lead_id: id, occurred_at: at(1), data: { reply_text: "Yes" } }
        yield* Effect.orDie(Effect.provideService(activity.record([replied]), CurrentOrganization, organization))
        yield* TestClock.setTime(Date.parse(at(7)))
        return yield* store.set(organization_id, id, ...args)
      })
    })
    yield* TestClock.setTime(Date.parse(at(5)))
    const stopped = yield* leads.update(id, { stop_sending: true })
    const afterReply = { stop_decided_at: at(7), updated_at: at(7) }
    assert.deepInclude(stopped, { status: "Replied", stop_sending_type: "manual", version: 3, ...afterReply })
    assert.deepStrictEqual(yield* store.findMany(organization.id, [id]), [stopped])
  })

  test("reports a stop and a resumption only to those who want them, and reads no lead for nobody", function* () {
    const { id } = yield* newLead
    const store = yield* LeadStore
    const consumed: Array<string> = []
    const consumer = (wanted: ChangeKind): Consumer => ({
      kinds: new Set<ChangeKind>([LeadResumed, LeadStopped, LeadTagged]),
      wants: (_, kind) => Effect.succeed(kind === wanted),
      consume: (_, changes) => Effect.sync(() => void consumed.push(...changes.map(({ _tag }) => _tag)))
    })
    const decide = (leads: Leads["Service"], stop_sending: boolean) =>
      Effect.andThen(TestClock.adjust(1), leads.update(id, { stop_sending }))
    const unread = { ...store, find: () => Effect.die("read"), lock: () => Effect.die("locked") }
    const unheard = yield* leadsOver(unread, consumer(LeadTagged))
    assert.deepInclude(yield* decide(unheard, true), { stop_sending_type: "manual", version: 2 })
    assert.deepInclude(yield* decide(unheard, false), { stop_sending_type: null, version: 3 })
    assert.deepStrictEqual(consumed, [])
    const heard = yield* leadsOver(store, consumer(LeadResumed))
    assert.deepInclude(yield* decide(heard, true), { stop_sending_type: "manual", version: 4 })
    assert.deepInclude(yield* decide(heard, false), { stop_sending_type: null, version: 5 })
    assert.deepStrictEqual(consumed, ["LeadResumed"])
  })

  test("lets one of many win that read the same version", function* () {
    const { id, leads } = yield* newLead
    const results = yield* Effect.forEach(
      Array.range(1, 20),
      (i) => Effect.exit(leads.update(id, { company: `${i}` }, { if_version: [1] })),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(
      results.filter(({ _tag }) => _tag === "Success"),
      1
    )
    assert.strictEqual((yield* leads.find(id)).version, 2)
  })

  test("lets one of many win that tag the version that they read", function* () {
    const { id, leads } = yield* newLead
    const tags = yield* Tags
    const made = yield* Effect.forEach(Array.range(1, 20), (i) =>
      tags.create({ name: `Tag ${i}`, sentiment: "neutral" })
    )
    const results = yield* Effect.forEach(made, (tag) => Effect.exit(tags.assign(id, tag.id, { if_version: [1] })), {
      concurrency: "unbounded"
    })
    assert.lengthOf(
      results.filter(({ _tag }) => _tag === "Success"),
      1
    )
    const error = yield* Effect.flip(tags.assign(id, null, { if_version: [1] }))
    assert.deepInclude(error, { _tag: "LeadChanged", id, version: 2 })
    assert.strictEqual((yield* leads.find(id)).version, 2)
  })

  test("refuses the address of another lead of the campaign, but not its own in other case", function* () {
    const {
      ids: [ada = missing.lead],
      leads
    } = yield* newLeads("ada@x.test", "bob@x.test")
    assert.strictEqual((yield* Effect.flip(leads.update(ada, { email: "BOB@x.test" })))._tag, "DuplicateLead")
    assert.strictEqual((yield* leads.update(ada, { email: "ADA@x.test" })).email, "ADA@x.test")
    const other = yield* newLeads("eve@x.test")
    assert.strictEqual((yield* leads.update(other.ids[0] ?? missing.lead, { email: "bob@x.test" })).email, "bob@x.test")
  })

  test("rejects an invalid change, and names the fault", function* () {
    const { id, leads } = yield* newLead
    const hundred: CustomFields = Object.fromEntries(Array.makeBy(100, (i) => [`f${i}`, i]))
    yield* leads.update(id, { custom_fields: hundred })
    const inputs: ReadonlyArray<readonly [pointers: ReadonlyArray<string>, input: unknown]> = [
      [["/status"], { status: "Replied" }],
      [["/company", "/email"], { email: "x", company: null }],
      [["/custom_fields"], { custom_fields: { another: 1 } }],
      [["/custom_fields/Upper"], { custom_fields: { Upper: 1 } }]
    ]
    for (const [pointers, input] of inputs) {
      assert.deepStrictEqual(yield* faultsOf(leads.update(id, input as LeadPatch)), pointers)
    }
    assert.strictEqual((yield* leads.find(id)).version, 2)
  })
})

const reply = Effect.fnUntraced(function* (lead_id: LeadId) {
  const data = { reply_text: "Yes" }
  const occurred_at = yield* Timestamp.now
  const event = { type: "replied", lead_id, occurred_at, idempotency_key: `reply ${lead_id}`, data }
  yield* Activity.use((activity) => activity.record([event]))
  return yield* Leads.use((leads) => leads.find(lead_id))
})

describe("a lead", () => {
  test("of another organization is as good as none", function* () {
    const { id, leads } = yield* newLead
    const before = yield* leads.find(id)
    const errors = yield* errorsOf(
      asOther(leads.find(id)),
      asOther(leads.update(id, { company: "Theirs" })),
      leads.find(LeadId.make(id + 1)),
      leads.update(LeadId.make(id + 1), {})
    )
    assert.deepStrictEqual(errors, Array.replicate("LeadNotFound", 4))
    assert.deepStrictEqual((yield* asOther(leads.remove({ ids: [id] }))).counts, { deleted: 0, not_found: 1 })
    assert.deepStrictEqual(yield* leads.find(id), before)
  })

  test("that replied is stopped as its campaign says", function* () {
    const leads = yield* Leads
    for (const stop_on_reply of [true, false]) {
      const { id: campaign_id } = yield* (yield* Campaigns).create({ name: "Campaign", stop_on_reply })
      const {
        data: [created]
      } = yield* leads.create({ campaign_id, leads: [{ email: "ada@x.test" }] })
      const replied = yield* reply(created?.id ?? missing.lead)
      assert.deepInclude(replied, { status: "Replied", reply_text: "Yes", stop_sending: stop_on_reply })
      assert.deepStrictEqual(yield* leads.find(replied.id), replied)
    }
  })

  test("that was stopped by a person keeps its reply, too", function* () {
    const { id, leads } = yield* newLead
    yield* leads.update(id, { stop_sending: true })
    const replied = yield* reply(id)
    assert.deepInclude(replied, { status: "Replied", reply_text: "Yes", stop_sending_type: "manual" })
  })

  test("that is removed is gone, once", function* () {
    const { campaign_id, ids, leads } = yield* newLeads("a@x.test", "b@x.test", "c@x.test")
    const [a = missing.lead, b = missing.lead, c = missing.lead] = ids
    assert.deepStrictEqual(yield* leads.remove({ ids: [c, a, c, missing.lead] }), {
      counts: { deleted: 2, not_found: 1 },
      data: [
        { id: c, status: "deleted" },
        { id: a, status: "deleted" },
        { id: missing.lead, status: "not_found" }
      ]
    })
    assert.deepStrictEqual((yield* leads.remove({ ids: [a] })).counts, { deleted: 0, not_found: 1 })
    assert.deepStrictEqual(yield* faultsOf(leads.remove({ ids: [] })), ["/ids"])
    assert.deepStrictEqual(idsOf((yield* leads.page(campaign_id, first)).data), [b])
  })
})

describe("page", () => {
  test("shows a campaign's leads by id, and counts the whole query", function* () {
    const { campaign_id, ids, leads } = yield* newLeads("a@x.test", "É@x.test", "c%@y.test", "d@x.test")
    const [a, b, , d] = ids
    const page = (query: Partial<Parameters<typeof leads.page>[1]>) => leads.page(campaign_id, { ...first, ...query })
    const all = yield* Effect.forEach(ids, (id) => Effect.map(leads.find(id), toLead))
    assert.deepStrictEqual(yield* page({}), { total: 4, ...first, data: all })
    assert.deepStrictEqual(yield* page({ after_id: a, offset: 1, limit: 1 }), {
      total: 4,
      offset: 1,
      limit: 1,
      data: all.slice(2, 3)
    })
    assert.deepStrictEqual(yield* page({ search: "X.TEST", after_id: b }), {
      total: 3,
      ...first,
      data: all.filter(({ id }) => id === d)
    })
    assert.deepStrictEqual(yield* page({ search: "é@" }), { total: 1, ...first, data: all.slice(1, 2) })
    assert.deepStrictEqual(yield* page({ search: "e@X" }), { total: 1, ...first, data: all.slice(1, 2) })
    assert.deepStrictEqual(yield* page({ search: "%" }), { total: 1, ...first, data: all.slice(2, 3) })
    assert.deepStrictEqual(yield* page({ search: "nobody" }), { total: 0, ...first, data: [] })
  })

  test("finds no campaign of another organization", function* () {
    const { campaign_id, leads } = yield* newLeads("a@x.test")
    const errors = yield* errorsOf(asOther(leads.page(campaign_id, first)), leads.page(missing.campaign, first))
    assert.deepStrictEqual(errors, ["CampaignNotFound", "CampaignNotFound"])
  })
})

test("is what the schema of custom fields allows", function* () {
  const { id, leads } = yield* newLead
  const lead = yield* leads.update(id, { custom_fields: { b: "x", a: 1, c: null } })
  assert.deepStrictEqual(Schema.decodeUnknownSync(CustomFields)(lead.custom_fields), { a: 1, b: "x" })
})
