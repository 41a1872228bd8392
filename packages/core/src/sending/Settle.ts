/** Stores the outcomes of steps: the event of the lead, the mail, and what is next for the lead (sending design, "settle"). */
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { Activity } from "../activity/Activity.ts"
import type { NewEvent } from "../activity/Event.ts"
import { forSending, shared } from "../activity/Sharing.ts"
import { Changes } from "../Changes.ts"
import { Inbound } from "../mailboxes/Inbound.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { ShownFault } from "../sends/Delivery.ts"
import { keepErased } from "../sends/Progress.ts"
import { SendsEnded } from "../sends/SendChange.ts"
import type { SendRecord } from "../sends/Send.ts"
import { mayNeedCopy, withText } from "../sends/SentCopy.ts"
import { SendStore } from "../sends/SendStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { isRefusal } from "../activity/Recording.ts"
import { eventOf, settleStep } from "./Outcome.ts"

/** A step whose try has ended. */
export interface Ended {
  readonly send: SendRecord
  readonly account: AccountRecord
  /** As it was when the try began. */
  readonly mailbox: MailboxRecord
  readonly outcome: MailOutcome
  /** The fault of the account that the outcome shows. */
  readonly fault: ShownFault | null
}

export const makeSettle = Effect.gen(function* () {
  const activity = yield* Activity
  const inbound = yield* Inbound
  const sends = yield* SendStore
  const { report, transactional } = yield* Changes

  /** Records events in the order of the input. An event whose step was deleted is recorded without it. */
  const record = Effect.fnUntraced(function* (events: ReadonlyArray<NewEvent>) {
    if (events.length === 0) return
    const results = yield* activity
      .recordNotice(events, { leads: new Set(), refused: [] })
      .pipe(Effect.catchTag("InvalidInput", Effect.die))
    const rejected = events.filter((_, i) => results[i]?.status === "rejected")
    const withoutStep = rejected.flatMap(({ sequence_id, ...event }) => (sequence_id === undefined ? [] : [event]))
    if (withoutStep.length > 0) {
      yield* activity
        .recordNotice(withoutStep, { leads: new Set(), refused: [] })
        .pipe(Effect.catchTag("InvalidInput", Effect.die))
    }
  })

  const settleAll = transactional(function* (ended: ReadonlyArray<Ended>) {
    const { id } = yield* CurrentOrganization
    const now = yield* Timestamp.now
    const settled = ended.map(({ account, fault, mailbox, outcome, send }) => {
      const after = settleStep(send, outcome, fault, now)
      return mayNeedCopy(account, mailbox, inbound) ? withText(after, send) : after
    })
    yield* record(
      ended.flatMap(({ account, outcome, send }, i) => {
        const after = settled[i] ?? send
        const event = eventOf(send, after, outcome, account.email, now)
        return event === null ? [] : [event]
      })
    )
    const byId = new Map(settled.map((send) => [send.id, send]))
    const locked = yield* sends.lock(id, [...byId.keys()])
    // An outcome counts also where the mail was taken for lost meanwhile, but not where another one is stored.
    const open = locked.filter(({ outcome }) => outcome === "begun" || outcome === "unknown")
    const changed = open.map((send) => keepErased(send, byId.get(send.id) ?? send))
    if (changed.length > 0) {
      yield* sends.write(id, changed)
      yield* report([new SendsEnded({ sends: changed })])
    }
    return ended.map(() => null)
  })

  /** Refusals of addresses need the exclusive guard, so they do not share a transaction with other outcomes. */
  const settleRefusing = shared(settleAll, forSending)
  const settleOthers = shared(settleAll, forSending)

  /** Stores the outcome of a step. Outcomes that come at the same time share a transaction. */
  return Effect.fnUntraced(function* (ended: Ended) {
    const { id } = yield* CurrentOrganization
    const now = yield* Timestamp.now
    const event = eventOf(
      ended.send,
      settleStep(ended.send, ended.outcome, ended.fault, now),
      ended.outcome,
      ended.account.email,
      now
    )
    const settle = event !== null && isRefusal(event) ? settleRefusing : settleOthers
    yield* settle(id, [ended])
  })
})
