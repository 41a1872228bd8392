/** Plays the turns of all accounts of an organization ahead, and sums up the mails of the next days. Pure functions. */
import type { AccountId, CampaignId } from "../ids.ts"
import type { Timestamp } from "../Timestamp.ts"
import { earlier, gateOf, type Setup } from "./Decision.ts"
import { turn } from "./Forecast.ts"
import {
  type Actor,
  actorsOf,
  beginOf,
  type HeldLead,
  nextOf,
  passedFor,
  hasMails,
  type Shared,
  type World
} from "./ForecastState.ts"
import { mayOpen } from "./Hours.ts"
import type { Reason } from "./MayContact.ts"
import { shownCampaign } from "./OtherCampaign.ts"
import { campaignsOf, type Situation } from "./Situation.ts"
import { bounds, type Outlook, type OutlookQuery } from "./Outlook.ts"

/** A forecast that is played in parts, so that other requests have their turn in between. */
export interface Play {
  readonly world: World
  readonly actors: ReadonlyArray<Actor>
  readonly shared: Shared
  readonly setup: Setup
  readonly end: Timestamp
  turns: number
  /** Until when all mails are foreseen; `null`: to the end. */
  complete_until: Timestamp | null
}

export const beginPlay = (world: World, setup: Setup, now: Timestamp, end: Timestamp): Play => ({
  world,
  actors: actorsOf(world, now),
  shared: beginOf(world, now),
  setup,
  end,
  turns: 0,
  complete_until: null
})

/** A campaign of the account has leads that were not read, and none left that were. */
const lacksLeads = ({ shared, world }: Play, { campaigns }: Situation): boolean =>
  campaigns.some(({ campaign }) => world.cut.has(campaign.id) && !hasMails(shared, campaign.id))

