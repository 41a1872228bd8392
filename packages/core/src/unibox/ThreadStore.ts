import { Context, type Option } from "effect"
import type { ListedStore } from "../ListedStore.ts"
import { orNotFound } from "../NotFound.ts"
import type { Stored } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { MessageKind } from "./MessageKind.ts"
import type { AgedMessage, Message, NewMessage, RetiredMessage } from "./Message.ts"
import type { LinkedMessage } from "./MessageLink.ts"
import type { CursorQuery, Keyset } from "../Pagination.ts"
import {
  type FormerThread,
  type MessageOrder,
  type NewThread,
  type Tab,
  type Thread,
  ThreadNotFound,
  type ThreadQuery,
  type UniboxChanges,
  type UpdateThreads
} from "./Thread.ts"
import type { AttachmentId, LeadId, MessageId, OrganizationId, PersonId, ThreadId } from "../ids.ts"

/** Filters and paging for lists of threads. All given filters apply; without filters, all threads are listed. */
export interface ThreadListing extends Partial<Omit<ThreadQuery, "assigned_to" | keyof CursorQuery>> {
  /** Only threads of this person; `null`: only threads of nobody. */
  readonly assigned_to?: PersonId | null
  /** A substring of `searchTextOf` one of its messages, folded for searches and taken literally. */
  readonly search?: string
  /** Only threads after this position. */
  readonly before?: Keyset<ThreadId>
  readonly limit: number
}

export interface MessageQuery {
  /** Default: `asc`. */
  readonly order?: MessageOrder
  /** Only messages after this position, in the given order. */
  readonly after?: Keyset<MessageId>
  /** Only the message with this id. */
  readonly id?: MessageId
  readonly limit: number
  /** Maximum total size of `body_text`, `body_html` and `reply_text`, in UTF-8. */
  readonly maximum_bytes: number
}

/** A stored message, by its identity. */
export interface StoredIdentity extends Pick<NewMessage, "identity" | "thread_id" | "trust"> {}

/** A message of ours. */
export interface OurMessage extends Pick<
  Message,
  "bcc_email" | "cc_email" | "id" | "kind" | "message_id" | "to_email"
> {
  readonly thread_id: ThreadId
  /** The lead of the message's thread. */
  readonly lead_id: LeadId | null
}

/** Selects messages with one of these Message-IDs, or messages in threads of a lead with a `date_sent` of `since` or later. */
export type OursMatch =
  | { readonly message_ids: ReadonlyArray<string> }
  | { readonly lead_id: LeadId; readonly since: Timestamp }

/** A thread that should be open by now. */
export interface SnoozedThread {
  readonly organization_id: OrganizationId
  readonly id: ThreadId
}

/** A message that a search finds. */
export interface MatchingMessage {
  readonly thread_id: ThreadId
  readonly id: MessageId
  /** The first 2000 UTF-16 units at least. */
  readonly reply_text: string
}

/** A message in a thread without a lead. */
export interface StrayMessage {
  readonly thread_id: ThreadId
  /** Whether the thread has a message of ours. Then it is a conversation, whose lead was removed or never known. */
  readonly has_our_email: boolean
  /** The result of `searchTextOf` for the message. */
  readonly search_text: string
}

/**
 * The storage port of threads and messages. A message is stored once: its `identity` is unique in the organization.
 * Each method is atomic, also outside of a transaction. `find` also finds threads that no list shows, but not empty ones.
 */
