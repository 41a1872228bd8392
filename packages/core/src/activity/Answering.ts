/** Finds what answers may stop beside their own leads, before anything is locked. */
import { companyOf, normalizeEmail } from "@mailroom/mail/domain"
import { Effect, Predicate } from "effect"
import type { Campaign } from "../campaigns/Campaign.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import type { CampaignId, LeadId, OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { makeMatchingIds } from "../MatchingIds.ts"
import type { StorageError } from "../StorageError.ts"
import { isOfCompany, outermost } from "./Colleagues.ts"
import type { NewEvent } from "./Event.ts"
import { isAnswer } from "./Transition.ts"

/** Leads that answer, before they are locked. */
export interface Answering {
  /** The campaigns of the leads. */
  readonly settings: ReadonlyMap<CampaignId, Campaign>
  /** The normalized addresses of the leads whose answer may stop all leads with their address. */
  readonly addresses: ReadonlyMap<LeadId, string>
  /** The campaigns with `stop_scope: "company"`. */
  readonly scoped: ReadonlyMap<CampaignId, Campaign>
  /** The company of each lead whose answer may stop colleagues; `null`: it has none. */
  readonly companies: ReadonlyMap<LeadId, string | null>
  /** The leads of these companies in the campaigns that stop them. */
  readonly colleagues: ReadonlyArray<LeadId>
}

const nobody: Answering = {
  settings: new Map(),
  addresses: new Map(),
  scoped: new Map(),
  companies: new Map(),
  colleagues: []
}

/** Whether an input may stop other leads than its own, depending on its campaign. */
export const isCause = ({ type }: NewEvent) => isAnswer(type) || isOfCompany(type)

export const makeAnswering = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const leads = yield* LeadStore
  const matchingIds = yield* makeMatchingIds

  /** The leads of companies in some campaigns. */
  const leadsOf = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    companies: ReadonlyArray<string>,
    scoped: Answering["scoped"]
  ) {
    if (companies.length === 0) return []
    const ids = yield* matchingIds(organization_id, { addresses: [], domains: outermost(companies) })
    const found = ids.length === 0 ? [] : yield* leads.findMany(organization_id, ids)
    return found.flatMap(({ campaign_id, id }) => (scoped.has(campaign_id) ? [id] : []))
  })

  /**
   * Finds the campaigns of the leads that answer, and so what their answers may stop. Without answers it reads nothing.
   * `read`: the leads of `readLeads` (`References.ts`).
   * It locks nothing, because leads are locked before campaigns: an answer is decided by the settings before a change
   * that is committed meanwhile.
   */
  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    inputs: ReadonlyArray<NewEvent>,
    lead_ids: ReadonlyArray<LeadId | undefined>,
    read: ReadonlyMap<LeadId, LeadRecord>
  ): Effect.fn.Return<Answering, StorageError> {
    const ids = new Set(inputs.flatMap((input, index) => (isCause(input) ? (lead_ids[index] ?? []) : [])))
    if (ids.size === 0) return nobody
    const found = [...ids].flatMap((id) => read.get(id) ?? [])
    const campaign_ids = new Set(found.map(({ campaign_id }) => campaign_id))
    const rows = yield* campaigns.findManyOrCompanyScoped(organization_id, [...campaign_ids])
    const settings = new Map(rows.map((campaign) => [campaign.id, campaign]))
    const scoped = new Map([...settings].filter(([, { stop_scope }]) => stop_scope === "company"))
    const asking = found.filter(
      ({ campaign_id }) => (settings.get(campaign_id)?.stop_scope ?? "campaign") !== "campaign"
    )
    const companies = new Map(scoped.size === 0 ? [] : found.map(({ email, id }) => [id, companyOf(email)]))
    const domains = [...companies.values()].filter(Predicate.isNotNull)
    return {
      settings,
      addresses: new Map(asking.map(({ email, id }) => [id, normalizeEmail(email)])),
      scoped,
      companies,
      colleagues: yield* leadsOf(organization_id, domains, scoped)
    }
  })
})
