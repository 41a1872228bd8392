/** The answers of a conversation that the mail server has not taken: they are being sent, or were not sent. */
import type { Send } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { api, queries } from "../../../base/api.ts"
import { fullDate } from "../../../base/format.ts"
import { useKeys } from "../../../base/keys.ts"
import { useStore } from "../../../base/store.ts"
import { texts as frame } from "../../../base/texts.ts"
import { toast } from "../../../base/undo.ts"
import { askAgain } from "../../../kit/asking.ts"
import { useSlow } from "../../../kit/hooks.ts"
import { Avatar } from "../../../kit/Parts.tsx"
import { detailOf, QueryFailed } from "../../../kit/States.tsx"
import { authorOf } from "../author.ts"
import type { Outgoing } from "../answers.ts"
import { addToDraft, forwarding, write } from "../drafts.ts"
import { type Conversation, threadKey } from "../data.ts"
import { texts as inbox } from "../texts.ts"
import { sendsKey } from "./data.ts"
import { Forward } from "./Forward.tsx"
import { ScheduledActions } from "./Scheduling.tsx"
import { texts as fileTexts } from "../../../kit/files/texts.ts"
import { texts } from "./texts.ts"
import { takeAdditions } from "./uploading.ts"
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

const isScheduled = ({ outcome, send_at }: Send): boolean => outcome === "queued" && send_at !== null

const stateOf = (send: Send): string => {
  const { next_attempt_at, outcome, reply, send_at } = send
  if (isScheduled(send) && reply === null && send_at !== null) return texts.sendsAt(fullDate(send_at))
  if (outcome === "refused" || outcome === "unknown") return texts[outcome]
  if (outcome === "deferred") return texts.deferred(fullDate(next_attempt_at ?? ""))
  return outcome === "queued" && reply !== null ? texts.held : texts.sending
}

const waitingOf = ({ at, isUnderWay }: Outgoing): string =>
  at !== undefined ? texts.sendsAt(fullDate(at.toISOString())) : isUnderWay ? texts.sending : texts.waiting

/**
 * Opens the field with an answer that was not sent; text already in the field stays above it. The new answer takes over the files
 * of a refused answer. An answer that may have been sent keeps its files. If the files cannot be taken over, the field stays as it is.
 */
const writeAgain = async (id: number, send: Send, text: string) => {
  const { attachments, outcome } = send
  const isRefused = outcome === "refused"
  if (isRefused && attachments.length > 0) {
    try {
      await api.sends.discard(send.id)
    } catch (error) {
      return void toast(texts.notDone(detailOf(error)), { kind: "bad" })
    } finally {
      void queries.invalidateQueries({ queryKey: ["sends"] })
    }
  }
  takeAdditions(id, isRefused ? send : { ...send, attachments: [] })
  addToDraft(id, text)
  write(id)
}

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
  canWrite,
  from,
  send
}: {
  readonly send: Send
  readonly from: string
  readonly canWrite: boolean
}) => {
  const { attachments, bcc, body_text, cc, kind, outcome, reply, thread_id, to_email } = send
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
        <p class={isOver ? "text-bad" : "meta"}>{stateOf(send)}</p>
        {reply !== null && <p class="meta">{reply}</p>}
      </div>
      {isScheduled(send) && canWrite && (
        <ScheduledActions
          send={send}
          onCancelled={(cancelled) => {
            if (thread_id !== null && body_text !== null) void writeAgain(thread_id, cancelled, body_text)
          }}
        />
      )}
      {isOver && kind === "reply" && canWrite && thread_id !== null && body_text !== null && (
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
  readonly canWrite: boolean
}

/** The message with the focus, or the newest one. */
const focusedOrNewest = (messages: Conversation["messages"]): number | undefined => {
  const focused = document.activeElement?.closest<HTMLElement>("[data-message]")?.dataset["message"]
  return (messages.find(({ id }) => String(id) === focused) ?? messages.at(-1))?.id
}

export const Outbox = ({ canWrite, found: { messages, reply, thread }, waiting }: Props) => {
  // Conversations that the reader passes by are not asked for.
  const isRead = useSlow(true)
  const asked = useStore(forwarding)
  const found = useQuery({ ...sendsQuery(thread.id), enabled: isRead })
  const from = reply.from_email ?? inbox.you
  const forwarded = messages.find(({ id }) => id === asked)
  useEffect(() => () => forwarding.set(undefined), [thread.id])
  useKeys("detail", [
    {
      keys: ["f"],
      label: inbox.forward,
      isOff: !canWrite || reply.account_id === null,
      run: () => forwarding.set(focusedOrNewest(messages))
    }
  ])
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
          <Answer send={send} from={from} canWrite={canWrite && reply.allowed} key={send.id} />
        ))}
      {waiting !== undefined && (
        <Ours author={inbox.you} label={frame.mailOf(inbox.you)} from={from} text={waiting.text} state="waiting">
          <p class="meta">{waitingOf(waiting)}</p>
        </Ours>
      )}
    </>
  )
}
