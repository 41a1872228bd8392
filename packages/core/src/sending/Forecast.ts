/**
 * Says what accounts send next, by letting them take their turns in thought: with the decisions of the engine, and instants in
 * place of the clock. Pure functions over what was read.
 */
import { spansOf } from "../accounts/Figures.ts"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { resolve } from "../analytics/Period.ts"
import { closesAt } from "../campaigns/SendWindow.ts"
import type { AccountId, CampaignId, LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import type { SendRecord } from "../sends/Send.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { plus, type Timestamp, toMillis } from "../Timestamp.ts"
import { past } from "./Advance.ts"
import { byDue, byShare, type Choice, choiceOf, type Chosen, fullUntil, portion, takerOf } from "./Choice.ts"
import {
  type Candidate,
  type Closed,
  drawAhead,
  earlier,
  gateOf,
  isFirstMail,
  nextMailAt,
  type Open,
  type Setup
} from "./Decision.ts"
import type { CampaignSituation, Situation } from "./Situation.ts"

/** Most turns that are taken in thought: enough for dozens of accounts, and a bound on the time of a request. */
const mostTurns = 1_000

/** The data that the forecast begins with. */
export interface World {
  /** The accounts of the campaign, with all campaigns that they send for. */
  readonly situations: ReadonlyArray<Situation>
  /** The earliest waiting rows of each account and campaign. */
  readonly rows: ReadonlyArray<AgendaRecord>
  /** The first rows of campaigns that have no account, as accounts take them. */
  readonly pool: ReadonlyArray<AgendaRecord>
  /** The first leads of campaigns that nobody has written to and that no account has taken, by ascending id. */
  readonly fresh: ReadonlyArray<LeadRecord>
  readonly leads: ReadonlyMap<LeadId, LeadRecord>
  /** The addresses that the blacklist covers. */
  readonly covered: ReadonlySet<string>
  readonly sends: ReadonlyMap<LeadId, ReadonlyArray<SendRecord>>
  /** The number of first mails under way, by campaign. */
  readonly firsts: ReadonlyMap<CampaignId, number>
  /** The variables without a value if this step is sent to the lead. */
  readonly missing: (
    of: CampaignSituation,
    step: SequenceRecord,
    lead: LeadRecord,
    situation: Situation,
    sends: ReadonlyArray<SendRecord>
  ) => ReadonlyArray<string>
}

/** A mail that goes out. */
interface ForecastMail {
  readonly at: Timestamp
  readonly lead: LeadRecord
  readonly step: SequenceRecord
  /** The instant from which on the mail may go; `null`: its lead was not taken yet. */
  readonly due_at: Timestamp | null
}

/** The gate of an account now, and its next mail for a campaign. */
export interface AccountForecast {
  readonly situation: Situation
  /** Whether it may send now. */
  readonly gate: Closed | Open
  /** The rows of the campaign that it has to hold back now, and why. */
  readonly held: Choice["held"]
  /** Its first mail for the campaign; `null`: none is foreseen. */
  readonly mail: ForecastMail | null
}

/** An account whose turns are taken in thought. */
interface Actor {
  situation: Situation
  /** When it has its next turn; `null`: never. */
  at: Timestamp | null
  mails: number
  first?: Pick<AccountForecast, "gate" | "held">
  mail: ForecastMail | null
}

/** The campaigns of all accounts, whose numbers and leads change with each turn. */
interface Shared {
  readonly campaigns: Map<CampaignId, { contactedToday: number; dayEnd: Timestamp }>
  readonly accounts: ReadonlySet<AccountId>
  readonly rows: Map<LeadId, AgendaRecord>
  fresh: ReadonlyArray<LeadRecord>
  pool: ReadonlyArray<AgendaRecord>
  /** Leads that were taken in the forecast. */
  readonly taken: Set<LeadId>
}

/** The campaigns that have something left to send. The engine completes the others, unless other accounts have leads of them. */
const leftOf = ({ accounts, fresh, pool, rows }: Shared) => {
  const waiting = [...rows.values()].filter(({ state }) => state === "waiting")
  const left = new Set([...fresh, ...pool, ...waiting].map(({ campaign_id }) => campaign_id))
  return ({ campaign }: CampaignSituation) =>
    left.has(campaign.id) || !campaign.account_ids.every((id) => accounts.has(id))
}

/** The situation of an account at an instant: after the end of a day, nothing was sent on the new one. */
const situationAt = ({ first, situation }: Actor, shared: Shared, at: Timestamp): Situation => {
  const { campaigns } = shared
  const { account, dayEnd } = situation
  const day =
    at < dayEnd
      ? {}
      : { sentToday: 0, openToday: 0, dayEnd: spansOf([account], "today", at)[0]?.end ?? plus(at, 86_400_000) }
  return {
    ...situation,
    ...day,
    campaigns: situation.campaigns.filter(first === undefined ? () => true : leftOf(shared)).map((of) => {
      const state = campaigns.get(of.campaign.id)
      if (state !== undefined && at >= state.dayEnd) {
        const { end } = resolve({}, { preset: "today", timezone: of.campaign.timezone }, toMillis(at)).period
        state.contactedToday = 0
        state.dayEnd = end ?? plus(at, 86_400_000)
      }
      return state === undefined ? of : { ...of, contactedToday: state.contactedToday, dayEnd: state.dayEnd }
    })
  }
}

/** Lets an account take leads, as the engine does. Returns whether it took some. */
const take = (actor: Actor, shared: Shared, world: World, gate: Open, now: Timestamp): boolean => {
  const { situation } = actor
  const { account } = situation
  for (const of of byShare(gate.campaigns)) {
    const { campaign, steps } = of
    const [first, ...further] = steps
    // First mails under way count in `choiceOf`; here they would count twice.
    const { fresh, most } = portion(situation, of, gate.room, world.firsts.get(campaign.id) ?? 0)
    if (first === undefined || most === 0) continue
    const pooled = shared.pool.filter(({ campaign_id }) => campaign_id === campaign.id).slice(0, most)
    for (const row of pooled) shared.rows.set(row.lead_id, { ...row, account_id: account.id })
    const taken = new Set(pooled.map(({ lead_id }) => lead_id))
    shared.pool = shared.pool.filter(({ lead_id }) => !taken.has(lead_id))
    let { length: count } = pooled
    const wanted = Math.min(most, count + fresh)
    for (const lead of shared.fresh) {
      if (count >= wanted) break
      if (lead.campaign_id !== campaign.id) continue
      taken.add(lead.id)
      const missing = (step: SequenceRecord) => world.missing(of, step, lead, situation, [])
      const account_id = takerOf(lead, account.id, campaign, [first, ...further], missing)
      if (account_id === null) continue
      const row = {
        account_id,
        campaign_id: campaign.id,
        lead_id: lead.id,
        state: "waiting",
        due_at: now,
        position: 0
      } as const
      shared.rows.set(lead.id, row)
      shared.taken.add(lead.id)
      if (account_id === account.id) count++
    }
    shared.fresh = shared.fresh.filter(({ id }) => !taken.has(id))
    if (count > 0) return true
  }
  return false
}

/** The step is sent: its lead waits for the next one, and the account for its pace. */
const send = (actor: Actor, shared: Shared, world: World, choice: Chosen, room: number, now: Timestamp) => {
  const { lead, of, row, step } = choice
  const { situation } = actor
  const state = shared.campaigns.get(of.campaign.id)
  const earlierSends = world.sends.get(lead.id) ?? []
  if (state !== undefined && isFirstMail(row, earlierSends)) state.contactedToday++
  const next_at = nextMailAt(situation, of, room, now)
  actor.situation = {
    ...situation,
    sentToday: situation.sentToday + 1,
    mailbox: { ...situation.mailbox, next_at }
  }
  actor.mails++
  actor.at = next_at
  shared.rows.set(lead.id, past(row, step.position, now, of.steps, of.campaign.timezone))
}

/** One turn of an account. */
const turn = (
  actor: Actor,
  shared: Shared,
  world: World,
  campaign_id: CampaignId,
  setup: Setup,
  now: Timestamp
): void => {
  const situation = situationAt(actor, shared, now)
  actor.situation = situation
  const gate = gateOf(situation, setup, now)
  if (gate.reason !== null) {
    actor.first ??= { gate, held: [] }
    actor.at = wait(actor, gate, now)
    return
  }
  const rows = [...shared.rows.values()].filter(
    (row) =>
      row.state === "waiting" &&
      row.account_id === situation.account.id &&
      gate.campaigns.some(({ campaign }) => campaign.id === row.campaign_id)
  )
  const candidateOf = (row: AgendaRecord, of: CampaignSituation): Candidate => {
    const lead = world.leads.get(row.lead_id)
    const sends = world.sends.get(row.lead_id) ?? []
    const firsts = world.firsts.get(of.campaign.id) ?? 0
    return {
      row,
      of: { ...of, contactedToday: of.contactedToday + firsts },
      lead,
      isCovered: lead !== undefined && world.covered.has(lead.email),
      sends,
      missing: (step, lead) => world.missing(of, step, lead, situation, sends)
    }
  }
  const choice = choiceOf(gate, rows, candidateOf, situation, setup, now)
  actor.first ??= { gate, held: choice.held.filter(({ row }) => row.campaign_id === campaign_id) }
  for (const row of choice.rows) shared.rows.set(row.lead_id, row)
  if (choice.chosen !== undefined) {
    const { lead, of, row, step } = choice.chosen
    if (of.campaign.id === campaign_id && actor.mail === null) {
      actor.mail = { at: now, lead, step, due_at: shared.taken.has(lead.id) ? null : row.due_at }
    }
    send(actor, shared, world, choice.chosen, gate.room, now)
    return
  }
  if (choice.rows.length > 0) return
  if (choice.hasDue) {
    // An inbox holds its rows back: it is read until it is asked about again.
    actor.situation = { ...situation, mailbox: { ...situation.mailbox, synced_at: choice.until, sync_strikes: 0 } }
    actor.at = earlier(choice.until, changeOf(gate, now))
    return
  }
  if (take(actor, shared, world, gate, now)) return
  actor.at = earlier(choice.until, earlier(changeOf(gate, now), fullUntil(gate.campaigns, world.firsts)))
}

/** When an account that may not send has its next turn. A fault of its inbox counts as over when it is asked about again. */
const wait = (actor: Actor, gate: Closed, now: Timestamp): Timestamp | null => {
  const { situation } = actor
  const { mailbox } = situation
  if (gate.reason === "account_failing" && mailbox.fault === "inbox") {
    actor.situation = { ...situation, mailbox: { ...mailbox, fault: null, failing_since: null } }
  }
  if (gate.next_at !== undefined) {
    actor.situation = { ...situation, mailbox: { ...mailbox, next_at: gate.next_at } }
    return gate.until
  }
  return gate.reason === "outside_window" ? beforeOpening(gate.until, now) : gate.until
}

/** When the next window of an account that may send opens or closes. */
const changeOf = ({ campaigns, until }: Open, now: Timestamp): Timestamp | null =>
  campaigns
    .map(({ campaign }) => closesAt(campaign.send_window, campaign.timezone, now))
    .reduce(earlier, beforeOpening(until, now))

/** The engine looks at everything again at least this often, and so draws the first mail of a window before it opens. */
const beforeOpening = (opens_at: Timestamp | null, now: Timestamp): Timestamp | null => {
  if (opens_at === null) return null
  const ahead = plus(opens_at, -drawAhead)
  return ahead > now ? ahead : opens_at
}

/**
 * The forecast of each account for a campaign, in the order of the situations. Mails that other accounts send are not
 * known: of a campaign with further accounts, leads may be gone.
 */
export const forecast = (
  world: World,
  campaign_id: CampaignId,
  setup: Setup,
  now: Timestamp
): ReadonlyArray<AccountForecast> => {
  const shared: Shared = {
    campaigns: new Map(
      world.situations
        .flatMap(({ campaigns }) => campaigns)
        .map(({ campaign, contactedToday, dayEnd }) => [campaign.id, { contactedToday, dayEnd }])
    ),
    accounts: new Set(world.situations.map(({ account }) => account.id)),
    rows: new Map(world.rows.map((row) => [row.lead_id, row])),
    fresh: world.fresh,
    pool: world.pool.toSorted(byDue),
    taken: new Set()
  }
  const actors = world.situations.map((situation): Actor => ({ situation, at: now, mails: 0, mail: null }))
  for (let turns = 0; turns < mostTurns; turns++) {
    const [next] = actors
      .filter(({ at }) => at !== null)
      .toSorted((a, b) => ((a.at ?? "") < (b.at ?? "") ? -1 : (a.at ?? "") > (b.at ?? "") ? 1 : a.mails - b.mails))
    if (next === undefined || next.at === null || actors.every(({ at, mail }) => mail !== null || at === null)) break
    const at = next.at
    turn(next, shared, world, campaign_id, setup, at)
  }
  return actors.map(({ first, mail, situation }, i) => ({
    situation: world.situations[i] ?? situation,
    gate: first?.gate ?? gateOf(situation, setup, now),
    held: first?.held ?? [],
    mail
  }))
}
