/** Ends campaigns that have nothing left to send. */
import { Effect, Option } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import { type CampaignRecord, complete } from "../campaigns/Campaign.ts"
import { CampaignCompleted } from "../campaigns/CampaignChange.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import type { CampaignId, OrganizationId } from "../ids.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeGoingOn } from "./GoingOn.ts"

export const makeCompletion = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const campaigns = yield* CampaignStore
  const leads = yield* LeadStore
  const plans = yield* PlanStore
  const goOn = yield* makeGoingOn
  const sequences = yield* SequenceStore
  const { report, transactional } = yield* Changes

  /** Whether the campaign has leads that may get their first mail once they are verified. */
  const awaitsVerification = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { id, required_verification }: CampaignRecord
  ) {
    if (required_verification === "none") return false
    const filter = { status: "Not contacted", stop_sending: false, verification_status: "not_verified" } as const
    const page = yield* leads.page(organization_id, id, { ...filter, offset: 0, limit: 1 })
    return Option.isSome(page) && page.value.data.length > 0
  })

  /**
   * Completes a campaign if all its leads were looked at, and none waits for a mail or a verification. The lock of the
   * campaign keeps new leads and steps out. A campaign without leads waits for some.
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
    if (yield* awaitsVerification(organization.id, found.value)) return false
    // If the steps have changed since an account looked at its finished leads, these get further steps now.
    const steps = yield* sequences.ofCampaigns(organization.id, [id])
    while ((yield* goOn(found.value, steps, [...found.value.account_ids, null])) > 0);
    if (yield* agenda.hasOpen(organization.id, id)) return false
    yield* campaigns.replace(organization.id, completed)
    yield* report([new CampaignCompleted({ campaign: completed })])
    return true
  })
})
