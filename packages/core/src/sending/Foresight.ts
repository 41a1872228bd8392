/** Reads what a forecast begins with, and shows it: of a campaign (`GET /campaigns/{id}/upcoming`), and of all (`GET /upcoming`). */
import { Effect, Option } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { type AgendaPool, type AgendaQueue, AgendaStore } from "../agenda/AgendaStore.ts"
import { type AgendaRecord, emptyPlan, type PlanRecord } from "../agenda/Agenda.ts"
import { PlanStore } from "../agenda/PlanStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import type { CampaignRecord } from "../campaigns/Campaign.ts"
import { openedAt } from "../campaigns/SendWindow.ts"
import type { CampaignId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import { SendStore } from "../sends/SendStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeCampaignFigures } from "./CampaignFigures.ts"
import { makeCampaignHours } from "./CampaignHours.ts"
import { daysFrom } from "../analytics/Period.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { beginPlay, outlookOf, playOn } from "./Ahead.ts"
import { isPassOver, isUnseen } from "./Choice.ts"
import { makeCompanyMails } from "./CompanyMails.ts"
import { makeContacts } from "./Contacts.ts"
import type { Setup } from "./Decision.ts"
import { forecast } from "./Forecast.ts"
import { roomFor } from "./DomainLimit.ts"
import type { AccountForecast, HeldLead, World } from "./ForecastState.ts"
import { type Hours, mayOpen, mayOpenAt, opensFor, zoneFor } from "./Hours.ts"
import type { Reason } from "./MayContact.ts"
import { pacedUntil } from "./Pace.ts"
import { makeShownMoves } from "./ShownMove.ts"
import { shownCampaign } from "./OtherCampaign.ts"
import { ofAccount, ofCampaign } from "./Room.ts"
import { campaignsOf, type CampaignSituation, makeSituations, withCampaign } from "./Situation.ts"
import { makeStepMails } from "./StepMail.ts"
import { mostParked } from "./Taking.ts"
import { bounds, type Outlook, type OutlookQuery } from "./Outlook.ts"
import type { Upcoming, UpcomingAccount } from "./Upcoming.ts"

/** How much is read for a forecast. */
export interface Extent {
  /** Most rows that are read of all accounts and campaigns, of one of them, and at least of one. */
  readonly rows: { readonly most: number; readonly ofQueue: number; readonly least: number }
  /** The campaign of which more rows are read, and how many of each account. Default: none. */
  readonly all?: { readonly campaign_id: CampaignId; readonly rows: number }
  /** Most campaigns of the accounts whose new leads are looked at. */
  readonly campaigns: number
  /** Most new leads of a campaign that are looked at. `campaigns`: the number of campaigns. */
  readonly fresh: (campaign: CampaignRecord, campaigns: number) => number
  /** Most leads of a campaign among which those are looked for that the last look passed over. */
  readonly passed: number
}

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
const held: ReadonlySet<string> = new Set<Reason>(["account_failing", "inbox_behind", "limit_reached"])

const laterOf = (one: Timestamp.Timestamp | null, other: Timestamp.Timestamp): Timestamp.Timestamp =>
  one !== null && one > other ? one : other

export const makeForesight = (setup: Setup) =>
  Effect.gen(function* () {
    const agenda = yield* AgendaStore
    const companyMails = yield* makeCompanyMails
    const contacts = yield* makeContacts
    const figuresOf = yield* makeCampaignFigures
    const findCovered = yield* makeFindCovered
    const readHours = yield* makeCampaignHours
    const leadStore = yield* LeadStore
    const mailboxes = yield* MailboxStore
    const plans = yield* PlanStore
    const sendStore = yield* SendStore
    const settings = yield* SettingsStore
    const situationsOf = yield* makeSituations
    const shownMoves = yield* makeShownMoves
    const { preview } = yield* makeStepMails

    /** The leads of a campaign, after a lead, that accounts take next or have passed over, by ascending id. */
    const freshLeads = Effect.fnUntraced(function* (campaign: CampaignRecord, after: LeadId | null, limit: number) {
      const { id } = yield* CurrentOrganization
      const found = yield* leadStore.uncontacted(id, campaign.id, { after, limit })
      const ids = found.map((lead) => lead.id)
      const known = new Set((ids.length === 0 ? [] : yield* agenda.findMany(id, ids)).map(({ lead_id }) => lead_id))
      return { leads: found.filter((lead) => !known.has(lead.id)), isCut: found.length === limit }
    })

    /** The first leads of a campaign that the last look passed over. */
    const passedOver = Effect.fnUntraced(function* (
      campaign: CampaignRecord,
      extent: Extent,
      scanned_to: LeadId | null
    ) {
      if (extent.passed === 0 || scanned_to === null) return []
      const { leads } = yield* freshLeads(campaign, null, extent.passed)
      return leads.filter(({ id }) => id <= scanned_to)
    })

    /** The rows of these queues, and the campaigns of which there are more. `limit`: most rows of a queue. */
    const headsOf = Effect.fnUntraced(function* <Queue extends AgendaQueue | AgendaPool>(
      queues: ReadonlyArray<Queue>,
      limit: number,
      all: Extent["all"]
    ) {
      const { id } = yield* CurrentOrganization
      const isAll = ({ campaign_id }: Queue) => campaign_id === all?.campaign_id
      const parts = [
        { queues: queues.filter((queue) => !isAll(queue)), limit },
        { queues: queues.filter(isAll), limit: all?.rows ?? limit }
      ]
      const found = yield* Effect.forEach(parts, ({ limit, queues }) =>
        queues.length === 0
          ? Effect.succeed([])
          : agenda.heads(id, queues as ReadonlyArray<AgendaQueue> | ReadonlyArray<AgendaPool>, limit)
      )
      return {
        rows: found.flat(),
        cut: parts.flatMap(({ limit, queues }, i) => fullOf(queues, found[i] ?? [], limit))
      }
    })

    /**
     * `campaign_id`: the campaign whose new leads are looked at first; `null`: none comes first. `also`: a campaign that counts
     * as active.
     */
    const worldOf = Effect.fnUntraced(function* (
      campaign_id: CampaignId | null,
      extent: Extent,
      accounts: ReadonlyArray<AccountRecord>,
      now: Timestamp.Timestamp,
      also?: CampaignSituation
    ) {
      const { id } = yield* CurrentOrganization
      const account_ids = accounts.map((account) => account.id)
      const boxes = account_ids.length === 0 ? [] : yield* mailboxes.findMany(id, account_ids)
      const stored = yield* situationsOf(accounts, boxes, now)
      const situations = also === undefined ? stored : stored.map((situation) => withCampaign(situation, also))
      const all = campaignsOf(situations)
      const campaigns = Array.from(all.values(), ({ campaign }) => campaign).toSorted(
        (a, b) => Number(b.id === campaign_id) - Number(a.id === campaign_id)
      )
      const { rows } = extent
      const allQueues = situations.flatMap(({ account, campaigns }) =>
        campaigns.map(({ campaign }) => ({ account_id: account.id, campaign_id: campaign.id }))
      )
      const queues = allQueues.slice(0, rows.most / rows.least)
      const ofQueue = rows.ofQueue + (campaigns.some(({ window_zone }) => window_zone === "lead") ? mostParked : 0)
      const limit = Math.max(rows.least, Math.min(ofQueue, Math.floor(rows.most / Math.max(1, queues.length))))
      const waiting = yield* headsOf(queues, limit, extent.all)
      const pools = campaigns.map(({ id }) => ({ account_id: null, campaign_id: id }))
      const pool = yield* headsOf(pools, limit, extent.all)
      const known = campaigns.length === 0 ? [] : yield* plans.findMany(id, [...all.keys()])
      const planOf = new Map(known.map((plan) => [plan.campaign_id, plan]))
      const looked = campaigns.slice(0, extent.campaigns)
      const found = yield* Effect.forEach(looked, (campaign) =>
        freshLeads(
          campaign,
          campaign.id === also?.campaign.id ? null : scannedTo(planOf.get(campaign.id), now),
          extent.fresh(campaign, campaigns.length)
        )
      )
      const fresh = found.flatMap(({ leads }) => leads)
      const cut = new Set([
        ...looked.filter((_, i) => found[i]?.isCut).map((campaign) => campaign.id),
        ...campaigns.slice(extent.campaigns).map((campaign) => campaign.id),
        ...[...allQueues.slice(queues.length), ...waiting.cut, ...pool.cut].map(({ campaign_id }) => campaign_id)
      ])
      const passed = yield* Effect.forEach(looked, (campaign) => {
        const plan = planOf.get(campaign.id)
        return (plan?.skipped ?? 0) === 0 ? Effect.succeed([]) : passedOver(campaign, extent, scannedTo(plan, now))
      })
      const taken = [...waiting.rows, ...pool.rows].map(({ lead_id }) => lead_id)
      const leads = [...fresh, ...passed.flat(), ...(taken.length === 0 ? [] : yield* leadStore.findMany(id, taken))]
      const sends = taken.length === 0 ? [] : yield* sendStore.findOfLeads(id, taken)
      const firsts = campaigns.length === 0 ? [] : yield* agenda.countFirsts(id, [...all.keys()])
      return {
        situations,
        rows: waiting.rows,
        pool: pool.rows,
        fresh,
        passed: passed.flat(),
        skipped: (campaign_id) => planOf.get(campaign_id)?.skipped ?? 0,
        cut,
        // In the days ahead, each campaign is looked at again.
        unseen: new Set(
          [...all.keys()].filter((id) => campaign_id === null || isUnseen(planOf.get(id) ?? emptyPlan(id), now))
        ),
        week: yield* figuresOf(campaigns, "last_7_days", now),
        leads: new Map(leads.map((lead): [LeadId, LeadRecord] => [lead.id, lead])),
        contacts: yield* contacts.read(leads),
        companies: yield* companyMails.read(leads, Option.getOrUndefined(yield* settings.find(id))),
        covered: yield* findCovered(leads.map(({ email }) => email)),
        sends: Map.groupBy(sends, ({ lead_id }) => lead_id ?? (0 as LeadId)),
        firsts: new Map(firsts.map(({ campaign_id, firsts }) => [campaign_id, firsts])),
        missing: ({ campaign, steps }, step, lead, { account }, sends) =>
          preview({ campaign, step, steps, lead, account, sends }, id).missing
      } satisfies World
    })

    /** Shows what these accounts send in the next days. `left_out`: the number of further accounts. */
    const outlook = Effect.fnUntraced(function* (
      accounts: ReadonlyArray<AccountRecord>,
      accounts_left_out: number,
      { timezone = "UTC", ...asked }: OutlookQuery
    ) {
      const now = yield* Timestamp.now
      const shown = daysFrom(now, timezone, days)
      const { day } = asked
      if (day !== undefined && !shown.names.includes(day)) {
        const message = `must be one of the days from ${shown.names[0]} to ${shown.names.at(-1)}`
        return yield* new InvalidInput({ faults: [{ pointer: "/day", message }] })
      }
      const world = yield* worldOf(null, nextDays, accounts, now)
      const play = beginPlay(world, setup, now, shown.boundaries.at(-1) ?? now)
      while (!playOn(play, turnsAtOnce)) yield* Effect.yieldNow
      return { ...outlookOf(play, shown, asked, now), accounts_left_out } satisfies Outlook
    })

    /** Shows the next mails of a campaign, and why it sends nothing. `accounts`: its accounts that are not deleted. */
    const upcoming = Effect.fnUntraced(function* (campaign: CampaignRecord, accounts: ReadonlyArray<AccountRecord>) {
      const { id } = yield* CurrentOrganization
      const now = yield* Timestamp.now
      const world = yield* worldOf(campaign.id, nextMails, accounts, now)
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
        moves: yield* shownMoves(campaign)
      } satisfies Upcoming
    })

    return { outlook, upcoming, worldOf }
  })

