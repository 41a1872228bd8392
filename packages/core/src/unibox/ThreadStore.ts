import { Context, type Effect, type Option } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { CampaignId } from "../CampaignId.ts"
import type { LeadId, TagId } from "../leads/Lead.ts"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { AttachmentId } from "../attachments/Attachment.ts"
import type { Message, MessageId, NewMessage } from "./Message.ts"
import type {
  MessageOrder,
  NewThread,
  Tab,
  Thread,
  ThreadId,
  ThreadPatch,
  ThreadState,
  UniboxChanges,
  UpdateThreads
} from "./Thread.ts"

/** A place in a list ordered by time, then id. */
export interface Position<Id> {
  readonly date_sent: Timestamp
  readonly id: Id
}

/** Which threads, and which part of their list. All filters apply; without any, all threads are listed. */
export interface ThreadListing {
  readonly tab?: Tab
  /** A substring of `searchTextOf` one of its messages, folded and taken literally. */
  readonly search?: string
  readonly campaign_id?: CampaignId
  readonly account_id?: AccountId
  readonly lead_id?: LeadId
  /** The tag of its lead. */
  readonly tag_id?: TagId
  readonly is_new?: boolean
  /** Only threads beyond this place. */
  readonly before?: Position<ThreadId>
  readonly limit: number
}

export interface MessageQuery {
  /** `asc` unless given. */
  readonly order?: MessageOrder
  /** Only messages beyond this place, in that order. */
  readonly after?: Position<MessageId>
  readonly limit: number
  /** Of `body_text`, `body_html` and `reply_text`, in UTF-8. */
  readonly maximum_bytes: number
}

/** A message that is stored, by its identity. */
export interface StoredIdentity extends Pick<NewMessage, "identity" | "thread_id" | "trust"> {}

/** A message of ours. */
export interface OurMessage extends Pick<Message, "cc_email" | "message_id" | "to_email"> {
  readonly thread_id: ThreadId
  /** The lead of its thread. */
  readonly lead_id: LeadId | null
}

/** A message in a thread without a lead. */
export interface StrayMessage {
  readonly thread_id: ThreadId
  /** Whether the thread has a message of ours: then it is a conversation, of a lead that was removed or of none. */
  readonly has_our_email: boolean
  /** As `searchTextOf` the message. */
  readonly search_text: string
}

/**
 * The storage port of threads and messages. A message is stored once: its `identity` is unique in the organization.
 * Each method is atomic by itself.
 */
