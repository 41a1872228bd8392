/** The worker's handler for the kind `sending`: one turn of an account (sending design, "Flow"). */
import { Duration, Effect } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import type { AccountId } from "../ids.ts"
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
import { MissedWakes } from "../work/MissedWakes.ts"
import type { Handler } from "../work/Workers.ts"
import { faultOfMail } from "./AccountFault.ts"
import { makeBegin } from "./Begin.ts"
import { exceeds, makeBounceLimit } from "./BounceLimit.ts"
import { makeCampaignFigures } from "./CampaignFigures.ts"
import { byShare, fullUntil, portion } from "./Choice.ts"
import { makeCompletion } from "./Completion.ts"
import { earlier } from "./Decision.ts"
import { judge } from "./Outcome.ts"
import type { CampaignSituation } from "./Situation.ts"
import { makeSettle } from "./Settle.ts"
import type { BegunStep, NothingDue } from "./StorePlans.ts"
import { makeTaking } from "./Taking.ts"
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
  const agenda = yield* AgendaStore
  const beginStep = yield* makeBegin({
    inbound: yield* Inbound,
    sends_without_credentials: (yield* Mailer.orNone).sendsWithoutCredentials
  })
  const complete = yield* makeCompletion
  const { holdBack, pauseCampaign } = yield* makeBounceLimit
  const figuresOf = yield* makeCampaignFigures
  const { deliver, storeHealth } = yield* makeDelivery
  const { flush, keep } = makeKeeping()
  const settleStep = yield* makeSettle
  const { beginNext, settleMail } = yield* makeSingleMails
  const takeLeads = yield* makeTaking
  const tend = yield* makeTending

  const sendStep = Effect.fnUntraced(function* ({ account, mail, mailbox, refused_at, send }: BegunStep) {
    const delivered = yield* deliver("step", mail, account, mailbox)
    const { outcome } = delivered
    const given = { send, delivered, mailbox, refused_at, from_email: account.email }
    const judgement = judge(given, yield* Timestamp.now)
    const settling = settleStep({ send, account, mailbox, outcome, judgement })
    yield* keep(send, ifItCounts(settling, storeHealth({ account, mailbox }, outcome, judgement)))
  })

  const sendSingle = Effect.fnUntraced(function* (begun: BegunMail) {
    const { account, mail, mailbox, send } = begun
    const { fault, outcome } = yield* deliver(send.kind, mail, account, mailbox)
    const shown = faultOfMail(outcome, fault, { recipient: send.to_email, sender: account.email }, yield* Timestamp.now)
    const health = storeHealth(begun, outcome, { fault: shown, refused: mailbox.refused })
    yield* keep(send, ifItCounts(settleMail(begun, outcome, shown), health))
  })

  /** Pauses campaigns whose mails bounce too often. Returns the others. */
  const pauseBouncing = Effect.fnUntraced(function* (campaigns: ReadonlyArray<CampaignSituation>) {
    const now = yield* Timestamp.now
    const week = yield* figuresOf(
      campaigns.map(({ campaign }) => campaign),
      "last_7_days",
      now
    )
    const isBouncing = ({ campaign: { bounce_limit, id } }: CampaignSituation) =>
      exceeds(week.get(id) ?? { bounced: 0, sent: 0 }, bounce_limit)
    for (const { campaign } of campaigns.filter(isBouncing)) yield* pauseCampaign(campaign.id)
    return campaigns.filter((one) => !isBouncing(one))
  })

  /**
   * Takes new leads. `true`: the account may have something to send. Otherwise when the first of its campaigns has room for
   * new leads again; `null`: none is full.
   */
  const take = Effect.fnUntraced(function* ({ campaigns, room, situation }: NonNullable<NothingDue["taking"]>) {
    const { id } = yield* CurrentOrganization
    const { account } = situation
    const running = yield* pauseBouncing(campaigns)
    const ids = running.map(({ campaign }) => campaign.id)
    const firsts = new Map((yield* agenda.countFirsts(id, ids)).map(({ campaign_id, firsts }) => [campaign_id, firsts]))
    for (const of of byShare(running)) {
      const { campaign, steps } = of
      const [first, ...further] = steps
      const { fresh, most } = portion(situation, of, room, firsts.get(campaign.id) ?? 0)
      if (first === undefined || most === 0) continue
      const { isAtEnd, taken } = yield* takeLeads({ account, campaign, steps: [first, ...further], most, fresh })
      if (taken > 0 || (fresh > 0 && !isAtEnd)) return true
      if (isAtEnd) yield* complete(campaign.id)
    }
    return fullUntil(running, firsts)
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

  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ isStopping, key }) {
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
  })

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
