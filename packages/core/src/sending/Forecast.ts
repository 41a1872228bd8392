/**
 * Forecasts the mails of accounts by simulating their turns: with the decisions of real turns (`docs/internals/sending.md`), and instants
 * in place of the clock. Nothing is read or stored. `turn` changes `actor` and `shared`; only `forecast` is pure from outside.
 */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import type { AccountId, CampaignId } from "../ids.ts"
import { failed } from "../mailboxes/Health.ts"
import type { SequenceRecord } from "../sequences/Sequence.ts"
import { earlier, plus, type Timestamp } from "../Timestamp.ts"
import { advance } from "./Advance.ts"
import { conditionAhead } from "./ConditionAhead.ts"
import { exceeds, isHeldBack } from "./BounceLimit.ts"
import { byShare, choiceOf, type Chosen, fullUntil, lacksNew, portion, takerOf } from "./Choice.ts"
import { holderOf, withBegun } from "./ContactRule.ts"
import { roomFor, addBegunTo } from "./DomainLimit.ts"
import {
  type Candidate,
  type Closed,
  drawAhead,
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
  senderAt,
  withMail,
  type World
} from "./ForecastState.ts"
import { clockFor, closesFor, opensFor } from "./Hours.ts"
import type { Reason } from "./MayContact.ts"
import { missingIn } from "./MissingValues.ts"
import { nextStep } from "./NextStep.ts"
import type { ActiveCampaign, SendingAccount } from "./SendingAccount.ts"
import { maximumParked } from "./Taking.ts"

/** The maximum number of turns that are simulated: enough for dozens of accounts, and a bound on the time of a request. */
const maximumTurns = 1_000

/** Pauses campaigns whose mails bounce too often. Returns the others. */
const pauseBouncing = (campaigns: ReadonlyArray<ActiveCampaign>, { paused }: Shared, { week }: World) => {
  for (const { campaign } of campaigns) {
    const sums = week.get(campaign.id)
    if (sums !== undefined && exceeds(sums, campaign.bounce_limit)) paused.add(campaign.id)
  }
  return campaigns.filter(({ campaign }) => !paused.has(campaign.id))
}

/** Notes why a lead gets no mail for now. The first reason of a lead stays. */
const hold = ({ contacts, held }: Shared, lead: HeldLead, now: Timestamp) => {
  if (held.has(lead.lead_id)) return
  const { account_id, campaign_id, due_at, lead_id, missing, reason, waits_for } = lead
  const holder = reason === "other_campaign" ? holderOf(lead_id, contacts, now) : null
  held.set(lead_id, {
    lead_id,
    account_id,
    campaign_id,
    due_at,
    reason,
    ...(holder === null ? {} : { other_campaign_id: holder.campaign_id }),
    ...(waits_for === undefined ? {} : { waits_for }),
    ...(missing === undefined ? {} : { missing })
  })
}

/**
 * Notes why a lead of the agenda gets no mail for now. One without a further step may still get one, by a condition that is open as
 * the forecast begins.
 */
const holdCandidate = (
  shared: Shared,
  { active, lead, missing, row, sends }: Candidate,
  account_id: AccountId,
  reason: Reason,
  now: Timestamp
) => {
  const progress = { lead_id: row.lead_id, sends, firsts: lead?.activity.firsts ?? {} }
  const waits_for = reason === "no_step" ? conditionAhead(active, lead, progress, shared.begins_at) : null
  if (waits_for !== null) {
    const held = { ...row, account_id, due_at: waits_for.due_at, waits_for }
    return hold(shared, { ...held, reason: "waits_for_condition" }, now)
  }
  const step = nextStep(active.steps, progress, clockFor(active.hours, lead), now)?.step
  const lacksValue = reason === "missing_variable" && step !== undefined && lead !== undefined
  const values = lacksValue ? missingIn(step, missing(step, lead)) : null
  hold(shared, { ...row, account_id, reason, ...(values === null ? {} : { missing: values }) }, now)
}

