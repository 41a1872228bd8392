/** Verifies the leads of a campaign in the background, and shows how far that is. */
import { Context, Effect, Layer, Schema } from "effect"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { Changes } from "../Changes.ts"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { CampaignId, CampaignIdInput, CampaignNotFound } from "../ids.ts"
import { decode } from "../InvalidInput.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import type { UseCase } from "../UseCase.ts"
import { AddressVerifier } from "./AddressVerifier.ts"
import { makeBeginRun } from "./BeginRun.ts"
import { defaultStatuses, noResults, Results, Run, stop } from "./Run.ts"
import { VerificationStatus, VerifierName } from "./Verdict.ts"

export const VerifyLeads = Schema.Struct({
  statuses: described(
    Schema.optionalKey(
      Schema.Array(VerificationStatus).check(
        Schema.isMinLength(1, { message: "must name at least one status" }),
        Schema.isUnique({ message: "must name each status once" })
      )
    ),
    "The leads with one of these statuses are verified. Default: `not_verified` and `unknown`."
  )
}).annotate({ identifier: "VerifyLeads", description: "Which leads of the campaign are verified." })
export type VerifyLeads = typeof VerifyLeads.Type

/** The last verification of a campaign, as the API shows it. */
const ShownRun = Schema.Struct({
  state: Run.fields.state,
  verifier: Run.fields.verifier,
  statuses: Run.fields.statuses,
  checked: described(Count, "The number of leads that were verified.", 100),
  remaining: described(Count, "The number of leads that are left; 0 when it has ended.", 20),
  results: Run.fields.results,
  cost: Run.fields.cost,
  error: Run.fields.error,
  requested_at: Run.fields.requested_at,
  finished_at: Run.fields.finished_at
}).annotate({ identifier: "VerificationRun", description: "The last verification of a campaign's leads." })

export const CampaignVerification = Schema.Struct({
  campaign_id: CampaignId,
  verifier: VerifierName,
  price: described(Schema.Finite, "The highest cost of one lead, in credits of the service; 0: nothing is charged.", 1),
  leads: described(
    Schema.Struct({
      ...Results.fields,
      not_verified: described(Count, "Leads with this `verification_status`.", 20)
    }).annotate({
      identifier: "VerificationCounts",
      description: "The number of a campaign's leads by `verification_status`."
    }),
    "The leads of the campaign now."
  ),
  run: described(Schema.NullOr(ShownRun), "The last verification; `null`: there was none.")
}).annotate({
  identifier: "CampaignVerification",
  description: "The verification of a campaign's leads: what one costs, and how far the last one is."
})
export type CampaignVerification = typeof CampaignVerification.Type

/** The verification of leads of the current organization. */
export class Verifications extends Context.Service<
  Verifications,
  {
    readonly find: (id: CampaignId) => UseCase<CampaignVerification, CampaignNotFound>
    /**
     * Begins to verify the leads of a campaign in the background. One that is running goes on, also with leads that were added
     * meanwhile.
     */
    readonly verify: (id: CampaignId, input?: VerifyLeads) => UseCase<CampaignVerification, CampaignNotFound>
    /** Stops a verification that is running; results that it has found stay. Others stay as they are. */
    readonly stop: (id: CampaignId) => UseCase<CampaignVerification, CampaignNotFound>
  }
>()("@mailroom/core/Verifications") {
  static readonly layer = Layer.effect(
    Verifications,
    Effect.gen(function* () {
      const campaigns = yield* CampaignStore
      const leads = yield* LeadStore
      const { name, price } = yield* AddressVerifier.orOwn
      const beginRun = yield* makeBeginRun
      const { transactional } = yield* Changes
      const decodeId = decode(CampaignIdInput, "/id")
      const decodeInput = decode(VerifyLeads)

      const show = Effect.fnUntraced(function* ({ id, verification: run }: CampaignRecord) {
        const organization = yield* CurrentOrganization
        const none = { ...noResults, not_verified: 0 }
        const all = { ...none, ...(yield* leads.countByVerification(organization.id, id, { after: 0 })) }
        const base = { campaign_id: id, verifier: name, price, leads: all }
        if (run === null) return { ...base, run: null }
        const { cost, error, finished_at, requested_at, results, state, statuses, verifier } = run
        const left =
          state === "running" ? yield* leads.countByVerification(organization.id, id, { after: run.after_id }) : {}
        return {
          ...base,
          run: {
            state,
            verifier,
            statuses,
            checked: Object.values(results).reduce((sum, count) => sum + count, 0),
            remaining: statuses.reduce((sum, status) => sum + (left[status] ?? 0), 0),
            results,
            cost,
            error,
            requested_at,
            finished_at
          }
        }
      })

      const stopRun = transactional(function* (id: CampaignId) {
        const organization = yield* CurrentOrganization
        const campaign = yield* orNotFound(campaigns.lock(organization.id, id), () => new CampaignNotFound({ id }))
        if (campaign.verification === null) return campaign
        const verification = stop(campaign.verification, yield* Timestamp.now)
        if (verification === campaign.verification) return campaign
        const next = { ...campaign, verification }
        yield* campaigns.replace(organization.id, next)
        return next
      })

      return Verifications.of({
        find: traced("Verifications.find")(function* (campaign_id) {
          const id = yield* decodeId(campaign_id)
          const organization = yield* CurrentOrganization
          return yield* show(
            yield* orNotFound(findOne(campaigns.findMany, organization.id, id), () => new CampaignNotFound({ id }))
          )
        }),
        verify: traced("Verifications.verify")(function* (campaign_id, input = {}) {
          const id = yield* decodeId(campaign_id)
          const { statuses = defaultStatuses } = yield* decodeInput(input)
          return yield* show(yield* beginRun(id, statuses))
        }),
        stop: traced("Verifications.stop")(function* (campaign_id) {
          return yield* show(yield* stopRun(yield* decodeId(campaign_id)))
        })
      })
    })
  )
}
