/** Simulates the turns of all accounts of an organization, and sums up the mails of the next days (`GET /upcoming`). Pure functions. */
import type { AccountId, CampaignId, LeadId } from "../ids.ts"
import { earlier, type Timestamp } from "../Timestamp.ts"
import { byDue } from "./Choice.ts"
import { gateOf, type Setup } from "./Decision.ts"
import { turn } from "./Forecast.ts"
import {
  type Actor,
  actorsOf,
  beginOf,
  type ForecastMail,
  hasMails,
  type HeldLead,
  nextOf,
  passedFor,
  type Shared,
  type World
} from "./ForecastState.ts"
import { mayOpen } from "./Hours.ts"
import type { Reason } from "./MayContact.ts"
import { shownCampaign } from "./OtherCampaign.ts"
import { campaignsOf, type SendingAccount } from "./SendingAccount.ts"
import { bounds, type Outlook, type OutlookQuery } from "./Outlook.ts"

/** A forecast that is simulated in parts, so that other requests are answered in between. */
export interface Play {
  readonly world: World
  readonly actors: ReadonlyArray<Actor>
  readonly shared: Shared
  readonly setup: Setup
  readonly end: Timestamp
  /** The number of turns so far. */
  turns: number
  /** Until when all mails are foreseen; `null`: to the end. */
  complete_until: Timestamp | null
}

/** A forecast until `end`, before its first turn. */
export const beginPlay = (world: World, setup: Setup, now: Timestamp, end: Timestamp): Play => ({
  world,
  actors: actorsOf(world, now),
  shared: beginOf(world, now),
  setup,
  end,
  turns: 0,
  complete_until: null
})

/** Whether a campaign of the account has no leads left that were read, but leads that were not: mails to them are not foreseen. */
const lacksLeads = ({ shared, world }: Play, { campaigns }: SendingAccount): boolean =>
  campaigns.some(({ campaign }) => world.cut.has(campaign.id) && !hasMails(shared, campaign.id))

/** Simulates some turns. Returns whether the forecast has reached its end, or its maximum number of turns. */
export const playOn = (play: Play, turns: number): boolean => {
  const { actors, end, setup, shared, world } = play
  for (let taken = 0; taken < turns; taken++) {
    const next = nextOf(actors)
    if (next === undefined || next.at >= end) return true
    if (play.turns++ >= bounds.turns) {
      play.complete_until = earlier(play.complete_until, next.at)
      return true
    }
    const { mails, sender: before } = next.actor
    turn(next.actor, shared, world, null, setup, next.at)
    const hasSent = next.actor.mails > mails
    if (!hasSent && play.complete_until === null && lacksLeads(play, before)) play.complete_until = next.at
  }
  return false
}

/** The days of an outlook: their dates, and the instants at which each begins and the last one ends. */
export interface Days {
  readonly timezone: string
  readonly names: ReadonlyArray<string>
  readonly boundaries: ReadonlyArray<Timestamp>
}

/**
 * When a day begins and ends, and whether it is the first one. Without a day: all of them. `day` is one of the names; an
 * instant is `undefined` only without days.
 */
export const spanOf = ({ boundaries, names }: Days, day: string | undefined) => {
  const index = day === undefined ? 0 : names.indexOf(day)
  return {
    start: boundaries[index],
    end: boundaries[day === undefined ? names.length : index + 1],
    isFirst: index === 0
  }
}

/** How often each key occurs, by ascending key. */
const countBy = <Key extends string | number>(keys: ReadonlyArray<Key>) =>
  Array.from(
    Map.groupBy(keys, (key) => key),
    ([key, { length }]) => ({ key, count: length })
  ).toSorted((a, b) => (a.key < b.key ? -1 : 1))

/** The mails of each day, by campaign and account. */
const daysOf = ({ shared: { mails } }: Play, { boundaries, names }: Days): Outlook["days"] =>
  names.map((date, i) => {
    const [start = "", end = ""] = boundaries.slice(i)
    const sent = mails.filter(({ at }) => at >= start && at < end)
    const byCampaign = countBy<CampaignId>(sent.map(({ lead }) => lead.campaign_id))
    const byAccount = countBy<AccountId>(sent.map(({ account_id }) => account_id))
    return {
      date,
      mails: sent.length,
      campaigns: byCampaign.map(({ count, key }) => ({ campaign_id: key, mails: count })),
      accounts: byAccount.map(({ count, key }) => ({ account_id: key, mails: count }))
    }
  })

/**
 * The leads that get nothing because of their accounts: an account has taken them that sends nothing until somebody changes it, or none
 * has taken them and all accounts of their campaign are so.
 */
const heldByAccount = (play: Play, now: Timestamp): ReadonlyArray<HeldLead> => {
  const { actors, shared, world } = play
  const reasons = new Map(
    actors.flatMap(({ blocked_by, sender }) =>
      blocked_by === undefined ? [] : [[sender.account.id, blocked_by] as const]
    )
  )
  const taken = world.rows.flatMap(({ account_id, campaign_id, due_at, lead_id }) => {
    const reason = account_id === null ? undefined : reasons.get(account_id)
    return reason === undefined ? [] : [{ lead_id, account_id, campaign_id, due_at, reason }]
  })
  const sending = world.senders.filter(({ account }) => !reasons.has(account.id))
  const withSender = new Set(sending.flatMap(({ campaigns }) => campaigns.map(({ campaign }) => campaign.id)))
  const pooled = shared.pool.all.map(({ campaign_id, due_at, lead_id }) => ({ lead_id, campaign_id, due_at }))
  const fresh = shared.fresh.all.map(({ campaign_id, id }) => ({ lead_id: id, campaign_id, due_at: now }))
  const free = [...Map.groupBy([...pooled, ...fresh], ({ campaign_id }) => campaign_id)].flatMap(([id, leads]) => {
    const reason = withSender.has(id) ? null : campaignReason(play, id, now)
    return reason === null ? [] : leads.map((lead) => ({ ...lead, account_id: null, reason }))
  })
  return [...taken, ...free]
}