/** How many leads of an account and a campaign wait for their first mail until their window opens. */
const countParked = ({ rows }: Shared, account_id: AccountId, campaign_id: CampaignId, now: Timestamp): number =>
  rows.of(account_id).filter((row) => row.campaign_id === campaign_id && row.step_id === null && row.due_at > now)
    .length

/** The result of taking leads. */
interface Taken {
  /** Whether the account took leads that it may write to now. */
  readonly canWrite: boolean
  /** When the window of the first lead opens that was taken while it was closed; `null`: none was. */
  readonly opens_at: Timestamp | null
}

/**
 * Lets an account take leads of one campaign, as `Taking.ts` does: first from the pool, then new ones by ascending id. `room`: the mails
 * that the account may still send today.
 */
const takeOf = (
  active: ActiveCampaign,
  sender: SendingAccount,
  room: number,
  shared: Shared,
  world: World,
  now: Timestamp
): Taken => {
  const { account } = sender
  const { campaign, hours, steps } = active
  const [first, ...further] = steps
  // First mails under way count in `choiceOf`; here they would count twice.
  const { fresh, most } = portion(sender, active, room, world.firstMailsUnderWay.get(campaign.id) ?? 0)
  if (first === undefined || most === 0) return { canWrite: false, opens_at: null }
  const pooled = shared.pool.of(campaign.id).slice(0, most)
  for (const row of pooled) shared.rows.set({ ...row, account_id: account.id })
  shared.pool.drop(campaign.id, pooled.length)
  let { length: count } = pooled
  let parkable = hours.usesLeadClock ? maximumParked - countParked(shared, account.id, campaign.id, now) : 0
  const wanted = Math.min(most, count + fresh)
  let opens_at: Timestamp | null = null
  let seen = 0
  for (const lead of shared.fresh.of(campaign.id)) {
    if (count >= wanted) break
    const due_at = opensFor(hours, lead, now)
    if (due_at > now && parkable <= 0) break
    seen++
    const missing = (step: SequenceRecord) => world.missing(active, step, lead, sender, [])
    const account_id = takerOf(lead, account.id, campaign, [first, ...further], missing)
    const row = { lead_id: lead.id, campaign_id: campaign.id }
    if (account_id === null) {
      hold(shared, { ...row, account_id: account.id, due_at: now, ...passedFor(lead, active, missing) }, now)
      continue
    }
    shared.rows.set({ ...row, account_id, state: "waiting", due_at, step_id: null })
    shared.taken.add(lead.id)
    if (due_at > now) {
      parkable--
      opens_at = earlier(opens_at, due_at)
      hold(shared, { ...row, account_id, due_at, reason: "outside_window" }, now)
    } else if (account_id === account.id) count++
  }
  shared.fresh.drop(campaign.id, seen)
  return { canWrite: count > 0, opens_at }
}

