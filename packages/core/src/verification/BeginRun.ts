/** Begins the verification of a campaign's leads, in the surrounding unit of work. */
import { Effect } from "effect"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import { type CampaignId, CampaignNotFound } from "../ids.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { AddressVerifier } from "./AddressVerifier.ts"
import { begin } from "./Run.ts"
import { VerificationAsked } from "./VerificationChange.ts"
import type { VerificationStatus } from "./Verdict.ts"

export const makeBeginRun = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const verifier = yield* AddressVerifier.orOwn
  const { report, transactional } = yield* Changes

  /** Locks the campaign, and returns it with its run. */
  return transactional(function* (id: CampaignId, statuses: ReadonlyArray<VerificationStatus>) {
    const organization = yield* CurrentOrganization
    const campaign = yield* orNotFound(campaigns.lock(organization.id, id), () => new CampaignNotFound({ id }))
    const run = begin(campaign.verification, statuses, verifier.name, yield* Timestamp.now)
    const next = { ...campaign, verification: run }
    yield* campaigns.replace(organization.id, next)
    yield* report([new VerificationAsked({ campaign_id: id })])
    return next
  })
})
