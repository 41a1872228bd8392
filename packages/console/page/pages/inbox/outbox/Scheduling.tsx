/** Answers that wait for the time that a person chose: what can be done with one, and the list of all. */
import { MailroomError, type Send } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { api, queries, versioned } from "../../../base/api.ts"
import { fullDate, number } from "../../../base/format.ts"
import { changes } from "../../../base/live.ts"
import { hrefOf } from "../../../base/route.ts"
import { useCanAnswer, useCanWrite } from "../../../base/session.ts"
import { useStore } from "../../../base/store.ts"
import { toast } from "../../../base/undo.ts"
import { latePicker } from "../../../kit/latePicker.tsx"
import { detailOf, QueryFailed } from "../../../kit/States.tsx"
import { isOwn } from "../author.ts"
import { knownThread } from "../data.ts"
import { nameOf } from "../ThreadRow.tsx"
import { askedList, firstLine, isCancelled, isScheduled, scheduledKey } from "./data.ts"
import { texts } from "./texts.ts"
import { becomeDraft } from "./writeAgain.ts"

/** Whether the controls of an answer are shown: a responder changes only its own ones. */
export const useCanChange = ({ sent_by }: Send): boolean => {
  const canAnswer = useCanAnswer()
  return useCanWrite() || (canAnswer && sent_by !== null && isOwn(sent_by))
}

export const SendTimePicker = latePicker(
  texts.sendLater,
  async () => (await import("../asking/late.ts")).SendTimePicker
)

/** The state of an answer that does not wait for its time any more, in words. */
const endOf = (send: Send): string => {
  if (isCancelled(send)) return texts.alreadyCancelled
  if (send.outcome === "sent") return texts.alreadySent
  return send.outcome === "refused" || send.outcome === "unknown" ? texts[send.outcome] : texts.sending
}

/** Changes an answer, and shows it again everywhere. Returns `undefined` if that failed. */
const changed = async (id: number, change: () => Promise<Send>): Promise<Send | undefined> => {
  try {
    return await change()
  } catch (error) {
    const isLate = error instanceof MailroomError && error.reason === "send_not_scheduled"
    const now = isLate ? await api.sends.find(id).catch(() => undefined) : undefined
    toast(now === undefined ? texts.notDone(detailOf(error)) : endOf(now), {
      kind: now === undefined ? "bad" : "plain"
    })
    return undefined
  } finally {
    void queries.invalidateQueries({ queryKey: ["sends"] })
  }
}

/** Gives an answer another time. Fails where somebody else has chosen a time that is not the shown one. */
const reschedule = async ({ id, send_at: shown }: Send, send_at: string | null): Promise<Send> => {
  const { etag, send_at: now } = await versioned(api.sends.find(id))
  if (now !== null && now !== shown) throw new Error(texts.movedMeanwhile(fullDate(now)))
  return api.sends.reschedule(id, { send_at }, { ifMatch: etag })
}

/** The buttons for an answer that waits for its time. */
export const ScheduledActions = ({ send }: { readonly send: Send }) => {
  const { id } = send
  const canChange = useCanChange(send)
  const [isTiming, setTiming] = useState(false)
  const move = (send_at: string | null) => void changed(id, () => reschedule(send, send_at))
  const cancel = async () => {
    await changed(id, async () => {
      const cancelled = await api.sends.cancel(id)
      await becomeDraft(cancelled)
      return cancelled
    })
  }
  if (!canChange) return null
  return (
    <p class="scheduled-actions">
      <button type="button" class="button" onClick={() => move(null)}>
        {texts.sendNow}
      </button>
      <button type="button" class="button" aria-haspopup="dialog" onClick={() => setTiming(true)}>
        {texts.changeTime}
      </button>
      <button type="button" class="button" onClick={() => void cancel()}>
        {texts.cancel}
      </button>
      {isTiming && <SendTimePicker onClose={() => setTiming(false)} onPick={(at) => move(at.toISOString())} />}
    </p>
  )
}

/** How many answers are listed, the newest first. */
const listed = 100

const scheduledQuery = {
  queryKey: scheduledKey,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ReadonlyArray<Send>> => {
    const { data } = await api.sends.list({ kind: "reply", scheduled: true, limit: listed }, { signal })
    const timeOf = ({ send_at }: Send) => send_at ?? ""
    return data.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1))
  },
  refetchInterval: 60_000,
  staleTime: 0
} as const

/** The name of the person in the conversation, where the list of conversations has it, and the address. */
const Recipient = ({ send: { thread_id, to_email } }: { readonly send: Send }) => {
  if (thread_id === null) return <>{to_email}</>
  const thread = knownThread(thread_id)
  return (
    <a href={hrefOf(["inbox", "replies", thread_id])}>
      {thread !== undefined && <bdi>{nameOf(thread)}</bdi>} {to_email}
    </a>
  )
}

/** Opens a list that somebody asked for by its name, once it is shown. */
export const useAsked = (name: "notSent" | "scheduled", isShown: boolean) => {
  const place = useRef<HTMLDetailsElement>(null)
  const isAsked = useStore(askedList) === name
  useLayoutEffect(() => {
    if (!isAsked || place.current === null) return
    place.current.open = true
    askedList.set(undefined)
  }, [isAsked, isShown])
  return place
}

/** The answers that wait for their time, over the list of the inbox, the earliest first. */
export const Scheduled = () => {
  const found = useQuery(scheduledQuery)
  const answers = found.data ?? []
  const place = useAsked("scheduled", answers.length > 0)
  // A mail that comes in may have ended the wait of an answer.
  useEffect(
    () =>
      changes.subscribe(() => {
        const known = queries.getQueriesData<ReadonlyArray<Send>>({ queryKey: ["sends"] })
        if (known.some(([, sends]) => sends?.some(isScheduled))) void queries.invalidateQueries({ queryKey: ["sends"] })
      }),
    []
  )
  return (
    <>
      <QueryFailed query={found} />
      {answers.length > 0 && (
        <details class="not-sent scheduled" ref={place}>
          <summary>
            {texts.scheduledTitle} <span class="not-sent-count">{number(answers.length)}</span>
          </summary>
          <ul aria-label={texts.scheduledTitle}>
            {answers.map((send) => (
              <li key={send.id}>
                <p class="not-sent-line">
                  <Recipient send={send} />
                </p>
                <p class="meta" dir="auto">
                  {send.subject}
                </p>
                <p dir="auto">{firstLine(send.body_text ?? "")}</p>
                <p>{texts.sendsAt(fullDate(send.send_at ?? ""))}</p>
                <ScheduledActions send={send} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
