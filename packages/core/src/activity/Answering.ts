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

/** Campaigns and leads that the answers in a batch may stop, found before anything is locked. */
export interface Answering {
  /** The campaigns of the leads that answer, and all campaigns with `stop_scope: "company"`. */
  readonly campaigns: ReadonlyMap<CampaignId, Campaign>
  /** The normalized addresses of the leads whose answer may stop all leads with their address. */
  readonly addresses: ReadonlyMap<LeadId, string>
  /** The campaigns with `stop_scope: "company"`. */
  readonly companyScoped: ReadonlyMap<CampaignId, Campaign>
  /** The company of each lead whose answer may stop colleagues; `null`: it has none. */
  readonly companies: ReadonlyMap<LeadId, string | null>
  /** The leads of these companies in the campaigns that stop them. */
  readonly colleagues: ReadonlyArray<LeadId>
}

const nobody: Answering = {
  campaigns: new Map(),
  addresses: new Map(),
  companyScoped: new Map(),
  companies: new Map(),
  colleagues: []
}

/** Whether an input may stop other leads than its own, depending on its campaign. */
export const mayStopOthers = ({ type }: NewEvent) => isAnswer(type) || isOfCompany(type)

export const makeAnswering = Effect.gen(function* () {
  const campaignStore = yield* CampaignStore
  const leads = yield* LeadStore
  const matchingIds = yield* makeMatchingIds

  /** The ids of the leads of companies in these campaigns. */
  const leadsOfCompanies = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    companies: ReadonlyArray<string>,
    inCampaigns: Answering["companyScoped"]
  ) {
    if (companies.length === 0) return []
    const ids = yield* matchingIds(organization_id, { addresses: [], domains: outermost(companies) })
    const found = ids.length === 0 ? [] : yield* leads.findMany(organization_id, ids)
    return found.flatMap(({ campaign_id, id }) => (inCampaigns.has(campaign_id) ? [id] : []))
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
    const ids = new Set(inputs.flatMap((input, index) => (mayStopOthers(input) ? (lead_ids[index] ?? []) : [])))
    if (ids.size === 0) return nobody
    const answering = [...ids].flatMap((id) => read.get(id) ?? [])
    const campaign_ids = new Set(answering.map(({ campaign_id }) => campaign_id))
    const rows = yield* campaignStore.findManyOrCompanyScoped(organization_id, [...campaign_ids])
    const campaigns = new Map(rows.map((campaign) => [campaign.id, campaign]))
    const companyScoped = new Map([...campaigns].filter(([, { stop_scope }]) => stop_scope === "company"))
    const stopsAddress = ({ campaign_id }: LeadRecord) => {
      const campaign = campaigns.get(campaign_id)
      return campaign !== undefined && campaign.stop_scope !== "campaign"
    }
    const companies = new Map(companyScoped.size === 0 ? [] : answering.map(({ email, id }) => [id, companyOf(email)]))
    const domains = [...companies.values()].filter(Predicate.isNotNull)
    return {
      campaigns,
      addresses: new Map(answering.filter(stopsAddress).map(({ email, id }) => [id, normalizeEmail(email)])),
      companyScoped,
      companies,
      colleagues: yield* leadsOfCompanies(organization_id, domains, companyScoped)
    }
  })
})
