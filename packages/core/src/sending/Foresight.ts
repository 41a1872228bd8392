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
import type { AccountForecast, HeldLead, World } from "./ForecastState.ts"
import { type Extent, makeReadWorld } from "./ForecastWorld.ts"
import { type Hours, mayOpen, mayOpenAt, opensFor, zoneFor } from "./Hours.ts"
import type { Reason } from "./MayContact.ts"
import { pacedUntil } from "./Pace.ts"
import { makeLeadsMoving } from "./LeadsMoving.ts"
import { makeScheduledAnswers } from "./ScheduledAnswers.ts"
import { makeShownMoves } from "./ShownMove.ts"
import { shownCampaign } from "./OtherCampaign.ts"
import { roomOfAccount, roomOfCampaign } from "./Room.ts"
import { mostParked } from "./Taking.ts"
import { bounds, type Outlook, type OutlookQuery } from "./Outlook.ts"
import type { Upcoming, UpcomingAccount } from "./Upcoming.ts"

/** For the next mail of each account: of a campaign, as many new leads as its accounts take in some hours. */
const nextMails: Extent = {
  rows: { most: 4_000, ofQueue: 50, least: 2 },
  campaigns: 21,
  fresh: ({ account_ids, window_zone }) =>
    Math.min(1_000, 50 + (window_zone === "lead" ? mostParked : 20) * account_ids.length),
  passed: 0
}

const days = 7

/** For the mails of seven days: as many new leads as a campaign may contact then. */
const nextDays: Extent = {
  rows: { most: bounds.leads, ofQueue: 1_000, least: 2 },
  campaigns: bounds.campaigns,
  fresh: ({ daily_limit }, campaigns) =>
    Math.min(days * daily_limit + 1, Math.floor(bounds.leads / Math.min(campaigns, bounds.campaigns))),
  passed: 2 * bounds.listed
}

/** The number of turns after which other requests have theirs. */
export const turnsAtOnce = 50

/** Why an account does not send for a campaign, of the rows that it holds back: reasons of single leads do not count. */
const accountReasons: ReadonlySet<string> = new Set<Reason>(["account_failing", "inbox_behind", "limit_reached"])

const laterOf = (one: Timestamp.Timestamp | null, other: Timestamp.Timestamp): Timestamp.Timestamp =>
  one !== null && one > other ? one : other

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
  const { gate, held, mail, situation, waits_for } = forecast
  const { account, mailbox, unsettledToday, sentToday } = situation
  const paced = pacedUntil(account.settings, mailbox.next_at)
  const firsts = world.firsts.get(campaign.id) ?? 0
  const common = {
    account_id: account.id,
    email: account.email,
    remaining_today: roomOfAccount(account.settings, { sent: sentToday, unsettled: unsettledToday }, now)
  }
  if (campaign.status !== "active")
    return {
      ...common,
      reason: "campaign_not_active",
      other_campaign: null,
      waits_for: null,
      next_at: null,
      next: null
    }
  // A mail that goes at once shows the instant since when it could: so that two reads show the same one.
  const since = laterOf(paced, openedAt(hours.window, zoneFor(hours, mail?.lead), now))
  const at = mail === null ? null : mail.at > now ? mail.at : laterOf(mail.due_at, since)
  const next =
    mail === null || at === null
      ? null
      : { lead_id: mail.lead.id, email: mail.lead.email, position: mail.step.position, due_at: mail.due_at ?? at }
  const own = situation.campaigns.find((other) => other.campaign.id === campaign.id)
  const isFull = own !== undefined && roomOfCampaign(campaign, own.contactedToday + firsts) <= 0
  const dayEnd = own?.dayEnd ?? now
  const [reason, until] = obstacleOf(campaign, hours, { gate, held, isFull, mail }, dayEnd, now)
  // The pace says nothing where no mail follows.
  if (mail === null && waits_for !== null && (reason === null || reason === "pace"))
    return {
      ...common,
      reason: "waits_for_condition",
      other_campaign: null,
      waits_for,
      next_at: waits_for.due_at,
      next
    }
  const people = reason === null && (mail === null || mail.at > now) ? heldBack(forecast, world, dayEnd, now) : null
  return {
    ...common,
    reason: reason ?? people?.reason ?? null,
    other_campaign: shownCampaign(people?.other_campaign_id, world.contacts),
    waits_for: null,
    next_at: at ?? until ?? (reason === null ? paced : null),
    next
  }
}

/** Why nothing goes now because of people: another campaign has one, or the company of the next lead got enough today. */
const heldBack = (
  { heldForPeople: [first], mail, situation }: AccountForecast,
  { companies }: World,
  dayEnd: Timestamp.Timestamp,
  now: Timestamp.Timestamp
): Pick<HeldLead, "other_campaign_id" | "reason"> | null => {
  if (first !== undefined) return first
  const campaign = situation.campaigns.find(({ campaign: { id } }) => id === mail?.lead.campaign_id)?.campaign
  if (mail === null || campaign === undefined || mail.due_at === null || mail.due_at > dayEnd) return null
  return roomFor(mail.lead, companies, campaign.timezone, now) > 0 ? null : { reason: "domain_limit" }
}

/** Why an account does not send for the campaign now, and until when, if no mail is foreseen. */
const obstacleOf = (
  campaign: CampaignRecord,
  hours: Hours,
  { gate, held, isFull, mail }: Pick<AccountForecast, "gate" | "held" | "mail"> & { readonly isFull: boolean },
  dayEnd: Timestamp.Timestamp,
  now: Timestamp.Timestamp
): readonly [Reason | null, Timestamp.Timestamp | null] => {
  if (gate.reason !== null) return [gate.reason, gate.until]
  if (!gate.campaigns.some(({ campaign: { id } }) => id === campaign.id)) {
    return ["outside_window", mayOpenAt(hours, now)]
  }
  if (mail !== null && mail.at <= now) return [null, null]
  if (mail !== null && opensFor(hours, mail.lead, now) > now) return ["outside_window", null]
  const row = held.find(({ reason }) => accountReasons.has(reason))
  if (row !== undefined) return [row.reason as Reason, null]
  return isFull && (mail === null || mail.due_at === null) ? ["limit_reached", dayEnd] : [null, null]
}

/** The window of a campaign. If the clock of each lead counts, it is closed while all accounts wait for that of their next lead. */
const windowShown = (
  hours: Hours,
  reason: Upcoming["reason"],
  accounts: ReadonlyArray<UpcomingAccount>,
  now: Timestamp.Timestamp
): Upcoming["window"] => {
  const is_open = hours.ofLeads ? reason !== "outside_window" : mayOpen(hours, now)
  if (is_open) return { is_open, opens_at: null }
  const next = accounts.flatMap(({ next_at }) => next_at ?? []).toSorted()
  return { is_open, opens_at: hours.ofLeads ? (next[0] ?? null) : mayOpenAt(hours, now) }
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
