/** Shows forecasts: of a campaign (`GET /campaigns/{id}/upcoming`), and of all (`GET /upcoming`). */
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { openedAt } from "../campaigns/SendWindow.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeCampaignHours } from "./CampaignHours.ts"
import { daysFrom } from "../analytics/Period.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { beginPlay, outlookOf, playOn, spanOf } from "./Ahead.ts"
import type { Setup } from "./Decision.ts"
import { forecast } from "./Forecast.ts"
import { roomFor } from "./DomainLimit.ts"
import type { AccountForecast, ForecastMail, HeldLead, World } from "./ForecastState.ts"
import { type Extent, makeReadWorld } from "./ForecastWorld.ts"
import { type Hours, mayOpen, mayOpenAt, opensFor, zoneFor } from "./Hours.ts"
import type { Reason } from "./MayContact.ts"
import { pacedUntil } from "./Pace.ts"
import { makeLeadsMoving } from "./LeadsMoving.ts"
import { makeScheduledAnswers } from "./ScheduledAnswers.ts"
import { makeShownMoves } from "./ShownMove.ts"
import { shownCampaign } from "./OtherCampaign.ts"
import { roomOfAccount, roomOfCampaign } from "./Room.ts"
import { maximumParked } from "./Taking.ts"
import { bounds, type Outlook, type OutlookQuery } from "./Outlook.ts"
import type { ActiveCampaign } from "./SendingAccount.ts"
import type { Upcoming, UpcomingAccount } from "./Upcoming.ts"

/** The data that is read for the next mail of each account: as many new leads of a campaign as its accounts take in some hours. */
const nextMails: Extent = {
  rows: { most: 4_000, ofQueue: 50, least: 2 },
  campaigns: 21,
  fresh: ({ account_ids, window_zone }) =>
    Math.min(1_000, 50 + (window_zone === "lead" ? maximumParked : 20) * account_ids.length),
  passed: 0
}

/** The number of days of an outlook, with today. */
const days = 7

/** The data that is read for the mails of seven days: as many new leads of a campaign as it may contact then. */
const nextDays: Extent = {
  rows: { most: bounds.leads, ofQueue: 1_000, least: 2 },
  campaigns: bounds.campaigns,
  fresh: ({ daily_limit }, campaigns) =>
    Math.min(days * daily_limit + 1, Math.floor(bounds.leads / Math.min(campaigns, bounds.campaigns))),
  passed: 2 * bounds.listed
}

/** The number of turns that are simulated before other requests may run. */
export const turnsAtOnce = 50

/** The reasons of held rows that are about the account, not about a single lead. */
const accountReasons: ReadonlySet<string> = new Set<Reason>(["account_failing", "inbox_behind", "limit_reached"])

export const makeForesight = (setup: Setup) =>
  Effect.gen(function* () {
    const agenda = yield* AgendaStore
    const readHours = yield* makeCampaignHours
    const leadStore = yield* LeadStore
    const plans = yield* PlanStore
    const readWorld = yield* makeReadWorld
    const leadsMoving = yield* makeLeadsMoving(setup)
    const scheduledAnswers = yield* makeScheduledAnswers
    const shownMoves = yield* makeShownMoves

    /** Shows what these accounts send in the next days. `left_out`: the number of further accounts. */
    const outlook = Effect.fnUntraced(function* (
      accounts: ReadonlyArray<AccountRecord>,
      accounts_left_out: number,
      { timezone = "UTC", ...asked }: OutlookQuery
    ) {
      const now = yield* Timestamp.now
      const shown = daysFrom(now, timezone, days)
      const { account_id, campaign_id, day } = asked
      if (day !== undefined && !shown.names.includes(day)) {
        const message = `must be one of the days from ${shown.names[0]} to ${shown.names.at(-1)}`
        return yield* new InvalidInput({ faults: [{ pointer: "/day", message }] })
      }
      const world = yield* readWorld(null, nextDays, accounts, now)
      const play = beginPlay(world, setup, now, shown.boundaries.at(-1) ?? now)
      while (!playOn(play, turnsAtOnce)) yield* Effect.yieldNow
      const { end: until, isFirst, start } = spanOf(shown, day)
      const scheduled = yield* scheduledAnswers({
        account_id,
        campaign_id,
        // An answer whose time has passed goes out today.
        since: isFirst ? undefined : start,
        until
      })
      return { ...outlookOf(play, shown, asked, now), scheduled, accounts_left_out } satisfies Outlook
    })

    /** Shows the next mails of a campaign, and why it sends nothing. `accounts`: its accounts that are not deleted. */
    const upcoming = Effect.fnUntraced(function* (campaign: CampaignRecord, accounts: ReadonlyArray<AccountRecord>) {
      const { id } = yield* CurrentOrganization
      const now = yield* Timestamp.now
      const world = yield* readWorld(campaign.id, nextMails, accounts, now)
      const hours = yield* readHours.of(campaign)
      const shown = forecast(world, campaign.id, setup, now).map((account) =>
        shownOf(campaign, hours, account, world, now)
      )
      const reason = reasonOf(campaign, hours, shown, now)
      const [plan] = yield* plans.findMany(id, [campaign.id])
      return {
        reason,
        window: windowShown(hours, reason, shown, now),
        skipped: plan?.skipped ?? 0,
        paused: yield* leadStore.countPaused(id, campaign.id, now),
        unknown: yield* agenda.count(id, campaign.id, "unknown"),
        accounts: shown,
        moves: yield* shownMoves(campaign),
        leads_moving: yield* leadsMoving(campaign),
        scheduled: yield* scheduledAnswers({ campaign_id: campaign.id })
      } satisfies Upcoming
    })

    return { outlook, upcoming }
  })

