/**
 * Says what accounts send next, by letting them take their turns in thought: with the decisions of the engine, and instants in
 * place of the clock. Pure functions over what was read.
 */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import type { AccountId, CampaignId } from "../ids.ts"
import { failed } from "../mailboxes/Health.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { plus, type Timestamp } from "../Timestamp.ts"
import { advance } from "./Advance.ts"
import { conditionAhead } from "./ConditionAhead.ts"
import { exceeds, isHeld } from "./BounceLimit.ts"
import { byShare, choiceOf, type Chosen, fullUntil, lacksNew, portion, takerOf } from "./Choice.ts"
import { holderOf, withBegun } from "./ContactRule.ts"
import { roomFor, addBegunTo } from "./DomainLimit.ts"
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
import {
  type AccountForecast,
  type Actor,
  actorsOf,
  beginOf,
  type ForecastMail,
  type HeldLead,
  nextOf,
  passedFor,
  type Shared,
  situationAt,
  withMail,
  type World
} from "./ForecastState.ts"
import { clockFor, closesFor, opensFor } from "./Hours.ts"
import type { Reason } from "./MayContact.ts"
import { missingIn } from "./MissingValues.ts"
import { nextStep } from "./NextStep.ts"
import type { CampaignSituation } from "./Situation.ts"
import { mostParked } from "./Taking.ts"

/** Most turns that are taken in thought: enough for dozens of accounts, and a bound on the time of a request. */
const mostTurns = 1_000

/** Pauses campaigns whose mails bounce too often. Returns the others. */
const pauseBouncing = (campaigns: ReadonlyArray<CampaignSituation>, { paused }: Shared, { week }: World) => {
  for (const { campaign } of campaigns) {
    const sums = week.get(campaign.id)
    if (sums !== undefined && exceeds(sums, campaign.bounce_limit)) paused.add(campaign.id)
  }
  return campaigns.filter(({ campaign }) => !paused.has(campaign.id))
}

/** Notes why a lead gets no mail for now. */
const hold = (
  { contacts, held }: Shared,
  { account_id, campaign_id, due_at, lead_id, missing, waits_for }: Omit<HeldLead, "reason">,
  reason: Reason,
  now: Timestamp
) => {
  if (held.has(lead_id)) return
  const holder = reason === "other_campaign" ? holderOf(lead_id, contacts, now) : null
  const other = holder === null ? {} : { other_campaign_id: holder.campaign_id }
  const about = { ...(waits_for === undefined ? {} : { waits_for }), ...(missing === undefined ? {} : { missing }) }
  held.set(lead_id, { lead_id, account_id, campaign_id, due_at, reason, ...other, ...about })
}

/**
 * Notes why a lead of the agenda gets no mail for now. One without a further step may still get one, by a condition that is open as
 * the forecast begins.
 */
const holdCandidate = (
  shared: Shared,
  { lead, missing, of, row, sends }: Candidate,
  account_id: AccountId,
  reason: Reason,
  now: Timestamp
) => {
  const held = { ...row, account_id }
  const progress = { lead_id: row.lead_id, sends, firsts: lead?.activity.firsts ?? {} }
  const waits_for = reason === "no_step" ? conditionAhead(of, lead, progress, shared.begins_at) : null
  if (waits_for !== null)
    return hold(shared, { ...held, due_at: waits_for.due_at, waits_for }, "waits_for_condition", now)
  const step = nextStep(of.steps, progress, clockFor(of.hours, lead), now)?.step
  const values =
    reason !== "missing_variable" || step === undefined || lead === undefined
      ? null
      : missingIn(step, missing(step, lead))
  hold(shared, values === null ? held : { ...held, missing: values }, reason, now)
}

/** How many leads of an account and a campaign wait for their first mail until their window opens. */
const parkedOf = ({ rows }: Shared, account_id: AccountId, campaign_id: CampaignId, now: Timestamp): number =>
  rows.of(account_id).filter((row) => row.campaign_id === campaign_id && row.step_id === null && row.due_at > now)
    .length

/**
 * Lets an account take leads, as the engine does. `true`: it took some that it may write to now. Otherwise when the window of
 * the first lead opens that it took; `null`: it took none.
 */
