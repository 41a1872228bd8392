/** The data of a forecast. A forecast begins with `World`, and its simulated turns change `Shared` and `Actor`. */
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
import type { ActiveCampaign, SendingAccount } from "./SendingAccount.ts"

/** The data that a forecast begins with, as they are stored. */
export interface World {
  /** The accounts that it is about, with all campaigns that they send for. */
  readonly senders: ReadonlyArray<SendingAccount>
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
  readonly firstMailsUnderWay: ReadonlyMap<CampaignId, number>
  /** The other leads in the same mailboxes. */
  readonly contacts: Contacts
  /** The mails that the companies of the leads got. */
  readonly companies: CompanyMails
  /** The variables without a value if this step is sent to the lead. */
  readonly missing: (
    active: ActiveCampaign,
    step: SequenceRecord,
    lead: LeadRecord,
    sender: SendingAccount,
    sends: ReadonlyArray<SendRecord>
  ) => ReadonlyArray<string>
}

/** A mail that goes out in the forecast. */
export interface ForecastMail {
  readonly at: Timestamp
  readonly lead: LeadRecord
  readonly step: SequenceRecord
  /** When the mail was due; `null`: no account had taken its lead when the forecast began. */
  readonly due_at: Timestamp | null
  readonly account_id: AccountId
}

/** A lead that gets no mail for now, and why. */
export interface HeldLead {
  readonly lead_id: LeadId
  /** `null`: no account has taken it. */
  readonly account_id: AccountId | null
  readonly campaign_id: CampaignId
  /** The instant at which its mail was due. */
  readonly due_at: Timestamp
  readonly reason: Reason
  /** The campaign that writes to the person, if that is the reason. */
  readonly other_campaign_id?: CampaignId
  /** The condition that is not true so far, if that is the reason. */
  readonly waits_for?: ConditionAhead
  /** The variables without a value, if that is the reason. */
  readonly missing?: MissingValues
}

/** The forecast of an account for one campaign: whether it may send now, and its next mail. */
export interface AccountForecast {
  readonly sender: SendingAccount
  /** Whether it may send now. */
  readonly gate: Closed | Open
  /** The rows of the campaign that are due now, and get no mail, and why. */
  readonly held: Choice["held"]
  /** The leads of the campaign that get no mail, now or later, because of a rule about people: `domain_limit` or `other_campaign`. */
  readonly heldForPeople: ReadonlyArray<HeldLead>
  /** The condition that is looked at first of all conditions that leads of the campaign wait for; `null`: none waits. */
  readonly waits_for: ConditionAhead | null
  /** Its first mail for the campaign; `null`: none is foreseen. */
  readonly mail: ForecastMail | null
}

/** An account in a forecast. Its simulated turns change it. */
export interface Actor {
  /** As it is after its last turn. */
  sender: SendingAccount
  /** When it has its next turn; `null`: never. */
  at: Timestamp | null
  /** When it last looked for a new lead that comes before follow-ups, and found none; `null`: never. */
  foundNoneAt: Timestamp | null
  /** The number of mails that it has sent in the forecast. */
  mails: number
  /** When it sent its last mail, and how many at that instant. */
  sent: { readonly at: Timestamp; readonly count: number } | null
  /** Why the account has no next turn until somebody changes something. Absent if it has one, and if it has nothing left to send. */
  blocked_by?: Reason
  /** The gate and the held rows of its first turn, which is now. */
  first?: Pick<AccountForecast, "gate" | "held">
  /** Its first mail for the campaign that the forecast is about. */
  mail: ForecastMail | null
}

/** The state of a forecast that its accounts share: each turn of one changes what the others find. */
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

/**
 * Why accounts pass over this lead. The caller knows that they do. `missing` returns the variables of a step that have no value for the
 * lead.
 */
export const passedFor = (
  lead: Pick<LeadRecord, "activity" | "id" | "verification_status">,
  { campaign, steps }: Pick<ActiveCampaign, "campaign" | "steps">,
  missing: (step: SequenceRecord) => ReadonlyArray<string>
): Pick<HeldLead, "missing" | "reason"> => {
  if (lead.verification_status === "invalid") return { reason: "address_invalid" }
  if (!passes(lead.verification_status, campaign.required_verification)) return { reason: "verification_required" }
  const step = firstStepFor(lead, steps)
  const values = step === undefined ? null : missingIn(step, missing(step))
  return { reason: "missing_variable", ...(values === null ? {} : { missing: values }) }
}

/** The state that a forecast begins with. */
export const beginOf = (
  world: World,
  begins_at: Timestamp,
  { assumesBounces }: Pick<Shared, "assumesBounces"> = { assumesBounces: false }
): Shared => ({
  begins_at,
  campaigns: new Map(
    world.senders
      .flatMap(({ campaigns }) => campaigns)
      .map(({ campaign, contactedToday, dayEnd }) => [campaign.id, { contactedToday, dayEnd }])
  ),
  accounts: new Set(world.senders.map(({ account }) => account.id)),
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
export const actorsOf = ({ senders }: World, now: Timestamp): ReadonlyArray<Actor> =>
  senders.map((sender) => ({ sender, at: now, foundNoneAt: null, mails: 0, sent: null, mail: null }))

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

/**
 * Whether a campaign is still active after the turns so far. Mailroom completes a campaign without leads that wait for a mail. Accounts
 * that are not in the forecast may have further leads of it.
 */
const isStillActive = ({ campaign }: ActiveCampaign, shared: Shared): boolean =>
  hasMails(shared, campaign.id) || !campaign.account_ids.every((id) => shared.accounts.has(id))

/** Whether leads of the campaign still wait for a mail in the forecast. */
export const hasMails = ({ fresh, pool, rows }: Shared, id: CampaignId): boolean =>
  fresh.of(id).length > 0 || pool.of(id).length > 0 || rows.hasWaiting(id)

/** The numbers of an account at the start of a day. */
const newDay = ({ account }: SendingAccount, at: Timestamp) => ({
  sentToday: 0,
  unsettledToday: 0,
  contactedToday: 0,
  dayEnd: todayOf(account.settings.timezone, at).end
})

/** A campaign with its numbers at an instant. After the end of its day, the shared numbers begin again. */
const campaignAt = (active: ActiveCampaign, { campaigns }: Shared, at: Timestamp): ActiveCampaign => {
  const numbers = campaigns.get(active.campaign.id)
  if (numbers === undefined) return active
  if (at >= numbers.dayEnd) {
    numbers.contactedToday = 0
    numbers.dayEnd = todayOf(active.campaign.timezone, at).end
  }
  return { ...active, ...numbers }
}

/** An account at an instant, without the campaigns that have ended. On a new day nothing was sent yet. */
export const senderAt = ({ first, sender }: Actor, shared: Shared, at: Timestamp): SendingAccount => {
  const isFirstTurn = first === undefined
  const remaining = sender.campaigns.filter(
    (active) => !shared.paused.has(active.campaign.id) && (isFirstTurn || isStillActive(active, shared))
  )
  return {
    ...sender,
    ...(at < sender.dayEnd ? {} : newDay(sender, at)),
    campaigns: remaining.map((active) => campaignAt(active, shared, at))
  }
}

/** The mails to a lead after a step was sent to it in the forecast: the new one takes the place of one that waited or was refused. */
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
