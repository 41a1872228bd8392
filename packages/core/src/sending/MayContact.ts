/** Whether a mail of a step may be sent now, and why not. Pure functions. */
import { Schema } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { isOpen, type SendWindow } from "../campaigns/SendWindow.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { isPaused } from "../leads/Pause.ts"
import type { AccountId } from "../ids.ts"
import { type InboxObstacle, inboxObstacle } from "../mailboxes/Freshness.ts"
import type { InboundSource } from "../mailboxes/Inbound.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import type { Timestamp } from "../Timestamp.ts"
import { passes, type RequiredVerification } from "../verification/Verdict.ts"
import type { Holder } from "./ContactRule.ts"
import { pacedUntil } from "./Pace.ts"

/** Each reason, and what it means. */
const reasons = {
  lead_missing: "the lead was deleted",
  lead_stopped: "sending to the lead is stopped",
  blacklisted: "the blacklist covers the address of the lead",
  campaign_not_active: "the campaign is not active, or was deleted",
  account_disabled: "sending from the account is switched off, or the account was deleted",
  account_failing: "the mail server of the account does not accept its mails, or its inbox cannot be read",
  account_not_connected: "the account has no credentials",
  address_invalid: "the address of the lead was verified, and is invalid",
  verification_required:
    "the campaign asks for a verification (`required_verification`) that the address does not have",
  lead_paused: "the lead waits until its pause ends",
  other_campaign: "another campaign writes to the person, or did so within the gap of `contact_rule`",
  no_step: "the lead has got all steps of the campaign",
  waits_for_condition: "the next step has a condition that is not true of the lead so far (`waits_for`)",
  missing_variable: "a variable of the step has neither a value nor a default",
  outside_window: "the window of the campaign is closed",
  limit_reached: "the account, or for a first mail the campaign, may not send more mails today",
  domain_limit: "the company of the lead may not get more mails today (`domain_daily_limit`)",
  pace: "the time since the last mail of the account is too short",
  inbox_behind: "the inbox of the account has to be read first, because it may have an answer",
  outcome_unknown: "the mail before may have been sent: its outcome is unknown for less than 24 hours"
} as const
export type Reason = keyof typeof reasons