/** Takes some turns. Returns whether the forecast is over. */
export const playOn = (play: Play, turns: number): boolean => {
  const { actors, end, setup, shared, world } = play
  for (let taken = 0; taken < turns; taken++) {
    const next = nextOf(actors)
    if (next === undefined || next.at >= end) return true
    if (play.turns++ >= bounds.turns) {
      play.complete_until = earlier(play.complete_until, next.at)
      return true
    }
    const { mails, situation: before } = next.actor
    turn(next.actor, shared, world, null, setup, next.at)
    if (next.actor.mails === mails && play.complete_until === null && lacksLeads(play, before)) {
      play.complete_until = next.at
    }
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

const countBy = <Key extends string | number>(keys: ReadonlyArray<Key>): ReadonlyArray<readonly [Key, number]> =>
  [...Map.groupBy(keys, (key) => key)]
    .map(([key, { length }]) => [key, length] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))

/** The mails of each day, by campaign and account. */
const daysOf = ({ shared: { mails } }: Play, { boundaries, names }: Days): Outlook["days"] =>
  names.map((date, i) => {
    const [start = "", end = ""] = boundaries.slice(i)
    const sent = mails.filter(({ at }) => at >= start && at < end)
    return {
      date,
      mails: sent.length,
      campaigns: countBy<CampaignId>(sent.map(({ lead }) => lead.campaign_id)).map(([campaign_id, mails]) => ({
        campaign_id,
        mails
      })),
      accounts: countBy<AccountId>(sent.map(({ account_id }) => account_id)).map(([account_id, mails]) => ({
        account_id,
        mails
      }))
    }
  })

/**
 * Leads of accounts that send nothing until somebody changes them, and leads that no account has taken, of campaigns all of
 * whose accounts are so.
 */
const heldByAccount = (play: Play, now: Timestamp): ReadonlyArray<HeldLead> => {
  const { actors, shared, world } = play
  const reasons = new Map(
    actors.flatMap(({ situation, stands }) => (stands === undefined ? [] : [[situation.account.id, stands] as const]))
  )
  const taken = world.rows.flatMap(({ account_id, campaign_id, due_at, lead_id }) => {
    const reason = account_id === null ? undefined : reasons.get(account_id)
    return reason === undefined ? [] : [{ lead_id, account_id, campaign_id, due_at, reason }]
  })
  const sends = new Set(
    world.situations
      .filter(({ account }) => !reasons.has(account.id))
      .flatMap(({ campaigns }) => campaigns.map(({ campaign }) => campaign.id))
  )
  const pooled = shared.pool.all.map(({ campaign_id, due_at, lead_id }) => ({ lead_id, campaign_id, due_at }))
  const fresh = shared.fresh.all.map(({ campaign_id, id }) => ({ lead_id: id, campaign_id, due_at: now }))
  const free = [...Map.groupBy([...pooled, ...fresh], ({ campaign_id }) => campaign_id)].flatMap(([id, leads]) => {
    const reason = sends.has(id) ? null : reasonOf(play, id, now)
    return reason === null ? [] : leads.map((lead) => ({ ...lead, account_id: null, reason }))
  })
  return [...taken, ...free]
}

/** The reason without the pace, which only says that the last mail was a short time ago. */
const standingOf = (reason: Reason | null): Reason | null => (reason === "pace" ? null : reason)

/** Why a campaign sends nothing now: its window, or the reason of its first account. `null`: an account may send. */
const reasonOf = ({ actors, setup, shared, world }: Play, campaign_id: CampaignId, now: Timestamp): Reason | null => {
  const of = world.situations.flatMap((situation, i) => {
    const own = situation.campaigns.find(({ campaign }) => campaign.id === campaign_id)
    const gate = actors[i]?.first?.gate ?? gateOf(situation, setup, now)
    return own === undefined ? [] : [{ hours: own.hours, reason: standingOf(gate.reason) }]
  })
  const [first] = of
  if (first === undefined || shared.paused.has(campaign_id)) return "campaign_not_active"
  if (!mayOpen(first.hours, now)) return "outside_window"
  return of.some(({ reason }) => reason === null) ? null : first.reason
}

/** The answer of a forecast that is over. Its lists are limited to a day, a campaign and an account, if they are given. */
export const outlookOf = (
  play: Play,
  days: Days,
  { account_id, campaign_id, day }: Pick<OutlookQuery, "account_id" | "campaign_id" | "day">,
  now: Timestamp
): Omit<Outlook, "accounts_left_out" | "scheduled"> => {
  const { actors, shared, world } = play
  const { end = play.end, start = now } = spanOf(days, day)
  const mails = shared.mails.filter(({ at }) => at >= start && at < end)
  const goes = new Set(mails.map(({ lead }) => lead.id))
  const isMeant = (campaign: CampaignId, account: AccountId | null) =>
    (campaign_id ?? campaign) === campaign && (account_id ?? account) === account
  const campaigns = campaignsOf(world.situations)
  const passed = world.passed.flatMap((lead) => {
    const of = campaigns.get(lead.campaign_id)
    const situation = world.situations.find(({ campaigns }) =>
      campaigns.some((own) => own.campaign.id === lead.campaign_id)
    )
    if (of === undefined || situation === undefined) return []
    const why = passedFor(lead, of, (step) => world.missing(of, step, lead, situation, []))
    return [{ lead_id: lead.id, campaign_id: lead.campaign_id, account_id: null, due_at: now, ...why }]
  })
  const found: ReadonlyArray<HeldLead> = [...heldByAccount(play, now), ...shared.held.values(), ...passed]
  const held = [...new Map(found.map((lead) => [lead.lead_id, lead])).values()]
  return {
    timezone: days.timezone,
    days: daysOf(play, days),
    mails: mails
      .filter((mail) => isMeant(mail.lead.campaign_id, mail.account_id))
      .slice(0, bounds.listed)
      .map((mail) => ({
        at: mail.at,
        lead_id: mail.lead.id,
        email: mail.lead.email,
        campaign_id: mail.lead.campaign_id,
        account_id: mail.account_id,
        sequence_id: mail.step.id,
        position: mail.step.position
      })),
    held: held
      .filter((lead) => lead.due_at < end && !goes.has(lead.lead_id) && isMeant(lead.campaign_id, lead.account_id))
      .toSorted((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : a.lead_id - b.lead_id))
      .slice(0, bounds.listed)
      .map(({ other_campaign_id, missing = null, waits_for = null, ...lead }) => ({
        ...lead,
        missing,
        waits_for,
        email: world.leads.get(lead.lead_id)?.email ?? null,
        other_campaign: shownCampaign(other_campaign_id, world.contacts)
      })),
    campaigns: Array.from(campaigns.values(), ({ campaign }) => campaign)
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ id, name }) => ({ campaign_id: id, name, reason: reasonOf(play, id, now), skipped: world.skipped(id) })),
    accounts: actors.map(({ first }, i) => {
      const situation = world.situations[i]
      return {
        account_id: situation?.account.id ?? (0 as AccountId),
        email: situation?.account.email ?? "",
        reason: standingOf(first?.gate.reason ?? null)
      }
    }),
    complete_until: play.complete_until
  }
}
