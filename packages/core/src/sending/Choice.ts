/** Chooses the mail that an account sends now, and the leads that it takes: for real turns and for forecasts. Pure functions. */
import type { AgendaRecord, PlanRecord } from "../agenda/Agenda.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { day } from "../Durations.ts"
import type { AccountId, CampaignId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { earlier, plus, type Timestamp } from "../Timestamp.ts"
import { passes } from "../verification/Verdict.ts"
import { type Candidate, type Open, type Setup, type Verdict, verdictOf } from "./Decision.ts"
import { chosenFor } from "./MayContact.ts"
import { roomOfCampaign } from "./Room.ts"
import type { ActiveCampaign, SendingAccount } from "./SendingAccount.ts"
import { stepsFor } from "./Variant.ts"

/** A step that may be sent now to a lead. */
export interface Chosen {
  readonly row: AgendaRecord
  readonly active: ActiveCampaign
  readonly step: SequenceRecord
  readonly lead: LeadRecord
}

/** The decisions about the due rows of an account. */
export interface Choice {
  /** The step to send. */
  readonly chosen?: Chosen
  /** The rows to store. */
  readonly rows: ReadonlyArray<AgendaRecord>
  /** The due rows whose mail is not sent now, and why. */
  readonly held: ReadonlyArray<{ readonly row: AgendaRecord; readonly reason: NonNullable<Verdict["reason"]> }>
  /** When to ask again because of a row; `null`: no row says so. */
  readonly until: Timestamp | null
  /** Whether a due row was found: then no new leads are taken. */
  readonly hasDue: boolean
  /** Whether a mail waits until the inbox of the account is read, which has to be made due. */
  readonly isInboxDue: boolean
}

type Due = Pick<AgendaRecord, "due_at" | "lead_id">

/** Sorts the earliest lead first. */
export const byDue = (a: Due, b: Due): number =>
  a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : a.lead_id - b.lead_id

/** Whether a row is about a new lead that comes before follow-ups (`newLeadsFirstOf`). */
const isNewAndFirst = (
  { campaign_id, step_id }: AgendaRecord,
  { newLeadsFirst }: Pick<Open, "newLeadsFirst">
): boolean => step_id === null && newLeadsFirst.some(({ campaign }) => campaign.id === campaign_id)

/** Sorts rows in the order in which an account looks at them: first the new leads that come before follow-ups, then the earliest. */
const byTurn = (gate: Pick<Open, "newLeadsFirst">) => (a: AgendaRecord, b: AgendaRecord) =>
  Number(isNewAndFirst(b, gate)) - Number(isNewAndFirst(a, gate)) || byDue(a, b)

/**
 * Whether an account has to take a new lead now: follow-ups are due, new leads of some campaigns come before them, and no row of such
 * a lead is due.
 */
export const lacksNew = (
  gate: Pick<Open, "newLeadsFirst">,
  rows: ReadonlyArray<AgendaRecord>,
  now: Timestamp
): boolean => {
  const due = rows.filter(({ due_at }) => due_at <= now)
  return due.length > 0 && gate.newLeadsFirst.length > 0 && !due.some((row) => isNewAndFirst(row, gate))
}

/**
 * Decides about the rows of an account, one after the other, until one may be sent. `candidateOf`: makes a due row with everything that
 * decides about it; `undefined`: the row has changed since it was found.
 */
export const choiceOf = (
  gate: Open,
  heads: ReadonlyArray<AgendaRecord>,
  candidateOf: (head: AgendaRecord, active: ActiveCampaign) => Candidate | undefined,
  sender: SendingAccount,
  setup: Setup,
  now: Timestamp
): Choice => {
  const rows: Array<AgendaRecord> = []
  const held: Array<Choice["held"][number]> = []
  let until: Timestamp | null = null
  let hasDue = false
  let isInboxDue = false
  for (const head of heads.toSorted(byTurn(gate))) {
    if (head.due_at > now) {
      until = earlier(until, head.due_at)
      continue
    }
    hasDue = true
    const active = gate.campaigns.find(({ campaign }) => campaign.id === head.campaign_id)
    const candidate = active === undefined ? undefined : candidateOf(head, active)
    // Another transaction has changed the row meanwhile: the next turn may find another one.
    if (active === undefined || candidate === undefined) {
      until = now
      continue
    }
    const { row } = candidate
    const verdict = verdictOf(candidate, sender, setup, now)
    if (verdict.reason === null) {
      const chosen = { row, active, step: verdict.step, lead: verdict.lead }
      return { chosen, rows, held, until, hasDue, isInboxDue }
    }
    held.push({ row, reason: verdict.reason })
    if ("row" in verdict) {
      rows.push(verdict.row)
      continue
    }
    until = earlier(until, verdict.again)
    isInboxDue ||= verdict.inbox.isDue
    // The reading has just been asked for: the other rows wait for it, too, so that none overtakes this one.
    if (verdict.inbox.isNew) break
  }
  return { rows, held, until, hasDue, isInboxDue }
}

/** The order in which an account takes leads of campaigns: the one that has written to the smallest part of its day's leads first. */
export const byShare = (campaigns: ReadonlyArray<ActiveCampaign>): ReadonlyArray<ActiveCampaign> =>
  campaigns.toSorted(
    (a, b) => a.contactedToday / (a.campaign.daily_limit || 1) - b.contactedToday / (b.campaign.daily_limit || 1)
  )

/** How many leads an account takes at once: as many as it sends in 15 minutes, from 1 to 10. */
const leadsAtOnce = ({ settings: { min_delay_minutes } }: SendingAccount["account"]): number =>
  Math.min(10, Math.max(1, Math.ceil(15 / Math.max(min_delay_minutes, 1))))

/**
 * The maximum number of leads that an account takes now (`most`), and how many of them may be new (`fresh`). `room`: the mails that it
 * may still send today. `underWay`: the number of first mails of the campaign that have begun, but are not counted yet.
 */
export const portion = (
  { account }: Pick<SendingAccount, "account">,
  { campaign, contactedToday }: ActiveCampaign,
  room: number,
  underWay: number
) => ({ most: Math.min(leadsAtOnce(account), room), fresh: roomOfCampaign(campaign, contactedToday + underWay) })

/**
 * When the first of the campaigns that have reached their `daily_limit` may contact leads again; `null`: none has reached it.
 * `underWay`: first mails that have begun, but are not counted yet.
 */
export const fullUntil = (
  campaigns: ReadonlyArray<ActiveCampaign>,
  underWay: ReadonlyMap<CampaignId, number>
): Timestamp | null =>
  campaigns
    .filter(
      ({ campaign, contactedToday }) => roomOfCampaign(campaign, contactedToday + (underWay.get(campaign.id) ?? 0)) <= 0
    )
    .reduce((until: Timestamp | null, { dayEnd }) => earlier(until, dayEnd), null)

/** How often all leads are looked at again because some were passed over, in milliseconds. */
const passInterval = day

/** Whether another pass over all leads of a campaign is due: the last one ended a day ago. */
export const isPassDue = ({ passed_at }: Pick<PlanRecord, "passed_at">, now: Timestamp): boolean =>
  passed_at !== null && passed_at <= plus(now, -passInterval)

/** Whether a campaign has leads that were not looked at within a day. */
export const hasUnseen = (plan: Pick<PlanRecord, "passed_at">, now: Timestamp): boolean =>
  plan.passed_at === null || isPassDue(plan, now)

/** The variant of the first step that a lead gets to which nobody has written yet. `undefined` if the campaign has no step. */
export const firstStepFor = (
  { activity, id }: Pick<LeadRecord, "activity" | "id">,
  steps: ReadonlyArray<SequenceRecord>
): SequenceRecord | undefined => stepsFor(steps, { lead_id: id, sends: [], firsts: activity.firsts })[0]

/**
 * The account that takes a lead to which nobody has written yet: the sender that was chosen for the lead, or else `account_id`. `null`
 * if the lead is passed over. There are two reasons: its address is not verified as the campaign requires, or a variable of the first step
 * has no value.
 */
export const takerOf = (
  lead: LeadRecord,
  account_id: AccountId,
  campaign: CampaignRecord,
  steps: readonly [SequenceRecord, ...ReadonlyArray<SequenceRecord>],
  missing: (step: SequenceRecord) => ReadonlyArray<string>
): AccountId | null => {
  const step = firstStepFor(lead, steps) ?? steps[0]
  if (!passes(lead.verification_status, campaign.required_verification) || missing(step).length > 0) return null
  return chosenFor(lead, campaign) ?? account_id
}
