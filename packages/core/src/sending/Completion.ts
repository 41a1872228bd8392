/** Ends campaigns that have nothing left to send (sending design, "Lives of a campaign"). */
import { Effect, Option } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import { type CampaignRecord, complete } from "../campaigns/Campaign.ts"
import { CampaignCompleted } from "../campaigns/CampaignChange.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import type { CampaignId, OrganizationId } from "../ids.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"

/** Rows that one statement changes. */
export const batch = 1_000

/** Lets finished leads of an account, or of the pool, go on that have a further step. Returns how many, at most `batch`. */
export const reopenFinished = (
  agenda: AgendaStore["Service"],
  organization_id: OrganizationId,
  queue: Parameters<AgendaStore["Service"]["reopen"]>[1],
  steps: ReadonlyArray<SequenceRecord>,
  due_at: Timestamp.Timestamp
): Effect.Effect<number, StorageError> => {
  const last = steps.at(-1)
  return last === undefined
    ? Effect.succeed(0)
    : agenda.reopen(organization_id, queue, { last: last.position, due_at, limit: batch })
}

export const makeCompletion = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const campaigns = yield* CampaignStore
  const leads = yield* LeadStore
  const plans = yield* PlanStore
  const sequences = yield* SequenceStore
  const work = yield* WorkStore
  const { report, transactional } = yield* Changes

  /** Lets finished leads go on that have a further step, with whichever account. Returns whether there were any. */
  const goOn = Effect.fnUntraced(function* (
    { account_ids, id: campaign_id }: CampaignRecord,
    now: Timestamp.Timestamp
  ) {
    const { id } = yield* CurrentOrganization
    const steps = yield* sequences.ofCampaigns(id, [campaign_id])
    for (const account_id of [...account_ids, null]) {
      if ((yield* reopenFinished(agenda, id, { account_id, campaign_id }, steps, now)) === 0) continue
      yield* dueFor(work, id, account_ids, now)
      // Rows of another account would be locked out of order here: they are reopened by the next call.
      return true
    }
    return false
  })

  /**
   * Completes a campaign if all its leads were looked at and none waits for a mail. The lock of the campaign keeps new leads
   * and steps out. A campaign without leads waits for some.
   */
  return transactional(function* (id: CampaignId) {
    const organization = yield* CurrentOrganization
    const found = yield* campaigns.lock(organization.id, id)
    if (Option.isNone(found) || found.value.lead_count === 0) return false
    const now = yield* Timestamp.now
    const completed = complete(found.value, now)
    if (completed === found.value) return false
    const [plan] = yield* plans.lock(organization.id, [id])
    if (plan === undefined || plan.passed_at === null) return false
    const left = yield* leads.uncontacted(organization.id, id, { after: plan.scanned_to, limit: 1 })
    if (left.length > 0 || (yield* agenda.hasOpen(organization.id, id))) return false
    // A step was added, and not every account has looked at its leads since.
    if (yield* goOn(found.value, now)) return false
    yield* campaigns.replace(organization.id, completed)
    yield* report([new CampaignCompleted({ campaign: completed })])
    return true
  })
})
