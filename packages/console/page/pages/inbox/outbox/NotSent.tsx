/** The answers and forwarded messages that were not sent, over the list of the inbox: in whatever conversation, until a person has dealt with them. */
import type { Send } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { api, queries } from "../../../base/api.ts"
import { dateAndTime, number } from "../../../base/format.ts"
import { later, sendAtEnd } from "../../../base/later.ts"
import { hrefOf } from "../../../base/route.ts"
import { useStore } from "../../../base/store.ts"
import { toast } from "../../../base/undo.ts"
import { Decide } from "../../../kit/deciding/Decide.tsx"
import { Why } from "../../../kit/refused/Why.tsx"
import { makeSelection } from "../../../kit/selection.ts"
import { detailOf, QueryFailed } from "../../../kit/States.tsx"
import { isCancelled, notSentKey } from "./data.ts"
import { Scheduled, useAsked, useCanChange } from "./Scheduling.tsx"
import { texts } from "./texts.ts"
import "./outbox.css"

/** How many answers of each outcome are looked at, the newest first. */
const looked = 100

const listed = async (kind: "forward" | "reply", outcome: "refused" | "unknown", signal: AbortSignal) => {
  const { data } = await api.sends.list({ kind, outcome, limit: looked }, { signal })
  // A text that was discarded says that the answer is dealt with. Cancelled answers did not fail.
  return outcome === "refused" ? data.filter((send) => send.body_text !== null && !isCancelled(send)) : data
}

const notSentQuery = {
  queryKey: notSentKey,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<ReadonlyArray<Send>> => {
    const found = await Promise.all([
      listed("reply", "refused", signal),
      listed("reply", "unknown", signal),
      listed("forward", "refused", signal),
      listed("forward", "unknown", signal)
    ])
    return found.flat().toSorted((a, b) => b.id - a.id)
  },
  refetchInterval: 60_000,
  staleTime: 0
} as const

/** The answers whose discarding waits 5 s in the page. */
const { ids: hidden, select: hide } = makeSelection()

/** Discards the text of a refused answer after 5 s. */
const discard = (id: number) => {
  hide(id, true)
  later({
    key: `not sent ${id}`,
    text: texts.discarding,
    send: async () => {
      try {
        await api.sends.discard(id)
        return true
      } catch (error) {
        toast(texts.notDone(detailOf(error)), { kind: "bad" })
        return false
      } finally {
        await queries.invalidateQueries({ queryKey: ["sends"] })
        hide(id, false)
      }
    },
    flush: () => sendAtEnd("POST", `sends/${id}/discard`, {}),
    undo: () => hide(id, false)
  })
}

const Answer = ({ send }: { readonly send: Send }) => {
  const canChange = useCanChange(send)
  const { begun_at, ended_at, outcome, subject, thread_id, to_email } = send
  const at = ended_at ?? begun_at
  return (
    <li>
      <p class="not-sent-line">
        {thread_id === null ? to_email : <a href={hrefOf(["inbox", "replies", thread_id])}>{to_email}</a>}
        {at !== null && <time class="meta">{dateAndTime(at)}</time>}
      </p>
      <p class="meta" dir="auto">
        {subject}
      </p>
      <p class="text-bad">{outcome === "refused" ? texts.refused : texts.perhaps}</p>
      <Why send={send} />
      {canChange && (
        <p class="not-sent-line">
          {outcome === "refused" ? (
            <button type="button" class="button" onClick={() => discard(send.id)}>
              {texts.discard}
            </button>
          ) : (
            <Decide send={send} />
          )}
        </p>
      )}
    </li>
  )
}

export const NotSent = () => {
  const found = useQuery(notSentQuery)
  const ending = useStore(hidden)
  const answers = (found.data ?? []).filter(({ id }) => !ending.has(id))
  const place = useAsked("notSent", answers.length > 0)
  return (
    <>
      <Scheduled />
      <QueryFailed query={found} />
      {answers.length > 0 && (
        <details class="not-sent" ref={place}>
          <summary>
            {texts.title} <span class="not-sent-count">{number(answers.length)}</span>
          </summary>
          <ul aria-label={texts.title}>
            {answers.map((send) => (
              <Answer send={send} key={send.id} />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
