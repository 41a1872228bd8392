/** The answers of a conversation that the mail server has not taken: they are being sent, or were not sent. */
import type { Send } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { api, queries } from "../../../base/api.ts"
import { fullDate } from "../../../base/format.ts"
import { useStore } from "../../../base/store.ts"
import { texts as frame } from "../../../base/texts.ts"
import { askAgain } from "../../../kit/asking.ts"
import { useSlow } from "../../../kit/hooks.ts"
import { Avatar } from "../../../kit/Parts.tsx"
import { texts as refused } from "../../../kit/refused/texts.ts"
import { Why } from "../../../kit/refused/Why.tsx"
import { QueryFailed } from "../../../kit/States.tsx"
import { authorOf } from "../author.ts"
import { forwarding, type Outgoing } from "../drafts.ts"
import { type Conversation, threadKey } from "../data.ts"
import { texts as inbox } from "../texts.ts"
import { isCancelled, isScheduled, sendsKey } from "./data.ts"
import { Forward } from "./Forward.tsx"
import { ScheduledActions, useCanChange } from "./Scheduling.tsx"
import { texts as fileTexts } from "../../../kit/files/texts.ts"
import { texts } from "./texts.ts"
import { writeAgain } from "./writeAgain.ts"
import "./outbox.css"

/** How many of the newest answers are looked at. */
const looked = 20
/** How often the answers are asked for while none is under way, in milliseconds. */
const idle = 15_000
/** A reader who sees the conversation up to this far before a mail has reached it, in pixels. */
const near = 80

/** The text of a refused answer was discarded when the answer was dealt with. */
const isKept = ({ body_text, outcome }: Send) => outcome !== "refused" || body_text !== null

/** The answers after the last one that was sent, and scheduled answers, the oldest first. */
const notSent = (newest: ReadonlyArray<Send>): ReadonlyArray<Send> => {
  const sent = newest.findIndex(({ kind, outcome }) => kind === "reply" && outcome === "sent")
  const isShown = (send: Send, place: number) =>
    send.outcome !== "sent" && (sent === -1 || place < sent || send.send_at !== null)
  return newest.filter((send, place) => isShown(send, place) && isKept(send)).toReversed()
}

const sendsQuery = (id: number) => ({
  queryKey: sendsKey(id),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ReadonlyArray<Send>> => {
    const { data } = await api.sends.list({ thread_id: id, limit: looked }, { signal })
    const known = queries.getQueryData<ReadonlyArray<Send>>(sendsKey(id)) ?? []
    const isOpen = (id: number) => known.some((send) => send.id === id && send.outcome !== "sent")
    // The message takes the place of the answer at once.
    if (data.some(({ id, outcome }) => outcome === "sent" && isOpen(id))) {
      await queries.invalidateQueries({ queryKey: threadKey(id) })
    }
    return data
  },
  // Answers of other tabs and persons show, too.
  refetchInterval: ({ state }: { readonly state: { readonly data: ReadonlyArray<Send> | undefined } }) =>
    askAgain(state.data ?? []) || idle,
  staleTime: 0
})

const stateOf = (send: Send): string => {
  const { next_attempt_at, outcome, reply, send_at } = send
  if (isScheduled(send) && reply === null && send_at !== null) return texts.sendsAt(fullDate(send_at))
  if (isCancelled(send)) return refused.cancelled
  if (outcome === "refused" || outcome === "unknown") return texts[outcome]
  if (outcome === "deferred") return texts.deferred(fullDate(next_attempt_at ?? ""))
  return outcome === "queued" && reply !== null ? texts.held : texts.sending
}

const waitingOf = ({ at, isUnderWay }: Outgoing): string =>
  at !== undefined ? texts.sendsAt(fullDate(at.toISOString())) : isUnderWay ? texts.sending : texts.waiting

/** Whether the reader has reached the place of this mail: then the conversation may move. */
const isAtEnd = (mail: HTMLElement) =>
  mail.getBoundingClientRect().top - (mail.parentElement?.getBoundingClientRect().bottom ?? 0) <= near