export class ThreadStore extends Context.Service<
  ThreadStore,
  {
    /** Inserts empty threads, which no list shows. Ids ascend in the order of the input. */
    readonly insertThreads: (
      organization_id: OrganizationId,
      threads: ReadonlyArray<NewThread>
    ) => Effect.Effect<ReadonlyArray<ThreadId>, StorageError>
    /**
     * Adds messages to threads, which it locks first, in ascending order, and updates what those say of their messages: the
     * last one, the account, and whether any is new or ours. One answer per input, in order; none for a message whose
     * thread does not exist, or whose identity is stored already, also by an earlier input. Ids ascend in the order of the
     * input.
     */
    readonly insertMessages: (
      organization_id: OrganizationId,
      messages: ReadonlyArray<NewMessage>
    ) => Effect.Effect<
      ReadonlyArray<Option.Option<{ readonly id: MessageId; readonly attachment_ids: ReadonlyArray<AttachmentId> }>>,
      StorageError
    >
    /** Removes those of these threads that have no message. */
    readonly removeEmpty: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<ThreadId>
    ) => Effect.Effect<void, StorageError>
    /** The thread, whether a list shows it or not; none as long as it is empty. */
    readonly find: (organization_id: OrganizationId, id: ThreadId) => Effect.Effect<Option.Option<Thread>, StorageError>
    /** The messages with these identities, in any order. */
    readonly findByIdentities: (
      organization_id: OrganizationId,
      identities: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<StoredIdentity>, StorageError>
    /** The thread of the first of these Message-IDs that the organization has a message of; of several threads, any. */
    readonly findByMessageIds: (
      organization_id: OrganizationId,
      message_ids: ReadonlyArray<string>
    ) => Effect.Effect<Option.Option<ThreadId>, StorageError>
    /** The messages of ours with one of these Message-IDs, by ascending id, at most `limit`. */
    readonly findOurs: (
      organization_id: OrganizationId,
      message_ids: ReadonlyArray<string>,
      query: { readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<OurMessage>, StorageError>
    /** The messages of ours in threads of the lead with a `date_sent` of `since` or later, by ascending id, at most `limit`. */
    readonly findOursToLead: (
      organization_id: OrganizationId,
      lead_id: LeadId,
      query: { readonly since: Timestamp; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<OurMessage>, StorageError>
    /**
     * For each of these leads that has a thread with a message of ours: of such threads the one with the newest last
     * message, then the greatest id. In any order.
     */
    readonly findByLeads: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>
    ) => Effect.Effect<ReadonlyArray<readonly [lead_id: LeadId, thread_id: ThreadId]>, StorageError>
    /** As `findByLeads`, of all leads with this normalized address together. */
    readonly findByLeadEmail: (
      organization_id: OrganizationId,
      address: string
    ) => Effect.Effect<Option.Option<ThreadId>, StorageError>
    /**
     * Threads that hold an inbound message, the newest last message first, then the greatest id. A tab without other
     * filters costs a page at any depth. Hidden campaigns, and their leads, are missing ones.
     */
    readonly page: (
      organization_id: OrganizationId,
      listing: ThreadListing
    ) => Effect.Effect<ReadonlyArray<Thread>, StorageError>
    /**
     * The first of a thread's messages, ordered by date and id in either direction, or the first beyond `after`. It
     * stops at `limit`, and before the texts have more than `maximum_bytes` together; the first message comes whatever
     * its size. What lies beyond is not read. `has_more`: whether there is any.
     */
    readonly messages: (
      organization_id: OrganizationId,
      id: ThreadId,
      query: MessageQuery
    ) => Effect.Effect<{ readonly data: ReadonlyArray<Message>; readonly has_more: boolean }, StorageError>
    /** Applies the patch; none when there is no such thread, or it is empty. */
    readonly update: (
      organization_id: OrganizationId,
      id: ThreadId,
      patch: ThreadPatch
    ) => Effect.Effect<Option.Option<Thread>, StorageError>
    /** The messages in threads without a lead whose `searchTextOf` contains one of these texts, folded; in any order. */
    readonly findStray: (
      organization_id: OrganizationId,
      texts: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<StrayMessage>, StorageError>
    /**
     * Removes the threads of these leads, and those of `thread_ids` that have no lead, with their messages and attachments.
     * Locks them first, in ascending order. Returns the ids of the attachments, whose bytes stay in the `BlobStore`.
     */
    readonly removeOf: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>,
      thread_ids: ReadonlyArray<ThreadId>
    ) => Effect.Effect<ReadonlyArray<AttachmentId>, StorageError>
    /**
     * Applies one patch to all these threads, which it locks first, in ascending order. Returns the states before of those
     * that exist and are not empty, by ascending id. Patches with these states restore what the call has changed.
     */
    readonly updateMany: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<ThreadId>,
      patch: Omit<UpdateThreads, "ids">
    ) => Effect.Effect<ReadonlyArray<ThreadState>, StorageError>
    /**
     * `revision` grows with every commit of `insertMessages`, `update`, `updateMany`, `removeOf`, `touch` and
     * `CampaignStore.clearThreads` that changes something; a later call never returns a smaller one.
     */
    readonly changes: (organization_id: OrganizationId) => Effect.Effect<UniboxChanges, StorageError>
    /** Increases the revision: something else changed that a thread shows. */
    readonly touch: (organization_id: OrganizationId) => Effect.Effect<void, StorageError>
    /** How many threads of each tab a list shows as new. */
    readonly unread: (organization_id: OrganizationId) => Effect.Effect<Readonly<Record<Tab, number>>, StorageError>
  }
>()("@mailroom/core/ThreadStore") {}
