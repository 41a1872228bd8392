/** Conformance cases: an answer stops its address in every campaign where the campaign that got it says so. */
import { Effect } from "effect"
import { ok } from "node:assert/strict"
import { BlacklistStore } from "../../blacklist/BlacklistStore.ts"
import type { Campaign } from "../../campaigns/Campaign.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { LeadStore } from "../../leads/LeadStore.ts"
import { resume, stop } from "../../leads/StopSending.ts"
import { CurrentOrganization } from "../../Organization.ts"
import { at, type LeadRow, leadRow, newCampaign, newLeads, newOrganization, same } from "../fixtures/Fixtures.ts"
import { newActivity } from "../fixtures/StopFixtures.ts"
import { waits } from "../fixtures/Waiting.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"
import type { LeadId, OrganizationId } from "../../ids.ts"

/** A new campaign with these leads. */
const listOf = Effect.fnUntraced(function* (
  organization_id: OrganizationId,
  settings: Partial<Campaign>,
  ...leads: ReadonlyArray<LeadRow | string>
) {
  const campaign_id = yield* newCampaign(organization_id, settings)
  return { campaign_id, leads: yield* newLeads(organization_id, campaign_id, ...leads) }
})

/** Zoë is a lead of two campaigns; another lead is in each. The first campaign has the settings. */
const newGiven = Effect.fnUntraced(function* (settings: Partial<Campaign> = {}, second: Partial<LeadRow> = {}) {
  const organization_id = yield* newOrganization
  const first = yield* listOf(
    organization_id,
    { stop_scope: "organization", ...settings },
    "zoë@MÜNCHEN.example",
    "other@x.test"
  )
  const others = yield* listOf(
    organization_id,
    {},
    leadRow("Zoë@xn--mnchen-3ya.example", second),
    "zoë@sub.münchen.example"
  )
  const [own] = first.leads
  const [shared] = others.leads
  ok(own && shared)
  const { activity, stopped } = yield* newActivity
  const store = yield* LeadStore
  return {
    organization_id,
    own,
    shared,
    second: others.campaign_id,
    store,
    stopped,
    record: (type: string, lead_id: LeadId, seconds: number, data: object = {}) =>
      activity
        .record([{ type, lead_id, occurred_at: at(seconds), idempotency_key: `${type} ${lead_id} ${seconds}`, data }])
        .pipe(
          Effect.map(({ data }) => data.map(({ status }) => status)),
          Effect.provideService(CurrentOrganization, { id: organization_id })
        ),
    /** The stops of the four leads. */
    stops: Effect.gen(function* () {
      const leads = [...first.leads, ...others.leads].map(({ id }) => id)
      return (yield* store.findMany(organization_id, leads)).map(({ stop_sending_type: type, stops }) => [type, stops])
    })
  }
})

const none = [null, {}]

