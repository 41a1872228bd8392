/** Decides what an account sends now, and when it is asked again. Pure functions. */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { day, minute } from "../Durations.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { type InboxObstacle, inboxObstacle } from "../mailboxes/Freshness.ts"
import type { InboundSource } from "../mailboxes/Inbound.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import type { SendRecord } from "../sends/Send.ts"
import { type SequenceRecord, stepIdOf } from "../sequences/Sequence.ts"
import { latest, plus, type Timestamp } from "../Timestamp.ts"
import { chanceAt } from "./Chance.ts"
import { chosenFor, type LeadInput, type Reason, reasonOfAccount, reasonOfLead } from "./MayContact.ts"
import { lastStepOf } from "./Advance.ts"
import type { Holder } from "./ContactRule.ts"
import { clockFor, closesFor, mayOpen, mayOpenAt, opensFor } from "./Hours.ts"
import { dueAt, later, nextStep, waitsUntil } from "./NextStep.ts"
import { afterMail, afterOpening, mustDraw, pacedUntil, type Pacing } from "./Pace.ts"
import { roomOfAccount, roomOfCampaign } from "./Room.ts"
import type { ActiveCampaign, SendingAccount } from "./SendingAccount.ts"

/** How long a lead waits whose step cannot be sent until a person changes something, such as a missing value, in milliseconds. */
const unsendableWait = day

/**
 * How long before a window opens, or a day begins, the instant of an account's first mail is drawn, in milliseconds: the default of the
 * longest time between two turns of the account (`MissedWakes`). If the instant were drawn earlier, an account that waits for a distant
 * window would send nothing for a campaign that starts meanwhile.
 */
export const drawAhead = 10 * minute

/** How long a mail lets other mails of its account go first after its refusal counted as this fault of the account, in milliseconds. */
const yieldFor = { sending: 30 * minute, throttled: 5 * minute }

/** Longest time between the start of a try and the storing of its fault, in milliseconds. */
const longestTry = 20 * minute

/**
 * Until when a mail that was refused for a fault of its account lets other mails go first; `null`: it does not. The server may refuse
 * just this mail, whatever it says. A mail yields once after each wait of the account; the one that was refused last waits longest.
 * `again`: the mail, if its step was tried before.
 */
const yieldsUntil = (
  row: AgendaRecord,
  again: SendRecord | undefined,
  { error_at, fault, retry_at }: Pick<MailboxRecord, "error_at" | "fault" | "retry_at">,
  now: Timestamp
): Timestamp | null => {
  if ((fault !== "sending" && fault !== "throttled") || error_at === null || retry_at === null) return null
  const hasYielded = row.due_at >= retry_at
  if (hasYielded || again === undefined || again.begun_at === null) return null
  const wasLast = again.begun_at > plus(error_at, -longestTry)
  return plus(now, wasLast ? 2 * yieldFor[fault] : yieldFor[fault])
}

/** The settings of the service that decide about sending. */
export interface Setup {
  readonly inbound: InboundSource
  /** Whether mails of accounts without credentials are sent, by the transport of the host. */
  readonly sends_without_credentials: boolean
}

/** An account that may not send now. */
export interface Closed {
  readonly reason: Reason
  /** When to ask again; `null`: after a change. */
  readonly until: Timestamp | null
  /** The instant of the first mail after a window opens or a day begins, if it was drawn now: it has to be stored. */
  readonly next_at?: Timestamp
}

/** An account that may send, and its campaigns whose window is open. */
export interface Open {
  readonly reason: null
  readonly campaigns: ReadonlyArray<ActiveCampaign>
  /** The campaigns among them whose new leads come before follow-ups now (`newLeadsFirstOf`). */
  readonly newLeadsFirst: ReadonlyArray<ActiveCampaign>
  /** Mails that it may still send today. */
  readonly room: number
  /** When the next window of its other campaigns opens; `null`: it has none. */
  readonly until: Timestamp | null
}

const pacingOf = ({ account: { settings } }: SendingAccount, room: number, closes_at: Timestamp): Pacing => ({
  min_delay_minutes: settings.min_delay_minutes,
  room,
  closes_at
})

/**
 * The account waits until `at`, from when on it may send `room` mails for a campaign with these hours. The instant of its first mail after
 * that is drawn at random, once, `drawAhead` before, so that accounts do not all begin at once.
 */
const waitsUntilOpen = (
  reason: Reason,
  sender: SendingAccount,
  { hours }: Pick<ActiveCampaign, "hours">,
  { at, room }: { readonly at: Timestamp; readonly room: number },
  now: Timestamp
): Closed => {
  const { account, mailbox } = sender
  // The instant was drawn for this opening already.
  if (!mustDraw(mailbox.next_at, at)) return { reason, until: pacedUntil(account.settings, mailbox.next_at) ?? at }
  if (at > plus(now, drawAhead)) return { reason, until: at }
  const pacing = pacingOf(sender, room, closesFor(hours, undefined, at))
  const next_at = afterOpening(pacing, at, chanceAt(account.id, at))
  return { reason, until: next_at, next_at }
}

