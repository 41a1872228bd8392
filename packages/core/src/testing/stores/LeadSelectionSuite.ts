/** Conformance cases: the lists of `LeadStore` by address and by last change, and with custom fields. */
import { Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import { type LeadRecord, toLead } from "../../leads/Lead.ts"
import { type LeadListing, type LeadQuery, LeadStore } from "../../leads/LeadStore.ts"
import { at, leadRow, newCampaign, newLeadList, newLeads, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const day = 86_400

/** Two campaigns with the same address, and another organization with it. */
const newLists = Effect.gen(function* () {
  const store = yield* LeadStore
  const own = yield* newLeadList(
    leadRow("Ada@München.test", { updated_at: at(day), custom_fields: { aa: "x", b: 1 } }),
    leadRow("bob@x.test", { updated_at: at(day + 5), status: "Sent", stop_sending: true, stop_sending_type: "manual" }),
    leadRow("not.ada@münchen.test", { updated_at: at(2 * day - 0.001) }),
    leadRow("eve@x.test", { updated_at: at(2 * day) })
  )
  const { campaign_id, organization_id } = own
  const second = yield* newCampaign(organization_id)
  const others = yield* newLeads(
    organization_id,
    second,
    leadRow("ADA@xn--mnchen-3ya.test", { updated_at: at(3 * day) })
  )
  yield* newLeadList("ada@münchen.test")
  return {
    store,
    organization_id,
    campaign_id,
    second,
    leads: own.leads,
    other: others[0],
    page: (query: Partial<LeadQuery>) =>
      Effect.map(store.page(organization_id, campaign_id, { offset: 0, limit: 200, ...query }), Option.getOrThrow),
    list: (query: Partial<LeadListing>) => store.list(organization_id, { limit: 200, ...query })
  }
})
const shown = (...leads: ReadonlyArray<LeadRecord>) => leads.map(toLead)
const address = "ada@xn--mnchen-3ya.test"

const selections = casesOf("LeadStore, lists", {
  "find an address in its normal form, as a whole, with every other condition": Effect.gen(function* () {
    const { leads, list, other, page, second } = yield* newLists
    const [ada, bob] = leads
    ok(ada && bob && other)
    same(yield* page({ address }), { total: 1, data: shown(ada) })
    same(yield* page({ address, after_id: ada.id }), { total: 1, data: [] })
    same(yield* page({ address, offset: 1 }), { total: 1, data: [] })
    same(yield* page({ address: "nobody@x.test" }), { total: 0, data: [] })
    same(yield* page({ address, search: "ada" }), { total: 1, data: shown(ada) })
    same(yield* page({ address, search: "bob" }), { total: 0, data: [] })
    same(yield* page({ address: "bob@x.test", status: "Sent" }), { total: 1, data: shown(bob) })
    same(yield* page({ address: "bob@x.test", stop_sending: false }), { total: 0, data: [] })
    same(yield* list({ address }), shown(other, ada))
    same(yield* list({ address, limit: 1 }), shown(other))
    same(yield* list({ address, before: other.id }), shown(ada))
    same(yield* list({ address, campaign_id: second }), shown(other))
    same(yield* list({ address, updated_since: at(2 * day) }), shown(other))
    same(yield* list({ address: "x.test" }), [])
  }),
  "find what was changed at an instant or later, to the millisecond, with every other condition": Effect.gen(
    function* () {
      const { leads, list, organization_id, other, page, store } = yield* newLists
      const [ada, bob, near, eve] = leads
      ok(ada && bob && near && eve && other)
      const { data, total } = yield* page({ updated_since: at(day + 1), limit: 2 })
      same({ data, total }, { total: 3, data: shown(bob, near) })
      same(yield* page({ updated_since: at(day), after_id: bob.id }), { total: 4, data: shown(near, eve) })
      same(yield* page({ updated_since: at(2 * day) }), { total: 1, data: shown(eve) })
      same(yield* page({ updated_since: at(day + 1), status: "Sent" }), { total: 1, data: shown(bob) })
      same(yield* page({ updated_since: at(day + 1), search: "x.test", stop_sending: false }), {
        total: 1,
        data: shown(eve)
      })
      same(yield* list({ updated_since: at(2 * day - 0.001) }), shown(other, eve, near))
      same(yield* list({ updated_since: at(3 * day + 0.001) }), [])
      // Each way of writing moves the lead.
      const moved = { updated_at: at(9 * day), version: 2 }
      yield* store.replace(organization_id, { ...ada, ...moved }, 1)
      yield* store.writeState(organization_id, [{ ...bob, ...moved }])
      yield* store.writeTexts(organization_id, [{ ...near, ...moved }])
      yield* store.set(organization_id, eve.id, { texts: { company: "New" } }, at(9 * day))
      same(yield* list({ updated_since: at(9 * day) }), shown({ ...eve, company: "New" }, near, bob, ada))
    }
  ),
  "have custom fields when asked for, in ascending order, on every page": Effect.gen(function* () {
    const { leads, list, other, page } = yield* newLists
    const [ada, bob, near, eve] = leads
    ok(ada && bob && near && eve && other)
    const whole = (...leads: ReadonlyArray<LeadRecord>) =>
      leads.map((lead) => ({ ...toLead(lead), custom_fields: lead === ada ? { aa: "x", b: 1 } : {} }))
    const custom_fields = true
    same(yield* page({ custom_fields }), { total: 4, data: whole(ada, bob, near, eve) })
    same(yield* page({ custom_fields, offset: 4 }), { total: 4, data: [] })
    same(yield* page({ custom_fields, status: "Not contacted", limit: 1 }), { total: 3, data: whole(ada) })
    same(yield* page({ custom_fields, search: "not.ada" }), { total: 1, data: whole(near) })
    same(yield* list({ custom_fields }), whole(other, eve, near, bob, ada))
    same(yield* list({ custom_fields, stop_sending: true }), whole(bob))
    same(yield* list({ custom_fields: false, address }), shown(other, ada))
    const [first] = yield* list({ custom_fields, before: bob.id })
    same(Object.keys(first?.custom_fields ?? {}), ["aa", "b"])
  })
})

export const cases: ReadonlyArray<StorageCase> = selections
