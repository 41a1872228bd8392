/** Stores the plans of accounts (`AccountPlan`), with the mails that begin. */
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import type { AgendaRecord } from "../agenda/Agenda.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import type { AccountId, LeadId } from "../ids.ts"
import { dueFor as dueForInbox } from "../mailboxes/InboxWork.ts"
import { awaited, type MailboxRecord } from "../mailboxes/Mailbox.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeLinkBase } from "../organization/LinkBase.ts"
import type { SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import type { AccountPlan } from "./AccountPlan.ts"
import { type BegunSend, makeBeginSends } from "./BeginSends.ts"
import { nextMailAt } from "./Decision.ts"
import type { ActiveCampaign, SendingAccount } from "./SendingAccount.ts"
import { makeStepMails } from "./StepMail.ts"

/** A step whose mail has begun, and is sent now. */
export interface BegunStep extends BegunSend {
  readonly account: AccountRecord
  readonly mailbox: MailboxRecord
  readonly mail: OutgoingMail
}

/** The steps that an account sends now, one after the other; at least one. */
export interface BegunSteps {
  readonly steps: ReadonlyArray<BegunStep>
}

/** Nothing is sent now. */
export interface NothingDue {
  /** When to ask again; `null`: after a change. */
  readonly until: Timestamp.Timestamp | null
  /**
   * The campaigns of which the account may take leads. It may send, and has nothing due, or a new lead has its turn. `null`: it
   * takes none.
   */
  readonly taking: {
    readonly sender: SendingAccount
    readonly campaigns: ReadonlyArray<ActiveCampaign>
    readonly room: number
  } | null
  /** Whether follow-ups are due that wait for new leads. */
  readonly hasDue: boolean
}

/** The records that one plan of an account stores, and its result. */
interface StoredPlan {
  readonly account_id: AccountId
  readonly result: BegunStep | NothingDue
  readonly boxes: ReadonlyArray<MailboxRecord>
  readonly sends: ReadonlyArray<SendRecord>
  readonly rows: ReadonlyArray<AgendaRecord>
}

/** The mailbox of an account. If a mail waits for a reading of the inbox, its end wakes the account. */
const mailboxOf = ({ choice, sender: { mailbox } }: AccountPlan): MailboxRecord =>
  choice.isInboxDue ? awaited(mailbox) : mailbox

/** The campaigns of which an account may take leads when it sends nothing now. */
const takingOf = ({ choice, gate, isTaking, sender }: AccountPlan): NothingDue["taking"] => {
  if (gate.reason !== null) return null
  if (isTaking) return { sender, campaigns: gate.newLeadsFirst, room: 1 }
  return choice.hasDue ? null : { sender, campaigns: gate.campaigns, room: gate.room }
}

/** The records of a plan that begins no mail. */
const idlePlan = (plan: AccountPlan, now: Timestamp.Timestamp): StoredPlan => {
  const { choice, gate, isTaking, sender } = plan
  const mailbox = mailboxOf(plan)
  const next_at = gate.reason === null ? undefined : gate.next_at
  const isChanged = next_at !== undefined || mailbox.read_at !== sender.mailbox.read_at
  // A due row was decided about: the next one may be sent now.
  const mayHaveMore = choice.rows.length > 0 || choice.chosen !== undefined
  return {
    account_id: sender.account.id,
    result: { until: mayHaveMore ? now : plan.until, taking: takingOf(plan), hasDue: isTaking },
    boxes: isChanged ? [{ ...mailbox, next_at: next_at ?? mailbox.next_at }] : [],
    sends: [],
    rows: choice.rows
  }
}

/** The result of all plans of an account: its mails, or that nothing is due. */
const resultOf = (results: ReadonlyArray<StoredPlan["result"]>): BegunSteps | NothingDue | undefined => {
  const steps = results.filter((result) => "send" in result)
  const [first] = results
  return first === undefined || "send" in first ? { steps } : first
}

/** The other accounts to which the plan gives rows. */
const othersOf = ({ choice: { rows }, sender }: AccountPlan): ReadonlyArray<AccountId> =>
  rows.flatMap(({ account_id }) => (account_id === null || account_id === sender.account.id ? [] : [account_id]))

export const makeStorePlans = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const beginSends = yield* makeBeginSends
  const linkBase = yield* makeLinkBase
  const mailboxes = yield* MailboxStore
  const sends = yield* SendStore
  const { composeMail } = yield* makeStepMails
  const work = yield* WorkStore

  /** The records of a plan that begins a mail: the composed mail, and the instant of the account's next one, which is drawn now. */
  const sendingPlan = Effect.fnUntraced(function* (
    plan: AccountPlan,
    { refused_at, send }: BegunSend,
    earlier: ReadonlyMap<LeadId, ReadonlyArray<SendRecord>>,
    base: string | undefined,
    now: Timestamp.Timestamp
  ): Effect.fn.Return<StoredPlan, StorageError, CurrentOrganization> {
    const { choice, gate, sender } = plan
    if (choice.chosen === undefined || gate.reason !== null) return idlePlan(plan, now)
    const { lead, active, row, step } = choice.chosen
    const { campaign, steps } = active
    const { account } = sender
    const mailbox = mailboxOf(plan)
    const mailInput = { campaign, step, steps, lead, account, sends: earlier.get(lead.id) ?? [] }
    const composed = yield* composeMail(mailInput, send, base)
    return {
      account_id: account.id,
      result: { send: composed.send, account, mailbox, mail: composed.mail, refused_at },
      boxes: [{ ...mailbox, next_at: nextMailAt(sender, choice.chosen, gate.room, now) }],
      sends: [composed.send],
      rows: [...choice.rows, { ...row, state: "begun" }]
    }
  })

  /** Stores the plans. Returns what each account does now. `earlier`: the mails of each lead. */
  return Effect.fnUntraced(function* (
    plans: ReadonlyArray<AccountPlan>,
    earlier: ReadonlyMap<LeadId, ReadonlyArray<SendRecord>>,
    now: Timestamp.Timestamp
  ) {
    const { id } = yield* CurrentOrganization
    const begun = yield* beginSends(plans, earlier, now)
    const base = begun.size > 0 ? yield* linkBase : undefined
    const stored = yield* Effect.forEach(plans, (plan) => {
      const { chosen } = plan.choice
      const send = chosen === undefined ? undefined : begun.get(chosen.lead.id)
      return send === undefined ? Effect.succeed(idlePlan(plan, now)) : sendingPlan(plan, send, earlier, base, now)
    })
    const boxes = new Map(stored.flatMap(({ boxes }) => boxes.map((box) => [box.account_id, box] as const)))
    const changedSends = stored.flatMap(({ sends }) => sends)
    const changedRows = stored.flatMap(({ rows }) => rows)
    if (boxes.size > 0) yield* mailboxes.write(id, [...boxes.values()])
    if (changedSends.length > 0) yield* sends.write(id, changedSends)
    if (changedRows.length > 0) yield* agenda.write(id, changedRows)
    const behind = plans.filter(({ choice }) => choice.isInboxDue).map(({ sender }) => sender.account.id)
    if (behind.length > 0) yield* dueForInbox(work, id, behind, now)
    const others = new Set(plans.flatMap(othersOf))
    if (others.size > 0) yield* dueFor(work, id, [...others], now)
    const byAccount = Map.groupBy(stored, ({ account_id }) => account_id)
    return new Map(
      Array.from(byAccount, ([account_id, own]) => [account_id, resultOf(own.map(({ result }) => result))])
    )
  })
})
