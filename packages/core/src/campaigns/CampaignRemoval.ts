/** Deletes the data of a hidden campaign in batches, and then the campaign. */
import { Effect } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import { BatchSize } from "../Bulk.ts"
import { Changes } from "../Changes.ts"
import { LeadRemoved } from "../leads/LeadChange.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { renewed } from "../Deadline.ts"
import * as Timestamp from "../Timestamp.ts"
import { CampaignStore } from "./CampaignStore.ts"
import type { CampaignId, LeadId } from "../ids.ts"

export const makeRemoveHidden = Effect.gen(function* () {
  const store = yield* CampaignStore
  const leads = yield* LeadStore
  const agenda = yield* AgendaStore
  const plans = yield* PlanStore
  const { report, transactional } = yield* Changes

  /** Records progress, so that other processes do not treat the deletion as abandoned. */
  const proceed = Effect.fnUntraced(function* (id: CampaignId) {
    const organization = yield* CurrentOrganization
    yield* store.hide(organization.id, id, yield* Timestamp.now)
  })

  /** Removes a batch of leads. Returns the id of the last one if there may be more. */
  const removeLeads = transactional(function* (id: CampaignId, after_id?: LeadId) {
    const organization = yield* CurrentOrganization
    const limit = yield* BatchSize
    const query = { limit, ...(after_id === undefined ? {} : { after_id }) }
    const locked = yield* leads.lockOfCampaign(organization.id, id, query)
    if (locked.length === 0) return undefined
    const ids = locked.map((lead) => lead.id)
    yield* leads.remove(organization.id, ids)
    yield* report(locked.map((lead) => new LeadRemoved({ lead })))
    yield* proceed(id)
    return locked.length < limit ? undefined : ids.at(-1)
  })

  /**
   * Removes a batch of the campaign's rows from the agenda: the rows of leads that an account took while they were removed.
   * Whoever takes leads locks the plan first. Returns whether there may be more.
   */
  const clearAgenda = transactional(function* (id: CampaignId) {
    const organization = yield* CurrentOrganization
    const limit = yield* BatchSize
    yield* proceed(id)
    yield* plans.lock(organization.id, [id])
    return (yield* agenda.removeOfCampaign(organization.id, id, { limit })) === limit
  })

  /** Removes the campaign from a batch of its threads. Returns whether there may be more. */
  const clearThreads = transactional(function* (id: CampaignId) {
    const organization = yield* CurrentOrganization
    const limit = yield* BatchSize
    yield* proceed(id)
    return (yield* store.clearThreads(organization.id, id, { limit })) === limit
  })

  /**
   * Deletes a hidden campaign. After a failure, or while another process deletes it, too, the call continues with the
   * remaining data. Returns whether this call deleted the campaign.
   */
  return Effect.fnUntraced(function* (id: CampaignId) {
    const organization = yield* CurrentOrganization
    let last: LeadId | undefined
    do last = yield* renewed(removeLeads(id, last))
    while (last !== undefined)
    while (yield* renewed(clearAgenda(id)));
    while (yield* renewed(clearThreads(id)));
    return yield* renewed(store.remove(organization.id, id))
  })
})