/** The account has sent what its daily limit allows, and waits for the next day, or for the first window of that day. */
const waitsForNewDay = (sender: SendingAccount, now: Timestamp): Closed => {
  const { account, campaigns, dayEnd } = sender
  const openAtMidnight = campaigns.find(({ hours }) => mayOpen(hours, dayEnd))
  // No window is open at midnight: the account is asked again then, and waits for a window.
  if (openAtMidnight === undefined) return { reason: "limit_reached", until: dayEnd }
  const renewed = { at: dayEnd, room: roomOfAccount(account.settings, { sent: 0, unsettled: 0 }, dayEnd) }
  return waitsUntilOpen("limit_reached", sender, openAtMidnight, renewed, now)
}

/** Whether an account may send steps of campaigns now; if not, why, and when to ask again. */
export const gateOf = (sender: SendingAccount, setup: Setup, now: Timestamp): Closed | Open => {
  const { account, campaigns, mailbox, unsettledToday, sentToday } = sender
  const room = roomOfAccount(account.settings, { sent: sentToday, unsettled: unsettledToday }, now)
  const reason = reasonOfAccount({ account, mailbox, room, ...setup }, now)
  if (campaigns.length === 0) return { reason: reason ?? "campaign_not_active", until: null }
  // The account is asked again when the fault of its inbox may be over, or else that of its sending.
  if (reason === "account_failing") {
    const inbox = inboxObstacle(mailbox, { inbound: setup.inbound, isFirst: true, now })
    return { reason, until: inbox?.again ?? mailbox.retry_at }
  }
  if (reason === "limit_reached") return waitsForNewDay(sender, now)
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
      newLeadsFirst: newLeadsFirstOf(sender, open),
      room,
      until: next?.at ?? null
    }
  }
  if (next === undefined) return { reason: "outside_window", until: null }
  return waitsUntilOpen("outside_window", sender, next, { at: next.at, room }, now)
}

/**
 * The campaigns whose new leads come before follow-ups that are due. Of the account's mails of today, with the one that is sent now, less
 * than `new_lead_share` percent went to new leads, and the campaign may still contact some.
 */
export const newLeadsFirstOf = (
  { contactedToday, sentToday }: Pick<SendingAccount, "contactedToday" | "sentToday">,
  campaigns: ReadonlyArray<ActiveCampaign>
): ReadonlyArray<ActiveCampaign> =>
  campaigns.filter(
    ({ campaign, contactedToday: contacted }) =>
      contactedToday * 100 < campaign.new_lead_share * (sentToday + 1) && roomOfCampaign(campaign, contacted) > 0
  )

/** A due row of the agenda, with everything that decides about it. */
export interface Candidate {
  readonly row: AgendaRecord
  readonly active: ActiveCampaign
  /** `undefined`: it was deleted. */
  readonly lead: LeadRecord | undefined
  /** Whether the blacklist covers the address of the lead. */
  readonly isCovered: boolean
  /** The steps that were sent to it. */
  readonly sends: ReadonlyArray<SendRecord>
  /** The campaign that keeps a first mail to the lead waiting (`ContactRule.holderOf`); `null`: none. */
  readonly holder: Holder | null
  /** The number of mails that the company of the lead may still get today (`DomainLimit.roomFor`). */
  readonly companyRoom: number
  /** The variables without a value if this step is sent. */
  readonly missing: (step: SequenceRecord, lead: LeadRecord) => ReadonlyArray<string>
}

/**
 * The decision about a due row: its step is sent; or the row changes, and is stored; or it stays as it is, and is looked at again at
 * `again`, because the inbox of the account has to be read first.
 */
export type Verdict =
  | { readonly reason: null; readonly step: SequenceRecord; readonly lead: LeadRecord }
  | { readonly reason: Reason | "not_due" | "other_account"; readonly row: AgendaRecord }
  | { readonly reason: Reason; readonly again: Timestamp; readonly inbox: Pick<InboxObstacle, "isDue" | "isNew"> }

/** Whether a row is about the first mail to its lead. `sends`: the mails of steps to the lead. */
export const isFirstMail = (
  { step_id }: Pick<AgendaRecord, "step_id">,
  sends: ReadonlyArray<Pick<SendRecord, "outcome">>
): boolean => step_id === null && sends.every(({ outcome }) => outcome !== "sent")

/** A due row whose mail must wait, and the facts from which the reason follows. */
interface Waiting {
  readonly candidate: Candidate
  /** Until when a mail whose outcome is unknown keeps the lead waiting; `null`: none does. */
  readonly waits_until: Timestamp | null
}

