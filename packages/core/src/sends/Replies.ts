/** Answers and forwarded messages of the unibox. They are queued, and sent by the worker of the account, at once or at a time that was chosen. */
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { UseCase } from "../UseCase.ts"
import { Changes } from "../Changes.ts"
import { normalizeEmail } from "@mailroom/mail/domain"
import type { AccountRecord } from "../accounts/Account.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { AccountId, MessageId, type SendId, ThreadId } from "../ids.ts"
import { decode } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type Actor, CurrentActor, personIdOf } from "../people/Actor.ts"
import { traced } from "../Traced.ts"
import { type Thread, ThreadNotFound } from "../unibox/Thread.ts"
import { findThread, ThreadStore } from "../unibox/ThreadStore.ts"
import { below, htmlBelow } from "./Composition.ts"
import { makeMailFiles } from "../uploads/MailFiles.ts"
import { NewForward } from "./Forward.ts"
import { makeForward, type MessageNotFound } from "./Forwarding.ts"
import { makeLockRecipients } from "./LockRecipients.ts"
import { makeLastReceived } from "./Overtaking.ts"
import { makeQueue, type SingleMail } from "./Queue.ts"
import { copiesOf, maximumCopies, othersOf } from "./Recipients.ts"
import { idsKnown } from "./RelayId.ts"
import { headersOf, inboundOf, NewReply, newerThan, type Newest, type ReplyState, replyState } from "./Reply.ts"
import { ReplyNotAllowed } from "./ReplyNotAllowed.ts"
import { requireSendAt } from "./SendAt.ts"
import type { Send } from "./Send.ts"
import { SendStore } from "./SendStore.ts"
import { makeFindUnsubscribed } from "./Unsubscribed.ts"

/** How many of the newest messages of a conversation are read: an answer refers to them. */
const newestRead = 10
const maximum_bytes = 4 * 2 ** 20

export class Replies extends Context.Service<
  Replies,
  {
    /** Whether a thread can be answered, and how. `account_id`: from this account. Default: the account of the thread. */
    readonly stateOf: (id: ThreadId, account_id?: AccountId) => UseCase<ReplyState, ThreadNotFound>
    /**
     * Queues an answer to the newest incoming mail of a thread. It is sent at once, or at `send_at`: without window, pace and
     * limit, also while `sending_enabled` is false. If the conversation gets mail of a person before `send_at`, the answer is
     * refused, and keeps its text. When the server has accepted it, it is a message of the thread. All messages
     * of the thread are marked as seen. With `last_message_id`, it fails with `newer_message` if somebody else has added a mail since.
     * The uploads in the input are kept for the answer. An unassigned thread is assigned to the person who answers.
     */
    readonly reply: (id: ThreadId, input: typeof NewReply.Encoded) => UseCase<Send, ReplyNotAllowed | ThreadNotFound>
    /**
     * Queues a mail that forwards a message: its plain text below a header block, and its attachments. It is sent at once, as
     * answers are. When the server has accepted it, it is a message of the thread, of the kind `forward`. It changes nothing about
     * the lead, and answers of its recipients are none of the lead. The uploads in the input are kept for it.
     */
    readonly forward: (
      thread_id: ThreadId,
      id: MessageId,
      input: typeof NewForward.Encoded
    ) => UseCase<Send, MessageNotFound | ReplyNotAllowed | ThreadNotFound>
  }
