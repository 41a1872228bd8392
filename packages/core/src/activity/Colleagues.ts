/** An answer stops the colleagues of its lead, in the campaigns with `stop_scope: "company"`. Pure functions. */
import { companyOf, normalizeEmail } from "@mailroom/mail/domain"
import type { Campaign } from "../campaigns/Campaign.ts"
import type { CampaignId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { apply, applyColleague } from "../leads/StopSending.ts"
import type { Timestamp } from "../Timestamp.ts"
import { nextVersion } from "../Version.ts"
import type { EventType } from "./Event.ts"
import type { Recorded } from "./Recording.ts"
import { ruleOf } from "./Transition.ts"

/** The types of events by which a person answers for the company. An automatic reply or a bounce says nothing about others. */
const answers: ReadonlySet<EventType> = new Set<EventType>(["complained", "replied", "unsubscribed"])

/** Whether an event of this type may stop colleagues of its lead. */
export const isOfCompany = (type: EventType): boolean => answers.has(type)

/** These companies without the subdomains of others among them: a search for the rest finds the leads of all. */
export const outermost = (companies: Iterable<string>): ReadonlyArray<string> => {
  const all = new Set(companies)
  return [...all].filter((domain) => ![...all].some((other) => domain.endsWith(`.${other}`)))
}

/**
 * Stops the leads of the same company as one that answered, where their own campaign says so, at the instant of the answer.
 * `leads` must have every lead of these companies in such a campaign, and is changed. `companyScoped`: the campaigns with
 * `stop_scope: "company"`.
 */
export const stopColleagues = (
  recorded: ReadonlyArray<Recorded>,
  leads: Map<LeadId, LeadRecord>,
  companyScoped: ReadonlyMap<CampaignId, Campaign>,
  now: Timestamp
): void => {
  const answersOfCompanies = recorded.filter(({ event }) => isOfCompany(event.type))
  if (companyScoped.size === 0 || answersOfCompanies.length === 0) return
  const mayBeStopped = [...leads.values()].filter(({ campaign_id }) => companyScoped.has(campaign_id))
  const byCompany = Map.groupBy(mayBeStopped, ({ email }) => companyOf(email))
  for (const { event } of answersOfCompanies) {
    const answerer = leads.get(event.lead_id)
    const company = answerer === undefined ? null : companyOf(answerer.email)
    if (answerer === undefined || company === null) continue
    for (const { id } of byCompany.get(company) ?? []) {
      const lead = leads.get(id)
      const rule = lead === undefined ? undefined : ruleOf(event.type, companyScoped.get(lead.campaign_id))
      if (lead === undefined || rule === undefined || id === answerer.id) continue
      // The same person in another campaign has answered, too; anyone else is a colleague.
      const isSamePerson = normalizeEmail(lead.email) === normalizeEmail(answerer.email)
      const next = isSamePerson
        ? apply(lead, rule, event.occurred_at)
        : applyColleague(lead, answerer.id, event.occurred_at)
      leads.set(id, nextVersion(lead, { ...lead, ...next }, now))
    }
  }
}