/** The next mail of an account for a campaign, or why it sends none. */
const shownOf = (
  campaign: CampaignRecord,
  hours: Hours,
  forecast: AccountForecast,
  world: World,
  now: Timestamp.Timestamp
): UpcomingAccount => {
  const { mail, sender, waits_for } = forecast
  const { account, mailbox, unsettledToday, sentToday } = sender
  const common = {
    account_id: account.id,
    email: account.email,
    remaining_today: roomOfAccount(account.settings, { sent: sentToday, unsettled: unsettledToday }, now),
    other_campaign: null,
    waits_for: null
  }
  if (campaign.status !== "active") return { ...common, reason: "campaign_not_active", next_at: null, next: null }
  const paced = pacedUntil(account.settings, mailbox.next_at)
  const at = mail === null ? null : shownInstant(mail, paced, hours, now)
  const next =
    mail === null || at === null
      ? null
      : { lead_id: mail.lead.id, email: mail.lead.email, position: mail.step.position, due_at: mail.due_at ?? at }
  const own = sender.campaigns.find((other) => other.campaign.id === campaign.id)
  const { reason, until } = obstacleOf(campaign, own, hours, forecast, world, now)
  // The pace says nothing where no mail follows.
  if (mail === null && waits_for !== null && (reason === null || reason === "pace")) {
    return { ...common, reason: "waits_for_condition", waits_for, next_at: waits_for.due_at, next }
  }
  const mayShowPeople = reason === null && (mail === null || mail.at > now)
  const people = mayShowPeople ? heldForPeopleNow(forecast, world, own?.dayEnd ?? now, now) : null
  return {
    ...common,
    reason: reason ?? people?.reason ?? null,
    other_campaign: shownCampaign(people?.other_campaign_id, world.contacts),
    next_at: at ?? until ?? (reason === null ? paced : null),
    next
  }
}

/**
 * When a mail goes out, as it is shown. For a mail that goes at once, it is the instant since when it could: so two reads show the same one.
 */
const shownInstant = (
  { at, due_at, lead }: ForecastMail,
  paced: Timestamp.Timestamp | null,
  hours: Hours,
  now: Timestamp.Timestamp
): Timestamp.Timestamp => {
  if (at > now) return at
  const opened = openedAt(hours.window, zoneFor(hours, lead), now)
  const since = paced === null ? opened : Timestamp.latest(paced, opened)
  return due_at === null ? since : Timestamp.latest(due_at, since)
}

/** Why nothing goes now because of people: another campaign writes to one, or the company of the next lead got enough mails today. */
const heldForPeopleNow = (
  { heldForPeople: [first], mail, sender }: AccountForecast,
  { companies }: World,
  dayEnd: Timestamp.Timestamp,
  now: Timestamp.Timestamp
): Pick<HeldLead, "other_campaign_id" | "reason"> | null => {
  if (first !== undefined) return first
  const campaign = sender.campaigns.find(({ campaign: { id } }) => id === mail?.lead.campaign_id)?.campaign
  if (mail === null || campaign === undefined || mail.due_at === null || mail.due_at > dayEnd) return null
  return roomFor(mail.lead, companies, campaign.timezone, now) > 0 ? null : { reason: "domain_limit" }
}

/** Why an account does not send for a campaign now (`reason`; `null`: it does), and until when, if no mail is foreseen. */
const obstacleOf = (
  campaign: CampaignRecord,
  own: ActiveCampaign | undefined,
  hours: Hours,
  { gate, held, mail }: AccountForecast,
  world: World,
  now: Timestamp.Timestamp
): { readonly reason: Reason | null; readonly until: Timestamp.Timestamp | null } => {
  if (gate.reason !== null) return gate
  if (!gate.campaigns.some(({ campaign: { id } }) => id === campaign.id)) {
    return { reason: "outside_window", until: mayOpenAt(hours, now) }
  }
  if (mail !== null && mail.at <= now) return { reason: null, until: null }
  if (mail !== null && opensFor(hours, mail.lead, now) > now) return { reason: "outside_window", until: null }
  const row = held.find(({ reason }) => accountReasons.has(reason))
  if (row !== undefined) return { reason: row.reason as Reason, until: null }
  const underWay = world.firstMailsUnderWay.get(campaign.id) ?? 0
  const isFull = own !== undefined && roomOfCampaign(campaign, own.contactedToday + underWay) <= 0
  return isFull && (mail === null || mail.due_at === null)
    ? { reason: "limit_reached", until: own.dayEnd }
    : { reason: null, until: null }
}

/** The window of a campaign. If the clock of each lead counts, it is closed while all accounts wait for the window of their next lead. */
const windowShown = (
  hours: Hours,
  reason: Upcoming["reason"],
  accounts: ReadonlyArray<UpcomingAccount>,
  now: Timestamp.Timestamp
): Upcoming["window"] => {
  const is_open = hours.usesLeadClock ? reason !== "outside_window" : mayOpen(hours, now)
  if (is_open) return { is_open, opens_at: null }
  const next = accounts.flatMap(({ next_at }) => next_at ?? []).toSorted()
  return { is_open, opens_at: hours.usesLeadClock ? (next[0] ?? null) : mayOpenAt(hours, now) }
}

/** Why a campaign sends nothing: the reason that all its accounts have, or the one of the first. */
const reasonOf = (
  campaign: CampaignRecord,
  hours: Hours,
  accounts: ReadonlyArray<UpcomingAccount>,
  now: Timestamp.Timestamp
): Upcoming["reason"] => {
  if (campaign.status !== "active") return "campaign_not_active"
  if (accounts.some(({ reason }) => reason === null)) return null
  if (!mayOpen(hours, now)) return "outside_window"
  return accounts[0]?.reason ?? "account_disabled"
}
