/** Simulates a rehearsal: the turns of all accounts for weeks ahead, with answers and bounces. Pure functions. */
import { companyOf, mailboxOf } from "@mailroom/mail/domain"
import { daysFrom } from "../analytics/Period.ts"
import type { Metrics } from "../analytics/Rollup.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import type { AccountId, CampaignId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { stepIdOf } from "../sequences/Sequence.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Days } from "./Ahead.ts"
import { exceeds } from "./BounceLimit.ts"
import { countWhile } from "./ForecastQueues.ts"
import type { Setup } from "./Decision.ts"
import { turn } from "./Forecast.ts"
import { type Actor, actorsOf, beginOf, type ForecastMail, nextOf, type Shared, type World } from "./ForecastState.ts"
import { type Rates, type Reaction, reactionTo, type Recipients, recipientsOf } from "./Recipients.ts"
import { rehearsalBounds } from "./Rehearsal.ts"
import { roomOfAccount } from "./Room.ts"
import { type ActiveCampaign, campaignsOf } from "./SendingAccount.ts"

/** How many mails were sent, and how many bounced, on some days. */
export interface Sum {
  readonly sent: number
  readonly bounced: number
}

/** The mails of an account or a campaign by day, for sums over seven days. */
class Week {
  readonly #carried: ReadonlyArray<Sum>
  readonly #days: Array<{ sent: number; bounced: number }> = []

  /** `carried`: the mails before the rehearsal that count on its first day, on the second one, and so on. */
  constructor(carried: ReadonlyArray<Sum>) {
    this.#carried = carried
  }

