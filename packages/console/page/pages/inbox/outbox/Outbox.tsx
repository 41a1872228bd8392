/** The answers of a conversation that the mail server has not taken: they are being sent, or were not sent. */
import type { Message, Send } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useEffect, useRef } from "preact/hooks"
import { api, queries } from "../../../app/api.ts"
import { fullDate } from "../../../app/format.ts"
import { askAgain } from "../../../kit/asking.ts"
import { Avatar } from "../../../kit/Parts.tsx"
import { QueryFailed } from "../../../kit/States.tsx"
import { writeAgain } from "../answers.ts"
import { sendsKey, threadKey } from "../data.ts"
import { texts as inbox } from "../texts.ts"
import { texts } from "./texts.ts"

/** How many of the newest answers are looked at. */
const looked = 20
/** How often the answers are asked for while none is under way, in milliseconds. */
const idle = 15_000

/** The answers after the last one that was sent, the oldest first. */
const notSent = (newest: ReadonlyArray<Send>): ReadonlyArray<Send> => {
  const sent = newest.findIndex(({ outcome }) => outcome === "sent")
  return (sent === -1 ? newest : newest.slice(0, sent)).toReversed()
}

const sendsQuery = (id: number) => ({
  queryKey: sendsKey(id),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ReadonlyArray<Send>> => {
    const { data } = await api.sends.list({ thread_id: id, limit: looked }, { signal })
    const known = queries.getQueryData<ReadonlyArray<Send>>(sendsKey(id)) ?? []
    const isOpen = (id: number) => known.some((send) => send.id === id && send.outcome !== "sent")
    // The message takes the place of the answer at once.
    if (data.some(({ id, outcome }) => outcome === "sent" && isOpen(id))) {
      await queries.invalidateQueries({ queryKey: threadKey(id), exact: true })
    }
    return data
  },
  // Answers of other tabs and persons show, too.
  refetchInterval: ({ state }: { readonly state: { readonly data: ReadonlyArray<Send> | undefined } }) =>
    askAgain(state.data ?? []) || idle,
  staleTime: 0
})

const stateOf = ({ next_attempt_at, outcome, reply }: Send): string => {
  if (outcome === "refused" || outcome === "unknown") return texts[outcome]
  if (outcome === "deferred") return texts.deferred(fullDate(next_attempt_at ?? ""))
  return outcome === "queued" && reply !== null ? texts.held : texts.sending
}

const Answer = ({ canWrite, from, send }: { readonly send: Send; readonly from: string; readonly canWrite: boolean }) => {
  const { body_text, outcome, reply } = send
  const isOver = outcome === "refused" || outcome === "unknown"
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.scrollIntoView({ block: "nearest" }), [outcome])
  return (
    <article class="mail mail-ours" aria-label={texts.mailOf} ref={place}>
      <Avatar name={from} ours />
      <div class="mail-main">
        <p>
          <span class="mail-sender">{inbox.you}</span>
        </p>
        <div class="mail-text" dir="auto">
          {body_text}
        </div>
        <div role="status">
          <p class={isOver ? "text-bad" : "meta"}>{stateOf(send)}</p>
          {reply !== null && <p class="meta">{reply}</p>}
        </div>
        {isOver && canWrite && (
          <button type="button" class="button mail-again" onClick={() => writeAgain(send.thread_id ?? 0, body_text ?? "")}>
            {texts.writeAgain}
          </button>
        )}
      </div>
    </article>
  )
}

interface Props {
  readonly id: number
  /** The address that an answer comes from. */
  readonly from: string
  readonly messages: ReadonlyArray<Message>
  readonly canWrite: boolean
}

export const Outbox = ({ canWrite, from, id, messages }: Props) => {
  const found = useQuery(sendsQuery(id))
  const stored = new Set(messages.map(({ message_id }) => message_id))
  return (
    <>
      <QueryFailed query={found} />
      {notSent(found.data ?? [])
        .filter(({ message_id }) => !stored.has(message_id))
        .map((send) => (
          <Answer send={send} from={from} canWrite={canWrite} key={send.id} />
        ))}
    </>
  )
}
