/** Conformance cases: `LeadStore` finds many leads, finds leads by tag, and keeps counts. */
import { Effect } from "effect"
import { deepEqual, ok, strictEqual } from "node:assert/strict"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import type { LeadCounts, LeadRecord } from "../../leads/Lead.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { sending } from "../../leads/StopSending.ts"
import { Transactor } from "../../Transactor.ts"
import {
  at,
  countsOf,
  idsOf,
  leadRow,
  missing,
  newCampaign,
  newLeadList,
  newLeads,
  refuse,
  same,
  countsIn
} from "../fixtures/Fixtures.ts"
import { fullLeadRow } from "../fixtures/LeadFixtures.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const findMany = casesOf("LeadStore.findMany", {
  "answers the existing leads of the ids, in any campaign, once each, by ascending id": Effect.gen(function* () {
    const store = yield* LeadStore
    const { leads, organization_id } = yield* newLeadList("c@x.test", "a@x.test", "b@x.test")
    const others = yield* newLeads(organization_id, yield* newCampaign(organization_id), "a@x.test")
    const foreign = yield* newLeadList("a@x.test", "b@x.test", "c@x.test", "d@x.test", "e@x.test")
    const [c, a, b, d] = [...leads, ...others]
    ok(a && b && c && d)
    const theirs = idsOf(foreign.leads).slice(-1)
    same(yield* store.findMany(organization_id, [d.id, missing.lead, c.id, ...theirs, b.id, d.id, c.id]), [c, b, d])
    same(yield* store.findMany(organization_id, [missing.lead, ...theirs]), [])
    same(yield* store.findMany(organization_id, []), [])
  }),
  "answers every field": Effect.gen(function* () {
    const { campaign_id, organization_id } = yield* newLeadList()
    const leads = yield* newLeads(organization_id, campaign_id, ...(yield* fullLeadRow(organization_id)))
    same(yield* (yield* LeadStore).findMany(organization_id, idsOf(leads)), leads)
  })
})

const uncontacted = casesOf("LeadStore.uncontacted", {
  "answers the leads that nothing was sent to and that are not stopped, after a lead": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, leads, organization_id } = yield* newLeadList(
      "a@x.test",
      leadRow("b@x.test", { status: "Sent" }),
      leadRow("c@x.test", { stop_sending: true, stop_sending_type: "manual", stop_decided_at: at(0) }),
      leadRow("d@x.test", { status: "Bounce" }),
      "e@x.test"
    )
    const others = yield* newLeads(organization_id, yield* newCampaign(organization_id), "f@x.test")
    const unsent = { status: "Not contacted", stop_sending: false } as const
    const [full] = yield* fullLeadRow(organization_id)
    ok(full)
    const [last] = yield* newLeads(organization_id, campaign_id, { ...full, ...unsent })
    const [a, , , , e] = leads
    ok(a && e && last && others.length === 1)
    const find = (after: LeadRecord | undefined, limit: number) =>
      store.uncontacted(organization_id, campaign_id, { after: after?.id ?? null, limit })
    same(yield* find(undefined, 9), [a, e, last])
    same(yield* find(undefined, 1), [a])
    same(yield* find(a, 9), [e, last])
    same(yield* find(e, 9), [last])
    same(yield* find(last, 9), [])
    same(yield* store.uncontacted(organization_id, missing.campaign, { after: null, limit: 9 }), [])
    const foreign = yield* newLeadList()
    same(yield* store.uncontacted(foreign.organization_id, campaign_id, { after: null, limit: 9 }), [])
    yield* (yield* CampaignStore).hide(organization_id, campaign_id, at(0))
    same(yield* find(undefined, 9), [])
  })
})

const stopped = { stop_sending: true, stop_sending_type: "manual", stop_decided_at: at(0) } as const

const paused = casesOf("LeadStore.countPaused", {
  "counts the leads of the campaign whose pause ends later": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList()
    const until = (second: number) => ({ paused_until: at(second), paused_by: "person" as const })
    const [a] = yield* newLeads(
      organization_id,
      campaign_id,
      leadRow("a@x.test", until(5)),
      leadRow("b@x.test", { ...until(7), ...stopped }),
      leadRow("c@x.test", {})
    )
    ok(a)
    yield* newLeads(organization_id, yield* newCampaign(organization_id), leadRow("a@x.test", until(9)))
    const count = (second: number) => store.countPaused(organization_id, campaign_id, at(second))
    deepEqual([yield* count(4), yield* count(5), yield* count(7)], [2, 1, 0])
    yield* store.writeState(organization_id, [{ ...a, ...until(8), version: 2 }])
    strictEqual(yield* count(7), 1)
    const foreign = yield* newLeadList()
    strictEqual(yield* store.countPaused(foreign.organization_id, campaign_id, at(4)), 0)
    yield* (yield* CampaignStore).hide(organization_id, campaign_id, at(0))
    strictEqual(yield* count(4), 0)
  })
})

