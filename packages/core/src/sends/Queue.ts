/** Queues single mails: answers, forwarded messages and tests. The worker of the account sends them. */
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import type { AccountId } from "../ids.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { Mailer } from "../mailboxes/Mailer.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { newMessageId } from "./Composition.ts"
import { type NewSend, type Send, toSend } from "./Send.ts"
import { SendStore } from "./SendStore.ts"

/** The fields of a single mail that differ between answers and tests. */
export type SingleMail = Pick<
  NewSend,
  "campaign_id" | "content" | "kind" | "lead_id" | "position" | "sequence_id" | "subject" | "thread_id" | "to_email"
>

export const makeQueue = Effect.gen(function* () {
  const accounts = yield* AccountStore
  const mailboxes = yield* MailboxStore
  const mailer = yield* Mailer.orNone
  const random = yield* SecureRandom.SecureRandom
  const sends = yield* SendStore
  const work = yield* WorkStore

  /** The account; `undefined` if it does not exist or is deleted. */
  const existing = Effect.fnUntraced(function* (
    id: AccountId
  ): Effect.fn.Return<AccountRecord | undefined, StorageError, CurrentOrganization> {
    const organization = yield* CurrentOrganization
    const [account] = yield* accounts.findMany(organization.id, [id])
    return account === undefined || account.deleted_at !== null ? undefined : account
  })

  /** Whether an account can send: through its server, or through the transport of the host. */
  const isConnected = Effect.fnUntraced(function* ({ id }: Pick<AccountRecord, "id">) {
    if (mailer.sendsWithoutCredentials) return true
    const organization = yield* CurrentOrganization
    const [mailbox] = yield* mailboxes.findMany(organization.id, [id])
    return mailbox !== undefined && mailbox.connection !== null
  })

  /** Stores a mail of this account, and makes the account due at `send_at`; `null`: now. Call it last in its transaction. */
  const queue = Effect.fnUntraced(function* (
    mail: SingleMail,
    account: Pick<AccountRecord, "email" | "id">,
    send_at: Timestamp.Timestamp | null = null
  ): Effect.fn.Return<Send, StorageError, CurrentOrganization> {
    const organization = yield* CurrentOrganization
    const bytes = yield* random.randomBytes(16)
    const now = yield* Timestamp.now
    const send: NewSend = {
      ...mail,
      step_id: null,
      account_id: account.id,
      message_id: newMessageId(account.email, Base64Url.encode(bytes)),
      provider_message_id: null,
      outcome: "queued",
      attempts: 0,
      reply: null,
      reason: null,
      begun_at: null,
      ended_at: null,
      company: null,
      next_attempt_at: send_at ?? now,
      send_at
    }
    const [inserted] = yield* sends.insert(organization.id, [send])
    if (inserted === undefined) return yield* Effect.die(new Error("A random Message-ID is new"))
    yield* dueFor(work, organization.id, [account.id], send_at ?? now)
    return toSend(inserted)
  })

  return { existing, isConnected, queue }
})
