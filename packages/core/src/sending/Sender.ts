/** The worker's handler for the kind `sending`: one turn of an account (`docs/internals/sending.md`). */
import { Clock, Duration, Effect, Fiber, Option } from "effect"
import type { AccountId, OrganizationId } from "../ids.ts"
import { accountOf } from "../mailboxes/AccountWork.ts"
import { succeeded } from "../mailboxes/Health.ts"
import { Inbound } from "../mailboxes/Inbound.ts"
import { Mailer } from "../mailboxes/Mailer.ts"
import { kind } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type Delivered, makeDelivery } from "../sends/Delivery.ts"
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
import { burstAfter, burstTime, notOffered } from "./Burst.ts"
import { judge } from "./Outcome.ts"
import { makeSettle } from "./Settle.ts"
import type { BegunStep } from "./StorePlans.ts"
import { makeTakeInTurn } from "./TakeInTurn.ts"
import { makeTending } from "./Tending.ts"

/** How long an account may send before other work runs, in milliseconds. A mail that has begun is still finished. */
const timeSlice = 5_000

/** How far a turn is. */
interface Progress {
  /** `true`: there may be more to do now. Otherwise when to ask again; `null`: after a change. */
  readonly again: Timestamp.Timestamp | true | null
  /** Whether the agenda of the account was repaired in this turn (`Tending.ts`), as it is before the account takes new leads. */
  readonly isTended: boolean
  /** Whether the account has sent steps since then: if a campaign has no further one, it is completed by repairing the agenda again. */
  readonly hasSent: boolean
  /** Whether the account may take new leads although follow-ups are due: until it has found none. */
  readonly mayTake: boolean
  /** The average time of the steps that it sent last, in milliseconds; `undefined`: none in this turn. */
  readonly averageTime: number | undefined
}