>()("@mailroom/core/Replies") {
  static readonly layer = Layer.effect(
    Replies,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const files = yield* makeMailFiles
      const findUnsubscribed = yield* makeFindUnsubscribed
      const lastReceived = yield* makeLastReceived
      const lockRecipients = yield* makeLockRecipients
      const sends = yield* SendStore
      const threads = yield* ThreadStore
      const { existing, isConnected, queue } = yield* makeQueue
      const { transactional } = yield* Changes
      const decodeId = decode(ThreadId, "/id")
      const decodeAccount = decode(AccountId, "/account_id")
      const decodeForward = decode(NewForward)
      const decodeMessage = decode(MessageId, "/id")
      const decodeReply = decode(NewReply)
      const forward = yield* makeForward

      /** The account, if it is not deleted and can send. */
      const connected = Effect.fnUntraced(function* (id: AccountId | undefined) {
        const account = id === undefined ? undefined : yield* existing(id)
        return account !== undefined && (yield* isConnected(account)) ? account : undefined
      })

      /** The other recipients of a mail that came in, without accounts of the organization. */
      const findOthers = Effect.fnUntraced(function* (inbound: Newest[number]) {
        const others = othersOf(inbound)
        if (others.length === 0) return others
        const { id } = yield* CurrentOrganization
        const own = yield* accounts.findByEmails(id, others.map(normalizeEmail))
        const known = new Set(own.map(({ email }) => normalizeEmail(email)))
        return others.filter((email) => !known.has(normalizeEmail(email)))
      })

      /** A thread with its newest messages, and whether it can be answered from the account `account_id`; default: that of the thread. */
      const look = Effect.fnUntraced(function* (id: ThreadId, account_id?: AccountId) {
        const organization = yield* CurrentOrganization
        const thread = yield* findThread(threads, organization.id, id)
        const query = { order: "desc", limit: newestRead, maximum_bytes } as const
        const { data: newest } = yield* threads.messages(organization.id, id, query)
        const account = yield* connected(account_id ?? thread.account_id)
        const inbound = inboundOf(newest)
        const others = inbound === undefined ? [] : yield* findOthers(inbound)
        const unsubscribed = new Set(
          inbound === undefined ? [] : yield* findUnsubscribed([inbound.from_email, ...others])
        )
        const cc = others.filter((email) => !unsubscribed.has(email)).slice(0, maximumCopies)
        const state = replyState(newest, account, unsubscribed.has(inbound?.from_email ?? ""), cc)
        return { thread, newest, account, state }
      })

      /** Makes a function that returns the ids by which recipients know a mail of the thread: a relay may have given ours another one. */
      const knownIds = Effect.fnUntraced(function* (newest: Newest) {
        const organization = yield* CurrentOrganization
        const ours = newest.flatMap(({ is_our_email, message_id }) =>
          is_our_email && message_id !== undefined ? [message_id] : []
        )
        const found = ours.length === 0 ? [] : yield* sends.findByMessageIds(organization.id, ours)
        const byId = new Map(found.map((send) => [send.message_id, idsKnown(send)]))
        return (message_id: string) => byId.get(message_id) ?? [message_id]
      })

      /**
       * Fails if somebody other than `actor` has added a mail to a thread since the message `seen`. `own`: the answer itself, which does
       * not count.
       */
      const requireNewest = Effect.fnUntraced(function* (id: ThreadId, seen: MessageId, actor: Actor, own: SendId) {
        const organization = yield* CurrentOrganization
        const query = { order: "desc", limit: newestRead, maximum_bytes } as const
        const { data: messages } = yield* threads.messages(organization.id, id, query)
        const answers = yield* sends.page(organization.id, { kind: "reply", thread_id: id, limit: newestRead })
        const others = answers.filter((send) => send.id !== own)
        const newer = newerThan(seen, actor, messages, others)
        if (newer === undefined) return
        return yield* new ReplyNotAllowed({
          reason: "newer_message",
          ...(newer.by === null ? {} : { by: newer.by.name })
        })
      })

      /** The newest mail of a person in a conversation, which the author of an answer knows, as `content` stores it. */
      const seenIn = Effect.fnUntraced(function* (id: ThreadId) {
        const seen = yield* lastReceived(id)
        return seen === undefined ? {} : { seen }
      })

      /** Fails if one of these addresses is that of a person who unsubscribed or complained. */
      const requireSubscribed = Effect.fnUntraced(function* (emails: ReadonlyArray<string>) {
        const [email] = yield* findUnsubscribed(emails)
        if (email !== undefined) return yield* new ReplyNotAllowed({ reason: "recipient_unsubscribed", email })
      })

      /** Composes an answer, with the signature of the account. Locks its uploads. */
      const compose = Effect.fnUntraced(function* (
        { bcc, cc, to_email }: ReturnType<typeof copiesOf> & { readonly to_email: string },
        { attachments = [], body_html = "", body_text, send_at }: typeof NewReply.Type,
        thread: Thread,
        newest: Newest,
        { settings: { signature } }: AccountRecord
      ) {
        const { actor } = yield* CurrentActor
        const { in_reply_to, references, subject } = headersOf(newest, yield* knownIds(newest))
        const text = below(body_text, signature)
        const html = body_html.trim() === "" ? null : htmlBelow(body_html, signature)
        const locked = yield* files.lock(attachments, [text, html ?? ""])
        return {
          kind: "reply",
          lead_id: thread.lead_id ?? null,
          campaign_id: thread.campaign_id ?? null,
          sequence_id: null,
          position: null,
          thread_id: thread.id,
          to_email,
          subject,
          content: {
            body_text: text,
            written: body_text,
            ...(send_at === undefined ? {} : yield* seenIn(thread.id)),
            body_html: html,
            sent_by: actor,
            in_reply_to,
            references,
            ...(cc.length === 0 ? {} : { cc }),
            ...(bcc.length === 0 ? {} : { bcc }),
            ...(locked.length === 0 ? {} : { attachments: locked })
          }
        } satisfies SingleMail
      })

      /** Marks the messages of a thread as seen, and assigns an unassigned thread to the person who answers. Locks the thread. */
      const updateThread = Effect.fnUntraced(function* (id: ThreadId, content: typeof NewReply.Type, send: Send) {
        const organization = yield* CurrentOrganization
        const { actor } = yield* CurrentActor
        const [locked] = yield* threads.updateMany(organization.id, [id], { is_new: false })
        // A thread without a lead is erased under its own lock only.
        if (locked === undefined) return yield* new ThreadNotFound({ id })
        // The thread is locked now, so of two answers at the same time the later one sees the other.
        const { last_message_id } = content
        if (last_message_id !== undefined) yield* requireNewest(id, last_message_id, actor, send.id)
        const person_id = personIdOf(actor)
        if (person_id !== undefined) yield* threads.assignFree(organization.id, id, person_id)
        // Others see at once that the conversation is being answered.
        yield* threads.touch(organization.id)
      })

      /** Queues an answer to a thread. */
      const answer = transactional(function* (id: ThreadId, content: typeof NewReply.Type) {
        const { account_id, attachments = [], bcc = [], cc = [], send_at = null } = content
        yield* requireSendAt(send_at, "leave it out")
        yield* lockRecipients(id, [...cc, ...bcc])
        const { account, newest, state, thread } = yield* look(id, account_id)
        if (state.reason !== null || account === undefined || state.to_email === null) {
          return yield* new ReplyNotAllowed({ reason: state.reason ?? "account_not_connected" })
        }
        const recipients = { to_email: state.to_email, ...copiesOf(state.to_email, content) }
        // The state is about the recipient: the copies follow.
        yield* requireSubscribed([...recipients.cc, ...recipients.bcc])
        const mail = yield* compose(recipients, content, thread, newest, account)
        const send = yield* queue(mail, account, send_at)
        yield* files.hold(attachments, send.id)
        // The thread comes last, because the queue locks before threads do.
        yield* updateThread(id, content, send)
        return send
      })

      return Replies.of({
        stateOf: traced("Replies.stateOf")(function* (input, account_id) {
          const id = yield* decodeId(input)
          return (yield* look(id, account_id === undefined ? undefined : yield* decodeAccount(account_id))).state
        }),
        forward: traced("Replies.forward")(function* (thread, input, content) {
          const thread_id = yield* decodeId(thread)
          return yield* forward(thread_id, yield* decodeMessage(input), yield* decodeForward(content))
        }),
        reply: traced("Replies.reply")(function* (input, content) {
          const id = yield* decodeId(input)
          return yield* answer(id, yield* decodeReply(content))
        })
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
