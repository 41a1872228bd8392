/** Begins and settles single mails: answers, forwarded messages and tests. */
import { normalizeEmail } from "@mailroom/mail/domain"
import { Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { AccountId } from "../ids.ts"
import { Inbound } from "../mailboxes/Inbound.ts"
import { empty, type MailboxRecord } from "../mailboxes/Mailbox.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { type MailOutcome, Mailer, type OutgoingMail } from "../mailboxes/Mailer.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { makeMailFiles } from "../uploads/MailFiles.ts"
import type { ShownFault } from "./Delivery.ts"
import { makeDiscarding } from "./Discarding.ts"
import { mailOf } from "./OutgoingMail.ts"
import { begin, hold, isOpenTry, keepErased, lose, refuse, settle, withRelayId } from "./Progress.ts"
import { makeIsOvertaken } from "./Overtaking.ts"
import { overtaken } from "./Scheduling.ts"
import { filesOf, isErased, isScheduled, isWaiting, isWritten, type RefusalReason, type SendRecord } from "./Send.ts"
import { SendsEnded } from "./SendChange.ts"
import { SendStore } from "./SendStore.ts"
import { mayNeedCopy, withText } from "./SentCopy.ts"
import { makeSentMessages } from "./SentMessages.ts"
import { makeFindUnsubscribed } from "./Unsubscribed.ts"

/** The maximum number of open mails that one turn looks at. */
const maximumOpen = 100

/** A mail that has begun, and is sent now. */
export interface BegunMail {
  readonly send: SendRecord
  readonly account: AccountRecord
  readonly mailbox: MailboxRecord
  readonly mail: OutgoingMail
}

/** Nothing may be sent before this instant: look again then; `null`: nothing is queued. */
interface Idle {
  readonly until: Timestamp.Timestamp | null
}

/** Why a mail must not be sent, as a code and in words. */
interface Obstacle {
  readonly reason: RefusalReason
  readonly reply: string
}
const obstacle = (reason: RefusalReason, reply: string): Obstacle => ({ reason, reply })
const accountDeleted = obstacle("account_deleted", "The account was deleted")

/** Why the outcome of a mail is unknown that an ended process began. */
const died = "The process ended before the server answered"

/** Whether an answer waits for a time in the future that a person chose. */
const isEarly = (
  send: SendRecord,
  now: Timestamp.Timestamp
): send is SendRecord & { readonly next_attempt_at: Timestamp.Timestamp } =>
  isScheduled(send) && send.next_attempt_at !== null && send.next_attempt_at > now

/** When a mail may be sent; `null`: at once. While its mailbox waits after a fault, the end of that wait counts. */
const dueOf = (send: SendRecord, { retry_at }: MailboxRecord, now: Timestamp.Timestamp): Timestamp.Timestamp | null =>
  retry_at !== null && retry_at > now ? retry_at : send.next_attempt_at

/**
 * Makes the functions that begin and settle an account's answers and tests, one after the other. Each mail is stored as
 * begun before the server is asked, so a crash leaves it `unknown`, and it is never sent twice.
 */
export const makeSingleMails = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const findCovered = yield* makeFindCovered
  const findUnsubscribed = yield* makeFindUnsubscribed
  const guards = yield* GuardStore
  const inbound = yield* Inbound
  const mailboxes = yield* MailboxStore
  const mailer = yield* Mailer.orNone
  const sends = yield* SendStore
  const threads = yield* ThreadStore
  const { report, transactional } = yield* Changes
  const discarding = yield* makeDiscarding
  const storeMessage = yield* makeSentMessages
  const files = yield* makeMailFiles

  /** Whether the blacklist covers the recipient of a test. Accounts of the organization always get theirs. */
  const isBlacklisted = Effect.fnUntraced(function* ({ to_email }: SendRecord) {
    const { id } = yield* CurrentOrganization
    if ((yield* findCovered([to_email])).size === 0) return false
    return (yield* accounts.findByEmails(id, [normalizeEmail(to_email)])).length === 0
  })

  const isOvertaken = yield* makeIsOvertaken

  /** Why a mail must not be sent; `null`: it may. */
  const obstacleOf = Effect.fnUntraced(function* (
    send: SendRecord,
    account: AccountRecord | undefined,
    mailbox: MailboxRecord
  ) {
    if (account === undefined || account.deleted_at !== null) return accountDeleted
    if (isErased(send)) return obstacle("recipient_erased", "The data about the recipient were erased")
    if (mailbox.connection === null && !mailer.sendsWithoutCredentials) {
      return obstacle("account_not_connected", "The account has no credentials")
    }
    if (isWritten(send)) {
      const { bcc = [], cc = [] } = send.content ?? {}
      const [email] = yield* findUnsubscribed([send.to_email, ...cc, ...bcc])
      if (email !== undefined) {
        const who = email === send.to_email ? "The recipient" : email
        return obstacle("recipient_unsubscribed", `${who} has unsubscribed`)
      }
    }
    if (send.kind === "test" && (yield* isBlacklisted(send))) {
      return obstacle("recipient_blacklisted", "The recipient is on the blacklist")
    }
    return send.send_at !== null && (yield* isOvertaken(send)) ? obstacle("newer_message", overtaken) : null
  })

  /** Settles the mails as `unknown` that an earlier turn began: it ended without storing an outcome. Returns them. */
  const settleLost = Effect.fnUntraced(function* (locked: ReadonlyArray<SendRecord>) {
    const { id } = yield* CurrentOrganization
    const lost = locked.filter(({ outcome }) => outcome === "begun").map((send) => lose(send, died))
    if (lost.length === 0) return lost
    yield* sends.write(id, lost)
    yield* report([new SendsEnded({ sends: lost })])
    return lost
  })

  /** Refuses a mail, so that it is never sent. Its uploads expire. */
  const refuseMail = Effect.fnUntraced(function* (
    send: SendRecord,
    { reason, reply }: Obstacle,
    now: Timestamp.Timestamp
  ) {
    const { id } = yield* CurrentOrganization
    yield* sends.write(id, [refuse(send, reason, reply, now)])
    yield* files.expire(filesOf(send))
  })

  /** Marks lists of threads as changed, if a mail with a chosen time has ended. Call it after uploads are locked. */
  const touchThreads = Effect.fnUntraced(function* (ended: ReadonlyArray<SendRecord>) {
    const { id } = yield* CurrentOrganization
    if (ended.some(({ send_at }) => send_at !== null)) yield* threads.touch(id)
  })

  /** Like `beginNext`, in a transaction. */
  const beginOpen = transactional(function* (
    account_id: AccountId
  ): Effect.fn.Return<BegunMail | Idle, StorageError, CurrentOrganization> {
    const organization = yield* CurrentOrganization
    const { id } = organization
    yield* guards.lock(id, "shared")
    const [account] = yield* accounts.lock(id, [account_id], "shared")
    const [mailbox = empty(account_id)] = yield* mailboxes.lock(id, [account_id])
    const found = yield* sends.findOpen(id, account_id, maximumOpen)
    const ids = found.map((send) => send.id)
    const locked = yield* sends.lock(id, ids)
    const now = yield* Timestamp.now
    const ended = [...(yield* settleLost(locked))]
    const later: Array<Timestamp.Timestamp> = []
    for (const send of locked) {
      if (send.kind === "step" || !isWaiting(send)) continue
      // An obstacle that exists now may be gone at its time.
      if (isEarly(send, now)) {
        later.push(send.next_attempt_at)
        continue
      }
      const found = yield* obstacleOf(send, account, mailbox)
      if (found !== null || account === undefined) {
        yield* refuseMail(send, found ?? accountDeleted, now)
        ended.push(send)
        continue
      }
      const due = dueOf(send, mailbox, now)
      if (due !== null && due > now) {
        later.push(due)
        continue
      }
      const begun = begin(send, now)
      yield* sends.write(id, [begun])
      yield* touchThreads(ended)
      return { send: begun, account, mailbox, mail: mailOf(organization, account, begun) }
    }
    yield* touchThreads(ended)
    // If all of them have ended, there may be further ones.
    const isMore = found.length === maximumOpen && later.length === 0
    return { until: isMore ? now : (later.toSorted()[0] ?? null) }
  })

  /**
   * Stores the next mail of an account as begun, and returns it. Otherwise it returns when to look again. Mostly nothing is open, or
   * answers only wait for their time: that costs one read. A mail that is queued after the read makes its account due.
   */
  const beginNext = Effect.fnUntraced(function* (account_id: AccountId) {
    const { id } = yield* CurrentOrganization
    const [first] = yield* sends.findOpen(id, account_id, 1)
    if (first === undefined) return { until: null } satisfies Idle
    if (isEarly(first, yield* Timestamp.now)) return { until: first.next_attempt_at } satisfies Idle
    return yield* beginOpen(account_id)
  })

  /**
   * Stores the outcome of a mail, and returns whether it counts. `fault`: the fault of the account that it shows.
   */
  const settleMail = transactional(function* (
    { account, mailbox, send }: BegunMail,
    outcome: MailOutcome,
    fault: ShownFault | null
  ) {
    const { id } = yield* CurrentOrganization
    const isSent = outcome.outcome === "sent"
    const all = yield* sends.lock(id, [send.id, ...(isSent ? yield* discarding.olderThan(send) : [])])
    const locked = all.find((one) => one.id === send.id)
    if (locked === undefined) return false
    if (!isOpenTry(locked, send)) {
      const named = withRelayId(locked, outcome)
      if (named !== null) yield* sends.write(id, [named])
      return false
    }
    const now = yield* Timestamp.now
    // Without a fault of the account, a refusal is about this mail, whatever command it answers.
    const ofMail: MailOutcome = outcome.outcome === "refused" ? { ...outcome, at: "data" } : outcome
    const after = fault === null ? settle(locked, ofMail, now) : hold(locked, fault.error)
    const kept = mayNeedCopy(account, mailbox, inbound) ? withText(after, locked) : after
    yield* sends.write(id, [keepErased(locked, kept)])
    if (after.outcome === "refused") yield* files.expire(filesOf(locked))
    if (isSent) {
      yield* storeMessage(locked, account, locked.begun_at ?? now)
      yield* discarding.discardOlder(all, [locked])
    } else {
      yield* touchThreads([locked])
    }
    return true
  })

  return { beginNext, settleMail }
})