const take = (actor: Actor, shared: Shared, world: World, gate: Open, now: Timestamp): Timestamp | true | null => {
  let opens_at: Timestamp | null = null
  const { situation } = actor
  const { account } = situation
  for (const of of byShare(pauseBouncing(gate.campaigns, shared, world))) {
    const { campaign, hours, steps } = of
    const [first, ...further] = steps
    // First mails under way count in `choiceOf`; here they would count twice.
    const { fresh, most } = portion(situation, of, gate.room, world.firsts.get(campaign.id) ?? 0)
    if (first === undefined || most === 0) continue
    const pooled = shared.pool.of(campaign.id).slice(0, most)
    for (const row of pooled) shared.rows.set({ ...row, account_id: account.id })
    shared.pool.drop(campaign.id, pooled.length)
    let { length: count } = pooled
    let parkable = hours.ofLeads ? mostParked - parkedOf(shared, account.id, campaign.id, now) : 0
    const wanted = Math.min(most, count + fresh)
    let seen = 0
    for (const lead of shared.fresh.of(campaign.id)) {
      if (count >= wanted) break
      const due_at = opensFor(hours, lead, now)
      if (due_at > now && parkable <= 0) break
      seen++
      const missing = (step: SequenceRecord) => world.missing(of, step, lead, situation, [])
      const account_id = takerOf(lead, account.id, campaign, [first, ...further], missing)
      if (account_id === null) {
        const { reason, ...about } = passedFor(lead, of, missing)
        const row = { lead_id: lead.id, campaign_id: campaign.id, account_id: account.id, due_at: now, ...about }
        hold(shared, row, reason, now)
        continue
      }
      const row = {
        account_id,
        campaign_id: campaign.id,
        lead_id: lead.id,
        state: "waiting",
        due_at,
        step_id: null
      } as const
      shared.rows.set(row)
      shared.taken.add(lead.id)
      if (due_at > now) {
        parkable--
        opens_at = earlier(opens_at, due_at)
        hold(shared, { ...row, lead_id: lead.id }, "outside_window", now)
      } else if (account_id === account.id) count++
    }
    shared.fresh.drop(campaign.id, seen)
    if (count > 0) return true
  }
  return opens_at
}

const mailOf = (
  { lead, row, step }: Chosen,
  account_id: AccountId,
  { taken }: Shared,
  at: Timestamp
): ForecastMail => ({
  at,
  lead,
  step,
  due_at: row.step_id === null && taken.has(lead.id) ? null : row.due_at,
  account_id
})

/** The step is sent: its lead waits for the next one, and the account for its pace. */
const send = (actor: Actor, shared: Shared, choice: Chosen, room: number, now: Timestamp) => {
  const { lead, of, row } = choice
  const { situation } = actor
  const state = shared.campaigns.get(of.campaign.id)
  const earlierSends = shared.sends.get(lead.id) ?? []
  const isFirst = isFirstMail(row, earlierSends)
  if (state !== undefined && isFirst) state.contactedToday++
  if (isFirst) shared.contacts = withBegun(shared.contacts, lead.id)
  addBegunTo(lead, shared.companies, now)
  const next_at = nextMailAt(situation, choice, room, now)
  actor.situation = {
    ...situation,
    sentToday: situation.sentToday + 1,
    contactedToday: situation.contactedToday + (isFirst ? 1 : 0),
    mailbox: { ...situation.mailbox, next_at }
  }
  actor.mails++
  actor.sent = { at: now, count: actor.sent?.at === now ? actor.sent.count + 1 : 1 }
  shared.mails.push(mailOf(choice, situation.account.id, shared, now))
  actor.at = next_at
  const sends = withMail(earlierSends, choice, situation.account.id, now)
  const { steps } = of
  const course = { sends, steps, firsts: lead.activity.firsts, hours: of.hours, lead }
  shared.sends.set(lead.id, sends)
  shared.rows.set(advance(row, course, now))
}

/** Too many mails of the account bounced: campaigns that are the cause are paused, or it fails. */
const holdBack = (actor: Actor, shared: Shared, world: World, now: Timestamp) => {
  const { situation } = actor
  const { campaigns, mailbox } = situation
  if (pauseBouncing(campaigns, shared, world).length < campaigns.length) return
  // The bounces until it is tried again are not known.
  if (actor.first !== undefined && !shared.assumesBounces) actor.at = null
  else
    actor.situation = { ...situation, mailbox: { ...mailbox, ...failed(mailbox, { kind: "sending", error: "" }, now) } }
}

/** Lets an account take a new lead that comes before the follow-ups which are due. Returns whether it took one. */
const takeFirst = (
  actor: Actor,
  shared: Shared,
  world: World,
  gate: Open,
  rows: ReadonlyArray<AgendaRecord>,
  now: Timestamp
) => {
  if (actor.foundNoneAt === now || !lacksNew(gate, rows, now)) return false
  if (!gate.newLeadsFirst.some(({ campaign }) => world.unseen.has(campaign.id))) return false
  if (take(actor, shared, world, { ...gate, campaigns: gate.newLeadsFirst, room: 1 }, now) === true) return true
  actor.foundNoneAt = now
  return false
}

/** The due rows of an account, and the row that is due next, of the campaigns that it may send for. */
const headsOf = (
  waiting: ReadonlyArray<AgendaRecord>,
  { campaigns }: Pick<Open, "campaigns">,
  now: Timestamp
): ReadonlyArray<AgendaRecord> => {
  const open = new Set(campaigns.map(({ campaign }) => campaign.id))
  const heads: Array<AgendaRecord> = []
  for (const row of waiting) {
    if (!open.has(row.campaign_id)) continue
    heads.push(row)
    if (row.due_at > now) break
  }
  return heads
}

