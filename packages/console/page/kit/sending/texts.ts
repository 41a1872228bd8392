/** The texts of events, and of the reasons why a lead gets no mail. Several pages show them. */
import type { BlacklistSource, EventType, LabelledBy, PausedBy, SendingReason, StopSendingType } from "@mailroom/client"
import { plural } from "../../base/format.ts"
import { pick } from "../../base/pick.ts"

const leads = (count: number) => plural(count, "lead", "leads")

export const texts = pick("sending", {
  reasons: {
    lead_missing: "The lead is gone",
    lead_stopped: "The lead is stopped",
    blacklisted: "The address is on the blacklist",
    campaign_not_active: "The campaign is not active",
    account_disabled: "Sending is off",
    account_failing: "The last try failed",
    account_not_connected: "The account is not connected",
    address_invalid: "The address is not valid",
    verification_required: "The address is not verified as the campaign requires",
    lead_paused: "Paused",
    other_campaign: "Another campaign writes to this person",
    no_step: "No step is left",
    waits_for_condition: "Waits for the condition of its next step",
    missing_variable: "A value is missing",
    outside_window: "Outside the sending window",
    limit_reached: "The limit of today is reached",
    domain_limit: "The company got enough mails today",
    pace: "Waits for the pace",
    inbox_behind: "Waits until the inbox is read",
    outcome_unknown: "The outcome of the mail before is unknown"
  } satisfies Record<SendingReason, string>,
  stops: {
    manual: "Stopped by a person",
    reply: "Stopped: answered",
    bounce: "Stopped: bounced",
    unsubscribe: "Stopped: unsubscribed",
    complaint: "Stopped: complained",
    blacklist: "Stopped: blacklist",
    colleague: "Stopped: a colleague answered",
    moved: "Stopped: moved to another campaign"
  } satisfies Record<StopSendingType, string>,
  pausedUntil: { person: (day) => `Paused until ${day}`, auto_reply: (day) => `Away until ${day}` } satisfies Record<
    PausedBy,
    (day: string) => string
  >,
  waitsFor: (position: number, day: string, clicks: boolean) =>
    `Gets step ${position} on ${day} only if it ${clicks ? "clicks" : "opens"}`,
  otherCampaign: (name: string) => `${name} writes to this person`,
  removedLead: "A lead that was removed",
  pauseUntil: "Pause until …",
  changePause: "Change the pause …",
  pauseDay: "Mails go out again on",
  pauseHelp: "The next step goes then, or later if it is due later.",
  pause: "Pause",
  endPause: "End the pause now",
  paused: "Paused",
  pauseEnded: "The pause has ended",
  notPaused: (reason: string) => `Not paused: ${reason}`,
  close: "Cancel",
  taggedBy: {
    rule: "set by the rules",
    function: "set by your app",
    model: "set by a model",
    person: "set by a person"
  } satisfies Record<LabelledBy, string>,
  sending: "On",
  nextStep: (position: number) => `Step ${position} is next, as soon as the accounts have room`,
  nextStepAt: (position: number, at: string) => `Step ${position} is next: ${at} or later`,
  blocked: {
    manual: "On the blacklist",
    bounce: "Bounced: on the blacklist",
    unsubscribe: "Unsubscribed: on the blacklist",
    complaint: "Complained: on the blacklist"
  } satisfies Record<BlacklistSource, string>,
  alsoInTheWay: "Also in the way",
  toMail: "Open the mail",
  toAccounts: "Accounts",
  toCampaign: "Campaign",
  resumeTitle: "Resume sending?",
  wasStopped: (email: string, reason: string) => `${email} · ${reason}`,
  staysInTheWay: (blocked: number, all: number) =>
    all === 1
      ? "The lead still gets no mail. In the way stays:"
      : `${leads(blocked)} of ${all} still get no mail. In the way stays:`,
  keepStopped: "Keep it stopped",
  resume: "Resume sending",
  events: {
    sent: "Sent",
    delivered: "Delivered",
    opened: "Opened",
    machine_opened: "Opened by a machine",
    clicked: "Clicked",
    replied: "Answered",
    auto_replied: "Answered automatically",
    bounced: "Bounced",
    soft_bounced: "Bounced for now",
    unsubscribed: "Unsubscribed",
    complained: "Complained"
  } satisfies Record<EventType, string>
})
