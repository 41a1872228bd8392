/** Decides what an account sends now, and when it is asked again. Pure functions (sending design, "Flow" and "Rules"). */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { type InboxObstacle, inboxObstacle } from "../mailboxes/Freshness.ts"
import type { InboundSource } from "../mailboxes/Inbound.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import type { SendRecord } from "../sends/Send.ts"
import { type SequenceRecord, stepIdOf } from "../sequences/Sequence.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { chanceAt } from "./Chance.ts"
import { chosenFor, type Reason, reasonOfAccount, reasonOfLead } from "./MayContact.ts"
import { lastStepOf } from "./Advance.ts"
import type { Holder } from "./ContactRule.ts"
import { clockFor, closesFor, mayOpen, mayOpenAt, opensFor } from "./Hours.ts"
import { dueAt, later, laterOf, nextStep, waitsUntil } from "./NextStep.ts"
import { afterMail, afterOpening, isFirst, pacedUntil, type Pacing } from "./Pace.ts"
import { roomOfAccount, roomOfCampaign } from "./Room.ts"
import type { CampaignSituation, Situation } from "./Situation.ts"

/** How long a lead waits whose step cannot be sent until its data or the blacklist change, in milliseconds. */
const unsendableWait = 86_400_000

/**
 * How long before a window opens, or a day begins, the time of the first mail of an account is drawn, in milliseconds: as often as the
 * account is looked at. If it were drawn earlier, an account that waits for a distant window would send nothing for a campaign that
 * starts meanwhile.
 */
export const drawAhead = 600_000

/** How long a mail lets others go first after its refusal counted as this fault of the account, in milliseconds. */
const yieldFor = { sending: 1_800_000, throttled: 300_000 }

/** Longest time between the begin of a try and the storing of its fault, in milliseconds. */
const longestTry = 1_200_000

/**
 * Until when a mail lets others go first: once after each wait of the account, because the server may refuse just this mail,
 * whatever it says. The one that was refused last waits longest, so that each gets its turn. `null`: it does not wait.
 */
const yieldsUntil = (
  row: AgendaRecord,
  again: SendRecord | undefined,
  { error_at, fault, retry_at }: Pick<MailboxRecord, "error_at" | "fault" | "retry_at">,
  now: Timestamp
): Timestamp | null => {
  if (
    (fault !== "sending" && fault !== "throttled") ||
    error_at === null ||
    retry_at === null ||
    row.due_at >= retry_at
  )
    return null
  if (again === undefined || again.begun_at === null) return null
  const wasLast = again.begun_at > plus(error_at, -longestTry)
  return plus(now, wasLast ? 2 * yieldFor[fault] : yieldFor[fault])
}

/** The settings of the service. */
export interface Setup {
  readonly inbound: InboundSource
  /** Whether mails of accounts without credentials are sent, by the transport of the host. */
  readonly sends_without_credentials: boolean
}

/** Why an account sends nothing now; `until`: when to ask again, `null`: after a change. */
export interface Closed {
  readonly reason: Reason
  readonly until: Timestamp | null
  /** The instant of the first mail after a window opens or a day begins, if it was drawn now: it has to be stored. */
  readonly next_at?: Timestamp
}

/** An account that may send, and its campaigns whose window is open. */
export interface Open {
  readonly reason: null
  readonly campaigns: ReadonlyArray<CampaignSituation>
  /** The campaigns among them whose new leads come before follow-ups now (`newLeadsFirstOf`). */
  readonly newLeadsFirst: ReadonlyArray<CampaignSituation>
  /** Mails that it may still send today. */
  readonly room: number
  /** When the next window of its other campaigns opens; `null`: it has none. */
  readonly until: Timestamp | null
}

const pacingOf = ({ account: { settings } }: Situation, room: number, closes_at: Timestamp): Pacing => ({
  min_delay_minutes: settings.min_delay_minutes,
  room,
  closes_at
})

/** The earlier of two instants; `null`: none. */
export const earlier = (one: Timestamp | null, other: Timestamp | null): Timestamp | null =>
  one === null || (other !== null && other < one) ? other : one

/**
 * The account waits until an instant, from which it may send for a campaign. The time of its first mail after that is chosen at random,
 * once, shortly before the instant, so that accounts do not all begin at once.
 */
