/** Stores the next step of accounts as begun, before a server is asked (sending design, "begin"). */
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { type AccountRecord, undeleted } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { forSending, shared } from "../activity/Sharing.ts"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { AccountId, CampaignId, LeadId, OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { dueFor as dueForInbox } from "../mailboxes/InboxWork.ts"
import { awaited, type MailboxRecord } from "../mailboxes/Mailbox.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeLinkBase } from "../organization/LinkBase.ts"
import { newMessageId } from "../sends/Composition.ts"
import { begin, refuse } from "../sends/Progress.ts"
import type { NewSend, SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { stepIdOf } from "../sequences/Sequence.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { isHeld } from "./BounceLimit.ts"
import { type Choice, choiceOf, type Chosen } from "./Choice.ts"
import {
  type Candidate,
  type Closed,
  earlier,
  gateOf,
  isFirstMail,
  nextMailAt,
  type Open,
  type Setup
} from "./Decision.ts"
import { makeHeads } from "./Heads.ts"
import { strandedOf } from "./NextStep.ts"
import { type CampaignSituation, makeSituations, type Situation } from "./Situation.ts"
import { makeStepMails } from "./StepMail.ts"

/** A step that is to be sent now. */
export interface BegunStep {
  readonly send: SendRecord
  readonly account: AccountRecord
  readonly mailbox: MailboxRecord
  readonly mail: OutgoingMail
  /** When the try before began, which was refused; `null`: it is the first one. */
  readonly refused_at: Timestamp.Timestamp | null
}

/** Nothing is sent now. */
export interface NothingDue {
  /** When to ask again; `null`: after a change. */
  readonly until: Timestamp.Timestamp | null
  /** The account may send, and has nothing due, or new leads have their turn: it may take leads of these campaigns. */
  readonly taking: {
    readonly situation: Situation
    readonly campaigns: ReadonlyArray<CampaignSituation>
    readonly room: number
  } | null
  /** Whether follow-ups are due that wait for new leads. */
  readonly hasDue: boolean
}

const nothing: NothingDue = { until: null, taking: null, hasDue: false }

/** So many mails of the account bounced that it has to wait. */
export interface HeldBack {
  readonly held: Situation
}

/** The decisions about one account. */
interface Plan {
  readonly situation: Situation
  readonly gate: Closed | Open
  choice: Choice
  next_at?: Timestamp.Timestamp
  until: Timestamp.Timestamp | null
  /** It takes a new lead before it sends a follow-up. */
  isTaking: boolean
}

const noChoice: Choice = { rows: [], held: [], until: null, hasDue: false, isInboxDue: false }

/** An account that asks for its next step. */
interface Asking {
  readonly account_id: AccountId
  /** Whether it may take new leads although follow-ups are due. It may not once it has found none. */
  readonly may_take: boolean
}

/** Whether a server refused a mail that waits. A lost connection refused nothing. */
const isRefused = ({ outcome, reply }: Pick<SendRecord, "outcome" | "reply">): boolean =>
  outcome === "deferred" || (outcome === "queued" && /^[45]\d\d/u.test(reply ?? ""))

export const makeBegin = (setup: Setup) =>
  Effect.gen(function* () {
    const accounts = yield* AccountStore
    const agenda = yield* AgendaStore
    const headsOf = yield* makeHeads
    const findCovered = yield* makeFindCovered
    const guards = yield* GuardStore
    const leads = yield* LeadStore
    const linkBase = yield* makeLinkBase
    const mailboxes = yield* MailboxStore
    const random = yield* SecureRandom.SecureRandom
    const sends = yield* SendStore
    const situationsOf = yield* makeSituations
    const { composeMail, preview } = yield* makeStepMails
    const work = yield* WorkStore
    const { transactional } = yield* Changes

    /** Decides about the due rows of an account, the earliest first, until one may be sent. */
    const decide = (
      plan: Plan,
      heads: ReadonlyArray<AgendaRecord>,
      read: {
        readonly rows: ReadonlyMap<LeadId, AgendaRecord>
        readonly leads: ReadonlyMap<LeadId, LeadRecord>
        readonly covered: ReadonlySet<string>
        readonly sends: ReadonlyMap<LeadId, ReadonlyArray<SendRecord>>
        /** The number of first mails under way, by campaign. It grows with each that begins now. */
        readonly firsts: Map<CampaignId, number>
      },
      organization_id: OrganizationId,
      now: Timestamp.Timestamp
    ) => {
      const { gate, situation } = plan
      if (gate.reason !== null) return
      const candidateOf = ({ account_id, lead_id }: AgendaRecord, of: CampaignSituation): Candidate | undefined => {
        const row = read.rows.get(lead_id)
        if (row === undefined || row.state !== "waiting" || row.account_id !== account_id) return undefined
        const lead = read.leads.get(lead_id)
        const sends = read.sends.get(lead_id) ?? []
        const { campaign, steps } = of
        return {
          row,
          of: { ...of, contactedToday: of.contactedToday + (read.firsts.get(campaign.id) ?? 0) },
          lead,
          isCovered: lead !== undefined && read.covered.has(lead.email),
          sends,
          missing: (step, lead) =>
            preview({ campaign, step, steps, lead, account: situation.account, sends }, organization_id).missing
        }
      }
      const choice = choiceOf(gate, heads, candidateOf, situation, setup, now)
      plan.choice = choice
      plan.until = earlier(plan.until, choice.until)
      if (choice.chosen === undefined) return
      const { of, row } = choice.chosen
      if (isFirstMail(row, read.sends.get(row.lead_id) ?? [])) {
        read.firsts.set(of.campaign.id, (read.firsts.get(of.campaign.id) ?? 0) + 1)
      }
    }

    /** The mail of a step as it begins: a new one, or the one that waits, or was refused before its lead was resumed. */
    const begun = Effect.fnUntraced(function* (
      { account }: Situation,
      { lead, row, step }: Chosen,
      earlierSends: ReadonlyArray<SendRecord>,
      now: Timestamp.Timestamp
    ) {
      const again = earlierSends.find(
        ({ outcome, step_id }) =>
          step_id === stepIdOf(step) && (outcome === "queued" || outcome === "deferred" || outcome === "refused")
      )
      // The variant is another one if the one that was deferred is deleted.
      const common = {
        account_id: account.id,
        sequence_id: step.id,
        position: step.position,
        to_email: lead.email
      }
      if (again !== undefined) {
        const attempts = again.outcome === "refused" ? 0 : again.attempts
        const refused_at = isRefused(again) ? again.begun_at : null
        return { stored: begin({ ...again, ...common, attempts, ended_at: null }, now), refused_at }
      }
      const bytes = yield* random.randomBytes(16)
      const added: NewSend = {
        ...common,
        kind: "step",
        lead_id: lead.id,
        campaign_id: row.campaign_id,
        step_id: stepIdOf(step),
        thread_id: null,
        subject: "",
        message_id: newMessageId(account.email, Base64Url.encode(bytes)),
        provider_message_id: null,
        outcome: "begun",
        attempts: 1,
        reply: null,
        begun_at: now,
        ended_at: null,
        next_attempt_at: null,
        content: null
      }
      return { added }
    })

    const beginAll = transactional(function* (asking: ReadonlyArray<Asking>) {
      const { id } = yield* CurrentOrganization
      const account_ids = asking.map(({ account_id }) => account_id)
      yield* guards.lock(id, "shared")
      const locked = undeleted(yield* accounts.lock(id, account_ids, "shared"))
      const boxes = yield* mailboxes.lock(
        id,
        locked.map((account) => account.id)
      )
      const now = yield* Timestamp.now
      const situations = yield* situationsOf(locked, boxes, now)
      const plans = new Map<AccountId, Plan>()
      for (const situation of situations) {
        const gate = gateOf(situation, setup, now)
        const { until } = gate
        const next = gate.reason !== null && gate.next_at !== undefined ? { next_at: gate.next_at } : {}
        plans.set(situation.account.id, { situation, gate, choice: noChoice, until, isTaking: false, ...next })
      }
      const held = [...plans.values()].filter(({ gate, situation }) => gate.reason === null && isHeld(gate, situation))
      for (const { situation } of held) plans.delete(situation.account.id)
      const taking = new Set(asking.flatMap(({ account_id, may_take }) => (may_take ? [account_id] : [])))
      const heads = yield* headsOf(plans, taking, now)
      const due = heads.filter(({ due_at }) => due_at <= now).map(({ lead_id }) => lead_id)
      const lockedLeads = due.length === 0 ? [] : yield* leads.lock(id, due)
      const covered = yield* findCovered(lockedLeads.map(({ email }) => email))
      const rows = due.length === 0 ? [] : yield* agenda.lock(id, due)
      // Read under the lock of the agenda: a person may resolve a mail of the lead at the same time.
      const earlierSends = Map.groupBy(
        due.length === 0 ? [] : yield* sends.findOfLeads(id, due),
        ({ lead_id }) => lead_id ?? (0 as LeadId)
      )
      const fresh = new Set(rows.flatMap(({ campaign_id, step_id }) => (step_id === null ? [campaign_id] : [])))
      const underWay = fresh.size === 0 ? [] : yield* agenda.countFirsts(id, [...fresh])
      const read = {
        firsts: new Map(underWay.map(({ campaign_id, firsts }) => [campaign_id, firsts])),
        rows: new Map(rows.map((row) => [row.lead_id, row])),
        leads: new Map(lockedLeads.map((lead) => [lead.id, lead])),
        covered,
        sends: earlierSends
      }
      for (const [account_id, plan] of plans) {
        if (plan.isTaking) continue
        decide(
          plan,
          heads.filter((head) => head.account_id === account_id),
          read,
          id,
          now
        )
      }
      const steps = new Map(situations.flatMap(({ campaigns }) => campaigns).map((of) => [of.campaign.id, of.steps]))
      const stranded = rows.flatMap((row) =>
        strandedOf(steps.get(row.campaign_id) ?? [], earlierSends.get(row.lead_id) ?? [], now)
      )
      if (stranded.length > 0) {
        yield* sends.write(
          id,
          stranded.map(({ reason, send }) => refuse(send, reason, now))
        )
      }
      const stored = yield* store([...plans.values()], account_ids, earlierSends, now)
      return stored.map((result, i): BegunStep | HeldBack | NothingDue => {
        const situation = held.find(({ situation }) => situation.account.id === account_ids[i])?.situation
        return situation === undefined ? result : { held: situation }
      })
    })

    /** Stores the decisions. Returns what each account does, in order. */
    const store = Effect.fnUntraced(function* (
      plans: ReadonlyArray<Plan>,
      account_ids: ReadonlyArray<AccountId>,
      earlierSends: ReadonlyMap<LeadId, ReadonlyArray<SendRecord>>,
      now: Timestamp.Timestamp
    ) {
      const { id } = yield* CurrentOrganization
      const drafts = yield* Effect.forEach(plans, ({ choice: { chosen }, situation }) =>
        chosen === undefined
          ? Effect.succeed(null)
          : begun(situation, chosen, earlierSends.get(chosen.lead.id) ?? [], now)
      )
      const added = drafts.flatMap((draft) => (draft?.added === undefined ? [] : [draft.added]))
      const inserted = new Map(
        (added.length === 0 ? [] : yield* sends.insert(id, added)).map((send) => [send.message_id, send])
      )
      const base = drafts.some((draft) => draft !== null) ? yield* linkBase : undefined
      const results = new Map<AccountId, BegunStep | NothingDue>()
      const written: Array<SendRecord> = []
      const changedRows: Array<AgendaRecord> = []
      const changedBoxes: Array<MailboxRecord> = []
      for (const [i, plan] of plans.entries()) {
        const { choice, gate, situation } = plan
        const { chosen, rows } = choice
        const { account } = situation
        const mailbox = choice.isInboxDue ? awaited(situation.mailbox) : situation.mailbox
        const draft = drafts[i]
        const send = draft?.stored ?? (draft?.added === undefined ? undefined : inserted.get(draft.added.message_id))
        changedRows.push(...rows)
        if (chosen === undefined || send === undefined || gate.reason !== null) {
          if (plan.next_at !== undefined || mailbox.read_at !== situation.mailbox.read_at) {
            changedBoxes.push({ ...mailbox, next_at: plan.next_at ?? mailbox.next_at })
          }
          const isUsed = rows.length > 0 || chosen !== undefined
          const free =
            gate.reason !== null || choice.hasDue ? null : { situation, campaigns: gate.campaigns, room: gate.room }
          const taking = plan.isTaking && gate.reason === null ? { situation, campaigns: gate.shares, room: 1 } : free
          results.set(account.id, { until: isUsed ? now : plan.until, taking, hasDue: plan.isTaking })
          continue
        }
        const { lead, of, step } = chosen
        const { campaign, steps } = of
        const composed = yield* composeMail(
          { campaign, step, steps, lead, account, sends: earlierSends.get(lead.id) ?? [] },
          send,
          base
        )
        written.push(composed.send)
        changedRows.push({ ...chosen.row, state: "begun" })
        const next_at = nextMailAt(situation, chosen.of, gate.room, now)
        changedBoxes.push({ ...mailbox, next_at })
        const refused_at = draft?.refused_at ?? null
        results.set(account.id, { send: composed.send, account, mailbox, mail: composed.mail, refused_at })
      }
      if (changedBoxes.length > 0) yield* mailboxes.write(id, changedBoxes)
      if (written.length > 0) yield* sends.write(id, written)
      if (changedRows.length > 0) yield* agenda.write(id, changedRows)
      const behind = plans.filter(({ choice }) => choice.isInboxDue).map(({ situation }) => situation.account.id)
      if (behind.length > 0) yield* dueForInbox(work, id, behind, now)
      const others = new Set(
        plans.flatMap(({ choice: { rows }, situation }) =>
          rows.flatMap(({ account_id }) =>
            account_id === null || account_id === situation.account.id ? [] : [account_id]
          )
        )
      )
      if (others.size > 0) yield* dueFor(work, id, [...others], now)
      return account_ids.map((account_id): BegunStep | NothingDue => results.get(account_id) ?? nothing)
    })

    const join = shared(beginAll, forSending)

    /**
     * Begins the next step of an account: its mail is stored as begun, with the Message-ID that every try has, and the
     * account's next instant is drawn. Accounts of an organization that ask at the same time share a transaction.
     */
    return Effect.fnUntraced(function* (asking: Asking) {
      const { id } = yield* CurrentOrganization
      const [result = nothing] = yield* join(id, [asking])
      return result
    })
  })