/** The reason why no mail is sent. */
export const Reason = Schema.Literals(Object.keys(reasons) as ReadonlyArray<Reason>).annotate({
  identifier: "SendingReason",
  description: `Why no mail is sent now. ${Object.entries(reasons)
    .map(([reason, meaning]) => `\`${reason}\`: ${meaning}.`)
    .join(" ")}`
})

/** The input of the decision about an account. */
export interface AccountInput {
  /** `undefined`: the account does not exist. */
  readonly account: Pick<AccountRecord, "deleted_at" | "settings"> | undefined
  readonly mailbox: Pick<
    MailboxRecord,
    "connection" | "failing_since" | "fault" | "next_at" | "read_at" | "retry_at" | "sync_strikes"
  >
  readonly inbound: InboundSource
  /** Whether mails of accounts without credentials are sent, by the transport of the host. */
  readonly sends_without_credentials: boolean
  /** The number of mails that it may still send today (`Room.roomOfAccount`). */
  readonly room: number
}

/**
 * Why an account sends no mail of a step now; `null`: it may. A failing account is tried again at `retry_at`; one whose
 * inbox cannot be read sends nothing until it can.
 */
export const reasonOfAccount = (
  { account, inbound, mailbox, room, sends_without_credentials }: AccountInput,
  now: Timestamp
): Reason | null => {
  if (account === undefined || account.deleted_at !== null || !account.settings.sending_enabled)
    return "account_disabled"
  if (mailbox.connection === null && !sends_without_credentials) return "account_not_connected"
  if (mailbox.retry_at !== null && mailbox.retry_at > now) return "account_failing"
  const inbox = inboxObstacle(mailbox, { inbound, isFirst: true, now })
  if (inbox !== null) return inbox.reason
  if (room <= 0) return "limit_reached"
  const next_at = pacedUntil(account.settings, mailbox.next_at)
  return next_at !== null && next_at > now ? "pace" : null
}

/** Why a campaign sends no mail now; `null`: it may. `undefined`: the campaign does not exist, or is being deleted. */
export const reasonOfCampaign = (
  campaign: (Pick<CampaignRecord, "status" | "timezone"> & { readonly send_window: SendWindow }) | undefined,
  now: Timestamp
): Reason | null => {
  if (campaign?.status !== "active") return "campaign_not_active"
  return isOpen(campaign.send_window, campaign.timezone, now) ? null : "outside_window"
}

/** The input of the decision about a lead. */
export interface LeadInput {
  /** `undefined`: the lead does not exist. */
  readonly lead: Pick<LeadRecord, "paused_until" | "stop_sending" | "verification_status"> | undefined
  /** Whether the blacklist covers its address. */
  readonly is_covered: boolean
  /** Until when its last mail keeps it waiting (`NextStep.waitsUntil`); `null`: it does not. */
  readonly waits_until: Timestamp | null
  /** Whether there is a next step (`NextStep.nextStep`), and whether it is the first mail to the lead. */
  readonly step: { readonly is_first: boolean } | undefined
  /** The verification that the campaign requires for a first mail. */
  readonly required: RequiredVerification
  /** The campaign that has the person, for a first mail (`ContactRule.holderOf`); `null`: none. */
  readonly holder: Holder | null
  /** The variables of the step without value (`Composition.compose`). */
  readonly missing: ReadonlyArray<string>
  /** The number of leads that the campaign may still contact today, for a first mail. */
  readonly room: number
  /** The number of mails that its company may still get today (`DomainLimit.roomFor`). */
  readonly company_room: number
  /** The obstacle that holds this mail back (`Freshness.inboxObstacle`); `null`: nothing. */
  readonly inbox: Pick<InboxObstacle, "reason"> | null
}

/**
 * Why a lead gets no mail now, each reason, the one that wins first; empty: it may. Reasons that stay come before reasons
 * that pass, so a lead that is stopped is not kept waiting.
 */
export const reasonsOfLead = (
  { company_room, holder, inbox, is_covered, lead, missing, required, room, step, waits_until }: LeadInput,
  now: Timestamp
): ReadonlyArray<Reason> => {
  if (lead === undefined) return ["lead_missing"]
  const reasons: Array<Reason> = []
  if (lead.stop_sending) reasons.push("lead_stopped")
  if (is_covered) reasons.push("blacklisted")
  if (lead.verification_status === "invalid") reasons.push("address_invalid")
  if (waits_until !== null && waits_until > now) reasons.push("outcome_unknown")
  if (step === undefined) reasons.push("no_step")
  if (
    step?.is_first === true &&
    lead.verification_status !== "invalid" &&
    !passes(lead.verification_status, required)
  ) {
    reasons.push("verification_required")
  }
  if (isPaused(lead, now)) reasons.push("lead_paused")
  if (step?.is_first === true && holder !== null) reasons.push("other_campaign")
  if (missing.length > 0) reasons.push("missing_variable")
  if (step?.is_first === true && room <= 0) reasons.push("limit_reached")
  if (company_room <= 0) reasons.push("domain_limit")
  if (inbox !== null) reasons.push(inbox.reason)
  return reasons
}

/** The reason that wins (`reasonsOfLead`); `null`: the lead may get a mail now. */
export const reasonOfLead = (input: LeadInput, now: Timestamp): Reason | null => reasonsOfLead(input, now)[0] ?? null

/** The only account that may send a first mail to the lead: the one that it chose, while the campaign has it. `null`: any. */
export const chosenFor = (
  { chosen_sender }: Pick<LeadRecord, "chosen_sender">,
  { account_ids }: Pick<CampaignRecord, "account_ids">
): AccountId | null => (chosen_sender !== null && account_ids.includes(chosen_sender) ? chosen_sender : null)