const verified = casesOf("LeadStore.countByVerification", {
  "counts the leads of the campaign after an id by their status": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, organization_id } = yield* newLeadList()
    const statuses = ["valid", "unknown", "valid", "not_verified", "invalid"] as const
    const rows = statuses.map((verification_status, i) => leadRow(`${i}@x.test`, { verification_status }))
    const [a, , c, , e] = yield* newLeads(organization_id, campaign_id, ...rows)
    ok(a && c && e)
    yield* newLeads(organization_id, yield* newCampaign(organization_id), leadRow("a@x.test", {}))
    const count = (after: number) => store.countByVerification(organization_id, campaign_id, { after })
    deepEqual(yield* count(0), { valid: 2, unknown: 1, not_verified: 1, invalid: 1 })
    deepEqual(yield* count(a.id), { valid: 1, unknown: 1, not_verified: 1, invalid: 1 })
    deepEqual(yield* count(e.id), {})
    yield* store.writeTexts(organization_id, [{ ...c, verification_status: "disposable", version: 2 }])
    deepEqual(yield* count(a.id), { disposable: 1, unknown: 1, not_verified: 1, invalid: 1 })
    deepEqual(yield* store.countByVerification(organization_id, missing.campaign, { after: 0 }), {})
    const foreign = yield* newLeadList()
    deepEqual(yield* store.countByVerification(foreign.organization_id, campaign_id, { after: 0 }), {})
    yield* (yield* CampaignStore).hide(organization_id, campaign_id, at(0))
    deepEqual(yield* count(0), {})
  })
})

const counts = casesOf("CampaignStore.list, counts", {
  "counts the campaign's leads by status, and those that are stopped, after every change": Effect.gen(function* () {
    const store = yield* LeadStore
    const { transaction } = yield* Transactor
    const { campaign_id, organization_id } = yield* newLeadList()
    const others = yield* newLeads(organization_id, yield* newCampaign(organization_id), "a@x.test")
    const is = Effect.fnUntraced(function* (expected: Partial<LeadCounts>) {
      deepEqual(yield* countsIn(organization_id, campaign_id), { ...countsOf([]), ...expected })
    })
    yield* is({})
    const [a, b, c, d, e, f] = yield* newLeads(
      organization_id,
      campaign_id,
      "a@x.test",
      leadRow("b@x.test", { status: "Sent" }),
      leadRow("c@x.test", { status: "Opened", ...stopped }),
      leadRow("d@x.test", { status: "Replied" }),
      leadRow("e@x.test", { status: "Bounce" }),
      leadRow("f@x.test", { status: "Bounce", ...stopped })
    )
    ok(a && b && c && d && e && f)
    const first = { total: 6, not_contacted: 1, sent: 1, opened: 1, replied: 1, bounced: 2, stopped: 2 }
    yield* is(first)
    yield* store.insert(organization_id, campaign_id, [leadRow("a@x.test", { status: "Sent", ...stopped })])
    yield* is(first)
    strictEqual(yield* store.replace(organization_id, { ...a, status: "Sent", ...stopped, version: 2 }, 1), true)
    yield* is({ ...first, not_contacted: 0, sent: 2, stopped: 3 })
    strictEqual(yield* store.replace(organization_id, { ...a, status: "Replied", version: 3 }, 1), false)
    yield* is({ ...first, not_contacted: 0, sent: 2, stopped: 3 })
    yield* Effect.flip(store.replace(organization_id, { ...a, email: "b@x.test", status: "Replied", version: 3 }, 2))
    yield* is({ ...first, not_contacted: 0, sent: 2, stopped: 3 })
    strictEqual(yield* store.replace(organization_id, { ...a, version: 3 }, 2), true)
    yield* is(first)
    yield* transaction(
      Effect.gen(function* () {
        yield* store.lock(organization_id, [b.id, c.id])
        yield* store.writeState(organization_id, [
          { ...b, status: "Bounce", ...stopped, version: 2 },
          { ...c, ...sending, version: 2 }
        ])
        yield* store.writeTexts(organization_id, [{ ...e, company: "Company", version: 2 }])
      })
    )
    yield* is({ ...first, sent: 0, bounced: 3 })
    yield* store.remove(organization_id, [f.id, d.id, missing.lead, ...idsOf(others)])
    yield* is({ total: 4, not_contacted: 1, opened: 1, bounced: 2, stopped: 1 })
    yield* Effect.flip(transaction(Effect.andThen(store.remove(organization_id, [a.id, e.id]), refuse)))
    yield* Effect.flip(transaction(Effect.andThen(newLeads(organization_id, campaign_id, "z@x.test"), refuse)))
    yield* is({ total: 4, not_contacted: 1, opened: 1, bounced: 2, stopped: 1 })
    yield* store.remove(organization_id, [a.id, b.id, c.id, e.id])
    yield* is({})
  }),
  "is all zero where the organization has no such campaign": Effect.gen(function* () {
    const own = yield* newLeadList("a@x.test")
    const foreign = yield* newLeadList("a@x.test")
    same(yield* countsIn(own.organization_id, missing.campaign), countsOf([]))
    same(yield* countsIn(own.organization_id, foreign.campaign_id), countsOf([]))
  }),
  "loses nothing when several callers write at the same time": Effect.gen(function* () {
    const store = yield* LeadStore
    const { campaign_id, leads, organization_id } = yield* newLeadList("a@x.test", "b@x.test", "c@x.test", "d@x.test")
    const send = (lead: LeadRecord) =>
      store.replace(organization_id, { ...lead, status: "Sent", ...stopped, version: 2 }, 1)
    const inserts = Array.from({ length: 6 }, (_, i) => newLeads(organization_id, campaign_id, `new${i}@x.test`))
    yield* Effect.all(
      [...leads.slice(0, 3).map(send), ...inserts, store.remove(organization_id, idsOf(leads.slice(3)))],
      {
        concurrency: "unbounded"
      }
    )
    same(yield* countsIn(organization_id, campaign_id), {
      ...countsOf([]),
      total: 9,
      not_contacted: 6,
      sent: 3,
      stopped: 3
    })
  })
})

export const cases: ReadonlyArray<StorageCase> = [...findMany, ...uncontacted, ...paused, ...verified, ...counts]
