/** The use case `Mailboxes.sync`: makes the inbox of an account due, and requests old mail. */
import { Effect, Option, Schema, Struct } from "effect"
import { existing } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Changes } from "../Changes.ts"
import { described } from "../Described.ts"
import { AccountId } from "../ids.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { blockedUntil, isInboxRead } from "./Freshness.ts"
import { earliest, requested } from "./History.ts"
import { Inbound } from "./Inbound.ts"
import { InboxReader } from "./InboxReader.ts"
import * as InboxWork from "./InboxWork.ts"
import { empty, type MailboxRecord } from "./Mailbox.ts"
import { MailboxStore } from "./MailboxStore.ts"

export const SyncInput = Schema.Struct({
  since: described(
    Schema.optionalKey(Timestamp.FromInput),
    "Also take in mail that arrived from here on, at most 90 days ago. A date begins in UTC. Default: only what is new."
  )
}).annotate({ identifier: "SyncInbox", description: "What to read of an inbox." })

const notRead = {
  host: "The host of this service hands in all mail, so no inbox is read: unset MAILROOM_INBOUND, or the option inbound of createMailroom",
  login: "The server of the inbox rejects the login: set new credentials with PUT /accounts/{id}/credentials",
  no_imap: "The credentials of the account have no imap: set them with PUT /accounts/{id}/credentials",
  no_reader: "This service is not set up to read inboxes"
}

/** The inbox of an account cannot be read. The message says what to do. */
export class InboxNotRead extends Schema.TaggedError<InboxNotRead>()("InboxNotRead", {
  id: AccountId,
  reason: Schema.Literals(Struct.keys(notRead))
}) {
  override get message(): string {
    return notRead[this.reason]
  }
}

export const makeSyncInbox = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const store = yield* MailboxStore
  const work = yield* WorkStore
  const inbound = yield* Inbound
  const reader = yield* Effect.serviceOption(InboxReader)
  const { transactional } = yield* Changes
  const decodeId = decode(AccountId, "/id")
  const decodeSync = decode(SyncInput)

  /** Why the inbox of a mailbox cannot be read; `null`: it can. */
  const obstacleOf = (mailbox: MailboxRecord, now: Timestamp.Timestamp): InboxNotRead["reason"] | null => {
    if (inbound === "host") return "host"
    if (Option.isNone(reader)) return "no_reader"
    if (!isInboxRead(mailbox, inbound)) return "no_imap"
    return blockedUntil(mailbox, now) === null ? null : "login"
  }

  /** Makes the inbox due, lists its folders again, and requests old mail. */
  const sync = transactional(function* (id: AccountId, since: Timestamp.Timestamp | undefined) {
    const organization = yield* CurrentOrganization
    yield* existing(id, yield* accounts.lock(organization.id, [id], "shared"))
    const [mailbox = empty(id)] = yield* store.lock(organization.id, [id])
    const now = yield* Timestamp.now
    const reason = obstacleOf(mailbox, now)
    if (reason !== null) return yield* new InboxNotRead({ id, reason })
    const history = since === undefined ? mailbox.history : requested(mailbox.history, since, now)
    yield* store.write(organization.id, [{ ...mailbox, listing: null, history }])
    yield* InboxWork.dueFor(work, organization.id, [id], now)
  })

  return traced("Mailboxes.sync")(function* (input: AccountId, options: typeof SyncInput.Encoded = {}) {
    const id = yield* decodeId(input)
    const { since } = yield* decodeSync(options)
    const now = yield* Timestamp.now
    if (since !== undefined && (since > now || since < earliest(now))) {
      const message = since > now ? "must not be in the future" : "must be at most 90 days ago"
      return yield* new InvalidInput({ faults: [{ pointer: "/since", message }] })
    }
    yield* sync(id, since)
  })
})
