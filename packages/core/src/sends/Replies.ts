/** Answers from the unibox. They are queued, and sent at once by the worker of the account. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { UseCase } from "../UseCase.ts"
import { Changes } from "../Changes.ts"
import { AccountId, type PersonId, ThreadId } from "../ids.ts"
import { decode } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { CurrentActor } from "../people/Actor.ts"
import { traced } from "../Traced.ts"
import { ThreadNotFound } from "../unibox/Thread.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { below, htmlBelow } from "./Composition.ts"
import { makeQueue, type SingleMail } from "./Queue.ts"
import { idsKnown } from "./RelayId.ts"
import { headersOf, inboundOf, NewReply, type Newest, ReplyObstacle, type ReplyState, replyState } from "./Reply.ts"
import type { Send } from "./Send.ts"
import { SendStore } from "./SendStore.ts"
import { makeIsUnsubscribed } from "./Unsubscribed.ts"

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
    /** Whether a thread can be answered, and how. `account_id`: from this account. Default: the account of the thread. */
    readonly stateOf: (id: ThreadId, account_id?: AccountId) => UseCase<ReplyState, ThreadNotFound>
    /**
     * Queues an answer to the newest incoming mail of a thread. It is sent at once: without window, pace and limit, also
     * while `sending_enabled` is false. When the server has accepted it, it is a message of the thread. All messages
     * of the thread are marked as seen. A thread of nobody is assigned to the person who answers.
     */
    readonly reply: (id: ThreadId, input: typeof NewReply.Encoded) => UseCase<Send, ReplyNotAllowed | ThreadNotFound>
  }
>()("@mailroom/core/Replies") {
  static readonly layer = Layer.effect(
    Replies,
    Effect.gen(function* () {
      const isUnsubscribed = yield* makeIsUnsubscribed
      const sends = yield* SendStore
      const threads = yield* ThreadStore
      const { existing, isConnected, queue } = yield* makeQueue
      const { transactional } = yield* Changes
      const decodeId = decode(ThreadId, "/id")
      const decodeAccount = decode(AccountId, "/account_id")
      const decodeReply = decode(NewReply)

      /** The account, if it is not deleted and can send. */
      const connected = Effect.fnUntraced(function* (id: AccountId | undefined) {
        const account = id === undefined ? undefined : yield* existing(id)
        return account !== undefined && (yield* isConnected(account)) ? account : undefined
      })

      /** The thread's newest messages, and whether it can be answered from the account `account_id`. */
      const look = Effect.fnUntraced(function* (id: ThreadId, account_id?: AccountId) {
        const organization = yield* CurrentOrganization
        const thread = yield* threads.find(organization.id, id)
        if (Option.isNone(thread)) return yield* new ThreadNotFound({ id })
        const query = { order: "desc", limit: considered, maximum_bytes } as const
        const { data: newest } = yield* threads.messages(organization.id, id, query)
        const account = yield* connected(account_id ?? thread.value.account_id)
        const to = inboundOf(newest)?.from_email
        const state = replyState(newest, account, to !== undefined && (yield* isUnsubscribed(to)))
        return { thread: thread.value, newest, account, state }
      })

      /** The ids by which recipients know the mails of a thread: ours may have got others from a relay. */
      const knownIds = Effect.fnUntraced(function* (newest: Newest) {
        const organization = yield* CurrentOrganization
        const ours = newest.flatMap(({ is_our_email, message_id }) =>
          is_our_email && message_id !== undefined ? [message_id] : []
        )
        const found = ours.length === 0 ? [] : yield* sends.findByMessageIds(organization.id, ours)
        const byId = new Map(found.map((send) => [send.message_id, idsKnown(send)]))
        return (message_id: string) => byId.get(message_id) ?? [message_id]
      })

      const answer = transactional(function* (id: ThreadId, content: typeof NewReply.Type) {
        const { account_id, body_html = "", body_text } = content
        const { account, newest, state, thread } = yield* look(id, account_id)
        if (state.reason !== null || account === undefined || state.to_email === null) {
          return yield* new ReplyNotAllowed({ reason: state.reason ?? "account_not_connected" })
        }
        const { in_reply_to, references, subject } = headersOf(newest, yield* knownIds(newest))
        const { signature } = account.settings
        const mail: SingleMail = {
          kind: "reply",
          lead_id: thread.lead_id ?? null,
          campaign_id: thread.campaign_id ?? null,
          sequence_id: null,
          position: null,
          thread_id: id,
          to_email: state.to_email,
          subject,
          content: {
            body_text: below(body_text, signature),
            written: body_text,
            body_html: body_html.trim() === "" ? null : htmlBelow(body_html, signature),
            in_reply_to,
            references
          }
        }
        const send = yield* queue(mail, account)
        // A person who answers has seen the conversation. It is last, because the queue locks before threads do.
        const organization = yield* CurrentOrganization
        yield* threads.updateMany(organization.id, [id], { is_new: false })
        // The first person who answers takes care of the conversation.
        const { actor } = yield* CurrentActor
        if (actor.type === "person" && actor.id !== null) {
          yield* threads.assignFree(organization.id, id, actor.id as PersonId)
        }
        return send
      })

      return Replies.of({
        stateOf: traced("Replies.stateOf")(function* (input, account_id) {
          const id = yield* decodeId(input)
          return (yield* look(id, account_id === undefined ? undefined : yield* decodeAccount(account_id))).state
        }),
        reply: traced("Replies.reply")(function* (input, content) {
          const id = yield* decodeId(input)
          return yield* answer(id, yield* decodeReply(content))
        })
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