/** Lets an account take leads of these campaigns, one after the other, until it has some that it may write to. */
const take = (
  actor: Actor,
  { campaigns, room }: Pick<Open, "campaigns" | "room">,
  shared: Shared,
  world: World,
  now: Timestamp
): Taken => {
  let opens_at: Timestamp | null = null
  for (const active of byShare(pauseBouncing(campaigns, shared, world))) {
    const taken = takeOf(active, actor.sender, room, shared, world, now)
    opens_at = earlier(opens_at, taken.opens_at)
    if (taken.canWrite) return { canWrite: true, opens_at }
  }
  return { canWrite: false, opens_at }
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

/** A step is sent: its lead waits for the next one, and the account for its pace. */
const send = (actor: Actor, shared: Shared, choice: Chosen, room: number, now: Timestamp) => {
  const { active, lead, row } = choice
  const { sender } = actor
  const numbers = shared.campaigns.get(active.campaign.id)
  const earlierSends = shared.sends.get(lead.id) ?? []
  const isFirst = isFirstMail(row, earlierSends)
  if (numbers !== undefined && isFirst) numbers.contactedToday++
  if (isFirst) shared.contacts = withBegun(shared.contacts, lead.id)
  addBegunTo(lead, shared.companies, now)
  const next_at = nextMailAt(sender, choice, room, now)
  actor.sender = {
    ...sender,
    sentToday: sender.sentToday + 1,
    contactedToday: sender.contactedToday + (isFirst ? 1 : 0),
    mailbox: { ...sender.mailbox, next_at }
  }
  actor.mails++
  actor.sent = { at: now, count: actor.sent?.at === now ? actor.sent.count + 1 : 1 }
  shared.mails.push(mailOf(choice, sender.account.id, shared, now))
  actor.at = next_at
  const sends = withMail(earlierSends, choice, sender.account.id, now)
  const course = { sends, steps: active.steps, firsts: lead.activity.firsts, hours: active.hours, lead }
  shared.sends.set(lead.id, sends)
  shared.rows.set(advance(row, course, now))
}

/** Too many mails of the account bounced: campaigns that are the cause are paused. If none is, the account fails and waits. */
const holdBack = (actor: Actor, shared: Shared, world: World, now: Timestamp) => {
  const { sender } = actor
  const { campaigns, mailbox } = sender
  if (pauseBouncing(campaigns, shared, world).length < campaigns.length) return
  // The bounces of later days are not known, so a forecast that assumes none ends for this account.
  if (actor.first !== undefined && !shared.assumesBounces) actor.at = null
  else actor.sender = { ...sender, mailbox: { ...mailbox, ...failed(mailbox, { kind: "sending", error: "" }, now) } }
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
  if (take(actor, { campaigns: gate.newLeadsFirst, room: 1 }, shared, world, now).canWrite) return true
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

/** Makes the function that returns a due row of an account with everything that decides about it. */
const makeCandidateOf =
  (sender: SendingAccount, shared: Shared, world: World, now: Timestamp) =>
  (row: AgendaRecord, active: ActiveCampaign): Candidate => {
    const { campaign, contactedToday } = active
    const lead = world.leads.get(row.lead_id)
    const sends = shared.sends.get(row.lead_id) ?? []
    const underWay = world.firstMailsUnderWay.get(campaign.id) ?? 0
    return {
      row,
      active: { ...active, contactedToday: contactedToday + underWay },
      lead,
      isCovered: lead !== undefined && world.covered.has(lead.email),
      sends,
      holder: holderOf(row.lead_id, shared.contacts, now),
      companyRoom: lead === undefined ? Infinity : roomFor(lead, shared.companies, campaign.timezone, now),
      missing: (step, lead) => world.missing(active, step, lead, sender, sends)
    }
  }

/**
 * Simulates one turn of an account: it sends one mail, or takes leads, or waits until `actor.at`. `campaign_id`: the campaign that the
 * forecast is about; `null`: all campaigns.
 */
export const turn = (
  actor: Actor,
  shared: Shared,
  world: World,
  campaign_id: CampaignId | null,
  setup: Setup,
  now: Timestamp
): void => {
  const sender = senderAt(actor, shared, now)
  actor.sender = sender
  const gate = gateOf(sender, setup, now)
  if (gate.reason !== null) {
    actor.first ??= { gate, held: [] }
    actor.at = wait(actor, gate, now)
    if (actor.at === null) actor.blocked_by = gate.reason
    return
  }
  if (isHeldBack(gate, sender)) return holdBack(actor, shared, world, now)
  const heads = headsOf(shared.rows.of(sender.account.id), gate, now)
  if (takeFirst(actor, shared, world, gate, heads, now)) return
  const candidateOf = makeCandidateOf(sender, shared, world, now)
  const choice = choiceOf(gate, heads, candidateOf, sender, setup, now)
  const isFirstTurn = actor.first === undefined
  actor.first ??= { gate, held: choice.held.filter(({ row }) => row.campaign_id === campaign_id) }
  for (const { reason, row } of choice.held) {
    if (reason === "not_due" || reason === "other_account") continue
    const active = gate.campaigns.find(({ campaign }) => campaign.id === row.campaign_id)
    if (active !== undefined) holdCandidate(shared, candidateOf(row, active), sender.account.id, reason, now)
  }
  for (const row of choice.rows) shared.rows.set(row)
  if (choice.chosen !== undefined) {
    send(actor, shared, choice.chosen, gate.room, now)
    if (choice.chosen.active.campaign.id === campaign_id) actor.mail ??= shared.mails.at(-1) ?? null
    return
  }
  // The rows have changed: the next turn, at the same instant, looks at the rows after them.
  if (choice.rows.length > 0) return
  if (choice.hasDue) {
    // The inbox holds the rows back: it is being read now. Later in the forecast, a reading takes no time.
    actor.at = isFirstTurn ? earlier(choice.until, windowChangeOf(gate, now)) : now
    actor.sender = { ...sender, mailbox: { ...sender.mailbox, read_at: actor.at, sync_strikes: 0 } }
    return
  }
  const taken = take(actor, gate, shared, world, now)
  if (taken.canWrite) return
  const again = earlier(windowChangeOf(gate, now), fullUntil(gate.campaigns, world.firstMailsUnderWay))
  actor.at = earlier(choice.until, earlier(taken.opens_at, again))
}

/** When an account that may not send has its next turn. A fault of its inbox counts as over when it is asked about again. */
const wait = (actor: Actor, gate: Closed, now: Timestamp): Timestamp | null => {
  const { sender } = actor
  const { mailbox } = sender
  if (gate.reason === "account_failing" && mailbox.fault === "inbox") {
    actor.sender = { ...sender, mailbox: { ...mailbox, fault: null, failing_since: null } }
  }
  if (gate.next_at !== undefined) {
    actor.sender = { ...sender, mailbox: { ...mailbox, next_at: gate.next_at } }
    return gate.until
  }
  return gate.reason === "outside_window" || gate.reason === "limit_reached"
    ? beforeOpening(gate.until, now)
    : gate.until
}

/** When the next window of an account that may send opens or closes. */
const windowChangeOf = ({ campaigns, until }: Open, now: Timestamp): Timestamp | null =>
  campaigns
    .filter(({ hours }) => !hours.usesLeadClock)
    .map(({ hours }) => closesFor(hours, undefined, now))
    .reduce(earlier, beforeOpening(until, now))

/**
 * When an account is asked again that waits for an opening: `drawAhead` before it, because the instant of the first mail is drawn then; at
 * the opening, if that is nearer.
 */
const beforeOpening = (opens_at: Timestamp | null, now: Timestamp): Timestamp | null => {
  if (opens_at === null) return null
  const ahead = plus(opens_at, -drawAhead)
  return ahead > now ? ahead : opens_at
}

/**
 * The forecast of each account for a campaign, in the order of `world.senders`. Mails of accounts that are not in `world` are not known: if
 * the campaign has such accounts, they may take some of the leads.
 */
export const forecast = (
  world: World,
  campaign_id: CampaignId,
  setup: Setup,
  now: Timestamp
): ReadonlyArray<AccountForecast> => {
  const shared = beginOf(world, now)
  const actors = actorsOf(world, now)
  for (let turns = 0; turns < maximumTurns; turns++) {
    const next = nextOf(actors)
    if (next === undefined || actors.every(({ at, mail }) => mail !== null || at === null)) break
    turn(next.actor, shared, world, campaign_id, setup, next.at)
  }
  const isPaused = shared.paused.has(campaign_id)
  return actors.map(({ first, mail, sender }, i) => {
    const held = [...shared.held.values()].filter(
      (lead) => lead.campaign_id === campaign_id && lead.account_id === sender.account.id
    )
    const conditions = held.flatMap(({ waits_for }) => waits_for ?? [])
    return {
      sender: world.senders[i] ?? sender,
      gate: isPaused ? { reason: "campaign_not_active", until: null } : (first?.gate ?? gateOf(sender, setup, now)),
      held: first?.held ?? [],
      heldForPeople: held.filter(({ reason }) => reason === "domain_limit" || reason === "other_campaign"),
      waits_for: conditions.toSorted((a, b) => (a.due_at < b.due_at ? -1 : 1))[0] ?? null,
      mail
    }
  })
}