  add(day: number, metric: keyof Sum): void {
    const sum = (this.#days[day] ??= { sent: 0, bounced: 0 })
    sum[metric]++
  }

  /** The mails of the seven days that end with this one. */
  at(day: number): Sum {
    const { bounced, sent } = this.#carried[day] ?? { bounced: 0, sent: 0 }
    const own = this.#days.slice(Math.max(0, day - 6), day + 1)
    return {
      sent: own.reduce((sum, mails) => sum + (mails?.sent ?? 0), sent),
      bounced: own.reduce((sum, mails) => sum + (mails?.bounced ?? 0), bounced)
    }
  }
}

/** The number of the day of an instant, from 0. An instant before the first day or after the last one belongs to that day. */
export const dayOf = ({ boundaries }: Days, at: Timestamp): number => {
  const begun = countWhile(boundaries, (begin) => begin <= at)
  return Math.max(0, Math.min(begun, boundaries.length - 1) - 1)
}

/** The input of a rehearsal. */
export interface RehearsalGiven {
  readonly campaign: CampaignRecord
  readonly world: World
  readonly setup: Setup
  readonly rates: Rates
  readonly now: Timestamp
  readonly days: Days
  /** The mails of the last seven days as they still count on the first days of the rehearsal. */
  readonly carried: {
    readonly accounts: ReadonlyMap<AccountId, ReadonlyArray<Sum>>
    readonly campaigns: ReadonlyMap<CampaignId, ReadonlyArray<Sum>>
  }
}

/** A day on which a limit kept mails back. */
export interface KeptBack {
  /** The number of the day, from 0. */
  readonly day: number
  /** The account whose limit it was; `null`: it was that of the campaign. */
  readonly account_id: AccountId | null
}

/** A rehearsal that is simulated in parts, so that other requests are answered in between. */
export interface RehearsalPlay extends RehearsalGiven {
  readonly actors: ReadonlyArray<Actor>
  readonly shared: Shared
  readonly end: Timestamp
  /** The answers and bounces, the earliest first. The first `seen` of them have happened. */
  readonly reactions: Array<Reaction>
  seen: number
  /** The number of turns so far. */
  turns: number
  /** The leads as they were read. */
  readonly before: ReadonlyMap<LeadId, LeadRecord>
  /** The leads at the present instant of the rehearsal: an answer or a bounce has stopped some. */
  readonly leads: Map<LeadId, LeadRecord>
  /** The mails of the last seven days at the present instant, by campaign. */
  readonly week: Map<CampaignId, Metrics>
  /** The campaigns of the accounts. */
  readonly campaigns: ReadonlyMap<CampaignId, ActiveCampaign>
  /** The other leads that an answer may stop: by mailbox, all; by company, the leads of campaigns with `stop_scope: "company"`. */
  readonly people: {
    readonly byMailbox: ReadonlyMap<string, ReadonlyArray<LeadId>>
    readonly byCompany: ReadonlyMap<string | null, ReadonlyArray<LeadId>>
  }
  readonly recipients: Recipients
  /** The days on which an account, or the campaign, reached its daily limit. */
  readonly limitsReached: Array<KeptBack>
  /** The days on which an account, or the campaign, reached the limit of bounces. */
  readonly bouncing: Array<KeptBack>
  /** The number of leads whose mail is due at the end of each day. */
  readonly waiting: Array<number>
  /** The days of a time zone. */
  readonly daysOf: (timezone: string) => Days
  /** The mails by day. */
  readonly weeks: {
    readonly accounts: ReadonlyMap<AccountId, Week>
    readonly campaigns: ReadonlyMap<CampaignId, Week>
  }
}

const weeksOf = <Id>(carried: ReadonlyMap<Id, ReadonlyArray<Sum>>) =>
  new Map([...carried].map(([id, sums]) => [id, new Week(sums)]))

/** Makes a function that knows the days of each time zone, which are computed once. */
const makeDaysOf = (now: Timestamp, count: number) => {
  const known = new Map<string, Days>()
  return (timezone: string): Days => {
    const days = known.get(timezone) ?? daysFrom(now, timezone, count)
    known.set(timezone, days)
    return days
  }
}

/** The leads by mailbox and by company, as far as campaigns stop other leads with one that answers (`stop_scope`). */
const peopleOf = (
  leads: ReadonlyMap<LeadId, LeadRecord>,
  campaigns: ReadonlyMap<CampaignId, ActiveCampaign>
): RehearsalPlay["people"] => {
  /** The ids of these leads by a key of their address. */
  const idsBy = <Key>(chosen: ReadonlyArray<LeadRecord>, keyOf: (email: string) => Key) =>
    new Map(
      Array.from(
        Map.groupBy(chosen, ({ email }) => keyOf(email)),
        ([key, leads]) => [key, leads.map(({ id }) => id)]
      )
    )
  const all = [...campaigns.values()].map(({ campaign }) => campaign)
  const companyScoped = new Set(
    all.flatMap(({ id, stop_on_reply, stop_scope }) => (stop_scope === "company" && stop_on_reply ? [id] : []))
  )
  const colleagues = [...leads.values()].filter(
    ({ campaign_id, email }) => companyScoped.has(campaign_id) && companyOf(email) !== null
  )
  const stopsOthers = all.some(({ stop_scope }) => stop_scope !== "campaign")
  return {
    byMailbox: idsBy(stopsOthers ? [...leads.values()] : [], mailboxOf),
    byCompany: idsBy(colleagues, companyOf)
  }
}

/** The state of a rehearsal before its first mail. */
export const beginRehearsal = (given: RehearsalGiven): RehearsalPlay => {
  const leads = new Map(given.world.leads)
  const campaigns = campaignsOf(given.world.senders)
  const week = new Map(given.world.week)
  // All leads are looked at again, as after a start.
  const world = { ...given.world, leads, week, unseen: new Set(campaigns.keys()) }
  return {
    ...given,
    world,
    before: given.world.leads,
    leads,
    week,
    campaigns,
    people: peopleOf(leads, campaigns),
    recipients: recipientsOf(
      [...leads.values()].filter(({ stop_sending }) => !stop_sending),
      given.rates
    ),
    actors: actorsOf(world, given.now),
    shared: beginOf(world, given.now, { assumesBounces: true }),
    end: given.days.boundaries.at(-1) ?? given.now,
    reactions: [],
    seen: 0,
    turns: 0,
    limitsReached: [],
    bouncing: [],
    waiting: [],
    // A day of another zone may begin before, and end after, the days of the rehearsal.
    daysOf: makeDaysOf(given.now, given.days.names.length + 2),
    weeks: { accounts: weeksOf(given.carried.accounts), campaigns: weeksOf(given.carried.campaigns) }
  }
}

/** Adds a mail, or its bounce, to the numbers of its day: of the campaign and of the account, each in its time zone. */
const countMail = (
  { daysOf, weeks }: RehearsalPlay,
  campaign: CampaignRecord,
  account: Actor["sender"]["account"],
  metric: keyof Sum,
  at: Timestamp
) => {
  weeks.campaigns.get(campaign.id)?.add(dayOf(daysOf(campaign.timezone), at), metric)
  weeks.accounts.get(account.id)?.add(dayOf(daysOf(account.settings.timezone), at), metric)
}

/** Stops a lead in the rehearsal. */
const stop = ({ leads }: RehearsalPlay, lead: LeadRecord) => leads.set(lead.id, { ...lead, stop_sending: true })

/** The leads of the same person, and the colleagues, that an answer stops because their campaigns say so. */
const stoppedWith = (
  { leads, people }: RehearsalPlay,
  { email }: LeadRecord,
  { stop_on_reply, stop_scope }: CampaignRecord
): ReadonlyArray<LeadRecord> => {
  const same = stop_on_reply && stop_scope !== "campaign" ? (people.byMailbox.get(mailboxOf(email)) ?? []) : []
  const colleagues = people.byCompany.get(companyOf(email)) ?? []
  return [...same, ...colleagues].flatMap((id) => leads.get(id) ?? [])
}

/** A lead answers, or its mail bounces: nothing more is sent to it, and too many bounces pause its campaign. */
const react = (play: RehearsalPlay, { at, lead_id, type }: Reaction) => {
  const lead = play.leads.get(lead_id)
  const mail = play.shared.sends.get(lead_id)?.at(-1)
  const campaign = lead === undefined ? undefined : play.campaigns.get(lead.campaign_id)?.campaign
  if (lead === undefined || campaign === undefined) return
  if (type === "bounced" || campaign.stop_on_reply) stop(play, lead)
  if (type === "replied") for (const other of stoppedWith(play, lead, campaign)) stop(play, other)
  if (type !== "bounced") return
  const account = play.actors.find(({ sender }) => sender.account.id === mail?.account_id)?.sender.account
  if (account !== undefined) countMail(play, campaign, account, "bounced", at)
  const sums = play.weeks.campaigns.get(campaign.id)?.at(dayOf(play.daysOf(campaign.timezone), at))
  if (sums === undefined || play.shared.paused.has(campaign.id) || !exceeds(sums, campaign.bounce_limit)) return
  play.shared.paused.add(campaign.id)
  if (campaign.id === play.campaign.id) play.bouncing.push({ day: dayOf(play.days, at), account_id: null })
}

/** Lets the answers and bounces up to an instant happen. */
const reactUntil = (play: RehearsalPlay, at: Timestamp) => {
  for (let next = play.reactions[play.seen]; next !== undefined && next.at <= at; next = play.reactions[play.seen]) {
    play.seen++
    react(play, next)
  }
}

/** Adds a reaction to those to come, in the order of their instants. */
const expect = ({ reactions, seen }: RehearsalPlay, reaction: Reaction) => {
  let index = reactions.length
  while (index > seen && (reactions[index - 1]?.at ?? "") > reaction.at) index--
  reactions.splice(index, 0, reaction)
}

/** The number of leads of the campaign whose mail is due before an instant, and still waits. New leads are due from the beginning. */
const waitingAt = ({ actors, campaign, shared }: RehearsalPlay, at: Timestamp): number =>
  [...actors.flatMap(({ sender }) => shared.rows.of(sender.account.id)), ...shared.pool.of(campaign.id)].filter(
    ({ campaign_id, due_at }) => campaign_id === campaign.id && due_at < at
  ).length + shared.fresh.of(campaign.id).length

/** Counts the waiting leads at the end of each day that ends until an instant. */
const endDays = (play: RehearsalPlay, at: Timestamp) => {
  const { days, waiting } = play
  while (true) {
    const end = days.boundaries[waiting.length + 1]
    if (end === undefined || end > at) return
    waiting.push(waitingAt(play, end))
  }
}

/** Follows a mail that has gone out: counts it, draws the reaction of its lead, and notes limits that it reaches. */
const follow = (play: RehearsalPlay, { sender }: Actor, { at, lead }: ForecastMail) => {
  const { account } = sender
  const known = play.campaigns.get(lead.campaign_id)
  if (known === undefined) return
  const { campaign, steps } = known
  countMail(play, campaign, account, "sent", at)
  const number = play.shared.sends.get(lead.id)?.length ?? 1
  const total = new Set(steps.map(stepIdOf)).size
  const reaction = reactionTo(lead.id, { number, total, sent_at: at }, play.recipients)
  if (reaction !== null) expect(play, reaction)
  const day = dayOf(play.days, at)
  const { unsettledToday, sentToday } = sender
  if (roomOfAccount(account.settings, { sent: sentToday, unsettled: unsettledToday }, at) <= 0)
    play.limitsReached.push({ day, account_id: account.id })
  const contacted = play.shared.campaigns.get(campaign.id)?.contactedToday ?? 0
  const isLastOfDay = number === 1 && contacted === campaign.daily_limit
  if (isLastOfDay && campaign.id === play.campaign.id && play.shared.fresh.of(campaign.id).length > 0)
    play.limitsReached.push({ day, account_id: null })
}

/** Brings the mails of the last seven days of an account and its campaigns up to an instant. */
const refresh = (play: RehearsalPlay, actor: Actor, at: Timestamp) => {
  const { sender } = actor
  const { account, campaigns } = sender
  const week = play.weeks.accounts.get(account.id)?.at(dayOf(play.daysOf(account.settings.timezone), at))
  if (week !== undefined) actor.sender = { ...sender, week }
  for (const { campaign } of campaigns) {
    const sums = play.weeks.campaigns.get(campaign.id)?.at(dayOf(play.daysOf(campaign.timezone), at))
    const known = play.week.get(campaign.id)
    if (sums !== undefined && known !== undefined) play.week.set(campaign.id, { ...known, ...sums })
  }
}

/** Simulates some turns, with the reactions before each. Returns whether the rehearsal is over. */
export const rehearseOn = (play: RehearsalPlay, turns: number): boolean => {
  const { actors, end, setup, shared, world } = play
  for (let taken = 0; taken < turns; taken++) {
    const next = nextOf(actors)
    const at = next === undefined || next.at >= end ? end : next.at
    reactUntil(play, at)
    endDays(play, at)
    if (next === undefined || next.at >= end || play.turns++ >= rehearsalBounds.turns) return true
    const { actor } = next
    refresh(play, actor, at)
    const { length } = shared.mails
    const strikes = actor.sender.mailbox.strikes
    turn(actor, shared, world, null, setup, at)
    for (const mail of shared.mails.slice(length)) follow(play, actor, mail)
    // The account was held back for its bounces.
    if (actor.sender.mailbox.strikes > strikes)
      play.bouncing.push({ day: dayOf(play.days, at), account_id: actor.sender.account.id })
  }
  return false
}