const alone = casesOf("A campaign with stop_scope organization", {
  "a reply stops the address in every campaign, in any spelling, by the same rule at the same instant": Effect.gen(
    function* () {
      const { own, record, shared, stopped, stops } = yield* newGiven()
      const foreign = yield* newGiven()
      same(yield* record("replied", own.id, -10), ["recorded"])
      const reply = ["reply", { reply: at(-10) }]
      same(yield* stops, [reply, none, reply, none])
      same(
        stopped.toSorted((a, b) => a - b),
        [own.id, shared.id]
      )
      same(yield* foreign.stops, [none, none, none, none])
    }
  ),
  "an unsubscription does so, too, and stays in force when the address leaves the blacklist": Effect.gen(function* () {
    const { own, record, shared, stopped, stops } = yield* newGiven()
    yield* record("unsubscribed", own.id, -10)
    const both = ["unsubscribe", { unsubscribe: at(-10), blacklist: at(-10) }]
    same(yield* stops, [both, none, both, none])
    same(
      stopped.toSorted((a, b) => a - b),
      [own.id, shared.id]
    )
  }),
  "an unsubscription that is not believed enough for the blacklist stops the leads only": Effect.gen(function* () {
    const { organization_id, own, record, stops } = yield* newGiven()
    yield* record("unsubscribed", own.id, -10, { trust: "plausible" })
    const unsubscribed = ["unsubscribe", { unsubscribe: at(-10) }]
    same(yield* stops, [unsubscribed, none, unsubscribed, none])
    same((yield* (yield* BlacklistStore).page(organization_id, "email", { offset: 0, limit: 1 })).total, 0)
  }),
  "an automatic reply stops no other lead, nor does a reply that stops nothing": Effect.gen(function* () {
    const automatic = yield* newGiven({ stop_on_auto_reply: true })
    yield* automatic.record("auto_replied", automatic.own.id, -10)
    same(yield* automatic.stops, [["reply", { reply: at(-10) }], none, none, none])
    const ignored = yield* newGiven({ stop_on_reply: false })
    yield* ignored.record("replied", ignored.own.id, -10)
    same(yield* ignored.stops, [none, none, none, none])
  }),
  "the campaign that gets the answer decides": Effect.gen(function* () {
    const { record, shared, stops } = yield* newGiven()
    yield* record("replied", shared.id, -10)
    same(yield* stops, [none, none, ["reply", { reply: at(-10) }], none])
    const narrow = yield* newGiven({ stop_scope: "campaign" })
    yield* narrow.record("replied", narrow.own.id, -10)
    same(yield* narrow.stops, [["reply", { reply: at(-10) }], none, none, none])
  }),
  "a bounce stops other leads by the blacklist alone": Effect.gen(function* () {
    const { own, record, stops } = yield* newGiven()
    yield* record("bounced", own.id, -10, { status: "5.1.1" })
    const blacklisted = ["blacklist", { blacklist: at(-10) }]
    same(yield* stops, [["bounce", { bounce: at(-10), blacklist: at(-10) }], none, blacklisted, none])
  }),
  "a person's decision about a lead since the answer holds, and an earlier one does not": Effect.gen(function* () {
    const reply = ["reply", { reply: at(-10) }]
    for (const [decided, expected] of [
      [resume(at(-5)), none],
      [resume(at(-20)), reply],
      [stop(at(-20)), ["manual", {}]]
    ] as const) {
      const { own, record, stops } = yield* newGiven({}, decided)
      yield* record("replied", own.id, -10)
      same(yield* stops, [reply, none, expected, none])
    }
  }),
  "an answer that is reported again changes nothing, and the earliest one counts": Effect.gen(function* () {
    const { organization_id, own, record, shared, stops, store } = yield* newGiven()
    yield* record("replied", own.id, -10)
    yield* record("replied", own.id, -20)
    const reply = ["reply", { reply: at(-20) }]
    same(yield* stops, [reply, none, reply, none])
    const [lead] = yield* store.findMany(organization_id, [shared.id])
    ok(lead)
    yield* store.writeState(organization_id, [{ ...lead, ...resume(at(-5)), version: lead.version + 1 }])
    same(yield* record("replied", own.id, -10), ["duplicate"])
    same(yield* stops, [reply, none, none, none])
  }),
  "leads of a campaign that is being deleted are left out": Effect.gen(function* () {
    const { organization_id, own, record, second, stopped } = yield* newGiven()
    yield* (yield* CampaignStore).hide(organization_id, second, at(0))
    same(yield* record("replied", own.id, -10), ["recorded"])
    same(stopped, [own.id])
  })
})

const together = casesOf(
  "A campaign with stop_scope organization, two transactions",
  {
    "a reply of a lead that gets another address meanwhile stops the leads with the new one": Effect.gen(function* () {
      const { organization_id, own, record, stops, store } = yield* newGiven()
      const change = Effect.gen(function* () {
        const [lead] = yield* store.lock(organization_id, [own.id])
        ok(lead)
        const next = { ...lead, email: "zoë@sub.münchen.example", version: lead.version + 1 }
        ok(yield* store.replace(organization_id, next, lead.version))
      })
      same(yield* waits(change, record("replied", own.id, -10)), ["recorded"])
      const reply = ["reply", { reply: at(-10) }]
      same(yield* stops, [reply, none, none, reply])
    }),
    "a reply stops no lead that gets another address meanwhile": Effect.gen(function* () {
      const { organization_id, own, record, shared, stops, store } = yield* newGiven()
      const change = Effect.gen(function* () {
        const [lead] = yield* store.lock(organization_id, [shared.id])
        ok(lead)
        const next = { ...lead, email: "new@x.test", version: lead.version + 1 }
        ok(yield* store.replace(organization_id, next, lead.version))
      })
      same(yield* waits(change, record("replied", own.id, -10)), ["recorded"])
      same(yield* stops, [["reply", { reply: at(-10) }], none, none, none])
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