/** One turn of an account. `campaign_id`: the campaign that the forecast is about; `null`: all campaigns. */
export const turn = (
  actor: Actor,
  shared: Shared,
  world: World,
  campaign_id: CampaignId | null,
  setup: Setup,
  now: Timestamp
): void => {
  const situation = situationAt(actor, shared, now)
  actor.situation = situation
  const gate = gateOf(situation, setup, now)
  if (gate.reason !== null) {
    actor.first ??= { gate, held: [] }
    actor.at = wait(actor, gate, now)
    if (actor.at === null) actor.stands = gate.reason
    return
  }
  if (isHeld(gate, situation)) return holdBack(actor, shared, world, now)
  const rows = headsOf(shared.rows.of(situation.account.id), gate, now)
  if (takeFirst(actor, shared, world, gate, rows, now)) return
  const candidateOf = (row: AgendaRecord, of: CampaignSituation): Candidate => {
    const lead = world.leads.get(row.lead_id)
    const sends = shared.sends.get(row.lead_id) ?? []
    const firsts = world.firsts.get(of.campaign.id) ?? 0
    return {
      row,
      of: { ...of, contactedToday: of.contactedToday + firsts },
      lead,
      isCovered: lead !== undefined && world.covered.has(lead.email),
      sends,
      holder: holderOf(row.lead_id, shared.contacts, now),
      room: lead === undefined ? Infinity : roomFor(lead, shared.companies, of.campaign.timezone, now),
      missing: (step, lead) => world.missing(of, step, lead, situation, sends)
    }
  }
  const choice = choiceOf(gate, rows, candidateOf, situation, setup, now)
  const isFirstTurn = actor.first === undefined
  actor.first ??= { gate, held: choice.held.filter(({ row }) => row.campaign_id === campaign_id) }
  for (const { reason, row } of choice.held) {
    if (reason === "not_due" || reason === "other_account") continue
    const of = gate.campaigns.find(({ campaign }) => campaign.id === row.campaign_id)
    if (of !== undefined) holdCandidate(shared, candidateOf(row, of), situation.account.id, reason, now)
  }
  for (const row of choice.rows) shared.rows.set(row)
  if (choice.chosen !== undefined) {
    send(actor, shared, choice.chosen, gate.room, now)
    if (choice.chosen.of.campaign.id === campaign_id) actor.mail ??= shared.mails.at(-1) ?? null
    return
  }
  if (choice.rows.length > 0) return
  if (choice.hasDue) {
    // The inbox holds its rows back: it is being read now. Later, a reading takes no time.
    actor.at = isFirstTurn ? earlier(choice.until, changeOf(gate, now)) : now
    actor.situation = { ...situation, mailbox: { ...situation.mailbox, read_at: actor.at, sync_strikes: 0 } }
    return
  }
  const taken = take(actor, shared, world, gate, now)
  if (taken === true) return
  const again = earlier(changeOf(gate, now), fullUntil(gate.campaigns, world.firsts))
  actor.at = earlier(choice.until, earlier(taken, again))
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
  return gate.reason === "outside_window" || gate.reason === "limit_reached"
    ? beforeOpening(gate.until, now)
    : gate.until
}

/** When the next window of an account that may send opens or closes. */
const changeOf = ({ campaigns, until }: Open, now: Timestamp): Timestamp | null =>
  campaigns
    .filter(({ hours }) => !hours.ofLeads)
    .map(({ hours }) => closesFor(hours, undefined, now))
    .reduce(earlier, beforeOpening(until, now))

/** The engine looks at everything again at least this often, and so draws the first mail of a window, or a day, before it begins. */
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
  const shared = beginOf(world, now)
  const actors = actorsOf(world, now)
  for (let turns = 0; turns < mostTurns; turns++) {
    const next = nextOf(actors)
    if (next === undefined || actors.every(({ at, mail }) => mail !== null || at === null)) break
    turn(next.actor, shared, world, campaign_id, setup, next.at)
  }
  const isPaused = shared.paused.has(campaign_id)
  return actors.map(({ first, mail, situation }, i) => ({
    situation: world.situations[i] ?? situation,
    gate: isPaused ? { reason: "campaign_not_active", until: null } : (first?.gate ?? gateOf(situation, setup, now)),
    held: first?.held ?? [],
    heldForPeople: [...shared.held.values()].filter(
      (lead) =>
        lead.campaign_id === campaign_id &&
        lead.account_id === situation.account.id &&
        (lead.reason === "domain_limit" || lead.reason === "other_campaign")
    ),
    waits_for:
      [...shared.held.values()]
        .filter((lead) => lead.campaign_id === campaign_id && lead.account_id === situation.account.id)
        .flatMap(({ waits_for }) => waits_for ?? [])
        .toSorted((a, b) => (a.due_at < b.due_at ? -1 : 1))[0] ?? null,
    mail
  }))
}
