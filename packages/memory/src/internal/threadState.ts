/** The stored form of threads and messages. */
import type { Account, Message, Pagination, Person, Thread, Timestamp } from "@mailroom/core"
import type { OrderedMap } from "../OrderedMap.ts"

export interface ThreadRow extends Thread.NewThread {
  readonly id: Thread.ThreadId
  readonly state: Thread.State
  /** Set while the thread is snoozed. */
  readonly snoozed_until: Timestamp.Timestamp | null
  readonly assigned_to: Person.PersonId | null
  /** Messages, the oldest first. */
  readonly messages: OrderedMap<Pagination.Keyset<Message.MessageId>, StoredMessage>
  /** The number of new messages. */
  readonly unseen: number
  /** Whether the thread has an inbound message. Only such threads are listed. */
  readonly inbound: boolean
  /** Whether the thread has a message of ours. Only such threads are conversations. */
  readonly ours: boolean
  /** The account of the newest message that has one. */
  readonly account: (Pagination.Keyset<Message.MessageId> & { readonly account_id: Account.AccountId }) | null
  /** `undefined` while the thread has no messages. */
  readonly shown: ShownThread | undefined
}

/** A thread without the parts that are looked up when it is read. */
export type ShownThread = Omit<Thread.Thread, "campaign_name" | "lead">

/** A message without `thread_id`, which depends on the thread. */
export interface StoredMessage extends Omit<Message.Message, "thread_id"> {
  readonly account_id: Account.AccountId | null
  /** The identity by which a repeated mail is recognized. */
  readonly identity: string
  /** Folded text, in which searches look. */
  readonly searchText: string
}