const Ours = ({ author, children, from, label, state, text }: OursProps) => {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (place.current !== null && isAtEnd(place.current)) place.current.scrollIntoView({ block: "nearest" })
  }, [state])
  return (
    <article class="mail mail-ours" aria-label={label} ref={place}>
      <Avatar name={from} ours />
      <div class="mail-main">
        <p class="mail-sender" dir="auto">
          {author}
        </p>
        <div class="mail-text" dir="auto">
          {text}
        </div>
        <div class="outbox-state">{children}</div>
      </div>
    </article>
  )
}

interface OursProps {
  readonly author: string
  readonly label: string
  readonly from: string
  readonly text: string | null
  /** The page shows the mail when this has changed. */
  readonly state: string
  readonly children: ComponentChildren
}

const Answer = ({
  from,
  isAllowed,
  send
}: {
  readonly send: Send
  readonly from: string
  /** Whether the conversation can be answered. */
  readonly isAllowed: boolean
}) => {
  const canChange = useCanChange(send) && isAllowed
  const { attachments, bcc, body_text, cc, kind, outcome, thread_id, to_email } = send
  const copies = [...cc, ...bcc]
  const names = attachments.map(({ filename }) => filename).join(", ")
  const isOver = outcome === "refused" || outcome === "unknown"
  return (
    <Ours author={authorOf(send)} label={texts.mailOf} from={from} text={body_text} state={outcome}>
      {kind === "forward" && <p class="meta">{texts.forwardedTo(to_email)}</p>}
      {copies.length > 0 && <p class="meta">{texts.withCopies(copies.join(", "))}</p>}
      {attachments.length > 0 && (
        <p class="meta" dir="auto">
          {fileTexts.withFiles(names)}
        </p>
      )}
      <div role="status">
        <p class={isOver && !isCancelled(send) ? "text-bad" : "meta"}>{stateOf(send)}</p>
        {!isCancelled(send) && <Why send={send} />}
      </div>
      {isScheduled(send) && isAllowed && <ScheduledActions send={send} />}
      {isOver && kind === "reply" && canChange && thread_id !== null && body_text !== null && (
        <>
          {outcome === "unknown" && names !== "" && (
            <p class="meta" dir="auto">
              {texts.attachAgain(names)}
            </p>
          )}
          <button type="button" class="button" onClick={() => void writeAgain(thread_id, send, body_text)}>
            {texts.writeAgain}
          </button>
        </>
      )}
    </Ours>
  )
}

interface Props {
  readonly found: Conversation
  /** The answer that can still be undone, or is under way. */
  readonly waiting: Outgoing | undefined
}

export const Outbox = ({ found: { messages, reply, thread }, waiting }: Props) => {
  // Conversations that the reader passes by are not asked for.
  const isRead = useSlow(true)
  const asked = useStore(forwarding)
  const found = useQuery({ ...sendsQuery(thread.id), enabled: isRead })
  const from = reply.from_email ?? inbox.you
  const forwarded = messages.find(({ id }) => id === asked)
  useEffect(() => () => forwarding.set(undefined), [thread.id])
  const stored = new Set(messages.map(({ message_id }) => message_id))
  return (
    <>
      {forwarded !== undefined && (
        <Forward thread={thread.id} message={forwarded} onClose={() => forwarding.set(undefined)} />
      )}
      <QueryFailed query={found} />
      {notSent(found.data ?? [])
        .filter(({ message_id }) => !stored.has(message_id))
        .map((send) => (
          <Answer send={send} from={from} isAllowed={reply.allowed} key={send.id} />
        ))}
      {waiting !== undefined && (
        <Ours author={inbox.you} label={frame.mailOf(inbox.you)} from={from} text={waiting.text} state="waiting">
          <p class="meta">{waitingOf(waiting)}</p>
        </Ours>
      )}
    </>
  )
}
