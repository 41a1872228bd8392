/** Changes of many leads in one call. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Blacklist } from "../../src/blacklist/Blacklist.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { type Change, type ChangeKind, Changes } from "../../src/Changes.ts"
import { LeadId } from "../../src/ids.ts"
import { LeadResumed, LeadStopped } from "../../src/leads/LeadChange.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { Signer } from "../../src/secrets/Signer.ts"
import { at, missing, countsIn } from "../../src/testing/fixtures/Fixtures.ts"
import { asOther, faultsOf, test } from "../Tenant.ts"

const newLeads = Effect.fnUntraced(function* (...emails: ReadonlyArray<string>) {
  const leads = yield* Leads
  const { id: campaign_id } = yield* Campaigns.use((campaigns) => campaigns.create({ name: "Campaign" }))
  const { data } = yield* leads.create({ campaign_id, leads: emails.map((email) => ({ email })) })
  return { campaign_id, ids: data.map(({ id }) => id ?? missing.lead), leads }
})

describe("updateMany", () => {
  test("stops and resumes as a single update does, and answers with the values of before", function* () {
    yield* Blacklist.use((blacklist) => blacklist.add("email", ["c@x.test"]))
    const { campaign_id, ids, leads } = yield* newLeads("a@x.test", "b@x.test", "c@x.test", "d@x.test")
    const [a = missing.lead, b = missing.lead, c = missing.lead, d = missing.lead] = ids
    yield* leads.update(b, { stop_sending: true })
    yield* TestClock.setTime(Date.parse(at(5)))
    assert.deepStrictEqual(yield* leads.updateMany({ ids: [c, a, missing.lead, b, c], stop_sending: true }), {
      counts: { updated: 3, not_found: 1 },
      data: [
        { id: c, status: "updated", stop_sending: true, stop_sending_type: "blacklist" },
        { id: a, status: "updated", stop_sending: false, stop_sending_type: null },
        { id: missing.lead, status: "not_found" },
        { id: b, status: "updated", stop_sending: true, stop_sending_type: "manual" }
      ]
    })
    for (const id of [a, b, c]) {
      const manual = {
        stop_sending: true,
        stop_sending_type: "manual",
        stop_decided_at: at(5),
        updated_at: at(5)
      } as const
      assert.deepInclude(yield* leads.find(id), manual)
    }
    const untouched = yield* leads.find(d)
    assert.deepInclude(untouched, { stop_sending: false, version: 1 })
    const organization = yield* CurrentOrganization
    assert.deepInclude(yield* countsIn(organization.id, campaign_id), { total: 4, stopped: 3 })
    // A single update and one of many leave the same lead.
    yield* TestClock.setTime(Date.parse(at(6)))
    yield* leads.updateMany({ ids: [a], stop_sending: false })
    const single = yield* leads.update(d, { stop_sending: false })
    const { email: _, id: __, version: ___, ...many } = yield* leads.find(a)
    const { email: ____, id: _____, version: ______, ...one } = single
    assert.deepStrictEqual(many, one)
  })

  test("changes nothing without a change, and only leads of the organization", function* () {
    const { ids, leads } = yield* newLeads("a@x.test", "b@x.test")
    const before = yield* Effect.forEach(ids, leads.find)
    assert.deepStrictEqual((yield* leads.updateMany({ ids })).counts, { updated: 2, not_found: 0 })
    assert.deepStrictEqual((yield* asOther(leads.updateMany({ ids, stop_sending: true }))).counts, {
      updated: 0,
      not_found: 2
    })
    assert.deepStrictEqual(yield* Effect.forEach(ids, leads.find), before)
  })

  test("reports each stop and each resumption once", function* () {
    const { ids } = yield* newLeads("a@x.test", "b@x.test", "c@x.test")
    const consumed: Array<string> = []
    const kinds = new Set<ChangeKind>([LeadStopped, LeadResumed])
    const consume = (_: unknown, changes: ReadonlyArray<Change>) =>
      Effect.sync(() => void consumed.push(...changes.map(({ _tag }) => _tag)))
    const layer = Leads.layer.pipe(Layer.provide([Changes.layer(Effect.succeed([{ kinds, consume }])), Signer.layer]))
    const leads = yield* Effect.provide(Leads, Layer.fresh(layer))
    yield* leads.updateMany({ ids: ids.slice(1), stop_sending: true })
    yield* leads.updateMany({ ids, stop_sending: true })
    assert.deepStrictEqual(consumed.splice(0), ["LeadStopped", "LeadStopped", "LeadStopped"])
    yield* leads.updateMany({ ids, stop_sending: false })
    yield* leads.updateMany({ ids, stop_sending: false })
    assert.deepStrictEqual(consumed, ["LeadResumed", "LeadResumed", "LeadResumed"])
  })

  test("allows a precondition with one id only, and rejects what a single update rejects", function* () {
    const { ids, leads } = yield* newLeads("a@x.test", "b@x.test")
    const [a = missing.lead] = ids
    const options = { if_version: [7] }
    assert.deepStrictEqual(yield* faultsOf(leads.updateMany({ ids, stop_sending: true }, options)), ["/if_version"])
    const error = yield* Effect.flip(leads.updateMany({ ids: [a], stop_sending: true }, options))
    assert.deepInclude(error, { _tag: "LeadChanged", id: a, version: 1 })
    assert.deepInclude(yield* leads.find(a), { stop_sending: false })
    const ones = Array.from({ length: 1_001 }, (_, i) => LeadId.make(i + 1))
    const inputs: ReadonlyArray<readonly [pointer: string, input: unknown]> = [
      ["/ids", { ids: [], stop_sending: true }],
      ["/ids", { ids: ones, stop_sending: true }],
      ["/ids/1", { ids: [1, 0], stop_sending: true }],
      ["/stop_sending", { ids: [a], stop_sending: null }],
      ["/email", { ids: [a], email: "b@x.test" }]
    ]
    for (const [pointer, input] of inputs) {
      assert.deepStrictEqual(yield* faultsOf(leads.updateMany(input as never)), [pointer])
    }
  })
})