/** The row waits until the window of its lead is open at `at` or later. */
const waitUntil = (
  { active, lead, row }: Candidate,
  at: Timestamp,
  reason: Reason | "not_due"
): Extract<Verdict, { readonly row: AgendaRecord }> => ({
  reason,
  row: { ...row, due_at: opensFor(active.hours, lead, at) }
})

/** The verdict on a row whose lead gets no mail now, for a reason of `reasonsOfLead` other than the inbox of the account. */
const verdictFor = (reason: Reason, { candidate, waits_until }: Waiting, now: Timestamp): Verdict => {
  const { active, holder, lead, row } = candidate
  switch (reason) {
    case "lead_stopped":
      return { reason, row: { ...row, state: "stopped" } }
    case "no_step":
      return { reason, row: { ...row, state: "done", step_id: lastStepOf(active.steps) ?? row.step_id } }
    case "outcome_unknown":
      // This reason exists only with a `waits_until`: the fallback satisfies the type.
      return { reason, row: { ...row, state: "unknown", due_at: waits_until ?? now } }
    case "lead_paused":
      // This reason exists only with an end of the pause: the fallback satisfies the type.
      return waitUntil(candidate, lead?.paused_until ?? now, reason)
    case "other_campaign":
      // `null`: the other campaign ends at an unknown instant.
      return waitUntil(candidate, holder?.until ?? plus(now, unsendableWait), reason)
    case "domain_limit":
    case "limit_reached":
      return waitUntil(candidate, active.dayEnd, reason)
    // Only a change of the lead, the step or the blacklist helps, such as a missing value.
    case "address_invalid":
    case "blacklisted":
    case "lead_missing":
    case "missing_variable":
    case "verification_required":
    // `reasonsOfLead` does not give the others, which are reasons of accounts, of their inboxes, of campaigns and of forecasts.
    case "account_disabled":
    case "account_failing":
    case "account_not_connected":
    case "campaign_not_active":
    case "inbox_behind":
    case "outside_window":
    case "pace":
    case "waits_for_condition":
      return waitUntil(candidate, plus(now, unsendableWait), reason)
  }
}

/** Decides about a due row of an account that may send. */
export const verdictOf = (candidate: Candidate, sender: SendingAccount, setup: Setup, now: Timestamp): Verdict => {
  const { active, companyRoom, holder, isCovered, lead, missing, row, sends } = candidate
  const { campaign, contactedToday, hours, steps } = active
  const progress = { lead_id: row.lead_id, sends, firsts: lead?.activity.firsts ?? {} }
  const clock = clockFor(hours, lead)
  const next = nextStep(steps, progress, clock, now)
  const step = next?.step
  const isFirstToLead = isFirstMail(row, sends)
  const inbox = inboxObstacle(sender.mailbox, { inbound: setup.inbound, isFirst: isFirstToLead, now })
  const waits_until = sends.map(waitsUntil).reduce(later, null)
  const input: LeadInput = {
    lead,
    is_covered: isCovered,
    waits_until,
    step: step === undefined ? undefined : { is_first: isFirstToLead },
    required: campaign.required_verification,
    holder,
    missing: step === undefined || lead === undefined ? [] : missing(step, lead),
    room: roomOfCampaign(campaign, contactedToday),
    company_room: companyRoom,
    inbox
  }
  const reason = reasonOfLead(input, now)
  if (inbox !== null && reason === inbox.reason) return { reason, again: inbox.again, inbox }
  if (reason !== null) return verdictFor(reason, { candidate, waits_until }, now)
  // Both exist, or there would be a reason.
  if (lead === undefined || next === undefined || step === undefined) {
    return waitUntil(candidate, plus(now, unsendableWait), "lead_missing")
  }
  const chosen = chosenFor(lead, campaign)
  if (isFirstToLead && chosen !== null && chosen !== row.account_id) {
    return { reason: "other_account", row: { ...row, account_id: chosen } }
  }
  const again = sends.find(({ outcome, step_id }) => outcome === "queued" && step_id === stepIdOf(step))
  const yields_until = yieldsUntil(row, again, sender.mailbox, now)
  if (yields_until !== null) return waitUntil(candidate, yields_until, "not_due")
  // The delay of the step may have become longer. A row may also wait for something else, such as another try: it is never sent earlier
  // than it says. `Redating.ts` follows shorter delays.
  const due_at = latest(row.due_at, dueAt(step, next.last_at, clock, now))
  if (due_at > now) return waitUntil(candidate, due_at, "not_due")
  return opensFor(hours, lead, now) > now ? waitUntil(candidate, now, "outside_window") : { reason: null, step, lead }
}

/**
 * The earliest instant of the account's next mail after one that is sent now to this lead. `room`: the mails that the account may send
 * today, with this one.
 */
export const nextMailAt = (
  sender: SendingAccount,
  { lead, active }: { readonly lead: LeadRecord; readonly active: ActiveCampaign },
  room: number,
  now: Timestamp
) => afterMail(pacingOf(sender, room, closesFor(active.hours, lead, now)), now, chanceAt(sender.account.id, now))
