/** The worker's handler for the kind `sending`: one turn of an account (sending design, "Flow"). */
import { Duration, Effect } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import { spansOf } from "../accounts/Figures.ts"
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
import type { Handler } from "../work/Workers.ts"
import { faultOfMail } from "./AccountFault.ts"
import { type BegunStep, makeBegin, type NothingDue } from "./Begin.ts"
import { exceeds, makeBounceLimit } from "./BounceLimit.ts"
import { makeCampaignFigures } from "./CampaignFigures.ts"
import { byShare, fullUntil, portion } from "./Choice.ts"
import { makeCompletion } from "./Completion.ts"
import { earlier } from "./Decision.ts"
import { judge } from "./Outcome.ts"
import { makeSettle } from "./Settle.ts"
import { makeTaking } from "./Taking.ts"
import { makeTending } from "./Tending.ts"

/** How long an account may send before other work runs, in milliseconds. A mail that has begun is still finished. */
const timeSlice = 5_000

/** Everything is looked at again after this time, in milliseconds, so that no missed wake keeps an account waiting. */
const maximumWait = 600_000

/** The result of one step of a turn. */
interface Progress {
  /** `true`: there may be more to do now. Otherwise when to ask again; `null`: after a change. */
  readonly again: Timestamp.Timestamp | true | null
  /** Whether the agenda is in order. */
  readonly isTended: boolean
}

/**
 * Makes the handler that sends the mails of an account, one after the other: answers and tests first, then steps that are
 * due, then first mails to new leads.
 */
export const sender = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const beginStep = yield* makeBegin({
    inbound: yield* Inbound,
    sends_without_credentials: (yield* Mailer.orNone).sendsWithoutCredentials
  })
  const complete = yield* makeCompletion
  const { holdBack, pauseCampaign } = yield* makeBounceLimit
  const figuresOf = yield* makeCampaignFigures
  const { deliver, storeHealth } = yield* makeDelivery
  const rollups = yield* RollupStore
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
    yield* keep(
      send.id,
      Effect.andThen(
        settleStep({ send, account, outcome, judgement }),
        storeHealth({ account, mailbox }, outcome, judgement)
      )
    )
  })

  const sendSingle = Effect.fnUntraced(function* (begun: BegunMail) {
    const { account, mail, mailbox, send } = begun
    const { fault, outcome } = yield* deliver(send.kind, mail, account, mailbox)
    const shown = faultOfMail(outcome, fault, { recipient: send.to_email, sender: account.email }, yield* Timestamp.now)
    yield* keep(
      send.id,
      Effect.andThen(
        settleMail(begun, outcome, shown),
        storeHealth(begun, outcome, { fault: shown, refused: mailbox.refused })
      )
    )
  })

  /**
   * Takes new leads. Before, it pauses campaigns that bounce too often. `true`: the account may have something to send.
   * Otherwise when the first of its campaigns has room for new leads again; `null`: none is full.
   */
  const take = Effect.fnUntraced(function* ({ campaigns, room, situation }: NonNullable<NothingDue["taking"]>) {
    const { id } = yield* CurrentOrganization
    const { account } = situation
    const now = yield* Timestamp.now
    const week = yield* figuresOf(
      campaigns.map(({ campaign }) => campaign),
      "last_7_days",
      now
    )
    const [ofAccount = { bounced: 0, sent: 0 }] = yield* rollups.sumAccounts(id, spansOf([account], "last_7_days", now))
    const ids = campaigns.map(({ campaign }) => campaign.id)
    const firsts = new Map((yield* agenda.countFirsts(id, ids)).map(({ campaign_id, firsts }) => [campaign_id, firsts]))
    for (const of of byShare(campaigns)) {
      const { campaign, steps } = of
      const { bounce_limit } = campaign
      const [first, ...further] = steps
      if (exceeds(week.get(campaign.id) ?? { bounced: 0, sent: 0 }, bounce_limit)) {
        yield* pauseCampaign(campaign.id)
        continue
      }
      if (exceeds(ofAccount, bounce_limit)) {
        yield* holdBack(account, ofAccount)
        return true
      }
      const { fresh, most } = portion(situation, of, room, firsts.get(campaign.id) ?? 0)
      if (first === undefined || most === 0) continue
      const { isAtEnd, taken } = yield* takeLeads({ account, campaign, steps: [first, ...further], most, fresh })
      if (taken > 0 || (fresh > 0 && !isAtEnd)) return true
      if (isAtEnd) yield* complete(campaign.id)
    }
    return fullUntil(campaigns, firsts)
  })

  /** Sends the next mail of an account, or finds something to send. */
  const step = Effect.fnUntraced(function* (
    account_id: AccountId,
    isTended: boolean
  ): Effect.fn.Return<Progress, StorageError, CurrentOrganization> {
    const single = yield* beginNext(account_id)
    if ("send" in single) {
      yield* sendSingle(single)
      return { again: true, isTended }
    }
    const begun = yield* beginStep(account_id)
    if ("send" in begun) {
      yield* sendStep(begun)
      return { again: true, isTended: false }
    }
    if (!isTended && (yield* tend(account_id)) > 0) return { again: true, isTended: false }
    const taken = begun.taking === null ? null : yield* take(begun.taking)
    if (taken === true) return { again: true, isTended: true }
    const isRunning = begun.until !== null || begun.taking !== null
    const latest = isRunning ? Timestamp.plus(yield* Timestamp.now, maximumWait) : null
    return { again: earlier(earlier(single.until, taken), earlier(begun.until, latest)), isTended }
  })

  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ isStopping, key }) {
    const account_id = accountOf(key)
    yield* flush
    const end = Timestamp.plus(yield* Timestamp.now, timeSlice)
    let isTended = false
    while (true) {
      const result: Progress = yield* step(account_id, isTended)
      if (result.again !== true) return result.again
      isTended = result.isTended
      const now = yield* Timestamp.now
      if (now >= end || isStopping()) return now
    }
  })

  return {
    kind,
    room: 1,
    concurrency: 200,
    lease: Duration.minutes(5),
    timeout: Duration.minutes(4),
    handle
  } satisfies Handler
})