export class ThreadStore extends Context.Service<
  ThreadStore,
  Pick<ListedStore<Thread, never>, "find"> & {
    /** Inserts empty threads, which are not shown in lists. Ids ascend in the order of the input. */
    readonly insertThreads: (
      organization_id: OrganizationId,
      threads: ReadonlyArray<NewThread>
    ) => Stored<ReadonlyArray<ThreadId>>
    /**
     * Adds messages to threads, which it locks first, in ascending order. `inserted`: threads among them that the same transaction
     * has inserted, so it has them locked. It updates the threads' data about their
     * messages: the last one, the account, and whether any is new or ours. The last one has the kind `forward` only in a thread without
     * others. A message that is not ours opens its thread,
     * which is not snoozed any more. One with a `tab` moves its thread there. An attachment with an id is an upload
     * (`UploadStore`), which ends; one that was removed is left out.
     * One answer per input, in order; `None` for a message whose thread does not exist, or whose identity is already
     * stored, also by an earlier input. Ids ascend in the order of the input.
     */
    readonly insertMessages: (
      organization_id: OrganizationId,
      messages: ReadonlyArray<NewMessage>,
      inserted?: ReadonlyArray<ThreadId>
    ) => Stored<
      ReadonlyArray<Option.Option<{ readonly id: MessageId; readonly attachment_ids: ReadonlyArray<AttachmentId> }>>
    >
    /** Removes the threads with these ids that have no message. */
    readonly removeEmpty: (organization_id: OrganizationId, ids: ReadonlyArray<ThreadId>) => Stored<void>
    /** The messages with these identities, in any order. */
    readonly findByIdentities: (
      organization_id: OrganizationId,
      identities: ReadonlyArray<string>
    ) => Stored<ReadonlyArray<StoredIdentity>>
    /**
     * The thread of the first of these Message-IDs that a stored message has. If several threads have it, any of them.
     */
    readonly findByMessageIds: (
      organization_id: OrganizationId,
      message_ids: ReadonlyArray<string>
    ) => Stored<Option.Option<ThreadId>>
    /** Our messages that match, by ascending id, at most `limit`. */
    readonly findOurs: (
      organization_id: OrganizationId,
      match: OursMatch,
      query: { readonly limit: number }
    ) => Stored<ReadonlyArray<OurMessage>>
    /**
     * The messages whose id is among `ids`, or whose `refers_to` is among `referred`. Each is returned once, by ascending id, at most
     * `limit` of them.
     */
    readonly findLinked: (
      organization_id: OrganizationId,
      match: { readonly ids: ReadonlyArray<MessageId>; readonly referred: ReadonlyArray<MessageId> },
      query: { readonly limit: number }
    ) => Stored<ReadonlyArray<LinkedMessage>>
    /** The texts of our message with this Message-ID; of the one with the least id, if several have it. */
    readonly findOurText: (
      organization_id: OrganizationId,
      message_id: string
    ) => Stored<Option.Option<Pick<Message, "body_html" | "body_text">>>
    /** The greatest id of an incoming message of the thread that has one of these kinds. */
    readonly findReceived: (
      organization_id: OrganizationId,
      id: ThreadId,
      kinds: ReadonlyArray<MessageKind>
    ) => Stored<Option.Option<MessageId>>
    /**
     * For each of these leads that has a thread with a message of ours: the one of these threads with the newest last
     * message, then the greatest id. In any order.
     */
    readonly findByLeads: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>
    ) => Stored<ReadonlyArray<readonly [lead_id: LeadId, thread_id: ThreadId]>>
    /** Like `findByLeads`, for all leads with this normalized address together. */
    readonly findByLeadEmail: (organization_id: OrganizationId, address: string) => Stored<Option.Option<ThreadId>>
    /**
     * Threads that contain an incoming message, the newest last message first, then the greatest id. A page of a tab
     * without other filters costs the same at any depth. Hidden campaigns, and their leads, are treated as missing.
     */
    readonly page: (organization_id: OrganizationId, listing: ThreadListing) => Stored<ReadonlyArray<Thread>>
    /**
     * For each of these threads with a message whose `searchTextOf` contains the text, which is folded for searches: the newest
     * one by date, then id, with it in the searched part of its `reply_text`; if there is none, the newest one. In any order.
     */
    readonly findMatching: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<ThreadId>,
      search: string
    ) => Stored<ReadonlyArray<MatchingMessage>>
    /** The number of threads with new messages that `page` lists by these filters, in each tab, at most `maximum`. */
    readonly unread: (
      organization_id: OrganizationId,
      filters: Omit<ThreadListing, "before" | "is_new" | "limit" | "tab">,
      maximum: number
    ) => Stored<Readonly<Record<Tab, number>>>
    /**
     * The first messages of a thread, or the first ones after `after`, sorted by date and id in either direction. It
     * stops at `limit`, and before the texts exceed `maximum_bytes` in total; the first message is returned whatever
     * its size. Later messages are not read. `has_more`: whether there are more.
     */
    readonly messages: (
      organization_id: OrganizationId,
      id: ThreadId,
      query: MessageQuery
    ) => Stored<{ readonly data: ReadonlyArray<Message>; readonly has_more: boolean }>
    /** The messages in threads without a lead whose `searchTextOf` contains one of these folded texts; in any order. */
    readonly findStray: (
      organization_id: OrganizationId,
      texts: ReadonlyArray<string>
    ) => Stored<ReadonlyArray<StrayMessage>>
    /**
     * Removes the threads of these leads, and the threads in `thread_ids` that have no lead, with their messages and
     * attachments. Locks them first, in ascending order. Returns the ids of the attachments, whose bytes stay in the
     * `BlobStore`.
     */
    readonly removeOf: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>,
      thread_ids: ReadonlyArray<ThreadId>
    ) => Stored<ReadonlyArray<AttachmentId>>
    /**
     * Messages with their texts that were sent before the instant, the earliest first: at most `limit`, and before their texts
     * exceed `maximum_bytes` in total, but at least one. It locks their threads, in ascending order, and leaves out the
     * messages of threads that another transaction has locked. `has_more`: whether there are more.
     */
    readonly lockAged: (
      organization_id: OrganizationId,
      query: { readonly before: Timestamp; readonly limit: number; readonly maximum_bytes: number }
    ) => Stored<{ readonly messages: ReadonlyArray<AgedMessage>; readonly has_more: boolean }>
    /**
     * Replaces the texts of messages, whose threads are locked, and removes their attachments: they are `text_removed` from
     * now on. Everything else stays. Returns the ids of the attachments, whose bytes stay in the `BlobStore`.
     */
    readonly retire: (
      organization_id: OrganizationId,
      messages: ReadonlyArray<RetiredMessage>
    ) => Stored<ReadonlyArray<AttachmentId>>
    /**
     * Applies one patch to all these threads, which it locks first, in ascending order. Returns the previous states of
     * the threads that exist and are not empty, by ascending id. Patches with these states restore what the call has
     * changed. A patch with a state replaces `snoozed_until`, too.
     */
    readonly updateMany: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<ThreadId>,
      patch: Omit<UpdateThreads, "ids">
    ) => Stored<ReadonlyArray<FormerThread>>
    /** Assigns the thread to this person, unless it is assigned. */
    readonly assignFree: (organization_id: OrganizationId, id: ThreadId, person_id: PersonId) => Stored<void>
    /** Assigns the threads of this person to nobody. Locks them first, in ascending order. */
    readonly unassign: (organization_id: OrganizationId, person_id: PersonId) => Stored<void>
    /** Snoozed threads of all organizations whose `snoozed_until` is not after `now`, the earliest first. */
    readonly findSnoozed: (query: {
      readonly now: Timestamp
      readonly limit: number
    }) => Stored<ReadonlyArray<SnoozedThread>>
    /**
     * Opens the threads with these ids that are snoozed until `now` or before, and marks their newest incoming message as
     * new. Locks them first, in ascending order. Returns the number of opened threads.
     */
    readonly wake: (organization_id: OrganizationId, ids: ReadonlyArray<ThreadId>, now: Timestamp) => Stored<number>
    /**
     * `revision` grows with every commit of `insertMessages`, `updateMany`, `assignFree`, `unassign`, `wake`, `removeOf`, `retire`, `touch` and
     * `CampaignStore.clearThreads` that changes something; a later call never returns a smaller one. The counts are at
     * most `maximum` for each tab.
     */
    readonly changes: (organization_id: OrganizationId, maximum: number) => Stored<UniboxChanges>
    /** Increases the revision, after a change of other data that a thread shows. */
    readonly touch: (organization_id: OrganizationId) => Stored<void>
  }
>()("@mailroom/core/ThreadStore") {}

/** The thread with this id; fails if there is none. */
export const findThread = (
  store: Pick<ThreadStore["Service"], "find">,
  organization_id: OrganizationId,
  id: ThreadId
): Stored<Thread, ThreadNotFound> => orNotFound(store.find(organization_id, id), () => new ThreadNotFound({ id }))
