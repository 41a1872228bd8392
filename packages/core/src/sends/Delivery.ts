/** Sends one mail through the server of its account, and stores the health of the account. */
import { verdictOf } from "@mailroom/mail"
import { Effect, Result, Schedule } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { hour, minute } from "../Durations.ts"
import type { AccountId, OrganizationId } from "../ids.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import type { Connection } from "../mailboxes/Connection.ts"
import { readingAfterMail } from "../mailboxes/Freshness.ts"
import { type AccountFault, failed, isProven, reached, succeeded } from "../mailboxes/Health.ts"
import { Inbound } from "../mailboxes/Inbound.ts"
import * as InboxWork from "../mailboxes/InboxWork.ts"
import { type LoginFailed, makeLogins } from "../mailboxes/Logins.ts"
import type { MailboxRecord } from "../mailboxes/Mailbox.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import { type MailOutcome, Mailer, type OutgoingMail, type Server } from "../mailboxes/Mailer.ts"
import { makeUntilWithdrawn, Revoked, Withdrawn } from "../mailboxes/Withdrawal.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type FileMissing, makeMailFiles } from "../uploads/MailFiles.ts"
import { makeRecentFiles } from "../uploads/RecentFiles.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import type { AttachmentRecord } from "../attachments/Attachment.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { faultOf } from "./Progress.ts"
import type { SendRecord } from "./Send.ts"
import { countFault, measured } from "./SendMetrics.ts"

/** A fault of the account that a try showed. `until`: when the account is tried again; absent: as `Health.failed` says. */
export interface ShownFault {
  readonly kind: AccountFault
  readonly error: string
  readonly until?: Timestamp.Timestamp
}

/** The health of an account as a try shows it. */
export interface ShownHealth {
  readonly fault: ShownFault | null
  /** The mails that were refused since the last success, each for a reason that is not clear. */
  readonly refused: ReadonlyArray<number>
}

/** The outcome of a try to send a mail. */
export interface Delivered {
  readonly outcome: MailOutcome
  /** The fault of the account that the outcome itself shows; `null`: none. */
  readonly fault: ShownFault | null
}

/** A mail is large if its files have more bytes than this. */
const largeFrom = 2 ** 20

/**
 * The number of places for large mails: as many are sent by a process at the same time, of all organizations and of one. A large mail needs
 * several times its size of memory.
 */
const maximumLarge = { all: 8, ofOne: 2 }

/** How long a mail waits for a place (`maximumLarge`), for its files, and for a change of its step, in milliseconds. */
const waits = { place: 10_000, files: minute, step: hour }

/** How often a step looks for a place before it waits: for 20 s, because its account may not send again for minutes. */
const placeForStep = { schedule: Schedule.spaced("250 millis"), times: 80 } as const

const noPlace: MailOutcome = {
  outcome: "unsent",
  reason: "Other large mails are being sent",
  is_ours: true,
  again: waits.place
}

const stoppedMeanwhile: MailOutcome = {
  outcome: "unsent",
  reason: "Its lead was stopped while the mail waited for other large mails",
  is_ours: true
}

/**
 * The outcome of a mail whose files cannot be read. They are read again later. If a file is missing, an answer or a test is never sent; the
 * mail of a step waits, because its step may get another file.
 */
const unreadable = (error: FileMissing | StorageError, kind: SendRecord["kind"]): MailOutcome =>
  error._tag === "FileMissing"
    ? { outcome: "unsent", reason: error.message, is_ours: true, again: kind === "step" ? waits.step : "never" }
    : {
        outcome: "unsent",
        reason: "The files of the mail cannot be read at present",
        is_ours: true,
        again: waits.files
      }

/**
 * The outcome of the mail of a step with files. A refusal because the mail is too large says nothing about the lead or the account: the mail
 * waits, because its step may get smaller files.
 */
const orTooLarge = (outcome: MailOutcome, { from, to }: OutgoingMail): MailOutcome => {
  if (outcome.outcome !== "refused" || outcome.at === "recipient") return outcome
  if (verdictOf(outcome, { recipient: to.email, sender: from.email }).reason !== "too_large") return outcome
  const reason = `The mail with its files is too large for its server: ${outcome.reply}`
  return { outcome: "unsent", reason, is_ours: true, again: waits.step }
}

