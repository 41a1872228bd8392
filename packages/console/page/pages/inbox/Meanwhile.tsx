/** An answer of ours that arrived while somebody was writing one. */
import type { Message } from "@mailroom/client"
import { useState } from "preact/hooks"
import { shortDate } from "../../base/format.ts"
import { texts } from "./texts.ts"

type Messages = ReadonlyArray<Message>

const newestOurs = (messages: Messages) => messages.findLast(({ kind }) => kind === "own")

/** The newest message of ours, if it has arrived since the component was first shown. */
export const useMeanwhile = (messages: Messages): Message | undefined => {
  const [before] = useState(() => newestOurs(messages)?.id)
  const newest = newestOurs(messages)
  return newest?.id === before ? undefined : newest
}

export const Told = ({ message: { date_sent, from_email, from_name } }: { readonly message: Message }) => (
  <p class="composer-told" role="status">
    {texts.meanwhile(from_name || from_email, shortDate(date_sent))}
  </p>
)