const waitsUntilOpen = (
  reason: Reason,
  situation: Situation,
  { hours }: Pick<CampaignSituation, "hours">,
  { at, room }: { readonly at: Timestamp; readonly room: number },
  now: Timestamp
): Closed => {
  const { account, mailbox } = situation
  if (!isFirst(mailbox.next_at, at)) return { reason, until: pacedUntil(account.settings, mailbox.next_at) ?? at }
  if (at > plus(now, drawAhead)) return { reason, until: at }
  const pacing = pacingOf(situation, room, closesFor(hours, undefined, at))
  const next_at = afterOpening(pacing, at, chanceAt(account.id, at))
  return { reason, until: next_at, next_at }
}

/** The account has sent what its daily limit allows, and waits for the next day, or for the first window of that day. */
const waitsForNewDay = (situation: Situation, now: Timestamp): Closed => {
  const { account, campaigns, dayEnd } = situation
  const openAtMidnight = campaigns.find(({ hours }) => mayOpen(hours, dayEnd))
  // At midnight the windows are looked at again.
  if (openAtMidnight === undefined) return { reason: "limit_reached", until: dayEnd }
  const renewed = { at: dayEnd, room: roomOfAccount(account.settings, { sent: 0, unsettled: 0 }, dayEnd) }
  return waitsUntilOpen("limit_reached", situation, openAtMidnight, renewed, now)
}

