/** Answers from the unibox. They are queued, and sent at once by the worker of the account. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { normalizeEmail } from "../Domain.ts"
import { type AccountId, ThreadId } from "../ids.ts"
import { decode, type InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { MailboxStore } from "../mailboxes/MailboxStore.ts"
import { Mailer } from "../mailboxes/Mailer.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Transactor } from "../Transactor.ts"
import { ThreadNotFound } from "../unibox/Thread.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { below, newMessageId } from "./Composition.ts"
import { headersOf, inboundOf, NewReply, ReplyObstacle, type ReplyState, replyState } from "./Reply.ts"
import { type NewSend, type Send, toSend } from "./Send.ts"
import { SendStore } from "./SendStore.ts"

/** The conversation cannot be answered. */
export class ReplyNotAllowed extends Schema.TaggedError<ReplyNotAllowed>()("ReplyNotAllowed", {
  reason: ReplyObstacle
}) {
  override get message(): string {
    return obstacles[this.reason]
  }
}

const obstacles: Record<ReplyObstacle, string> = {
  no_recipient: "The conversation has no incoming mail that could be answered",
  recipient_unsubscribed: "The recipient has unsubscribed or complained, and must not be written to",
  account_not_connected:
    "The account has no credentials to send with: set them with PUT /accounts/{id}/credentials, or choose another account"
}

/** How many of the newest messages an answer refers to. */
const considered = 10
const maximum_bytes = 4 * 2 ** 20

export class Replies extends Context.Service<
  Replies,
  {
    /** Whether a thread can be answered, and how. */
    readonly stateOf: (
      id: ThreadId
    ) => Effect.Effect<ReplyState, InvalidInput | StorageError | ThreadNotFound, CurrentOrganization>
    /**
     * Queues an answer to the newest incoming mail of a thread. It is sent at once: without window, pace and limit, also
     * while `sending_enabled` is false. When the server has accepted it, it is a message of the thread.
     */
    readonly reply: (
      id: ThreadId,
      input: typeof NewReply.Encoded
    ) => Effect.Effect<Send, InvalidInput | ReplyNotAllowed | StorageError | ThreadNotFound, CurrentOrganization>
  }
>()("@mailroom/core/Replies") {
  static readonly layer = Layer.effect(
    Replies,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const blacklist = yield* BlacklistStore
      const mailboxes = yield* MailboxStore
      const mailer = yield* Mailer.orNone
      const random = yield* SecureRandom.SecureRandom
      const sends = yield* SendStore
      const threads = yield* ThreadStore
      const work = yield* WorkStore
      const { transaction } = yield* Transactor
      const decodeId = decode(ThreadId, "/id")
      const decodeReply = decode(NewReply)

      /** The account, if it is not deleted and can send. */
      const connected = Effect.fnUntraced(function* (
        id: AccountId | undefined
      ): Effect.fn.Return<AccountRecord | undefined, StorageError, CurrentOrganization> {
        if (id === undefined) return undefined
        const organization = yield* CurrentOrganization
        const [account] = yield* accounts.findMany(organization.id, [id])
        if (account === undefined || account.deleted_at !== null) return undefined
        if (mailer.sendsWithoutCredentials) return account
        const [mailbox] = yield* mailboxes.findMany(organization.id, [id])
        return mailbox === undefined || mailbox.connection === null ? undefined : account
      })

      const isUnsubscribed = Effect.fnUntraced(function* (email: string | undefined) {
        if (email === undefined) return false
        const organization = yield* CurrentOrganization
        const entries = yield* blacklist.findByValues(organization.id, "email", [normalizeEmail(email)])
        return entries.some(({ source }) => source === "unsubscribe" || source === "complaint")
      })

      /** The thread's newest messages, and whether it can be answered from the account `account_id`. */
      const look = Effect.fnUntraced(function* (id: ThreadId, account_id?: AccountId) {
        const organization = yield* CurrentOrganization
        const thread = yield* threads.find(organization.id, id)
        if (Option.isNone(thread)) return yield* new ThreadNotFound({ id })
        const query = { order: "desc", limit: considered, maximum_bytes } as const
        const { data: newest } = yield* threads.messages(organization.id, id, query)
        const account = yield* connected(account_id ?? thread.value.account_id)
        const state = replyState(newest, account, yield* isUnsubscribed(inboundOf(newest)?.from_email))
        return { thread: thread.value, newest, account, state }
      })

      return Replies.of({
        stateOf: traced("Replies.stateOf")(function* (input) {
          return (yield* look(yield* decodeId(input))).state
        }),
        reply: traced("Replies.reply")(function* (input, content) {
          const id = yield* decodeId(input)
          const { account_id, body_html = null, body_text } = yield* decodeReply(content)
          const organization = yield* CurrentOrganization
          const bytes = yield* random.randomBytes(16)
          const queue = Effect.gen(function* () {
            const { account, newest, state, thread } = yield* look(id, account_id)
            if (state.reason !== null || account === undefined || state.to_email === null) {
              return yield* new ReplyNotAllowed({ reason: state.reason ?? "account_not_connected" })
            }
            const { in_reply_to, references, subject } = headersOf(newest)
            const now = yield* Timestamp.now
            const send: NewSend = {
              kind: "reply",
              lead_id: thread.lead_id ?? null,
              campaign_id: thread.campaign_id ?? null,
              sequence_id: null,
              position: null,
              thread_id: id,
              account_id: account.id,
              to_email: state.to_email,
              subject,
              message_id: newMessageId(account.email, Base64Url.encode(bytes)),
              outcome: "queued",
              attempts: 0,
              reply: null,
              begun_at: null,
              ended_at: null,
              next_attempt_at: now,
              content: {
                body_text: below(body_text, account.settings.signature),
                body_html,
                in_reply_to,
                references
              }
            }
            const [inserted] = yield* sends.insert(organization.id, [send])
            if (inserted === undefined) return yield* Effect.die(new Error("A random Message-ID is new"))
            yield* dueFor(work, organization.id, [account.id], now)
            return toSend(inserted)
          })
          return yield* transaction(queue)
        })
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
