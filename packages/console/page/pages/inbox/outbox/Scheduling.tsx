/** Answers that wait for the time that a person chose: what can be done with one, and the list of all. */
import type { Send } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api, queries } from "../../../base/api.ts"
import { fullDate, number } from "../../../base/format.ts"
import { hrefOf } from "../../../base/route.ts"
import { useCanWrite } from "../../../base/session.ts"
import { toast } from "../../../base/undo.ts"
import { latePicker } from "../../../kit/latePicker.tsx"
import { detailOf, QueryFailed } from "../../../kit/States.tsx"
import { scheduledKey } from "./data.ts"
import { texts } from "./texts.ts"

export const SendTimePicker = latePicker(
  texts.sendLater,
  async () => (await import("../asking/late.ts")).SendTimePicker
)

/** Changes an answer, and shows it again everywhere. Returns `undefined` if that failed. */
const changed = async (change: Promise<Send>): Promise<Send | undefined> => {
  try {
    return await change
  } catch (error) {
    toast(texts.notDone(detailOf(error)), { kind: "bad" })
    return undefined
  } finally {
    void queries.invalidateQueries({ queryKey: ["sends"] })
  }
}

interface ActionsProps {
  readonly send: Send
  /** Runs with the answer once it is cancelled. */
  readonly onCancelled?: (send: Send) => void
}

/** The buttons for an answer that waits for its time. */
export const ScheduledActions = ({ onCancelled, send: { id } }: ActionsProps) => {
  const [isTiming, setTiming] = useState(false)
  const move = (send_at: string | null) => void changed(api.sends.reschedule(id, { send_at }))
  const cancel = async () => {
    const cancelled = await changed(api.sends.cancel(id))
    if (cancelled !== undefined) onCancelled?.(cancelled)
  }
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

/** The answers that wait for their time, over the list of the inbox, the earliest first. */
export const Scheduled = () => {
  const found = useQuery(scheduledQuery)
  const canWrite = useCanWrite()
  const answers = found.data ?? []
  return (
    <>
      <QueryFailed query={found} />
      {answers.length > 0 && (
        <details class="not-sent scheduled">
          <summary>
            {texts.scheduledTitle} <span class="not-sent-count">{number(answers.length)}</span>
          </summary>
          <ul aria-label={texts.scheduledTitle}>
            {answers.map((send) => (
              <li key={send.id}>
                <p class="not-sent-line">
                  {send.thread_id === null ? (
                    send.to_email
                  ) : (
                    <a href={hrefOf(["inbox", "replies", send.thread_id])}>{send.to_email}</a>
                  )}
                </p>
                <p class="meta" dir="auto">
                  {send.subject}
                </p>
                <p>{texts.sendsAt(fullDate(send.send_at ?? ""))}</p>
                {canWrite && <ScheduledActions send={send} />}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
