/** Stores the outcomes of steps: the mail, and the event of its lead. The agenda follows in the same transaction (`AgendaConsumer.ts`). */
import { Effect, Schema } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { Activity } from "../activity/Activity.ts"
import type { NewEvent } from "../activity/Event.ts"
import { forSending, shared, type SharingOptions } from "../activity/Sharing.ts"
import { Changes } from "../Changes.ts"
import { Inbound, type InboundSource } from "../mailboxes/Inbound.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import { CurrentOrganization } from "../Organization.ts"
import { isOpenTry, keepErased, restore, withRelayId } from "../sends/Progress.ts"
import { SendsEnded } from "../sends/SendChange.ts"
import { SendId, type SendRecord } from "../sends/Send.ts"
import { mayNeedCopy, withText } from "../sends/SentCopy.ts"
import { SendStore } from "../sends/SendStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { isRefusal } from "../activity/Recording.ts"
import { eventOf, type Judgement, settleStep } from "./Outcome.ts"

/** Another transaction has settled a step of the group meanwhile, so its event must not be recorded: the group is tried again without it. */
class SettledMeanwhile extends Schema.TaggedError<SettledMeanwhile>()("SettledMeanwhile", {}) {}

/** Maximum number of attempts to settle a group, after `SettledMeanwhile`. */
const maximumAttempts = 10

/** A step whose try has ended. */
export interface Ended {
  readonly send: SendRecord
  readonly account: AccountRecord
  /** The mailbox as it was when the try began. */
  readonly mailbox: MailboxRecord
  readonly outcome: MailOutcome
  readonly judgement: Judgement
}

/** The mail of a step after its try, and the event of its lead; `null`: none. */
const settled = (
  { account, judgement, mailbox, outcome, send }: Ended,
  inbound: InboundSource,
  now: Timestamp.Timestamp
) => {
  const ended = settleStep(send, outcome, judgement, now)
  const after = mayNeedCopy(account, mailbox, inbound) ? withText(ended, send) : ended
  return { after, event: eventOf(send, after, outcome, judgement.blame, account.email, now) }
}

/**
 * The mails that were refused before, for the fault of their account, as a run of refusals has shown now: with each, whether it waits
 * for the account only (`restore`).
 */
const restoredBy = (ended: ReadonlyArray<Ended>): ReadonlyMap<SendId, boolean> =>
  new Map(
    ended.flatMap(({ judgement: { fault, restored } }) =>
      restored.map((id) => [SendId.make(id), fault?.kind === "sending"] as const)
    )
  )

/** Makes the function that stores the outcome of a step. `expected`: how many accounts of an organization may have an outcome soon. */
export const makeSettle = Effect.fnUntraced(function* (expected: SharingOptions["expected"] = () => 0) {
  const activity = yield* Activity
  const inbound = yield* Inbound
  const sends = yield* SendStore
  const { report, transactional } = yield* Changes

  const recordAll = (events: ReadonlyArray<NewEvent>) =>
    activity.recordNotice(events, { leads: new Set(), refused: [] }).pipe(Effect.catchTag("InvalidInput", Effect.die))

  /** Records events in the order of the input. An event whose step was deleted is recorded without it. */
  const record = Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>) {
    if (events.length === 0) return
    const results = yield* recordAll(events)
    const rejected = events.filter((_, i) => results[i]?.status === "rejected")
    const withoutStep = rejected.flatMap(({ sequence_id, ...event }) => (sequence_id === undefined ? [] : [event]))
    if (withoutStep.length > 0) yield* recordAll(withoutStep)
  })

  /** Stores outcomes in one transaction. Returns for each whether it counts: its try was still open. */
  const attempt = transactional(function* (all: ReadonlyArray<Ended>) {
    const { id } = yield* CurrentOrganization
    const now = yield* Timestamp.now
    const found = yield* sends.findMany(
      id,
      all.map(({ send }) => send.id)
    )
    // An answer may have shown that the mail has gone out, whatever the server says: then its event is recorded already.
    const stored = new Map(found.map((send) => [send.id, send]))
    const counts = all.map(({ send }) => isOpenTry(stored.get(send.id) ?? send, send))
    const ended = all.filter((_, i) => counts[i])
    const results = ended.map((one) => settled(one, inbound, now))
    yield* record(results.flatMap(({ event }) => event ?? []))
    const afterOf = new Map(results.map(({ after }) => [after.id, after]))
    const restored = restoredBy(ended)
    const outcomeOf = new Map(all.map(({ outcome, send }) => [send.id, outcome]))
    /** A mail that something else has shown as sent, with the id of its relay; `null`: it stays as it is. */
    const withNewId = (send: SendRecord) => {
      const outcome = outcomeOf.get(send.id)
      return outcome === undefined ? null : withRelayId(send, outcome)
    }
    const named = found.filter((send) => withNewId(send) !== null).map((send) => send.id)
    const locked = yield* sends.lock(id, [...new Set([...afterOf.keys(), ...restored.keys(), ...named])])
    const wasSettled = locked.some((send) => {
      const after = afterOf.get(send.id)
      return after !== undefined && !isOpenTry(send, after)
    })
    if (wasSettled) return yield* new SettledMeanwhile()
    const changed = locked.flatMap((send) => {
      const after = afterOf.get(send.id)
      if (after !== undefined) return [keepErased(send, after)]
      const waitsForAccount = restored.get(send.id)
      if (send.outcome === "deferred" && waitsForAccount !== undefined) return [restore(send, { waitsForAccount })]
      return withNewId(send) ?? []
    })
    if (changed.length > 0) {
      yield* sends.write(id, changed)
      yield* report([new SendsEnded({ sends: changed })])
    }
    return counts
  })

  /** Stores outcomes. If another transaction settles one of them meanwhile, all are stored again, without it. */
  const settleAll = (ended: ReadonlyArray<Ended>) =>
    attempt(ended).pipe(
      Effect.retry({ while: ({ _tag }) => _tag === "SettledMeanwhile", times: maximumAttempts }),
      Effect.catchTag("SettledMeanwhile", Effect.die)
    )

  /** Refusals of addresses need the exclusive guard, so they do not share a transaction with other outcomes. */
  const settleRefusing = shared(settleAll, forSending)
  const settleOthers = shared(settleAll, { ...forSending, expected })

  /** Stores the outcome of a step, and returns whether it counts. Outcomes that come at the same time share a transaction. */
  return Effect.fnUntraced(function* (ended: Ended) {
    const { id } = yield* CurrentOrganization
    const now = yield* Timestamp.now
    const { event } = settled(ended, inbound, now)
    const settle = event !== null && isRefusal(event) ? settleRefusing : settleOthers
    const [counts = false] = yield* settle(id, [ended])
    return counts
  })
})
