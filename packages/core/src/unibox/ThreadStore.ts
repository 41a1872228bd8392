import { Context, type Effect, type Option } from "effect"
import type { LeadId } from "../leads/Lead.ts"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { AttachmentId, AttachmentRecord } from "../attachments/Attachment.ts"
import type { Message, MessageId, NewMessage } from "./Message.ts"
import type { NewThread, Tab, Thread, ThreadId, ThreadPatch } from "./Thread.ts"

/** A place in a list ordered by time, then id. */
export interface Position<Id> {
  readonly date_sent: Timestamp
  readonly id: Id
}

/**
 * The storage port of threads and messages. A message is stored once: its `identity` is unique in the organization.
 * Each method is atomic by itself.
 */
export class ThreadStore extends Context.Service<
  ThreadStore,
  {
    /** An empty thread, which no list shows. Ids ascend in the order of insertion. */
    readonly insertThread: (organization_id: OrganizationId, thread: NewThread) => Effect.Effect<ThreadId, StorageError>
    /**
     * Adds a message to a thread that exists, and carries on what the thread says of its messages: the last one, and
     * whether any is new or ours. None, and nothing is changed, when a message of this identity is stored.
     */
    readonly insertMessage: (
      organization_id: OrganizationId,
      message: NewMessage
    ) => Effect.Effect<
      Option.Option<{ readonly id: MessageId; readonly attachment_ids: ReadonlyArray<AttachmentId> }>,
      StorageError
    >
    /** The thread, whether a list shows it or not; none as long as it is empty. */
    readonly find: (organization_id: OrganizationId, id: ThreadId) => Effect.Effect<Option.Option<Thread>, StorageError>
    /** The thread of the message with this identity. */
    readonly findByIdentity: (
      organization_id: OrganizationId,
      identity: string
    ) => Effect.Effect<Option.Option<ThreadId>, StorageError>
    /** The thread of the first of these Message-IDs that the organization has a message of; of several threads, any. */
    readonly findByMessageIds: (
      organization_id: OrganizationId,
      message_ids: ReadonlyArray<string>
    ) => Effect.Effect<Option.Option<ThreadId>, StorageError>
    /** Of the lead's threads that hold a message of ours, the one with the newest last message, then the greatest id. */
    readonly findByLead: (
      organization_id: OrganizationId,
      lead_id: LeadId
    ) => Effect.Effect<Option.Option<ThreadId>, StorageError>
    /** As `findByLead`, of all leads with this folded address. */
    readonly findByLeadEmail: (
      organization_id: OrganizationId,
      folded: string
    ) => Effect.Effect<Option.Option<ThreadId>, StorageError>
    /**
     * The tab's threads that hold an inbound message, the newest last message first, then the greatest id; those
     * beyond `before` when it is given. It costs a page at any depth.
     */
    readonly page: (
      organization_id: OrganizationId,
      query: { readonly tab: Tab; readonly before?: Position<ThreadId>; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<Thread>, StorageError>
    /** A thread's messages, the oldest first, then the smallest id; those beyond `after` when it is given. */
    readonly messages: (
      organization_id: OrganizationId,
      id: ThreadId,
      query: { readonly after?: Position<MessageId>; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<Message>, StorageError>
    /** Applies the patch; none when there is no such thread, or it is empty. */
    readonly update: (
      organization_id: OrganizationId,
      id: ThreadId,
      patch: ThreadPatch
    ) => Effect.Effect<Option.Option<Thread>, StorageError>
    /** How many threads of each tab a list shows as new. */
    readonly unread: (organization_id: OrganizationId) => Effect.Effect<Readonly<Record<Tab, number>>, StorageError>
    readonly attachment: (
      organization_id: OrganizationId,
      id: AttachmentId
    ) => Effect.Effect<Option.Option<AttachmentRecord>, StorageError>
  }
>()("@mailroom/core/ThreadStore") {}
