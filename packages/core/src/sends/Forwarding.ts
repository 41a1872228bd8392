/** Forwards a message of the unibox to somebody else. The lead gets no mail, and nothing about the lead changes. */
import { Effect, Option, Result, Schema } from "effect"
import type { AttachmentRecord } from "../attachments/Attachment.ts"
import { AttachmentStore } from "../attachments/AttachmentStore.ts"
import { Changes } from "../Changes.ts"
import { type AccountId, type AttachmentId, MessageId, type ThreadId } from "../ids.ts"
import { type Fault, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { CurrentActor } from "../people/Actor.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import type { Message } from "../unibox/Message.ts"
import { ThreadNotFound } from "../unibox/Thread.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { makeMailFiles } from "../uploads/MailFiles.ts"
import { faultOfName, maximumFiles } from "../uploads/Upload.ts"
import { forwardSubject } from "./Composition.ts"
import { forwardText, type NewForward } from "./Forward.ts"
import { makeLockRecipients } from "./LockRecipients.ts"
import { makeQueue } from "./Queue.ts"
import { copiesOf, maximumCopies } from "./Recipients.ts"
import { ReplyNotAllowed } from "./ReplyNotAllowed.ts"
import { SendStore } from "./SendStore.ts"
import { makeFindUnsubscribed } from "./Unsubscribed.ts"

export class MessageNotFound extends Schema.TaggedError<MessageNotFound>()("MessageNotFound", { id: MessageId }) {
  override get message(): string {
    return `The conversation has no message ${this.id}`
  }
}

/** The maximum number of bytes of the texts that a read of messages returns. */
const maximum_bytes = 4 * 2 ** 20

/** Why an attachment cannot be forwarded; `undefined`: it can. `record`: `undefined` if the message has no such attachment. */
const faultOfAttachment = (record: AttachmentRecord | undefined): string | undefined => {
  if (record === undefined) return "is no attachment of the message"
  const fault = faultOfName(record.filename)
  return fault === undefined ? undefined : `${record.filename} ${fault}. Name the other attachments`
}

/** Makes the function that forwards a message (`Replies.forward`). */
export const makeForward = Effect.gen(function* () {
  const attachments = yield* AttachmentStore
  const files = yield* makeMailFiles
  const findUnsubscribed = yield* makeFindUnsubscribed
  const lockRecipients = yield* makeLockRecipients
  const sends = yield* SendStore
  const sequences = yield* SequenceStore
  const threads = yield* ThreadStore
  const { existing, isConnected, queue } = yield* makeQueue
  const { transactional } = yield* Changes

  /** The attachments of the message that are forwarded, in their order. `ids`: the ones that the input names; default: all. */
  const chosen = Effect.fnUntraced(function* (message: Message, ids: ReadonlyArray<AttachmentId> | undefined) {
    const { id: organization_id } = yield* CurrentOrganization
    const known = new Set(message.attachments.map(({ id }) => id))
    const asked = ids ?? [...known]
    const found = yield* Effect.forEach(asked, (id) => attachments.find(organization_id, id))
    const faults = asked.flatMap((id, place): ReadonlyArray<Fault> => {
      const record = known.has(id) ? Option.getOrUndefined(found[place] ?? Option.none()) : undefined
      const fault = faultOfAttachment(record)
      const pointer = ids === undefined ? "/forwarded_attachments" : `/forwarded_attachments/${place}`
      return fault === undefined ? [] : [{ pointer, message: fault }]
    })
    const [first, ...others] = faults
    if (first !== undefined) return yield* new InvalidInput({ faults: [first, ...others] })
    return found.flatMap((record) => Option.toArray(record))
  })

  /** The files of the mail of a step that were left out of its message, and that the step still has. */
  const ofStep = Effect.fnUntraced(function* ({ is_our_email, left_out = [], message_id }: Message) {
    if (!is_our_email || left_out.length === 0 || message_id === undefined) return []
    const { id } = yield* CurrentOrganization
    const [send] = yield* sends.findByMessageIds(id, [message_id])
    if (send === undefined || send.campaign_id === null) return []
    const steps = yield* sequences.ofCampaigns(id, [send.campaign_id])
    const had = steps
      .filter((step) => step.id === send.sequence_id)
      .flatMap((step) => step.attachments)
      .filter(({ filename, size }) => left_out.some((file) => file.filename === filename && file.size === size))
    const missing = new Set((yield* files.missingOf(had)).map((file) => file.id))
    return had.filter((file) => !missing.has(file.id))
  })

  /** The account that forwards a message: the one of the input, or else that of the thread. Fails if it cannot send. */
  const accountFor = Effect.fnUntraced(function* (account_id: AccountId | undefined) {
    const account = account_id === undefined ? undefined : yield* existing(account_id)
    if (account !== undefined && (yield* isConnected(account))) return account
    return yield* new ReplyNotAllowed({ reason: "account_not_connected" })
  })

  /** The recipients of the mail: the first address of `to`, and the others as copies. Fails if one must not be written to. */
  const recipientsOf = Effect.fnUntraced(function* (input: NewForward) {
    const [to_email = "", ...further] = input.to
    const { bcc, cc } = copiesOf(to_email, { ...input, cc: [...further, ...(input.cc ?? [])] })
    if (cc.length > maximumCopies) {
      const message = `must name at most ${maximumCopies + 1} addresses together with cc: the others of to get a copy, too`
      return yield* new InvalidInput({ faults: [{ pointer: "/to", message }] })
    }
    const [email] = yield* findUnsubscribed([to_email, ...cc, ...bcc])
    if (email !== undefined) return yield* new ReplyNotAllowed({ reason: "recipient_unsubscribed", email })
    return { to_email, cc, bcc }
  })

  /** The files of the mail: copies of the attachments of the message that are forwarded, and the uploads of the input. */
  const filesFor = Effect.fnUntraced(function* (
    message: Message,
    { attachments: added = [], forwarded_attachments }: NewForward,
    text: string
  ) {
    const invalid = (message: string) => new InvalidInput({ faults: [{ pointer: "/forwarded_attachments", message }] })
    const attached = yield* chosen(message, forwarded_attachments)
    const originals = forwarded_attachments === undefined ? [...attached, ...(yield* ofStep(message))] : attached
    if (originals.length + added.length > maximumFiles) {
      const count = `${originals.length} attachments of the message and ${added.length} uploads`
      return yield* invalid(`are too many files: ${count}, and a mail has at most ${maximumFiles}. Name fewer`)
    }
    const copied = yield* Effect.result(files.copy(originals, added, [text]))
    if (Result.isSuccess(copied)) return copied.success
    if (copied.failure._tag === "FileMissing") return yield* invalid(copied.failure.message)
    return yield* Effect.fail(copied.failure)
  })

  /** Queues a mail that forwards a message of a thread. */
  const forward = transactional(function* (thread_id: ThreadId, id: MessageId, input: NewForward) {
    const { body_text = "" } = input
    const organization = yield* CurrentOrganization
    const thread = yield* lockRecipients(thread_id, [...input.to, ...(input.cc ?? []), ...(input.bcc ?? [])])
    const { data } = yield* threads.messages(organization.id, thread_id, { id, limit: 1, maximum_bytes })
    const [message] = data
    if (message === undefined) return yield* new MessageNotFound({ id })
    const account = yield* accountFor(input.account_id ?? thread.account_id)
    const { bcc, cc, to_email } = yield* recipientsOf(input)
    const text = forwardText(body_text, account.settings.signature, message)
    const held = yield* filesFor(message, input, text)
    const send = yield* queue(
      {
        kind: "forward",
        // It does not go to the lead.
        lead_id: null,
        campaign_id: null,
        sequence_id: null,
        position: null,
        thread_id,
        to_email,
        subject: forwardSubject(message.subject),
        content: {
          body_text: text,
          written: body_text,
          forwards: message.id,
          sent_by: (yield* CurrentActor).actor,
          body_html: null,
          // Without references: answers to it would name mails of the lead.
          in_reply_to: null,
          references: [],
          ...(cc.length === 0 ? {} : { cc }),
          ...(bcc.length === 0 ? {} : { bcc }),
          ...(held.length === 0 ? {} : { attachments: held })
        }
      },
      account
    )
    yield* files.hold(
      held.map((file) => file.id),
      send.id
    )
    // The queue locks before threads do. An erasure of a thread without a lead waits for the lock, and then erases the mail.
    const [locked] = yield* threads.updateMany(organization.id, [thread_id], {})
    if (locked === undefined) return yield* new ThreadNotFound({ id: thread_id })
    yield* threads.touch(organization.id)
    return send
  })

  return forward
})
