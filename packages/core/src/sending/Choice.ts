/** Chooses the mail that an account sends now, and the leads that it takes: for the engine and for `upcoming`. Pure functions. */
import type { AgendaRecord, PlanRecord } from "../agenda/Agenda.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import type { AccountId, CampaignId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { passes } from "../verification/Verdict.ts"
import { type Candidate, earlier, type Open, type Setup, type Verdict, verdictOf } from "./Decision.ts"
import { chosenFor } from "./MayContact.ts"
import { roomOfCampaign } from "./Room.ts"
import type { CampaignSituation, Situation } from "./Situation.ts"
import { stepsFor } from "./Variant.ts"

/** A step that may be sent now. */
export interface Chosen {
  readonly row: AgendaRecord
  readonly of: CampaignSituation
  readonly step: SequenceRecord
  readonly lead: LeadRecord
}

/** The decisions about the due rows of an account. */
export interface Choice {
  /** The step to send. */
  readonly chosen?: Chosen
  /** The rows to store. */
  readonly rows: ReadonlyArray<AgendaRecord>
  /** The rows that do not go now, and why. */
  readonly held: ReadonlyArray<{ readonly row: AgendaRecord; readonly reason: NonNullable<Verdict["reason"]> }>
  /** When to ask again; `null`: no row says so. */
  readonly until: Timestamp | null
  /** A due row was found: so no new leads are taken. */
  readonly hasDue: boolean
  readonly isInboxDue: boolean
}

/** The earliest first. */
export const byDue = (a: AgendaRecord, b: AgendaRecord): number =>
  a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : a.lead_id - b.lead_id

/** Whether a row is about a new lead that comes before follow-ups. */
const isOfShare = ({ campaign_id, step_id }: AgendaRecord, { newLeadsFirst }: Pick<Open, "newLeadsFirst">): boolean =>
  step_id === null && newLeadsFirst.some(({ campaign }) => campaign.id === campaign_id)

/** The order in which an account looks at its rows: new leads that have their share, then the earliest. */
const byTurn = (gate: Pick<Open, "newLeadsFirst">) => (a: AgendaRecord, b: AgendaRecord) =>
  Number(isOfShare(b, gate)) - Number(isOfShare(a, gate)) || byDue(a, b)

/** Whether a follow-up is due while new leads have their share, and no row of such a lead is: then the account takes one. */
export const lacksNew = (
  gate: Pick<Open, "newLeadsFirst">,
  rows: ReadonlyArray<AgendaRecord>,
  now: Timestamp
): boolean => {
  const due = rows.filter(({ due_at }) => due_at <= now)
  return due.length > 0 && gate.newLeadsFirst.length > 0 && !due.some((row) => isOfShare(row, gate))
}

/**
 * Decides about the earliest rows of an account, until one may be sent. `candidateOf`: everything about a due row;
 * `undefined`: the row has changed meanwhile.
 */
export const choiceOf = (
  gate: Open,
  heads: ReadonlyArray<AgendaRecord>,
  candidateOf: (head: AgendaRecord, of: CampaignSituation) => Candidate | undefined,
  situation: Situation,
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
    const of = gate.campaigns.find(({ campaign }) => campaign.id === head.campaign_id)
    const candidate = of === undefined ? undefined : candidateOf(head, of)
    // Another transaction has changed the row meanwhile: the next turn may find another one.
    if (of === undefined || candidate === undefined) {
      until = now
      continue
    }
    const { row } = candidate
    const verdict = verdictOf(candidate, situation, setup, now)
    if (verdict.reason === null) {
      const chosen = { row, of, step: verdict.step, lead: verdict.lead }
      return { chosen, rows, held, until, hasDue, isInboxDue }
    }
    held.push({ row, reason: verdict.reason })
    if ("row" in verdict) rows.push(verdict.row)
    else {
      until = earlier(until, verdict.again)
      isInboxDue ||= verdict.inbox.isDue
      if (verdict.inbox.isNew) break
    }
  }
  return { rows, held, until, hasDue, isInboxDue }
}

/** The order in which an account takes leads of campaigns: the one that has written to the smallest part of its day's leads first. */
export const byShare = (campaigns: ReadonlyArray<CampaignSituation>): ReadonlyArray<CampaignSituation> =>
  campaigns.toSorted(
    (a, b) => a.contactedToday / (a.campaign.daily_limit || 1) - b.contactedToday / (b.campaign.daily_limit || 1)
  )

/** How many leads an account takes at once: as many as it sends in a quarter of an hour, from 1 to 10. */
const handful = ({ settings: { min_delay_minutes } }: Situation["account"]): number =>
  Math.min(10, Math.max(1, Math.ceil(15 / Math.max(min_delay_minutes, 1))))

/** Most leads that an account takes now, and most of them that get their first mail. `firsts`: first mails under way. */
export const portion = (
  { account }: Pick<Situation, "account">,
  { campaign, contactedToday }: CampaignSituation,
  room: number,
  firsts: number
) => ({ most: Math.min(handful(account), room), fresh: roomOfCampaign(campaign, contactedToday + firsts) })

/** When the first of the campaigns that may contact no more leads today may do so again; `null`: none is full. */
export const fullUntil = (
  campaigns: ReadonlyArray<CampaignSituation>,
  firsts: ReadonlyMap<CampaignId, number>
): Timestamp | null =>
  campaigns
    .filter(
      ({ campaign, contactedToday }) => roomOfCampaign(campaign, contactedToday + (firsts.get(campaign.id) ?? 0)) <= 0
    )
    .reduce((until: Timestamp | null, { dayEnd }) => earlier(until, dayEnd), null)

/** How often leads that were passed over are looked at again, in milliseconds: each day. */
const passInterval = 86_400_000

/** Whether another pass over all leads begins. */
export const isPassOver = ({ passed_at }: Pick<PlanRecord, "passed_at">, now: Timestamp): boolean =>
  passed_at !== null && passed_at <= plus(now, -passInterval)

/** Whether leads of the campaign were not looked at within a day. */
export const isUnseen = (plan: Pick<PlanRecord, "passed_at">, now: Timestamp): boolean =>
  plan.passed_at === null || isPassOver(plan, now)

/** The first step in the variant that a lead gets to which nobody has written yet; `undefined`: there is none. */
export const firstStepFor = (
  { activity, id }: Pick<LeadRecord, "activity" | "id">,
  steps: ReadonlyArray<SequenceRecord>
): SequenceRecord | undefined => stepsFor(steps, { lead_id: id, sends: [], firsts: activity.firsts })[0]

/** The account that a lead goes to which nobody has written to yet; `null`: it is passed over. */
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
