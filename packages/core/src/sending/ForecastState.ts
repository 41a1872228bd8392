/** The state of a forecast: what it begins with, and what the turns of accounts change in thought. Pure functions. */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { todayOf } from "../analytics/Period.ts"
import type { Metrics } from "../analytics/Rollup.ts"
import type { AccountId, CampaignId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { isWaiting, SendId, type SendRecord } from "../sends/Send.ts"
import { type SequenceRecord, stepIdOf } from "../sequences/Sequence.ts"
import { passes } from "../verification/Verdict.ts"
import type { Timestamp } from "../Timestamp.ts"
import { byDue, type Choice, type Chosen, firstStepFor } from "./Choice.ts"
import type { ConditionAhead } from "./ConditionAhead.ts"
import type { Contacts } from "./ContactRule.ts"
import type { Closed, Open } from "./Decision.ts"
import type { CompanyMails } from "./DomainLimit.ts"
import { ForecastLeads, ForecastRows } from "./ForecastQueues.ts"
import { type MissingValues, missingIn } from "./MissingValues.ts"
import type { Reason } from "./MayContact.ts"
import type { CampaignSituation, Situation } from "./Situation.ts"

/** The data that the forecast begins with. */
export interface World {
  /** The accounts of the campaign, with all campaigns that they send for. */
  readonly situations: ReadonlyArray<Situation>
  /** The earliest waiting rows of each account and campaign. */
  readonly rows: ReadonlyArray<AgendaRecord>
  /** The first rows without an account of each campaign, in the order in which accounts take them. */
  readonly pool: ReadonlyArray<AgendaRecord>
  /** The first leads of campaigns that nobody has written to and that no account has taken, by ascending id. */
  readonly fresh: ReadonlyArray<LeadRecord>
  /** Leads that the last look passed over: they lack a value, or their address is invalid or not verified as required. */
  readonly passed: ReadonlyArray<LeadRecord>
  /** How many leads of a campaign the last look passed over. */
  readonly skipped: (campaign_id: CampaignId) => number
  /** The campaigns of which not all leads were looked at. */
  readonly unseen: ReadonlySet<CampaignId>
  /** The campaigns of which not all leads were read that may get a mail. */
  readonly cut: ReadonlySet<CampaignId>
  /** The mails of the last seven days, by campaign. */
  readonly week: ReadonlyMap<CampaignId, Metrics>
  readonly leads: ReadonlyMap<LeadId, LeadRecord>
  /** The addresses that the blacklist covers. */
  readonly covered: ReadonlySet<string>
  readonly sends: ReadonlyMap<LeadId, ReadonlyArray<SendRecord>>
  /** The number of first mails under way, by campaign. */
  readonly firsts: ReadonlyMap<CampaignId, number>
  /** The other leads in the same mailboxes. */
  readonly contacts: Contacts
  /** The mails that the companies of the leads got. */
  readonly companies: CompanyMails
  /** The variables without a value if this step is sent to the lead. */
  readonly missing: (
    of: CampaignSituation,
    step: SequenceRecord,
    lead: LeadRecord,
    situation: Situation,
    sends: ReadonlyArray<SendRecord>
  ) => ReadonlyArray<string>
}

/** A mail that goes out. */
export interface ForecastMail {
  readonly at: Timestamp
  readonly lead: LeadRecord
  readonly step: SequenceRecord
  /** The instant from which on the mail may go; `null`: its lead was not taken yet. */
  readonly due_at: Timestamp | null
  readonly account_id: AccountId
}

/** A lead that gets no mail for now. */
export interface HeldLead {
  readonly lead_id: LeadId
  /** `null`: no account has taken it. */
  readonly account_id: AccountId | null
  readonly campaign_id: CampaignId
  /** The instant at which its mail was due. */
  readonly due_at: Timestamp
  readonly reason: Reason
  /** The campaign that has the person, if that is the reason. */
  readonly other_campaign_id?: CampaignId
  /** The condition that is not true so far, if that is the reason. */
  readonly waits_for?: ConditionAhead
  /** The variables without a value, if that is the reason. */
  readonly missing?: MissingValues
}

/** The gate of an account now, and its next mail for a campaign. */
export interface AccountForecast {
  readonly situation: Situation
  /** Whether it may send now. */
  readonly gate: Closed | Open
  /** The rows of the campaign that it has to hold back now, and why. */
  readonly held: Choice["held"]
  /** The leads of the campaign that it holds back because of people, now or later. */
  readonly heldForPeople: ReadonlyArray<HeldLead>
  /** The condition that is looked at first, of the leads of the campaign that wait for one; `null`: none waits. */
  readonly waits_for: ConditionAhead | null
  /** Its first mail for the campaign; `null`: none is foreseen. */
  readonly mail: ForecastMail | null
}

/** An account whose turns are taken in thought. */
export interface Actor {
  situation: Situation
  /** When it has its next turn; `null`: never. */
  at: Timestamp | null
  /** When it looked for new leads that have their share, and found none. */
  foundNoneAt: Timestamp | null
  mails: number
  /** When it sent its last mail, and how many at that instant. */
  sent: { readonly at: Timestamp; readonly count: number } | null
  /** The reason why the account stands still. Absent: it has a next turn, or nothing left to send. */
  stands?: Reason
  first?: Pick<AccountForecast, "gate" | "held">
  mail: ForecastMail | null
}

/** The campaigns of all accounts, whose numbers and leads change with each turn. */
export interface Shared {
  /** The instant at which the forecast begins. */
  readonly begins_at: Timestamp
  readonly campaigns: Map<CampaignId, { contactedToday: number; dayEnd: Timestamp }>
  readonly accounts: ReadonlySet<AccountId>
  readonly rows: ForecastRows
  contacts: Contacts
  readonly companies: Omit<CompanyMails, "begun"> & { readonly begun: Map<string, ReadonlyArray<Timestamp>> }
  readonly fresh: ForecastLeads<LeadRecord>
  readonly pool: ForecastLeads<AgendaRecord>
  /** Leads that were taken in the forecast. */
  readonly taken: Set<LeadId>
  /** The mails of steps to each lead, also mails that the forecast has sent. */
  readonly sends: Map<LeadId, ReadonlyArray<SendRecord>>
  /** Campaigns that were paused in the forecast, because their mails bounce. */
  readonly paused: Set<CampaignId>
  /** The mails that the forecast has sent, in their order. */
  readonly mails: Array<ForecastMail>
  /** The leads that the forecast has held back, each with its first reason. */
  readonly held: Map<LeadId, HeldLead>
  /** Whether bounces of the days ahead are assumed. Otherwise an account that waits for their end sends nothing more. */
  readonly assumesBounces: boolean
}

/** The reason why accounts pass over a lead. `missing` returns the variables of a step that have no value for the lead. */
export const passedFor = (
  lead: Pick<LeadRecord, "activity" | "id" | "verification_status">,
  { campaign, steps }: Pick<CampaignSituation, "campaign" | "steps">,
  missing: (step: SequenceRecord) => ReadonlyArray<string>
): Pick<HeldLead, "missing" | "reason"> => {
  if (lead.verification_status === "invalid") return { reason: "address_invalid" }
  if (!passes(lead.verification_status, campaign.required_verification)) return { reason: "verification_required" }
  const step = firstStepFor(lead, steps)
  const values = step === undefined ? null : missingIn(step, missing(step))
  return { reason: "missing_variable", ...(values === null ? {} : { missing: values }) }
}

/** The state that a forecast begins with. */
export const beginOf = (world: World, begins_at: Timestamp, assumesBounces = false): Shared => ({
  begins_at,
  campaigns: new Map(
    world.situations
      .flatMap(({ campaigns }) => campaigns)
      .map(({ campaign, contactedToday, dayEnd }) => [campaign.id, { contactedToday, dayEnd }])
  ),
  accounts: new Set(world.situations.map(({ account }) => account.id)),
  rows: new ForecastRows(world.rows),
  contacts: world.contacts,
  companies: { ...world.companies, begun: new Map(world.companies.begun) },
  fresh: new ForecastLeads(world.fresh),
  pool: new ForecastLeads(world.pool.toSorted(byDue)),
  taken: new Set(),
  sends: new Map(world.sends),
  paused: new Set(),
  mails: [],
  held: new Map(),
  assumesBounces
})

/** The accounts of a forecast, each of which has its first turn at once. */
export const actorsOf = ({ situations }: World, now: Timestamp): ReadonlyArray<Actor> =>
  situations.map((situation) => ({ situation, at: now, foundNoneAt: null, mails: 0, sent: null, mail: null }))

/** How many mails an account has sent at an instant. */
const sentAt = ({ sent }: Actor, at: Timestamp): number => (sent?.at === at ? sent.count : 0)

/**
 * The account that has the next turn, and its instant; `undefined`: none has one. Of accounts with the same instant, the first
 * one comes first, then each has its turn.
 */
export const nextOf = (actors: ReadonlyArray<Actor>): { readonly actor: Actor; readonly at: Timestamp } | undefined => {
  let next: { readonly actor: Actor; readonly at: Timestamp } | undefined
  for (const actor of actors) {
    const { at } = actor
    if (at === null) continue
    if (next === undefined || at < next.at || (at === next.at && sentAt(actor, at) < sentAt(next.actor, at)))
      next = { actor, at }
  }
  return next
}

/** The campaigns that have something left to send. The engine completes the others, unless other accounts have leads of them. */
const leftOf =
  (shared: Shared, isFirstTurn: boolean) =>
  ({ campaign }: CampaignSituation) =>
    !shared.paused.has(campaign.id) &&
    (isFirstTurn || hasMails(shared, campaign.id) || !campaign.account_ids.every((id) => shared.accounts.has(id)))

/** Whether leads of the campaign still wait for a mail in the forecast. */
export const hasMails = ({ fresh, pool, rows }: Shared, id: CampaignId): boolean =>
  fresh.of(id).length > 0 || pool.of(id).length > 0 || rows.hasWaiting(id)

/** The situation of an account at an instant: after the end of a day, nothing was sent on the new one. */
export const situationAt = ({ first, situation }: Actor, shared: Shared, at: Timestamp): Situation => {
  const { campaigns } = shared
  const { account, dayEnd } = situation
  const day =
    at < dayEnd
      ? {}
      : {
          sentToday: 0,
          unsettledToday: 0,
          contactedToday: 0,
          dayEnd: todayOf(account.settings.timezone, at).end
        }
  return {
    ...situation,
    ...day,
    campaigns: situation.campaigns.filter(leftOf(shared, first === undefined)).map((of) => {
      const state = campaigns.get(of.campaign.id)
      if (state !== undefined && at >= state.dayEnd) {
        state.contactedToday = 0
        state.dayEnd = todayOf(of.campaign.timezone, at).end
      }
      return state === undefined ? of : { ...of, contactedToday: state.contactedToday, dayEnd: state.dayEnd }
    })
  }
}

/** The mails to a lead after a step was sent to it. */
export const withMail = (
  sends: ReadonlyArray<SendRecord>,
  { lead, row, step }: Chosen,
  account_id: AccountId,
  now: Timestamp
) => {
  const step_id = stepIdOf(step)
  const again = sends.find((mail) => mail.step_id === step_id && (isWaiting(mail) || mail.outcome === "refused"))
  const mail: SendRecord = {
    id: again?.id ?? SendId.make(1),
    account_id,
    kind: "step",
    lead_id: lead.id,
    campaign_id: row.campaign_id,
    sequence_id: step.id,
    position: step.position,
    step_id,
    to_email: lead.email,
    thread_id: null,
    subject: "",
    message_id: "",
    provider_message_id: null,
    outcome: "sent",
    attempts: 1,
    reply: null,
    reason: null,
    begun_at: now,
    ended_at: now,
    next_attempt_at: null,
    send_at: null,
    company: null,
    content: null
  }
  return [...sends.filter((other) => other !== again), mail]
}
