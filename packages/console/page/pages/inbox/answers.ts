/** The way of an answer out of the page. */
import { MailroomError } from "@mailroom/client"
import { api, queries } from "../../base/api.ts"
import { later, sendAtEnd } from "../../base/later.ts"
import { askNow } from "../../base/live.ts"
import { go, routeNow } from "../../base/route.ts"
import { makeStore, setIn } from "../../base/store.ts"
import { toast } from "../../base/undo.ts"
import { additions } from "./additions.ts"
import { detailOf } from "../../kit/States.tsx"
import { apply } from "./actions.ts"
import { type Conversation, type Filters, linkTo, openOf, threadKey } from "./data.ts"
import { keepDraft, stopWriting, write } from "./drafts.ts"
import { texts } from "./texts.ts"

/** The answers that wait to be sent, or are under way, by thread. */
export const outgoing = makeStore<ReadonlyMap<number, string>>(new Map())

/** The conversations whose writer was told that somebody else has written. The next answer goes. */
const told = new Set<number>()

/** The newest message that the page shows, which the server compares with its own. */
const seenOf = (id: number) => {
  const ids = queries.getQueryData<Conversation>(threadKey(id))?.messages.map((message) => message.id) ?? []
  return told.has(id) || ids.length === 0 ? {} : { last_message_id: Math.max(...ids) }
}

const isNewer = (error: unknown) => error instanceof MailroomError && error.reason === "newer_message"

const reasonOf = (error: unknown): string => {
  if (!(error instanceof MailroomError) || error.code !== "conflict") return detailOf(error)
  if (isNewer(error)) return texts.newer
  // The address is named where it is not that of the recipient.
  const [email] = error.reason === "recipient_unsubscribed" ? (/\S+@\S+/u.exec(error.message) ?? []) : []
  if (email !== undefined) return texts.copyUnsubscribed(email)
  return texts.obstacles[error.reason as keyof typeof texts.obstacles] ?? error.message
}

/** Sends an answer after 5 s; with `isDone`, the conversation is done at once. One for a later time can be cancelled until then. */
export const answer = async (filters: Filters, id: number, text: string, isDone: boolean, at?: Date): Promise<void> => {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-")
  const added = additions.get().get(id)
  const body = { body_text: text, ...added?.fields, ...(at && { send_at: at.toISOString() }) }
  const seen = seenOf(id)
  keepDraft(id, "")
  setIn(additions, id, undefined)
  stopWriting()
  setIn(outgoing, id, text)
  const closed = isDone ? apply([id], { state: "done" }) : undefined
  const reopen = async () => (await closed)?.()
  const takeBack = () => {
    setIn(outgoing, id, undefined)
    keepDraft(id, text)
    setIn(additions, id, added)
    return reopen()
  }
  const send = async () => {
    try {
      const send = await api.replies.reply(id, { ...body, ...seen }, { idempotencyKey: key })
      await import("./outbox/late.ts").then(
        ({ follow }) => void follow(send, reopen),
        () => {}
      )
      setIn(outgoing, id, undefined)
      told.delete(id)
      await queries.invalidateQueries({ queryKey: threadKey(id) })
      return true
    } catch (error) {
      await takeBack()
      toast(texts.answerFailed(reasonOf(error)), { kind: "bad" })
      if (isNewer(error)) {
        told.add(id)
        void queries.invalidateQueries({ queryKey: threadKey(id) })
      }
      if ((isNewer(error) || at) && openOf(routeNow()) === id) write(id)
      return false
    } finally {
      void askNow()
    }
  }
  if (at !== undefined) return void send()
  later({
    key: `answer ${id}`,
    text: isDone ? texts.sendingAndDone : texts.sending,
    send,
    flush: () => sendAtEnd("POST", `unibox/threads/${id}/reply`, body, key),
    undo: () => {
      void takeBack()
      go(linkTo(filters, id), { replace: true })
      write(id)
    }
  })
}