/** Whether an account may send steps of campaigns now; if not, why, and when to ask again. */
export const gateOf = (situation: Situation, setup: Setup, now: Timestamp): Closed | Open => {
  const { account, campaigns, mailbox, unsettledToday, sentToday } = situation
  const room = roomOfAccount(account.settings, { sent: sentToday, unsettled: unsettledToday }, now)
  const reason = reasonOfAccount({ account, mailbox, room, ...setup }, now)
  if (campaigns.length === 0) return { reason: reason ?? "campaign_not_active", until: null }
  // The account is asked again when the fault of its inbox may be over, else when that of its sending may be.
  if (reason === "account_failing") {
    const inbox = inboxObstacle(mailbox, { inbound: setup.inbound, isFirst: true, now })
    return { reason, until: inbox?.again ?? mailbox.retry_at }
  }
  if (reason === "limit_reached") return waitsForNewDay(situation, now)
  if (reason === "pace") return { reason, until: mailbox.next_at }
  if (reason !== null) return { reason, until: null }
  const open = campaigns.filter(({ hours }) => mayOpen(hours, now))
  const openings = campaigns
    .filter((one) => !open.includes(one))
    .map(({ hours }) => ({ hours, at: mayOpenAt(hours, now) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const [next] = openings
  if (open.length > 0) {
    return {
      reason: null,
      campaigns: open,
      newLeadsFirst: newLeadsFirstOf(situation, open),
      room,
      until: next?.at ?? null
    }
  }
  if (next === undefined) return { reason: "outside_window", until: null }
  return waitsUntilOpen("outside_window", situation, next, { at: next.at, room }, now)
}

/**
 * The campaigns whose new leads come before follow-ups that are due: the account has written to fewer new leads today than
 * their share of its mails, with the one that is sent now, and they may still write to some.
 */
export const newLeadsFirstOf = (
  { contactedToday, sentToday }: Pick<Situation, "contactedToday" | "sentToday">,
  campaigns: ReadonlyArray<CampaignSituation>
): ReadonlyArray<CampaignSituation> =>
  campaigns.filter(
    ({ campaign, contactedToday: contacted }) =>
      contactedToday * 100 < campaign.new_lead_share * (sentToday + 1) && roomOfCampaign(campaign, contacted) > 0
  )

/** A row of the agenda that is due, with everything that decides about it. */
export interface Candidate {
  readonly row: AgendaRecord
  readonly of: CampaignSituation
  /** `undefined`: it was deleted. */
  readonly lead: LeadRecord | undefined
  /** Whether the blacklist covers its address. */
  readonly isCovered: boolean
  /** The steps that were sent to it. */
  readonly sends: ReadonlyArray<SendRecord>
  /** The campaign that has the person of the lead (`ContactRule.holderOf`); `null`: none. */
  readonly holder: Holder | null
  /** The number of mails that the company of the lead may still get today (`DomainLimit.roomFor`). */
  readonly room: number
  /** The variables without a value if this step is sent. */
  readonly missing: (step: SequenceRecord, lead: LeadRecord) => ReadonlyArray<string>
}

/** The decision about a due row: it is sent, or written because it has to wait, or left as it is until an instant. */
export type Verdict =
  | { readonly step: SequenceRecord; readonly lead: LeadRecord; readonly reason: null }
  | { readonly row: AgendaRecord; readonly reason: Reason | "not_due" | "other_account" }
  | { readonly again: Timestamp; readonly inbox: Pick<InboxObstacle, "isDue" | "isNew">; readonly reason: Reason }

/** Whether a row is about the first mail to its lead. */
export const isFirstMail = (
  { step_id }: Pick<AgendaRecord, "step_id">,
  sends: ReadonlyArray<Pick<SendRecord, "outcome">>
): boolean => step_id === null && sends.every(({ outcome }) => outcome !== "sent")

/** Decides about a due row of an account that may send. */
export const verdictOf = (candidate: Candidate, situation: Situation, setup: Setup, now: Timestamp): Verdict => {
  const { holder, isCovered, lead, missing, of, room, row, sends } = candidate
  const progress = { lead_id: row.lead_id, sends, firsts: lead?.activity.firsts ?? {} }
  const clock = clockFor(of.hours, lead)
  const next = nextStep(of.steps, progress, clock, now)
  const step = next?.step
  const isFirstToLead = isFirstMail(row, sends)
  const inbox = inboxObstacle(situation.mailbox, { inbound: setup.inbound, isFirst: isFirstToLead, now })
  const waits_until = sends.map(waitsUntil).reduce(later, null)
  const reason = reasonOfLead(
    {
      lead,
      is_covered: isCovered,
      waits_until,
      step: step === undefined ? undefined : { is_first: isFirstToLead },
      required: of.campaign.required_verification,
      holder,
      missing: step === undefined || lead === undefined ? [] : missing(step, lead),
      room: roomOfCampaign(of.campaign, of.contactedToday),
      company_room: room,
      inbox
    },
    now
  )
  const { hours } = of
  const wait = (at: Timestamp, reason: Reason | "not_due"): Verdict => ({
    row: { ...row, due_at: opensFor(hours, lead, at) },
    reason
  })
  switch (reason) {
    case "lead_stopped":
      return { row: { ...row, state: "stopped" }, reason }
    case "no_step":
      return { row: { ...row, state: "done", step_id: lastStepOf(of.steps) ?? row.step_id }, reason }
    case "outcome_unknown":
      return { row: { ...row, state: "unknown", due_at: waits_until ?? now }, reason }
    case "lead_paused":
      return wait(lead?.paused_until ?? now, reason)
    case "other_campaign":
      return wait(holder?.until ?? plus(now, unsendableWait), reason)
    case "address_invalid":
    case "blacklisted":
    case "missing_variable":
    case "verification_required":
      return wait(plus(now, unsendableWait), reason)
    case "domain_limit":
    case "limit_reached":
      return wait(of.dayEnd, reason)
    case "account_failing":
    case "inbox_behind":
      if (inbox !== null) return { again: inbox.again, inbox, reason: inbox.reason }
  }
  if (reason !== null || lead === undefined || next === undefined || step === undefined) {
    return wait(plus(now, unsendableWait), reason ?? "lead_missing")
  }
  const chosen = chosenFor(lead, of.campaign)
  if (isFirstToLead && chosen !== null && chosen !== row.account_id) {
    return { row: { ...row, account_id: chosen }, reason: "other_account" }
  }
  const again = sends.find(({ outcome, step_id }) => outcome === "queued" && step_id === stepIdOf(step))
  const yields_until = yieldsUntil(row, again, situation.mailbox, now)
  if (yields_until !== null) return wait(yields_until, "not_due")
  const due_at = laterOf(row.due_at, dueAt(step, next.last_at, clock, now))
  if (due_at > now) return wait(due_at, "not_due")
  return opensFor(hours, lead, now) > now ? wait(now, "outside_window") : { step, lead, reason: null }
}

/** The earliest instant of the mail after one that is sent now to this lead. */
export const nextMailAt = (
  situation: Situation,
  { lead, of }: { readonly lead: LeadRecord; readonly of: CampaignSituation },
  room: number,
  now: Timestamp
) => afterMail(pacingOf(situation, room, closesFor(of.hours, lead, now)), now, chanceAt(situation.account.id, now))