/**
 * Stores an outcome, and, if it counts, what it says about the account. When it is run again after a failure, it does not store the
 * outcome twice.
 */
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
  const { turn: longestWait } = yield* MissedWakes
  /** The turns of the accounts of each organization: they store together what happens at the same time. */
  const turns = makeUnderWay<OrganizationId>()
  const setup = {
    inbound: yield* Inbound,
    sends_without_credentials: (yield* Mailer.orNone).sendsWithoutCredentials
  }
  const beginSteps = yield* makeBegin(setup, turns.count)
  const { holdBack, pauseBouncing } = yield* makeBounceLimit
  const { deliver, sharing, storeHealth } = yield* makeDelivery
  const { flush, keep } = makeKeeping()
  const settleStep = yield* makeSettle(turns.count)
  const { beginNext, settleMail } = yield* makeSingleMails
  const take = yield* makeTakeInTurn
  const tend = yield* makeTending

  /** Stores the outcome of a step, after those before it: a mail that was accepted ends a run of refusals. */
  const storeStep = (
    { account, mailbox, refused_at, send }: BegunStep,
    delivered: Delivered,
    before: ReadonlyArray<Fiber.Fiber<void, StorageError>>
  ) =>
    Effect.gen(function* () {
      const { outcome } = delivered
      const given = { send, delivered, mailbox, refused_at, from_email: account.email }
      const judgement = judge(given, yield* Timestamp.now)
      const settling = settleStep({ send, account, mailbox, outcome, judgement })
      const storing = ifItCounts(settling, storeHealth({ account, mailbox }, outcome, judgement))
      yield* keep(send, outcome.outcome === "sent" ? storing : Effect.andThen(Fiber.awaitAll(before), storing))
    })

  /**
   * Sends steps that began together, one after the other. Outcomes are stored while the next step is sent. Returns the average time of the
   * offered steps, in milliseconds.
   *
   * The first step is always offered to the server. The others wait again when a step before them was not accepted, when `burstTime` is
   * over, or when the process stops.
   */
  const sendSteps = Effect.fnUntraced(function* (steps: ReadonlyArray<BegunStep>, isStopping: () => boolean) {
    const begun_at = yield* Clock.currentTimeMillis
    const storing: Array<Fiber.Fiber<void, StorageError>> = []
    const store = Effect.fnUntraced(function* (step: BegunStep, delivered: Delivered) {
      storing.push(yield* Effect.forkChild(storeStep(step, delivered, [...storing])))
    })
    const left = [...steps]
    // The steps that are left are stored as not offered.
    const waitAgain = Effect.suspend(() =>
      Effect.forEach(left.splice(0), (step) => store(step, { outcome: notOffered, fault: null }))
    )
    let offered = 0
    let time = 0
    for (let step = left.shift(); step !== undefined; step = left.shift()) {
      // All steps before this one were accepted, which their mailboxes do not say yet.
      const mailbox =
        offered === 0 ? step.mailbox : { ...step.mailbox, ...succeeded(step.mailbox, yield* Timestamp.now) }
      const delivering = yield* Effect.forkChild(deliver(step.send, step.mail, step.account, mailbox))
      const isLate = Option.isNone(yield* Effect.timeoutOption(Fiber.await(delivering), burstTime - time))
      if (isLate) yield* waitAgain
      const delivered = yield* Fiber.join(delivering)
      offered++
      time = (yield* Clock.currentTimeMillis) - begun_at
      yield* store({ ...step, mailbox }, delivered)
      if (delivered.outcome.outcome !== "sent" || time >= burstTime || isStopping()) yield* waitAgain
    }
    yield* Fiber.joinAll(storing)
    return time / offered
  })

  /** Sends an answer or a test, and stores its outcome. */
  const sendSingle = Effect.fnUntraced(function* (begun: BegunMail) {
    const { account, mail, mailbox, send } = begun
    const { fault, outcome } = yield* deliver(send, mail, account, mailbox)
    const shown = faultOfMail(outcome, fault, { recipient: send.to_email, sender: account.email }, yield* Timestamp.now)
    const health = storeHealth(begun, outcome, { fault: shown, refused: mailbox.refused })
    yield* keep(send, ifItCounts(settleMail(begun, outcome, shown), health))
  })

  /** One step of a turn: sends the next mails of an account, or finds something to send. */
  const step = Effect.fnUntraced(function* (
    account_id: AccountId,
    progress: Omit<Progress, "again">,
    isStopping: () => boolean
  ): Effect.fn.Return<Progress, StorageError, CurrentOrganization> {
    const { averageTime, hasSent, isTended, mayTake } = progress
    const goOn = { ...progress, again: true } as const
    const single = yield* beginNext(account_id)
    if ("send" in single) {
      yield* sendSingle(single)
      return goOn
    }
    const begun = yield* beginSteps({ account_id, may_take: mayTake, most: burstAfter(averageTime) })
    if ("steps" in begun) return { ...goOn, hasSent: true, averageTime: yield* sendSteps(begun.steps, isStopping) }
    if ("heldBack" in begun) {
      const { account, campaigns, week } = begun.heldBack
      // Where a campaign is the cause, the account may go on with others.
      if ((yield* pauseBouncing(campaigns)).length === campaigns.length) yield* holdBack(account, week)
      return goOn
    }
    if (!isTended && (yield* tend(account_id)) > 0) return { ...goOn, hasSent: false }
    // The agenda is in order: the account may take leads.
    const tended = isTended ? goOn : { ...goOn, isTended: true, hasSent: false }
    const taken = begun.taking === null ? null : yield* take(begun.taking)
    if (taken === true) return tended
    // No lead was taken: follow-ups may be due.
    if (begun.hasDue && mayTake) return { ...tended, mayTake: false }
    // Nothing is left to send: a campaign whose last step has just been sent is completed.
    if (isTended && hasSent) return { ...goOn, isTended: false }
    const isRunning = begun.until !== null || begun.taking !== null
    const latest = isRunning ? Timestamp.plus(yield* Timestamp.now, longestWait) : null
    return {
      ...progress,
      again: Timestamp.earlier(Timestamp.earlier(single.until, taken), Timestamp.earlier(begun.until, latest))
    }
  })

  /** One turn of an account. Returns when it has the next one; `null`: after a change. */
  const handle: Handler["handle"] = Effect.fnUntraced(
    function* ({ isStopping, key }) {
      const account_id = accountOf(key)
      yield* flush(account_id)
      const end = Timestamp.plus(yield* Timestamp.now, timeSlice)
      let progress: Omit<Progress, "again"> = {
        isTended: false,
        hasSent: false,
        mayTake: true,
        averageTime: undefined
      }
      while (true) {
        const result: Progress = yield* step(account_id, progress, isStopping)
        if (result.again !== true) return result.again
        progress = result
        const now = yield* Timestamp.now
        if (now >= end || isStopping()) return now
      }
    },
    (turn) => Effect.flatMap(CurrentOrganization, ({ id }) => turns.counted(id, () => sharing(turn)))
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
