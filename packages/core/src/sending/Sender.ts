/** The worker's handler for the kind `sending`: one turn of an account (sending design, "Flow"). */
import { Duration, Effect } from "effect"
import type { AccountId, OrganizationId } from "../ids.ts"
import { accountOf } from "../mailboxes/AccountWork.ts"
import { Inbound } from "../mailboxes/Inbound.ts"
import { Mailer } from "../mailboxes/Mailer.ts"
import { kind } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import { makeDelivery } from "../sends/Delivery.ts"
import { makeKeeping } from "../sends/Keeping.ts"
import { type BegunMail, makeSingleMails } from "../sends/SingleMails.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { makeUnderWay } from "../UnderWay.ts"
import { MissedWakes } from "../work/MissedWakes.ts"
import type { Handler } from "../work/Workers.ts"
import { faultOfMail } from "./AccountFault.ts"
import { makeBegin } from "./Begin.ts"
import { makeBounceLimit } from "./BounceLimit.ts"
import { earlier } from "./Decision.ts"
import { judge } from "./Outcome.ts"
import { makeSettle } from "./Settle.ts"
import type { BegunStep } from "./StorePlans.ts"
import { makeTakeInTurn } from "./TakeInTurn.ts"
import { makeTending } from "./Tending.ts"

/** How long an account may send before other work runs, in milliseconds. A mail that has begun is still finished. */
const timeSlice = 5_000

/** The result of one step of a turn. */
interface Progress {
  /** `true`: there may be more to do now. Otherwise when to ask again; `null`: after a change. */
  readonly again: Timestamp.Timestamp | true | null
  /** Whether the agenda is in order. */
  readonly isTended: boolean
  /** Whether the account may take new leads although follow-ups are due: until it has found none. */
  readonly mayTake: boolean
}

/** Stores an outcome, and, if it counts, what it says about the account. After a failure it goes on where it was. */
const ifItCounts = <E, R>(settling: Effect.Effect<boolean, E, R>, health: Effect.Effect<void, E, R>) => {
  let counts = false
  return Effect.gen(function* () {
    counts = counts || (yield* settling)
    if (counts) yield* health
  })
}

/**
 * Makes the handler that sends the mails of an account, one after the other: answers and tests first, then steps that are
 * due, then first mails to new leads.
 */
export const sender = Effect.gen(function* () {
  const { turn } = yield* MissedWakes
  /** The turns of the accounts of each organization: they store together what happens at the same time. */
  const turns = makeUnderWay<OrganizationId>()
  const setup = {
    inbound: yield* Inbound,
    sends_without_credentials: (yield* Mailer.orNone).sendsWithoutCredentials
  }
  const beginStep = yield* makeBegin(setup, turns.count)
  const { holdBack, pauseBouncing } = yield* makeBounceLimit
  const { deliver, storeHealth } = yield* makeDelivery
  const { flush, keep } = makeKeeping()
  const settleStep = yield* makeSettle(turns.count)
  const { beginNext, settleMail } = yield* makeSingleMails
  const take = yield* makeTakeInTurn
  const tend = yield* makeTending

  const sendStep = Effect.fnUntraced(function* ({ account, mail, mailbox, refused_at, send }: BegunStep) {
    const delivered = yield* deliver(send, mail, account, mailbox)
    const { outcome } = delivered
    const given = { send, delivered, mailbox, refused_at, from_email: account.email }
    const judgement = judge(given, yield* Timestamp.now)
    const settling = settleStep({ send, account, mailbox, outcome, judgement })
    yield* keep(send, ifItCounts(settling, storeHealth({ account, mailbox }, outcome, judgement)))
  })

  const sendSingle = Effect.fnUntraced(function* (begun: BegunMail) {
    const { account, mail, mailbox, send } = begun
    const { fault, outcome } = yield* deliver(send, mail, account, mailbox)
    const shown = faultOfMail(outcome, fault, { recipient: send.to_email, sender: account.email }, yield* Timestamp.now)
    const health = storeHealth(begun, outcome, { fault: shown, refused: mailbox.refused })
    yield* keep(send, ifItCounts(settleMail(begun, outcome, shown), health))
  })

  /** Sends the next mail of an account, or finds something to send. */
  const step = Effect.fnUntraced(function* (
    account_id: AccountId,
    { isTended, mayTake }: Pick<Progress, "isTended" | "mayTake">
  ): Effect.fn.Return<Progress, StorageError, CurrentOrganization> {
    const single = yield* beginNext(account_id)
    if ("send" in single) {
      yield* sendSingle(single)
      return { again: true, isTended, mayTake }
    }
    const begun = yield* beginStep({ account_id, may_take: mayTake })
    if ("send" in begun) {
      yield* sendStep(begun)
      return { again: true, isTended: false, mayTake }
    }
    if ("held" in begun) {
      const { account, campaigns, week } = begun.held
      // Where a campaign is the cause, the account may go on with others.
      if ((yield* pauseBouncing(campaigns)).length === campaigns.length) yield* holdBack(account, week)
      return { again: true, isTended, mayTake }
    }
    if (!isTended && (yield* tend(account_id)) > 0) return { again: true, isTended: false, mayTake }
    const taken = begun.taking === null ? null : yield* take(begun.taking)
    if (taken === true) return { again: true, isTended: true, mayTake }
    // No lead was taken: follow-ups may be due.
    if (begun.hasDue && mayTake) return { again: true, isTended: true, mayTake: false }
    const isRunning = begun.until !== null || begun.taking !== null
    const latest = isRunning ? Timestamp.plus(yield* Timestamp.now, turn) : null
    return { again: earlier(earlier(single.until, taken), earlier(begun.until, latest)), isTended, mayTake }
  })

  const handle: Handler["handle"] = Effect.fnUntraced(
    function* ({ isStopping, key }) {
      const account_id = accountOf(key)
      yield* flush(account_id)
      const end = Timestamp.plus(yield* Timestamp.now, timeSlice)
      let progress: Pick<Progress, "isTended" | "mayTake"> = { isTended: false, mayTake: true }
      while (true) {
        const result: Progress = yield* step(account_id, progress)
        if (result.again !== true) return result.again
        progress = result
        const now = yield* Timestamp.now
        if (now >= end || isStopping()) return now
      }
    },
    (turn) => Effect.flatMap(CurrentOrganization, ({ id }) => turns.counted(id, () => turn))
  )

  return {
    kind,
    room: 1,
    concurrency: 200,
    lease: Duration.minutes(5),
    // A try takes at most 18 minutes, most of them for the server's reply to the mail.
    timeout: Duration.minutes(25),
    handle
  } satisfies Handler
})
