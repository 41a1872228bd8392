/** Takes an answer that is not sent back into the field, and cancels a scheduled one. */
import type { Send } from "@mailroom/client"
import { api, queries } from "../../../base/api.ts"
import { routeNow } from "../../../base/route.ts"
import { setIn } from "../../../base/store.ts"
import { done, toast } from "../../../base/undo.ts"
import { detailOf } from "../../../kit/States.tsx"
import { additions } from "../additions.ts"
import { openOf } from "../data.ts"
import { addToDraft, draftOf, keepDraft, stopWriting, write } from "../drafts.ts"
import { texts } from "./texts.ts"
import { restoreAdditions, takeAdditions } from "./uploading.ts"

const reload = () => void queries.invalidateQueries({ queryKey: ["sends"] })

/** Adds a text to the draft, below the text that is already there, with the recipients and the files of the answer. */
const take = (thread: number, { attachments, bcc, cc }: Pick<Send, "attachments" | "bcc" | "cc">, text: string) => {
  restoreAdditions(thread)
  takeAdditions(thread, { attachments, bcc, cc })
  addToDraft(thread, text)
  if (openOf(routeNow()) === thread) write(thread)
}

/**
 * Opens the field with an answer that was not sent; text already in the field stays above it. The new answer takes over the files
 * of a refused answer. An answer that may have been sent keeps its files. If the files cannot be taken over, the field stays as it is.
 */
export const writeAgain = async (thread: number, send: Send, text: string): Promise<void> => {
  const isRefused = send.outcome === "refused"
  if (isRefused && send.attachments.length > 0) {
    try {
      await api.sends.discard(send.id)
    } catch (error) {
      return void toast(texts.notDone(detailOf(error)), { kind: "bad" })
    } finally {
      reload()
    }
  }
  take(thread, isRefused ? send : { ...send, attachments: [] }, text)
}

/**
 * Makes a scheduled answer a draft again. The draft takes over its text, its recipients and its files, and the server discards the answer.
 * `Z` schedules the answer again and restores the earlier draft, unless the draft was changed or sent since.
 */
export const becomeDraft = async (send: Send): Promise<void> => {
  const { attachments, bcc, body_text, cc, send_at, thread_id } = send
  if (thread_id === null || body_text === null || send_at === null) return
  restoreAdditions(thread_id)
  const before = { text: draftOf(thread_id), added: additions.get().get(thread_id) }
  // The draft has the text before the server discards it.
  take(thread_id, send, body_text)
  const taken = { text: draftOf(thread_id), added: additions.get().get(thread_id) }
  try {
    await api.sends.discard(send.id)
  } catch (error) {
    // The conversation shows the answer, with "Write again".
    return void toast(texts.notDone(detailOf(error)), { kind: "bad" })
  }
  const schedule = async () => {
    // A draft that was changed or sent since is not replaced.
    if (draftOf(thread_id) !== taken.text || additions.get().get(thread_id) !== taken.added) {
      return void toast(texts.draftChanged)
    }
    try {
      const again = { body_text, cc, bcc, attachments: attachments.map(({ id }) => id), send_at }
      await api.replies.reply(thread_id, again)
    } catch (error) {
      return void toast(texts.notDone(detailOf(error)), { kind: "bad" })
    }
    keepDraft(thread_id, before.text)
    setIn(additions, thread_id, before.added)
    stopWriting()
    reload()
  }
  done(texts.cancelling, () => void schedule())
}