/** The reason without `pace`, which only says that the last mail of the account was a short time ago. */
const exceptPace = (reason: Reason | null): Reason | null => (reason === "pace" ? null : reason)

/** Why a campaign sends nothing now: its window, or the reason of its first account. `null`: one of its accounts may send. */
const campaignReason = (
  { actors, setup, shared, world }: Play,
  campaign_id: CampaignId,
  now: Timestamp
): Reason | null => {
  const accounts = world.senders.flatMap((sender, i) => {
    const active = sender.campaigns.find(({ campaign }) => campaign.id === campaign_id)
    const gate = actors[i]?.first?.gate ?? gateOf(sender, setup, now)
    return active === undefined ? [] : [{ hours: active.hours, reason: exceptPace(gate.reason) }]
  })
  const [first] = accounts
  if (first === undefined || shared.paused.has(campaign_id)) return "campaign_not_active"
  if (!mayOpen(first.hours, now)) return "outside_window"
  return accounts.some(({ reason }) => reason === null) ? null : first.reason
}

/** The leads that the last look passed over, each with the reason. */
const passedOver = ({ world }: Play, now: Timestamp): ReadonlyArray<HeldLead> => {
  const campaigns = campaignsOf(world.senders)
  return world.passed.flatMap((lead) => {
    const active = campaigns.get(lead.campaign_id)
    const sender = world.senders.find(({ campaigns }) =>
      campaigns.some(({ campaign }) => campaign.id === lead.campaign_id)
    )
    if (active === undefined || sender === undefined) return []
    const why = passedFor(lead, active, (step) => world.missing(active, step, lead, sender, []))
    return [{ lead_id: lead.id, campaign_id: lead.campaign_id, account_id: null, due_at: now, ...why }]
  })
}

/** The campaign and the account to which the caller limits the lists; `undefined`: all. */
type Selected = Pick<OutlookQuery, "account_id" | "campaign_id">

/** Whether an item of this campaign and account belongs in the lists. */
const isSelected = (selected: Selected, campaign_id: CampaignId, account_id: AccountId | null): boolean =>
  (selected.campaign_id === undefined || selected.campaign_id === campaign_id) &&
  (selected.account_id === undefined || selected.account_id === account_id)

/** The held leads that are due before `end`, without the leads in `mailed`, as the outlook shows them. */
const shownHeld = (
  play: Play,
  chosen: Selected,
  mailed: ReadonlySet<LeadId>,
  end: Timestamp,
  now: Timestamp
): Outlook["held"] => {
  const { shared, world } = play
  const found = [...heldByAccount(play, now), ...shared.held.values(), ...passedOver(play, now)]
  // The last reason of a lead counts.
  const held = [...new Map(found.map((lead) => [lead.lead_id, lead])).values()]
  return held
    .filter(
      ({ account_id, campaign_id, due_at, lead_id }) =>
        due_at < end && !mailed.has(lead_id) && isSelected(chosen, campaign_id, account_id)
    )
    .toSorted(byDue)
    .slice(0, bounds.listed)
    .map(({ other_campaign_id, missing = null, waits_for = null, ...lead }) => ({
      ...lead,
      missing,
      waits_for,
      email: world.leads.get(lead.lead_id)?.email ?? null,
      other_campaign: shownCampaign(other_campaign_id, world.contacts)
    }))
}

/** A mail as the outlook shows it. */
const shownMail = ({ account_id, at, lead, step }: ForecastMail): Outlook["mails"][number] => ({
  at,
  lead_id: lead.id,
  email: lead.email,
  campaign_id: lead.campaign_id,
  account_id,
  sequence_id: step.id,
  position: step.position
})

/** The answer of a forecast that is over. Its lists are limited to a day, a campaign and an account, if they are given. */
export const outlookOf = (
  play: Play,
  days: Days,
  { day, ...chosen }: Pick<OutlookQuery, "account_id" | "campaign_id" | "day">,
  now: Timestamp
): Omit<Outlook, "accounts_left_out" | "scheduled"> => {
  const { actors, shared, world } = play
  const { end = play.end, start = now } = spanOf(days, day)
  const mails = shared.mails.filter(({ at }) => at >= start && at < end)
  const mailed = new Set(mails.map(({ lead }) => lead.id))
  return {
    timezone: days.timezone,
    days: daysOf(play, days),
    mails: mails
      .filter(({ account_id, lead }) => isSelected(chosen, lead.campaign_id, account_id))
      .slice(0, bounds.listed)
      .map(shownMail),
    held: shownHeld(play, chosen, mailed, end, now),
    campaigns: Array.from(campaignsOf(world.senders).values(), ({ campaign }) => campaign)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, name }) => ({
        campaign_id: id,
        name,
        reason: campaignReason(play, id, now),
        skipped: world.skipped(id)
      })),
    accounts: actors.map(({ first, sender: { account } }) => ({
      account_id: account.id,
      email: account.email,
      reason: exceptPace(first?.gate.reason ?? null)
    })),
    complete_until: play.complete_until
  }
}
