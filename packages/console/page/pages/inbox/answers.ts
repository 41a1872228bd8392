/** The way of an answer out of the page. */
import { MailroomError } from "@mailroom/client"
import { api, queries } from "../../base/api.ts"
import { later, randomKey, sendAtEnd, underWay } from "../../base/later.ts"
import { askNow } from "../../base/live.ts"
import { go, routeNow } from "../../base/route.ts"
import { makeStore, setIn } from "../../base/store.ts"
import { readStored, writeStored } from "../../base/stored.ts"
import { toast } from "../../base/undo.ts"
import { additions } from "./additions.ts"
import { detailOf } from "../../kit/States.tsx"
import { apply } from "./actions.ts"
import { type Conversation, type Filters, linkTo, openOf, threadKey } from "./data.ts"
import { addToDraft, draftName, keepDraft, type Outgoing, stopWriting, write } from "./drafts.ts"
import { texts } from "./texts.ts"

/** The answers that wait to be sent, or are under way, by thread. */
export const outgoing = makeStore<ReadonlyMap<number, Outgoing>>(new Map())

/**
 * The newest message, by thread, that the page showed when its writer was told that somebody else has written. Until there is a newer
 * one, the next answer goes: what the writer was told about may not be a message yet.
 */
const told = new Map<number, number>()

/** The newest message that the page shows, which the server compares with its own. */
const newestOf = (id: number): number =>
  Math.max(0, ...(queries.getQueryData<Conversation>(threadKey(id))?.messages.map((message) => message.id) ?? []))

const seenOf = (id: number) => {
  const newest = newestOf(id)
  return newest === 0 || told.get(id) === newest ? {} : { last_message_id: newest }
}

/** A request for an answer. */
interface Attempt {
  readonly key: string
  /** The answer as JSON. The same answer has the same key. */
  readonly wanted: string
  readonly seen: { readonly last_message_id?: number }
}

/** This browser keeps the request without a response: the server may have carried it out, and does so once for each key. */
const attemptName = (id: number): string => `${draftName(id)} attempt`

const attemptOf = (id: number, body: object): Attempt => {
  const wanted = JSON.stringify(body)
  const kept = readStored(attemptName(id))
  const known: Attempt | undefined = kept === undefined ? undefined : JSON.parse(kept)
  return known?.wanted === wanted ? known : { key: randomKey(), wanted, seen: seenOf(id) }
}

const keepAttempt = (id: number, attempt: Attempt | undefined) =>
  writeStored(attemptName(id), attempt && JSON.stringify(attempt))

/** Whether the server may have carried out a request in spite of this error. */
const isOpen = (error: unknown) => !(error instanceof MailroomError) || (error.status ?? 500) >= 500

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
  const added = additions.get().get(id)
  const body = { body_text: text, ...added?.fields, ...(at && { send_at: at.toISOString() }) }
  const attempt = attemptOf(id, body)
  const { key } = attempt
  const request = { ...body, ...attempt.seen }
  keepDraft(id, "")
  setIn(additions, id, undefined)
  stopWriting()
  setIn(outgoing, id, { text, at, isUnderWay: false })
  const closed = isDone ? apply([id], { state: "done" }) : undefined
  const reopen = async () => (await closed)?.()
  /** Puts the answer back into the field. What was typed or attached there meanwhile stays, too. */
  const giveBack = () => {
    addToDraft(id, text)
    if (added === undefined) return
    if (!additions.get().has(id)) setIn(additions, id, added)
    else void import("./outbox/late.ts").then(({ mergeAdditions }) => mergeAdditions(id, added))
  }
  const takeBack = () => {
    setIn(outgoing, id, undefined)
    giveBack()
    return reopen()
  }
  const flush = (request: object) => sendAtEnd("POST", `unibox/threads/${id}/reply`, request, key)
  /** The server may not answer any more: the draft stays, with the key of the request. */
  const flushAndKeep = () => {
    flush(request)
    keepAttempt(id, attempt)
    giveBack()
  }
  const send = async () => {
    underWay.add(flushAndKeep)
    setIn(outgoing, id, { text, at, isUnderWay: true })
    try {
      const send = await api.replies.reply(id, request, { idempotencyKey: key })
      await import("./outbox/late.ts").then(
        ({ follow }) => void follow(send, reopen),
        () => {}
      )
      setIn(outgoing, id, undefined)
      keepAttempt(id, undefined)
      await queries.invalidateQueries({ queryKey: threadKey(id) })
      return true
    } catch (error) {
      keepAttempt(id, isOpen(error) ? attempt : undefined)
      await takeBack()
      toast(texts.answerFailed(reasonOf(error)), { kind: "bad" })
      if (isNewer(error)) {
        told.set(id, newestOf(id))
        void queries.invalidateQueries({ queryKey: threadKey(id) })
      }
      if ((isNewer(error) || at) && openOf(routeNow()) === id) write(id)
      return false
    } finally {
      underWay.delete(flushAndKeep)
      void askNow()
    }
  }
  if (at !== undefined) return void send()
  later({
    key: `answer ${id}`,
    text: isDone ? texts.sendingAndDone : texts.sending,
    send,
    // Nobody can be asked any more: it goes, also beside the answer of somebody else.
    flush: () => flush(body),
    undo: () => {
      void takeBack()
      go(linkTo(filters, id), { replace: true })
      write(id)
    }
  })
}
