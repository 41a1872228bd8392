/** Changes of all leads that pass filters, a batch at a time. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Activity } from "../../src/activity/Activity.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { type LeadId, TagId } from "../../src/ids.ts"
import { Leads, type ChangeMatching } from "../../src/leads/Leads.ts"
import { missing } from "../../src/testing/fixtures/Fixtures.ts"
import { Tags } from "../../src/tags/Tags.ts"
import { Timestamp } from "../../src/Timestamp.ts"
import { asOther, faultsOf, test } from "../Tenant.ts"

const newLeads = Effect.fnUntraced(function* (...emails: ReadonlyArray<string>) {
  const leads = yield* Leads
  const { id: campaign_id } = yield* Campaigns.use((campaigns) => campaigns.create({ name: "Campaign" }))
  const { data } = yield* leads.create({
    campaign_id,
    leads: emails.map((email) => ({ email, first_name: email.startsWith("a") ? "Zoe" : "Ada" }))
  })
  return { campaign_id, ids: data.map(({ id }) => id ?? missing.lead), leads }
})

/** Calls until nothing is left. Returns the number of changed leads. */
const changeAll = Effect.fnUntraced(function* (input: ChangeMatching) {
  const leads = yield* Leads
  const counts: Array<number> = []
  let before_id: LeadId | null | undefined
  while (before_id !== null) {
    const result = yield* leads.changeMatching({ ...input, ...(before_id !== undefined && { before_id }) })
    counts.push(result.changed)
    before_id = result.next_before_id
  }
  return counts.reduce((sum, count) => sum + count, 0)
})

describe("changeMatching", () => {
  test("stops, resumes, tags and removes all leads that pass, and no other", function* () {
    const { campaign_id, ids, leads } = yield* newLeads("a1@x.test", "a2@x.test", "b1@x.test", "a3@x.test", "a4@x.test")
    const other = yield* newLeads("a5@x.test")
    const filter = { campaign_id, search: "A" }
    const stops = Effect.forEach([...ids, ...other.ids], (id) =>
      Effect.map(leads.find(id), (lead) => lead.stop_sending)
    )
    assert.strictEqual(yield* changeAll({ filter, action: "stop", limit: 2 }), 4)
    assert.deepStrictEqual(yield* stops, [true, true, false, true, true, false])
    // The filter may name what the change ends.
    assert.deepStrictEqual(
      yield* changeAll({ filter: { ...filter, stop_sending: true }, action: "resume", limit: 3 }),
      4
    )
    assert.deepStrictEqual(yield* stops, [false, false, false, false, false, false])
    const tag = yield* Tags.use((tags) => tags.create({ name: "Later", sentiment: "positive" }))
    assert.strictEqual(yield* changeAll({ filter, action: "tag", tag_id: tag.id }), 4)
    const tagged = Effect.forEach(ids, (id) => Effect.map(leads.find(id), (lead) => lead.reply_status))
    assert.deepStrictEqual(yield* tagged, ["Later", "Later", null, "Later", "Later"])
    assert.deepStrictEqual(
      yield* changeAll({ filter: { tag_id: tag.id, search: "a4" }, action: "tag", tag_id: null }),
      1
    )
    assert.deepStrictEqual(yield* tagged, ["Later", "Later", null, "Later", null])
    assert.strictEqual(yield* changeAll({ filter: { campaign_id, search: "a3" }, action: "erase" }), 1)
    assert.strictEqual(yield* changeAll({ filter, action: "delete", limit: 1 }), 3)
    const rest = yield* leads.all({ limit: 50 })
    assert.deepStrictEqual(
      rest.data.map(({ email }) => email),
      ["a5@x.test", "b1@x.test"]
    )
  })

  test("finds what the list with the same filters shows: of a campaign by address, of all by name, too", function* () {
    const { campaign_id, leads } = yield* newLeads("b1@x.test", "a1@x.test")
    assert.strictEqual(yield* changeAll({ filter: { campaign_id, search: "Zoe" }, action: "stop" }), 0)
    assert.strictEqual((yield* leads.page(campaign_id, { search: "Zoe", offset: 0, limit: 50 })).total, 0)
    assert.strictEqual(yield* changeAll({ filter: { search: "Zoe" }, action: "stop" }), 1)
  })

  test("takes the filters of leads that a metric counts", function* () {
    const { campaign_id, ids, leads } = yield* newLeads("a1@x.test", "a2@x.test")
    const event = { type: "opened", lead_id: ids[1], occurred_at: "1970-01-01T00:00:00.000Z" }
    yield* Activity.use((activity) => activity.record([event]))
    const filter = { campaign_id, first_event: "opened" as const }
    assert.strictEqual(yield* changeAll({ filter, action: "stop" }), 1)
    const { data } = yield* leads.page(campaign_id, { stop_sending: true, offset: 0, limit: 50 })
    assert.deepStrictEqual(
      data.map(({ id }) => id),
      [ids[1]]
    )
    const first_since = Timestamp.make("1970-01-01T00:00:00.001Z")
    assert.strictEqual(yield* changeAll({ filter: { ...filter, first_since }, action: "resume" }), 0)
    const lacking = leads.changeMatching({ filter: { campaign_id, first_since }, action: "stop" })
    assert.deepStrictEqual(yield* faultsOf(lacking), ["/filter/first_event"])
  })

  test("leaves out leads that are added meanwhile", function* () {
    const { campaign_id, leads } = yield* newLeads("a1@x.test", "a2@x.test")
    const first = yield* leads.changeMatching({ filter: { campaign_id }, action: "delete", limit: 1 })
    yield* leads.create({ campaign_id, leads: [{ email: "new@x.test" }] })
    assert.strictEqual(first.changed, 1)
    const before_id = first.next_before_id ?? missing.lead
    yield* leads.changeMatching({ filter: { campaign_id }, action: "delete", before_id })
    assert.deepStrictEqual(
      (yield* leads.page(campaign_id, { offset: 0, limit: 50 })).data.map(({ email }) => email),
      ["new@x.test"]
    )
  })

  test("rejects no filter, a tag without its action, an unknown tag, and too many at once", function* () {
    const { campaign_id, leads } = yield* newLeads("a1@x.test")
    const filter = { campaign_id }
    for (const [input, pointer] of [
      [{ filter: {}, action: "stop" }, "/filter"],
      [{ filter, action: "tag" }, "/tag_id"],
      [{ filter, action: "stop", tag_id: null }, "/tag_id"],
      [{ filter, action: "tag", tag_id: TagId.make(9_999) }, "/tag_id"],
      [{ filter, action: "stop", limit: 1001 }, "/limit"],
      [{ filter, action: "stop", limit: 0 }, "/limit"],
      [{ filter, action: "forget" }, "/action"]
    ] as const) {
      const faults = yield* faultsOf(leads.changeMatching(input as ChangeMatching))
      assert.deepStrictEqual(faults, [pointer], JSON.stringify(input))
    }
  })

  test("knows nothing of another organization", function* () {
    const { campaign_id } = yield* newLeads("a1@x.test")
    assert.deepStrictEqual(yield* asOther(changeAll({ filter: { campaign_id }, action: "delete" })), 0)
  })
})
