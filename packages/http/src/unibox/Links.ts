/** Links of attachments. Each opens a file for an hour, without a key. */
import {
  type Attachment,
  type Attachments,
  type CurrentOrganization,
  type MessageLink,
  type Pagination,
  type Thread
} from "@mailroom/core"
import { Effect } from "effect"
import { publicUrl } from "../contract/PublicUrl.ts"

interface WithAttachments {
  readonly attachments: ReadonlyArray<Attachment.Attachment>
}
export type Linked<M extends WithAttachments> = Omit<M, "attachments"> & {
  readonly attachments: ReadonlyArray<Attachment.Attachment & { readonly url: string }>
}
type LinkedThread<T extends { readonly last_message: WithAttachments }> = Omit<T, "last_message"> & {
  readonly last_message: Linked<T["last_message"]>
}

/** Adds the links to messages and threads. */
export const links = ({ sign }: Attachments["Service"]) => {
  const linked = Effect.fnUntraced(function* (attachment: Attachment.Attachment) {
    const { expires, id, signature } = yield* Effect.orDie(sign(attachment.id))
    return { ...attachment, url: `${yield* publicUrl}/attachments/${id}?expires=${expires}&signature=${signature}` }
  })
  /** Most messages have no attachments and need no signature. */
  const message = <M extends WithAttachments>(given: M): Effect.Effect<Linked<M>, never, CurrentOrganization> =>
    given.attachments.length === 0
      ? Effect.succeed<Linked<M>>({ ...given, attachments: [] })
      : Effect.map(Effect.forEach(given.attachments, linked), (attachments): Linked<M> => ({ ...given, attachments }))
  /** Adds the links to the last message of a thread. */
  const thread = <T extends { readonly last_message: WithAttachments }>(
    given: T
  ): Effect.Effect<LinkedThread<T>, never, CurrentOrganization> =>
    Effect.map(message<T["last_message"]>(given.last_message), (last_message) => ({ ...given, last_message }))
  return {
    thread,
    /** Adds links to a page of threads. */
    threads: (page: Pagination.CursorPage<Thread.FoundThread>) =>
      Effect.map(Effect.forEach(page.data, thread<Thread.FoundThread>), (data) => ({ ...page, data })),
    /** Adds links to a thread with a page of its messages. */
    messages: <
      P extends { readonly data: ReadonlyArray<MessageLink.ConversationMessage>; readonly thread: Thread.Thread }
    >({
      data,
      thread: given,
      ...page
    }: P) =>
      Effect.map(Effect.all({ thread: thread(given), data: Effect.forEach(data, message) }), (both) => ({
        ...page,
        ...both
      }))
  }
}
