/** Answers: drafts, and the way out. */
import { MailroomError, type Session } from "@mailroom/client"
import { api, queries } from "../../app/api.ts"
import { later, sendAtEnd } from "../../app/later.ts"
import { askNow } from "../../app/live.ts"
import { go } from "../../app/route.ts"
import { sessionQuery } from "../../app/session.ts"
import { makeStore, setIn } from "../../app/store.ts"
import { readStored, writeStored } from "../../app/stored.ts"
import { toast } from "../../app/undo.ts"
import { detailOf } from "../../kit/States.tsx"
import { apply } from "./actions.ts"
import { type Filters, linkTo, threadKey } from "./data.ts"
import { texts } from "./texts.ts"

/** Drafts stay in this browser, by organization and thread, until somebody signs out. */
const draftName = (id: number): string =>
  `draft ${queries.getQueryData<Session>(sessionQuery.queryKey)?.organization.id ?? ""} ${id}`

export const draftOf = (id: number): string => readStored(draftName(id)) ?? ""

export const keepDraft = (id: number, text: string): void => writeStored(draftName(id), text === "" ? undefined : text)

export interface Writing {
  readonly id: number
  /** A number that grows each time the field is opened. */
  readonly opened: number
  /** Whether a template is chosen first. */
  readonly withTemplate: boolean
}

/** The thread whose answer is being written. */
export const writing = makeStore<Writing | undefined>(undefined)
let opened = 0

export const write = (id: number, withTemplate = false): void => writing.set({ id, opened: ++opened, withTemplate })
export const stopWriting = (): void => writing.set(undefined)

/** The answers that wait to be sent, or are under way, by thread. */
export const outgoing = makeStore<ReadonlyMap<number, string>>(new Map())

const reasonOf = (error: unknown): string =>
  error instanceof MailroomError && error.code === "conflict"
    ? (texts.obstacles[error.reason as keyof typeof texts.obstacles] ?? error.message)
    : detailOf(error)

/** Sends an answer after 5 s; with `isDone`, the conversation is done at once. */
export const answer = async (filters: Filters, id: number, text: string, isDone: boolean): Promise<void> => {
  const key = crypto.getRandomValues(new Uint32Array(4)).join("-")
  keepDraft(id, "")
  stopWriting()
  setIn(outgoing, id, text)
  const closed = isDone ? apply([id], { state: "done" }) : undefined
  const reopen = async () => (await closed)?.()
  const takeBack = () => {
    setIn(outgoing, id, undefined)
    keepDraft(id, text)
    return reopen()
  }
  const send = async () => {
    try {
      const send = await api.replies.reply(id, { body_text: text }, { idempotencyKey: key })
      await import("./outbox/late.ts").then(
        ({ follow }) => void follow(send, reopen),
        () => {}
      )
      setIn(outgoing, id, undefined)
      await queries.invalidateQueries({ queryKey: threadKey(id) })
      return true
    } catch (error) {
      await takeBack()
      toast(texts.answerFailed(reasonOf(error)), { kind: "bad" })
      return false
    } finally {
      void askNow()
    }
  }
  later({
    key: `answer ${id}`,
    text: isDone ? texts.sendingAndDone : texts.sending,
    send,
    flush: () => sendAtEnd("POST", `unibox/threads/${id}/reply`, { body_text: text }, key),
    undo: () => {
      void takeBack()
      go(linkTo(filters, id), { replace: true })
      write(id)
    }
  })
}