/** The lead up to which the leads of a campaign were looked at; `null`: all of them are looked at again. */
const scannedTo = (plan: PlanRecord | undefined, now: Timestamp.Timestamp): LeadId | null =>
  plan === undefined || isPassOver(plan, now) ? null : plan.scanned_to

/** The queues of which as many rows were read as was asked for. */
const fullOf = <Queue extends Pick<AgendaRecord, "account_id" | "campaign_id">>(
  queues: ReadonlyArray<Queue>,
  rows: ReadonlyArray<AgendaRecord>,
  limit: number
): ReadonlyArray<Queue> => {
  const read = Map.groupBy(rows, ({ account_id, campaign_id }) => `${account_id} ${campaign_id}`)
  return queues.filter(
    ({ account_id, campaign_id }) => (read.get(`${account_id} ${campaign_id}`)?.length ?? 0) >= limit
  )
}

/** The next mail of an account for a campaign, or why it sends none. */
const shownOf = (
  campaign: CampaignRecord,
  hours: Hours,
  forecast: AccountForecast,
  world: World,
  now: Timestamp.Timestamp
): UpcomingAccount => {
  const { gate, held, mail, situation, waits_for } = forecast
  const { account, mailbox, openToday, sentToday } = situation
  const paced = pacedUntil(account.settings, mailbox.next_at)
  const firsts = world.firsts.get(campaign.id) ?? 0
  const common = {
    account_id: account.id,
    email: account.email,
    remaining_today: ofAccount(account.settings, { sent: sentToday, open: openToday }, now)
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
  const of = situation.campaigns.find((one) => one.campaign.id === campaign.id)
  const isFull = of !== undefined && ofCampaign(campaign, of.contactedToday + firsts) <= 0
  const dayEnd = of?.dayEnd ?? now
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
  { gate, held: rows, isFull, mail }: Pick<AccountForecast, "gate" | "held" | "mail"> & { readonly isFull: boolean },
  dayEnd: Timestamp.Timestamp,
  now: Timestamp.Timestamp
): readonly [Reason | null, Timestamp.Timestamp | null] => {
  if (gate.reason !== null) return [gate.reason, gate.until]
  if (!gate.campaigns.some(({ campaign: { id } }) => id === campaign.id)) {
    return ["outside_window", mayOpenAt(hours, now)]
  }
  if (mail !== null && mail.at <= now) return [null, null]
  if (mail !== null && opensFor(hours, mail.lead, now) > now) return ["outside_window", null]
  const row = rows.find(({ reason }) => held.has(reason))
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
