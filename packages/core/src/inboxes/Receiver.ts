/** Reads the inbox of an account: the worker's handler for the kind `inbox` (mailboxes design, "Receiving"). */
import { Duration, Effect } from "effect"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { minute } from "../Durations.ts"
import type { AccountId } from "../ids.ts"
import { accountOf } from "../mailboxes/AccountWork.ts"
import { blockedUntil } from "../mailboxes/Freshness.ts"
import { InboxReader } from "../mailboxes/InboxReader.ts"
import { kind } from "../mailboxes/InboxWork.ts"
import { makeLogins } from "../mailboxes/Logins.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { makeMailboxUpdate } from "../mailboxes/MailboxUpdate.ts"
import { makeUntilWithdrawn } from "../mailboxes/Withdrawal.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import type { Handler } from "../work/Workers.ts"
import { makeInboxTurn } from "./InboxTurn.ts"
import { afterFailure, retryReading } from "./Polling.ts"
import { makeSentCopies } from "./SentCopies.ts"

/** How long an inbox may be read before other work runs, in milliseconds. A mail that has begun is still finished. */
const timeSlice = minute

/** How often a reading looks whether the process stops. */
const watchInterval = Duration.seconds(1)

/**
 * Makes the handler that reads the inbox of an account: everything that has arrived in its folders since the last turn,
 * and then old mail that was requested. How far it was read is stored after each 20 mails, and a mail is stored once, so
 * nothing is lost or stored twice if the process dies.
 */
export const receiver = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const mailboxes = yield* MailboxStore
  const reader = yield* InboxReader
  const { loginOf } = yield* makeLogins
  const readInbox = yield* makeInboxTurn
  const { dropAll, dropOld } = yield* makeSentCopies
  const untilWithdrawn = yield* makeUntilWithdrawn
  const updateMailbox = yield* makeMailboxUpdate

  /** An account whose inbox is read, as it is stored; `null`: it is not read. */
  const findReadable = Effect.fnUntraced(function* (account_id: AccountId) {
    const { id } = yield* CurrentOrganization
    const [account] = yield* accounts.findMany(id, [account_id])
    const [mailbox] = yield* mailboxes.findMany(id, [account_id])
    const { connection = null, sealed = null } = mailbox ?? {}
    if (account === undefined || account.deleted_at !== null || mailbox === undefined) return null
    if (connection === null || connection.imap === null || sealed === null) return null
    return { account, mailbox, connection, imap: connection.imap, sealed }
  })

  /** Returns when the process stops. */
  const untilStopping = (isStopping: () => boolean) => Effect.repeat(Effect.sleep(watchInterval), { until: isStopping })

  /** Reads the inbox of one account for a slice of time. Returns when to read it again; `null`: not before a change. */
  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ attempts, isStopping, key }) {
    const account_id = accountOf(key)
    const begun_at = yield* Timestamp.now
    const found = yield* findReadable(account_id)
    if (found === null) {
      yield* dropAll(account_id)
      return null
    }
    const { account, connection, imap, mailbox, sealed } = found
    const blocked = blockedUntil(mailbox, begun_at)
    if (blocked !== null) return blocked
    const end = Timestamp.plus(begun_at, timeSlice)
    const mustEnd = Effect.map(Timestamp.now, (now) => now >= end || isStopping())
    return yield* loginOf(account, { connection, sealed }, "imap").pipe(
      Effect.flatMap((login) => reader.open({ connection: imap, login })),
      Effect.flatMap((inbox) =>
        readInbox({ account, mailbox, connection, imap, inbox, isCareful: attempts > 1, mustEnd }, begun_at)
      ),
      Effect.scoped,
      Effect.catchTags({
        InboxFailed: (failure) => fail(account, failure),
        LoginFailed: (failure) => fail(account, failure)
      }),
      // However slowly its server answers.
      Effect.raceFirst(
        Effect.raceFirst(untilWithdrawn(account_id, "imap", imap), untilStopping(isStopping)).pipe(
          Effect.andThen(Timestamp.now)
        )
      )
    )
  })

  /** Stores a failed reading. Returns when the inbox is read again. */
  const fail = Effect.fnUntraced(function* (
    account: AccountRecord,
    failure: { readonly fault: "connection" | "credentials"; readonly reason: string }
  ) {
    const stored = yield* updateMailbox(account, (mailbox, now) => afterFailure(mailbox, failure, now))
    yield* dropOld(account.id)
    return retryReading(stored, yield* Timestamp.now)
  })

  return {
    kind,
    room: 1,
    concurrency: 20,
    lease: Duration.minutes(5),
    timeout: Duration.minutes(10),
    handle
  } satisfies Handler
})
