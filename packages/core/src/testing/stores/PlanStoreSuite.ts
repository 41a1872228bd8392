/** Conformance cases: the promises of `PlanStore`. */
import { Effect } from "effect"
import { emptyPlan, type PlanRecord } from "../../agenda/Agenda.ts"
import { PlanStore } from "../../agenda/PlanStore.ts"
import { CampaignStore } from "../../campaigns/CampaignStore.ts"
import { LeadId } from "../../ids.ts"
import { Transactor } from "../../Transactor.ts"
import { at, missing, newCampaign, newOrganization, same } from "../fixtures/Fixtures.ts"
import { waits } from "../fixtures/Waiting.ts"
import { casesOf, type StorageCase } from "../StorageCase.ts"

const newStore = Effect.gen(function* () {
  const organization_id = yield* newOrganization
  const campaign_ids = [yield* newCampaign(organization_id), yield* newCampaign(organization_id)].sort()
  const [first = missing.campaign, second = missing.campaign] = campaign_ids
  return { organization_id, first, second, store: yield* PlanStore }
})

const full = (campaign_id: PlanRecord["campaign_id"]): PlanRecord => ({
  campaign_id,
  scanned_to: LeadId.make(7),
  passed_at: at(1),
  skipped: 3,
  redated_to: 5
})

const alone = casesOf("PlanStore", {
  "lock inserts the plans that campaigns lack, once": Effect.gen(function* () {
    const { first, organization_id, second, store } = yield* newStore
    same(yield* store.findMany(organization_id, [first, second]), [])
    same(yield* store.lock(organization_id, [first]), [emptyPlan(first)])
    yield* store.write(organization_id, [full(first)])
    same(yield* store.lock(organization_id, [second, first, second, missing.campaign]), [
      full(first),
      emptyPlan(second)
    ])
    same(yield* store.findMany(organization_id, [second, missing.campaign, first]), [full(first), emptyPlan(second)])
    same(yield* store.lock(organization_id, []), [])
  }),
  "write stores plans as a whole, and inserts none": Effect.gen(function* () {
    const { first, organization_id, second, store } = yield* newStore
    yield* store.lock(organization_id, [first])
    yield* store.write(organization_id, [full(second), full(first)])
    same(yield* store.findMany(organization_id, [first, second]), [full(first)])
    yield* store.write(organization_id, [emptyPlan(first)])
    same(yield* store.findMany(organization_id, [first]), [emptyPlan(first)])
  }),
  "lock finds the plan of a hidden campaign, which is deleted with the campaign": Effect.gen(function* () {
    const { first, organization_id, second, store } = yield* newStore
    const campaigns = yield* CampaignStore
    yield* campaigns.hide(organization_id, first, at(0))
    same(yield* store.lock(organization_id, [first, second]), [emptyPlan(first), emptyPlan(second)])
    // A campaign that is not hidden, and one of another organization, keep their plans.
    yield* campaigns.remove(organization_id, second)
    yield* campaigns.remove(yield* newOrganization, first)
    same(yield* store.findMany(organization_id, [first, second]), [emptyPlan(first), emptyPlan(second)])
    yield* campaigns.remove(organization_id, first)
    same(yield* store.findMany(organization_id, [first, second]), [emptyPlan(second)])
  }),
  "plans belong to one organization": Effect.gen(function* () {
    const { first, organization_id, store } = yield* newStore
    const foreign = yield* newOrganization
    same(yield* store.any(organization_id), false)
    yield* store.lock(organization_id, [first])
    same([yield* store.any(organization_id), yield* store.any(foreign)], [true, false])
    same(yield* store.lock(foreign, [first]), [])
    yield* store.write(foreign, [full(first)])
    same(yield* store.findMany(organization_id, [first]), [emptyPlan(first)])
    same(yield* store.findMany(foreign, [first]), [])
  })
})

const together = casesOf(
  "PlanStore, two transactions",
  {
    "lock excludes others, also while the first one inserts the plan": Effect.gen(function* () {
      const { first, organization_id, store } = yield* newStore
      const { transaction } = yield* Transactor
      const lock = store.lock(organization_id, [first])
      const change = Effect.andThen(lock, store.write(organization_id, [full(first)]))
      same(yield* waits(change, transaction(lock)), [full(first)])
      same(yield* waits(change, transaction(lock)), [full(first)])
    })
  },
  { secondTransaction: true }
)

export const cases: ReadonlyArray<StorageCase> = [...alone, ...together]
