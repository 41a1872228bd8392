/** Removals of leads and campaigns clear the agenda, and lock in order. */
import { assert, describe, it } from "@effect/vitest"
import { MemoryStorage } from "@mailroom/memory"
import { Effect, Layer } from "effect"
import { AgendaStore } from "../../src/agenda/AgendaStore.ts"
import { emptyPlan } from "../../src/agenda/Agenda.ts"
import { PlanStore } from "../../src/agenda/PlanStore.ts"
import { BatchSize } from "../../src/Bulk.ts"
import { Campaigns } from "../../src/campaigns/Campaigns.ts"
import { LeadId } from "../../src/ids.ts"
import { Leads } from "../../src/leads/Leads.ts"
import { CurrentOrganization } from "../../src/Organization.ts"
import { waiting } from "../../src/testing/fixtures/AgendaFixtures.ts"
import { missing } from "../../src/testing/fixtures/Fixtures.ts"
import { type Call, CurrentObserver, observedStorage } from "../../src/testing/outcomes/OutcomesPorts.ts"
import { asOther, layerOver, test } from "../Tenant.ts"

const observed = Layer.effectContext(Effect.map(Layer.build(MemoryStorage.layer), observedStorage))

const emails = ["a@x.test", "b@x.test", "c@x.test"]

/** A campaign with leads, each on the agenda, and rows of leads that do not exist any more. */
const newAgenda = Effect.fnUntraced(function* (missing_ids: ReadonlyArray<number>) {
  const { id: organization_id } = yield* CurrentOrganization
  const campaigns = yield* Campaigns
  const agenda = yield* AgendaStore
  const plans = yield* PlanStore
  const { id: campaign_id } = yield* campaigns.create({ name: "Spring" })
  const { data } = yield* (yield* Leads).create({ campaign_id, leads: emails.map((email) => ({ email })) })
  const lead_ids = data.map(({ id }) => id ?? missing.lead)
  const late = missing_ids.map((id) => LeadId.make(id))
  yield* agenda.insert(
    organization_id,
    [...lead_ids, ...late].map((id) => waiting(id, { campaign_id }))
  )
  yield* plans.lock(organization_id, [campaign_id])
  const left = Effect.all({
    agenda: Effect.map(agenda.findMany(organization_id, [...lead_ids, ...late]), (rows) =>
      rows.map(({ lead_id }) => lead_id)
    ),
    plans: plans.findMany(organization_id, [campaign_id])
  })
  return { campaigns, campaign_id, lead_ids, late, left }
})

describe("the agenda", () => {
  test("has no row of a removed lead", function* () {
    const { campaign_id, late, lead_ids, left } = yield* newAgenda([901])
    const [first = missing.lead, ...others] = lead_ids
    yield* (yield* Leads).remove({ ids: [first] })
    assert.deepStrictEqual(yield* left, { agenda: [...others, ...late], plans: [emptyPlan(campaign_id)] })
  })

  test("has nothing of a removed campaign, whose leads are removed in batches", function* () {
    const kept = yield* newAgenda([911])
    const { campaign_id, campaigns, left } = yield* newAgenda([901, 902, 903])
    yield* Effect.provideService(campaigns.remove(campaign_id), BatchSize, 2)
    assert.deepStrictEqual(yield* left, { agenda: [], plans: [] })
    assert.deepStrictEqual(yield* kept.left, {
      agenda: [...kept.lead_ids, ...kept.late],
      plans: [emptyPlan(kept.campaign_id)]
    })
  })
})

/** Methods that lock or write, by the place of their rows in the lock order of CONCURRENCY.md. */
const lockOrder = new Map([
  ["LeadStore.lock", 4],
  ["LeadStore.lockOfCampaign", 4],
  ["LeadStore.remove", 4],
  ["CampaignStore.hide", 7],
  ["PlanStore.lock", 10],
  ["AgendaStore.removeLeads", 10.5],
  ["AgendaStore.removeOfCampaign", 10.5],
  ["CampaignStore.clearThreads", 11],
  ["RollupStore.add", 12]
])

describe("a removal", () => {
  it.effect("locks plans and the agenda after campaigns, and before threads", () =>
    Effect.gen(function* () {
      const { campaign_id, campaigns, lead_ids } = yield* newAgenda([901])
      const transactions: Array<Array<string>> = []
      const observer = {
        begun: Effect.sync(() => void transactions.push([])),
        calling: () => Effect.void,
        called: ({ inTransaction, method }: Call) =>
          Effect.sync(() => {
            if (inTransaction && lockOrder.has(method)) transactions.at(-1)?.push(method)
          })
      }
      const [first = missing.lead] = lead_ids
      const removing = Effect.andThen((yield* Leads).remove({ ids: [first] }), campaigns.remove(campaign_id))
      yield* Effect.provideService(removing, CurrentObserver, observer)
      const called = new Set(transactions.flat())
      for (const method of ["AgendaStore.removeLeads", "PlanStore.lock", "AgendaStore.removeOfCampaign"]) {
        assert.isTrue(called.has(method), method)
      }
      for (const methods of transactions) {
        // Each kind of rows counts from its first lock: what is locked already may be locked again.
        const places = [...new Set(methods.map((method) => lockOrder.get(method) ?? NaN))]
        assert.deepStrictEqual(
          places,
          places.toSorted((a, b) => a - b),
          methods.join()
        )
      }
    }).pipe(asOther, Effect.provide(layerOver(observed), { local: true }))
  )
})
