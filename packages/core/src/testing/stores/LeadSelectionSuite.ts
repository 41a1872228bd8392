/** Conformance cases: the lists of `LeadStore` by address and by last change, and with custom fields. */
import { Effect, Option } from "effect"
import { ok } from "node:assert/strict"
import { AccountId, SequenceId } from "../../ids.ts"
import * as StopSending from "../../leads/StopSending.ts"
import { type LeadRecord, toLead } from "../../leads/Lead.ts"
import type { First } from "../../leads/LeadActivity.ts"
import { type FirstFilter, type LeadListing, type LeadQuery, LeadStore } from "../../leads/LeadStore.ts"
import { newLog } from "../fixtures/EventFixtures.ts"
import { at, leadRow, newCampaign, newLeadList, newLeads, same } from "../fixtures/Fixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const day = 86_400

/** Two campaigns with the same address, and another organization with it. */
const newLists = Effect.gen(function* () {
  const store = yield* LeadStore
  const own = yield* newLeadList(
    leadRow("Ada@München.test", { updated_at: at(day), custom_fields: { aa: "x", b: 1 }, timezone: "Asia/Tokyo" }),
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
      for (const sort of ["last_mail", "answer"] as const) {
        same(yield* page({ updated_since: at(day + 1), sort }), { total: 3, data: shown(bob, near, eve) })
      }
      same(yield* page({ updated_since: at(2 * day), search: "eve", sort: "last_mail" }), {
        total: 1,
        data: shown(eve)
      })
      same(yield* list({ updated_since: at(day + 1), before: eve.id }), shown(near, bob))
      same(yield* list({ updated_since: at(2 * day - 0.001) }), shown(other, eve, near))
      same(yield* list({ updated_since: at(3 * day + 0.001) }), [])
      // Each way of writing moves the lead.
      const moved = { updated_at: at(9 * day), version: 2 }
      yield* store.replace(organization_id, { ...ada, ...moved }, 1)
      yield* store.writeState(organization_id, [{ ...bob, ...moved }])
      yield* store.writeTexts(organization_id, [{ ...near, ...moved }])
      yield* store.set(organization_id, eve.id, { texts: { company: "New" } }, at(9 * day))
      same(yield* list({ updated_since: at(9 * day) }), shown({ ...eve, company: "New" }, near, bob, ada))
      yield* store.set(organization_id, eve.id, { texts: {}, stop: StopSending.stop(at(10 * day)) }, at(10 * day))
      same(
        (yield* list({ updated_since: at(10 * day) })).map(({ id }) => id),
        [eve.id]
      )
      yield* store.remove(organization_id, [eve.id])
      same(yield* list({ updated_since: at(10 * day) }), [])
    }
  ),
  "find leads by a first event: its period, account and step, with every other condition": Effect.gen(function* () {
    const log = yield* newLog
    const { campaign_id, leads: rows, organization_id, row } = log
    const store = yield* LeadStore
    const [ada, bob, eve] = rows
    ok(ada && bob && eve)
    const other = yield* newCampaign(organization_id)
    const [same_kind] = yield* newLeads(organization_id, other, "d@x.test")
    ok(same_kind)
    const [one, two] = [AccountId.make(1), AccountId.make(2)]
    const [step, variant] = [SequenceId.make(11), SequenceId.make(12)]
    /** An answer of a lead, as `Activity` stores it: an event, and what its lead remembers. */
    const answers = Effect.fnUntraced(function* (
      lead: LeadRecord,
      events: ReadonlyArray<Pick<First, "account_id" | "occurred_at" | "sequence_id">>,
      positive = false
    ) {
      const { id: lead_id } = lead
      const stored = events.map((event) => row({ ...event, type: "replied", lead_id, campaign_id: lead.campaign_id }))
      yield* log.store.insert(organization_id, stored)
      const firsts: Record<string, First> = {}
      for (const { account_id, identity, occurred_at, sequence_id } of stored) {
        firsts["replied"] ??= { account_id, identity, occurred_at, sequence_id }
        firsts[`replied:${sequence_id}`] ??= { account_id, identity, occurred_at, sequence_id }
      }
      const activity = { ...lead.activity, firsts, positive }
      yield* store.writeState(organization_id, [{ ...lead, activity, status: "Replied" }])
    })
    yield* answers(ada, [
      { occurred_at: at(day), account_id: one, sequence_id: step },
      { occurred_at: at(5 * day), account_id: two, sequence_id: variant }
    ])
    yield* answers(bob, [{ occurred_at: at(3 * day), account_id: two, sequence_id: step }], true)
    yield* answers(same_kind, [{ occurred_at: at(3 * day + 0.001), account_id: null, sequence_id: null }], true)
    const first = (filter: Partial<FirstFilter> = {}): FirstFilter => ({ key: "replied", type: "replied", ...filter })
    const list = (query: Partial<LeadListing>) =>
      Effect.map(store.list(organization_id, { limit: 9, ...query }), (found) => found.map(({ email }) => email[0]))
    const page = Effect.fnUntraced(function* (query: Partial<LeadQuery>) {
      const found = yield* store.page(organization_id, campaign_id, { offset: 0, limit: 9, ...query })
      const { data, total } = Option.getOrThrow(found)
      return [total, ...data.map(({ email }) => email[0])]
    })
    same(yield* list({ first: first() }), ["d", "b", "a"])
    same(yield* list({ first: first({ since: at(3 * day) }) }), ["d", "b"])
    // An answer in the period is not the first one of its lead.
    same(yield* list({ first: first({ since: at(4 * day) }) }), [])
    same(yield* list({ first: first({ until: at(3 * day) }) }), ["a"])
    same(yield* list({ first: first({ since: at(3 * day), until: at(3 * day + 0.001) }) }), ["b"])
    same(yield* list({ first: first({ account_id: two }) }), ["b"])
    same(yield* list({ first: first({ sequence_id: step }) }), ["b", "a"])
    same(yield* list({ first: first({ key: `replied:${variant}`, since: at(5 * day), account_id: two }) }), ["a"])
    same(yield* list({ first: first({ key: "opened", type: "opened" }) }), [])
    same(yield* list({ first: first(), is_positive: true }), ["d", "b"])
    same(yield* list({ first: first(), is_positive: false }), ["a"])
    same(yield* list({ is_positive: false }), ["c", "a"])
    same(yield* list({ first: first(), campaign_id: other }), ["d"])
    same(yield* list({ first: first(), before: bob.id, limit: 1 }), ["a"])
    same(yield* list({ first: first(), search: "b@" }), ["b"])
    same(yield* list({ first: first(), status: "Replied", stop_sending: false }), ["d", "b", "a"])
    same(yield* page({ first: first() }), [2, "a", "b"])
    same(yield* page({ first: first(), limit: 1, offset: 1 }), [2, "b"])
    same(yield* page({ first: first({ until: at(2 * day) }), status: "Replied" }), [1, "a"])
    same(yield* page({ is_positive: true }), [1, "b"])
    same(yield* page({ is_positive: false, search: "x.test" }), [2, "a", "c"])
  }),
  "have custom fields when asked for, in ascending order, on every page": Effect.gen(function* () {
    const { leads, list, other, page } = yield* newLists
    const [ada, bob, near, eve] = leads
    ok(ada && bob && near && eve && other)
    const whole = (...leads: ReadonlyArray<LeadRecord>) =>
      leads.map((lead) => ({ ...toLead(lead), custom_fields: lead.custom_fields, timezone: lead.timezone }))
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
