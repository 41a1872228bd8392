/** Sends the queued mails of an account: the worker's handler for the kind `sending` (sending design, "Flow"). */
import { Duration, Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import type { AccountId } from "../ids.ts"
import { failed, succeeded } from "../mailboxes/Health.ts"
import { type LoginFailed, makeLogins } from "../mailboxes/Logins.ts"
import { empty, type MailboxRecord } from "../mailboxes/Mailbox.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import { type MailOutcome, Mailer, type OutgoingMail, type Server } from "../mailboxes/Mailer.ts"
import { accountOf } from "../mailboxes/AccountWork.ts"
import { kind } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import { headerText } from "./Composition.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import type { Handler } from "../work/Workers.ts"
import { begin, faultOf, lose, refuse, settle, showsHealth } from "./Progress.ts"
import type { SendRecord } from "./Send.ts"
import { countFault, measured } from "./SendMetrics.ts"
import { SendStore } from "./SendStore.ts"
import { makeSentMessages } from "./SentMessages.ts"
import { makeIsUnsubscribed } from "./Unsubscribed.ts"

/** How long an account may send before other work runs, in milliseconds. A mail that has begun is still finished. */
const timeSlice = 5_000

/** Maximum number of open mails to look at in one turn. */
const maximumOpen = 100

/** A mail that may be sent now. */
interface Begun {
  readonly send: SendRecord
  readonly account: AccountRecord
  readonly mailbox: MailboxRecord
}

/** Nothing may be sent before this instant; `null`: nothing is queued. */
interface Idle {
  readonly until: Timestamp.Timestamp | null
}

const died = "The process ended before the server answered"

/**
 * Makes the handler that sends the queued mails of an account, one after the other. Each mail is stored as begun before
 * the server is asked, so a crash leaves it `unknown`, and it is never sent twice.
 */
export const sender = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const isUnsubscribed = yield* makeIsUnsubscribed
  const guards = yield* GuardStore
  const mailboxes = yield* MailboxStore
  const mailer = yield* Mailer.orNone
  const sends = yield* SendStore
  const { loginOf } = yield* makeLogins
  const { transactional } = yield* Changes
  const updateMailbox = yield* makeMailboxUpdate
  const storeMessage = yield* makeSentMessages

  /** Why a mail must not be sent; `null`: it may. */
  const obstacleOf = Effect.fnUntraced(function* (
    send: SendRecord,
    account: AccountRecord | undefined,
    mailbox: MailboxRecord
  ) {
    if (account === undefined || account.deleted_at !== null) return "The account was deleted"
    if (mailbox.connection === null && !mailer.sendsWithoutCredentials) return "The account has no credentials"
    if (send.kind === "reply" && (yield* isUnsubscribed(send.to_email))) return "The recipient has unsubscribed"
    return null
  })

  /**
   * Stores the next mail of an account as begun. Mails that an earlier claim began are `unknown`: that claim has ended
   * without an outcome.
   */
  const beginNext = transactional(function* (
    account_id: AccountId
  ): Effect.fn.Return<Begun | Idle, StorageError, CurrentOrganization> {
    const { id } = yield* CurrentOrganization
    yield* guards.lockShared(id)
    const [account] = yield* accounts.lockShared(id, [account_id])
    const [mailbox = empty(account_id)] = yield* mailboxes.lock(id, [account_id])
    const found = yield* sends.findOpen(id, account_id, maximumOpen)
    const locked = yield* sends.lock(
      id,
      found.map((send) => send.id)
    )
    const now = yield* Timestamp.now
    const lost = locked.filter(({ outcome }) => outcome === "begun").map((send) => lose(send, died))
    if (lost.length > 0) yield* sends.write(id, lost)
    const isWaiting = mailbox.retry_at !== null && mailbox.retry_at > now
    const later: Array<Timestamp.Timestamp> = []
    for (const send of locked) {
      if (send.kind === "step" || (send.outcome !== "queued" && send.outcome !== "deferred")) continue
      const obstacle = yield* obstacleOf(send, account, mailbox)
      if (obstacle !== null || account === undefined) {
        yield* sends.write(id, [refuse(send, obstacle ?? "The account was deleted", now)])
        continue
      }
      const due = isWaiting ? mailbox.retry_at : send.next_attempt_at
      if (due !== null && due > now) {
        later.push(due)
        continue
      }
      const begun = begin(send, now)
      yield* sends.write(id, [begun])
      return { send: begun, account, mailbox }
    }
    return { until: later.toSorted()[0] ?? null }
  })

  const serverOf = Effect.fnUntraced(function* (account: AccountRecord, { connection, sealed }: MailboxRecord) {
    if (connection === null || sealed === null) return null
    const login = yield* loginOf(account, { connection, sealed }, "smtp")
    return { connection: connection.smtp, login } satisfies Server
  })

  /** Sends a mail. Whatever happens is an outcome. */
  const deliver = Effect.fnUntraced(function* ({ account, mailbox, send }: Begun) {
    const server = yield* Effect.result(serverOf(account, mailbox))
    if (server._tag === "Failure") {
      const failure: { readonly message: string; readonly fault?: LoginFailed["fault"] } = server.failure
      return {
        outcome: { outcome: "unsent", reason: failure.message } as MailOutcome,
        fault: failure.fault ?? "connection"
      }
    }
    return {
      outcome: yield* mailer.send(mailOf(yield* CurrentOrganization, account, send), server.success),
      fault: null
    }
  })

  /** Stores the outcome of a mail. It counts also where the mail was taken for lost meanwhile. */
  const settleSend = transactional(function* ({ account, send }: Begun, outcome: MailOutcome) {
    const { id } = yield* CurrentOrganization
    const [locked] = yield* sends.lock(id, [send.id])
    if (locked === undefined || (locked.outcome !== "begun" && locked.outcome !== "unknown")) return
    const now = yield* Timestamp.now
    yield* sends.write(id, [settle(locked, outcome, now)])
    if (outcome.outcome === "sent") yield* storeMessage(locked, account, locked.begun_at ?? now)
  })

  /** Stores whether the account works, and reports an account that begins to fail. */
  const settleHealth = Effect.fnUntraced(function* (
    account: AccountRecord,
    outcome: MailOutcome,
    loginFault: LoginFailed["fault"] | null
  ) {
    const found = faultOf(outcome)
    const fault = found !== null && loginFault !== null ? { ...found, kind: loginFault } : found
    if (fault === null && !showsHealth(outcome)) return
    if (fault !== null) yield* countFault(fault.kind)
    yield* updateMailbox(account, (mailbox, now) => ({
      ...mailbox,
      ...(fault === null ? succeeded(mailbox, now) : failed(mailbox, fault, now))
    }))
  })

  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ isStopping, key }) {
    const account_id = accountOf(key)
    const end = Timestamp.plus(yield* Timestamp.now, timeSlice)
    while (true) {
      const next = yield* beginNext(account_id)
      if ("until" in next) return next.until
      const { fault, outcome } = yield* measured(next.send.kind, deliver(next))
      yield* settleSend(next, outcome)
      yield* settleHealth(next.account, outcome, fault)
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

const mailOf = (
  { id: organization_id }: CurrentOrganization["Service"],
  { email, id, provider, settings }: AccountRecord,
  { content, message_id, subject, to_email }: SendRecord
): OutgoingMail => ({
  organization_id,
  account: { id, email, provider },
  from: { name: headerText(`${settings.first_name} ${settings.last_name}`), email },
  to: { name: "", email: to_email },
  reply_to: settings.reply_to,
  subject: headerText(subject),
  message_id,
  in_reply_to: content?.in_reply_to ?? null,
  references: content?.references ?? [],
  headers: {},
  text: content?.body_text ?? "",
  html: content?.body_html ?? null
})
