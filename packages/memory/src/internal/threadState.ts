/** Threads and messages as they are stored. */
import type { Account, Message, Position, Thread } from "@mailroom/core"
import type { OrderedMap } from "../OrderedMap.ts"

export interface ThreadRow extends Thread.NewThread {
  readonly id: Thread.ThreadId
  /** The oldest first. */
  readonly messages: OrderedMap<Position<Message.MessageId>, StoredMessage>
  /** How many messages are new. */
  readonly unseen: number
  /** Whether a message came in: only then it is listed. */
  readonly inbound: boolean
  /** Whether a message is ours: only then it is a conversation. */
  readonly ours: boolean
  /** Of the newest message that has one. */
  readonly account: (Position<Message.MessageId> & { readonly account_id: Account.AccountId }) | null
  /** None as long as it is empty. */
  readonly shown: ShownThread | undefined
}

/** Without what is looked up when it is read. */
export type ShownThread = Omit<Thread.Thread, "campaign_name" | "lead">

/** A message but for `thread_id`, which depends on the thread. */
export interface StoredMessage extends Omit<Message.Message, "thread_id"> {
  readonly account_id: Account.AccountId | null
  /** Folded. */
  readonly searchText: string
}

/** A tab of the unibox. */
export interface Listing {
  readonly threads: OrderedMap<Position<Thread.ThreadId>, ThreadRow>
  readonly unread: number
}
