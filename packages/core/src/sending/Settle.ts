/** Stores the outcomes of steps: the event of the lead, the mail, and what is next for the lead (sending design, "settle"). */
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { Activity } from "../activity/Activity.ts"
import type { NewEvent } from "../activity/Event.ts"
import { forSending, shared } from "../activity/Sharing.ts"
import { Changes } from "../Changes.ts"
import type { MailOutcome } from "../mailboxes/Mailer.ts"
import { CurrentOrganization } from "../Organization.ts"
import { keepErased, restore } from "../sends/Progress.ts"
import { SendsEnded } from "../sends/SendChange.ts"
import { SendId, type SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { isRefusal } from "../activity/Recording.ts"
import { eventOf, type Judgement, settleStep } from "./Outcome.ts"

/** A step whose try has ended. */
export interface Ended {
  readonly send: SendRecord
  readonly account: Pick<AccountRecord, "email">
  readonly outcome: MailOutcome
  readonly judgement: Judgement
}

/** The step after its try, and the event of its lead; `null`: none. */
const settled = ({ account, judgement, outcome, send }: Ended, now: Timestamp.Timestamp) => {
  const after = settleStep(send, outcome, judgement, now)
  return { after, event: eventOf(send, after, outcome, judgement.blame, account.email, now) }
}

export const makeSettle = Effect.gen(function* () {
  const activity = yield* Activity
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
    const results = ended.map((one) => settled(one, now))
    yield* record(results.flatMap(({ event }) => event ?? []))
    const byId = new Map(results.map(({ after }) => [after.id, after]))
    // Mails that were refused for the fault of their account wait for it, too.
    const isOfSending = new Map(
      ended.flatMap(({ judgement: { fault, restored } }) =>
        restored.map((id) => [SendId.make(id), fault?.kind === "sending"] as const)
      )
    )
    const locked = yield* sends.lock(id, [...new Set([...byId.keys(), ...isOfSending.keys()])])
    const changed = locked.flatMap((send) => {
      const { id, outcome } = send
      const after = byId.get(id)
      // An outcome counts also where the mail was taken for lost meanwhile, but not where another one is stored.
      if (after !== undefined) return outcome === "begun" || outcome === "unknown" ? [keepErased(send, after)] : []
      return outcome === "deferred" ? [restore(send, isOfSending.get(id) ?? false)] : []
    })
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
    const { event } = settled(ended, now)
    const settle = event !== null && isRefusal(event) ? settleRefusing : settleOthers
    yield* settle(id, [ended])
  })
})
