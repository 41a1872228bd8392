/** Stores the next steps of accounts as begun, before a server is asked (sending design, "begin"). */
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
import { type DueRows, type Looking, plansOf } from "./AccountPlan.ts"
import { isHeld } from "./BounceLimit.ts"
import { gateOf, type Setup } from "./Decision.ts"
import { makeLockDueRows } from "./DueRows.ts"
import { makeHeads } from "./Heads.ts"
import { strandedOf } from "./NextStep.ts"
import { makeSituations, type Situation } from "./Situation.ts"
import { makeStepMails, type StepMailInput } from "./StepMail.ts"
import { type BegunSteps, makeStorePlans, type NothingDue } from "./StorePlans.ts"

/** So many mails of the account bounced that it has to wait. */
export interface HeldBack {
  readonly held: Situation
}

/** An account that asks for its next step. */
interface Asking {
  readonly account_id: AccountId
  /** Whether it may take new leads although follow-ups are due. It may not once it has found none. */
  readonly may_take: boolean
  /** The number of mails that it may begin together. */
  readonly most: number
}

const nothing: NothingDue = { until: null, taking: null, hasDue: false }

const isHeldBack = ({ gate, situation }: Looking): boolean => gate.reason === null && isHeld(gate, situation)

/** The mails of the due rows' leads that wait although their step is not sent any more, as refused. */
const strandedSends = (situations: ReadonlyArray<Situation>, due: DueRows, now: Timestamp.Timestamp) => {
  const steps = new Map(situations.flatMap(({ campaigns }) => campaigns).map((of) => [of.campaign.id, of.steps]))
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
    const situationsOf = yield* makeSituations
    const { preview } = yield* makeStepMails
    const storePlans = yield* makeStorePlans
    const { transactional } = yield* Changes

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
      const [situations, stored] = yield* Effect.all([situationsOf(locked, boxes, now), settings.find(id)], {
        concurrency: "unbounded"
      })

      const all = situations.map((situation): Looking => ({ situation, gate: gateOf(situation, setup, now) }))
      const held = new Map(all.filter(isHeldBack).map(({ situation }) => [situation.account.id, { held: situation }]))
      const looking = all.filter(({ situation }) => !held.has(situation.account.id))
      const may_take = new Set(asking.flatMap(({ account_id, may_take }) => (may_take ? [account_id] : [])))
      const { heads, taking } = yield* headsOf(looking, may_take, now)

      const due = yield* lockDueRows(
        heads.filter(({ due_at }) => due_at <= now),
        Option.getOrUndefined(stored)
      )
      const missingOf = (mail: StepMailInput) => preview(mail, id).missing
      const most = new Map(asking.map((one) => [one.account_id, one.most]))
      const mostOf = (account_id: AccountId) => most.get(account_id) ?? 1
      const plans = plansOf(looking, { heads, taking, due, missingOf, setup, mostOf, now })

      const stranded = strandedSends(situations, due, now)
      if (stranded.length > 0) yield* sends.write(id, stranded)
      const results = yield* storePlans(plans, due.sends, now)
      return account_ids.map(
        (account_id): BegunSteps | HeldBack | NothingDue => held.get(account_id) ?? results.get(account_id) ?? nothing
      )
    })

    const join = shared(beginAll, { ...forSending, expected })

    /**
     * Begins the next steps of an account: their mails are stored as begun, with the Message-ID that every try has, and the
     * account's next instant is drawn. An account with a pace begins one. Accounts of an organization that ask at the same time share a transaction.
     */
    return Effect.fnUntraced(function* (asking: Asking) {
      const { id } = yield* CurrentOrganization
      const [result = nothing] = yield* join(id, [asking])
      return result
    })
  })