/** Makes the functions that send a mail and store the health of its account. */
export const makeDelivery = Effect.gen(function* () {
  const campaigns = yield* CampaignStore
  const inbound = yield* Inbound
  const leads = yield* LeadStore
  const mailer = yield* Mailer.orNone
  const files = yield* makeMailFiles
  const recent = makeRecentFiles(files.read)
  /** The organizations of the large mails that are being sent, one entry for each mail. */
  const large: Array<OrganizationId> = []
  const work = yield* WorkStore
  const { loginOf } = yield* makeLogins
  const untilWithdrawn = yield* makeUntilWithdrawn
  const updateMailbox = yield* makeMailboxUpdate

  /** The server of an account, with the login to it; `null`: the account has no credentials. */
  const serverOf = Effect.fnUntraced(function* (account: AccountRecord, { connection, sealed }: MailboxRecord) {
    if (connection === null || sealed === null) return null
    const login = yield* loginOf(account, { connection, sealed }, "smtp")
    return { connection: connection.smtp, login } satisfies Server
  })

  /**
   * Sends, and lets the mailer know when the account is removed, disconnected or gets another server (`Withdrawn`), or other secrets
   * (`Revoked`).
   */
  const withWithdrawal = (
    account_id: AccountId,
    smtp: Connection["smtp"],
    sealed: string,
    sending: Effect.Effect<MailOutcome>
  ) =>
    Effect.gen(function* () {
      let isWithdrawn = false
      const organization = yield* CurrentOrganization
      const untilRevoked = untilWithdrawn(account_id, "smtp", smtp, sealed)
      const revoked = Effect.provideService(untilRevoked, CurrentOrganization, organization)
      const watching = Effect.map(untilWithdrawn(account_id, "smtp", smtp), () => void (isWithdrawn = true))
      return yield* Effect.raceFirst(
        sending.pipe(
          Effect.provideService(Withdrawn, () => isWithdrawn),
          Effect.provideService(Revoked, revoked)
        ),
        Effect.andThen(watching, Effect.never)
      )
    })

  /** Whether the lead of a step may still get it: neither the lead was stopped or removed, nor the campaign paused or removed. */
  const mayGoOn = Effect.fnUntraced(function* ({ campaign_id, lead_id }: Pick<SendRecord, "campaign_id" | "lead_id">) {
    if (campaign_id === null || lead_id === null) return false
    const { id } = yield* CurrentOrganization
    const [lead] = yield* leads.findMany(id, [lead_id])
    const [campaign] = yield* campaigns.findMany(id, [campaign_id])
    return lead?.stop_sending === false && campaign?.status === "active"
  })

  /** Makes a try only if the step may still go out. If storage cannot say so, the step waits again. */
  const unlessStopped = <R>(send: SendRecord, trying: Effect.Effect<Delivered, never, R>) =>
    Effect.flatMap(Effect.result(mayGoOn(send)), (mayGo) =>
      Result.isSuccess(mayGo) && mayGo.success
        ? trying
        : Effect.succeed<Delivered>({ outcome: stoppedMeanwhile, fault: null })
    )

  /** Offers a mail to the server of its account. Whatever happens is an outcome, also a login that is not possible. */
  const attempt = Effect.fnUntraced(function* (mail: OutgoingMail, account: AccountRecord, mailbox: MailboxRecord) {
    const server = yield* Effect.result(serverOf(account, mailbox))
    if (server._tag === "Failure") {
      const failure: { readonly message: string; readonly fault?: LoginFailed["fault"] } = server.failure
      const outcome: MailOutcome = { outcome: "unsent", reason: failure.message }
      const fault: ShownFault = { kind: failure.fault ?? "connection", error: failure.message }
      return { outcome, fault } satisfies Delivered
    }
    const sending = mailer.send(mail, server.success)
    const outcome = yield* server.success === null || mailbox.sealed === null
      ? sending
      : withWithdrawal(account.id, server.success.connection, mailbox.sealed, sending)
    return { outcome, fault: faultOf(outcome) } satisfies Delivered
  })

  /** Like `attempt`, with these files. The mails of a step share the bytes of their files. */
  const attemptWith = Effect.fnUntraced(function* (
    attachments: ReadonlyArray<AttachmentRecord>,
    kind: SendRecord["kind"],
    mail: OutgoingMail,
    account: AccountRecord,
    mailbox: MailboxRecord
  ) {
    const isStep = kind === "step"
    const read = yield* Effect.result(isStep ? recent.read(attachments) : files.read(attachments))
    if (Result.isFailure(read)) return { outcome: unreadable(read.failure, kind), fault: null } satisfies Delivered
    const delivered = yield* attempt({ ...mail, attachments: read.success }, account, mailbox)
    const outcome = isStep ? orTooLarge(delivered.outcome, mail) : delivered.outcome
    return outcome === delivered.outcome ? delivered : ({ outcome, fault: null } satisfies Delivered)
  })

  /** Takes one of the places of large mails for a try. If none is free, the mail waits, and its account goes on with others. */
  const withPlace = Effect.fnUntraced(function* <E, R>(trying: Effect.Effect<Delivered, E, R>) {
    const { id } = yield* CurrentOrganization
    const take = Effect.sync(() => {
      const isFree =
        large.length < maximumLarge.all && large.filter((other) => other === id).length < maximumLarge.ofOne
      if (isFree) large.push(id)
      return isFree
    })
    return yield* Effect.acquireUseRelease(
      take,
      (isTaken) => (isTaken ? trying : Effect.succeed<Delivered>({ outcome: noPlace, fault: null })),
      (isTaken) => Effect.sync(() => void (isTaken && large.splice(large.indexOf(id), 1)))
    )
  })

  /**
   * Sends a mail with its files, and counts it in the metrics. Whatever happens is an outcome. A step that has waited for a place is not
   * sent if its lead was stopped meanwhile.
   */
  const deliver = (send: SendRecord, mail: OutgoingMail, account: AccountRecord, mailbox: MailboxRecord) => {
    const { content, kind } = send
    const attachments = content?.attachments ?? []
    const isLarge = attachments.reduce((sum, { size }) => sum + size, 0) > largeFrom
    const trying =
      attachments.length === 0
        ? attempt(mail, account, mailbox)
        : attemptWith(attachments, kind, mail, account, mailbox)
    if (!isLarge) return measured(kind, trying)
    if (kind !== "step") return measured(kind, withPlace(trying))
    const isWaiting = ({ outcome }: Delivered) => outcome === noPlace
    const afterWaiting = Effect.repeat(withPlace(unlessStopped(send, trying)), { ...placeForStep, while: isWaiting })
    const placed = Effect.flatMap(withPlace(trying), (first) =>
      isWaiting(first) ? afterWaiting : Effect.succeed(first)
    )
    return measured(kind, placed)
  }

  /**
   * Stores whether the account works, and reports an account that begins to fail. After the first mail of an account that
   * was idle, its inbox is read more often. `mailbox`: as it was before the try. A success within the hour after another one is not stored.
   */
  const storeHealth = Effect.fnUntraced(function* (
    { account, mailbox }: { readonly account: AccountRecord; readonly mailbox: MailboxRecord },
    outcome: MailOutcome,
    { fault, refused }: ShownHealth
  ) {
    const isSent = outcome.outcome === "sent"
    // Nothing changes about the account.
    if (fault === null && isSent && isProven(mailbox, yield* Timestamp.now)) return
    if (fault === null && !isSent && outcome.outcome !== "refused") return
    if (fault === null && !isSent && reached(mailbox, refused) === mailbox) return
    if (fault !== null) yield* countFault(fault.kind)
    let reading: Timestamp.Timestamp | null = null
    yield* updateMailbox(account, (mailbox, now) => {
      if (fault !== null) return { ...mailbox, ...failed(mailbox, fault, now) }
      if (!isSent) return { ...mailbox, ...reached(mailbox, refused) }
      reading = readingAfterMail(mailbox, inbound, now)
      return { ...mailbox, ...succeeded(mailbox, now) }
    })
    const { id } = yield* CurrentOrganization
    if (reading !== null) yield* InboxWork.dueFor(work, id, [account.id], reading)
  })

  return { deliver, sharing: recent.during, storeHealth }
})
