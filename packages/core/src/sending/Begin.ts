/** Stores the next steps of accounts as begun, before a server is asked. */
import { Effect, Option } from "effect"
import { undeleted } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { forSending, shared, type SharingOptions } from "../activity/Sharing.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { AccountId } from "../ids.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import { refuse } from "../sends/Progress.ts"
import { SendStore } from "../sends/SendStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { type DueRows, type GatedSender, plansOf } from "./AccountPlan.ts"
import { isHeldBack } from "./BounceLimit.ts"
import { gateOf, type Setup } from "./Decision.ts"
import { makeLockDueRows } from "./DueRows.ts"
import { makeHeads } from "./Heads.ts"
import { strandedOf } from "./NextStep.ts"
import { makeReadSenders, type SendingAccount } from "./SendingAccount.ts"
import { makeStepMails, type StepMailInput } from "./StepMail.ts"
import { type BegunSteps, makeStorePlans, type NothingDue } from "./StorePlans.ts"

/** So many mails of the account bounced that it has to wait. */
export interface HeldBack {
  readonly heldBack: SendingAccount
}

/** An account that asks for its next step. */
interface Asking {
  readonly account_id: AccountId
  /** Whether it may take new leads although follow-ups are due. It may not once it has found none. */
  readonly may_take: boolean
  /** The number of mails that it may begin together. */
  readonly most: number
}

/** The result for an account that does not exist any more. */
const nothing: NothingDue = { until: null, taking: null, hasDue: false }

/** The waiting mails to the leads of due rows whose step is not sent any more (`strandedOf`), as refused. */
const strandedSends = (senders: ReadonlyArray<SendingAccount>, due: DueRows, now: Timestamp.Timestamp) => {
  const steps = new Map(
    senders.flatMap(({ campaigns }) => campaigns).map((active) => [active.campaign.id, active.steps])
  )
  return [...due.rows.values()]
    .flatMap(({ campaign_id, lead_id }) => strandedOf(steps.get(campaign_id) ?? [], due.sends.get(lead_id) ?? [], now))
    .map(({ reason, send }) => refuse(send, "no_longer_due", reason, now))
}

/** `expected`: how many accounts of an organization may ask soon. */
export const makeBegin = (setup: Setup, expected: SharingOptions["expected"] = () => 0) =>
  Effect.gen(function* () {
    const accounts = yield* AccountStore
    const guards = yield* GuardStore
    const headsOf = yield* makeHeads
    const lockDueRows = yield* makeLockDueRows
    const mailboxes = yield* MailboxStore
    const sends = yield* SendStore
    const settings = yield* SettingsStore
    const readSenders = yield* makeReadSenders
    const { preview } = yield* makeStepMails
    const storePlans = yield* makeStorePlans
    const { transactional } = yield* Changes

    /** Begins the next steps of these accounts, in one transaction. Returns a result for each, in order. */
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
      const [senders, stored] = yield* Effect.all([readSenders(locked, boxes, now), settings.find(id)], {
        concurrency: "unbounded"
      })

      const gated = senders.map((sender): GatedSender => ({ sender, gate: gateOf(sender, setup, now) }))
      const overLimit = gated.filter(({ gate, sender }) => gate.reason === null && isHeldBack(gate, sender))
      const heldBack = new Map(overLimit.map(({ sender }) => [sender.account.id, { heldBack: sender }]))
      const others = gated.filter(({ sender }) => !heldBack.has(sender.account.id))
      const may_take = new Set(asking.flatMap(({ account_id, may_take }) => (may_take ? [account_id] : [])))
      const { heads, takingFirst } = yield* headsOf(others, may_take, now)

      const due = yield* lockDueRows(
        heads.filter(({ due_at }) => due_at <= now),
        Option.getOrUndefined(stored)
      )
      const missingOf = (mail: StepMailInput) => preview(mail, id).missing
      const most = new Map(asking.map((one) => [one.account_id, one.most]))
      const mostOf = (account_id: AccountId) => most.get(account_id) ?? 1
      const plans = plansOf(others, { heads, takingFirst, due, missingOf, setup, mostOf, now })

      const stranded = strandedSends(senders, due, now)
      if (stranded.length > 0) yield* sends.write(id, stranded)
      const results = yield* storePlans(plans, due.sends, now)
      return account_ids.map(
        (account_id): BegunSteps | HeldBack | NothingDue =>
          heldBack.get(account_id) ?? results.get(account_id) ?? nothing
      )
    })

    const join = shared(beginAll, { ...forSending, expected })

    /**
     * Begins the next steps of an account: their mails are stored as begun, with the Message-ID that every try has, and the
     * account's next instant is drawn. An account with a pace begins one. Accounts of an organization that ask at the same time share a
     * transaction.
     */
    return Effect.fnUntraced(function* (asking: Asking) {
      const { id } = yield* CurrentOrganization
      const [result = nothing] = yield* join(id, [asking])
      return result
    })
  })
