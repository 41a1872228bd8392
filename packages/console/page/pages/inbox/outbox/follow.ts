/** Follows an answer until it was sent or refused, also after its conversation was left. */
import type { Send } from "@mailroom/client"
import { api, queries, signedOut } from "../../../base/api.ts"
import { routeNow } from "../../../base/route.ts"
import { toast } from "../../../base/undo.ts"
import { askAgain, often } from "../../../kit/asking.ts"
import { openOf } from "../data.ts"
import { notSentKey, scheduledKey, sendsKey } from "./data.ts"
import { texts } from "./texts.ts"

/** The answer as it is now. While the server does not answer, it is as it was. */
const ask = async (send: Send): Promise<Send> => {
  await new Promise((resolve) => setTimeout(resolve, often))
  return api.sends.find(send.id).catch(() => send)
}

/** Discards the answers of the conversation that were refused before this one was sent: nobody writes them again. */
const discardRefused = async ({ id, kind, thread_id }: Send) => {
  if (thread_id === null || kind !== "reply") return
  const { data } = await api.sends.list({ thread_id, outcome: "refused", limit: 50 })
  const former = data.filter((send) => send.kind === "reply" && send.id < id && send.body_text !== null)
  for (const send of former) await api.sends.discard(send.id)
}

/**
 * Shows an answer in its conversation, and asks for it while it is being sent. If it was not sent, its conversation is opened again should the answer have
 * ended it, and a message says so unless the reader sees it there.
 */
export const follow = async (send: Send, reopen: () => Promise<void> | undefined): Promise<void> => {
  const queryKey = sendsKey(send.thread_id)
  queries.setQueryData<ReadonlyArray<Send>>(queryKey, (known = []) => [
    send,
    ...known.filter(({ id }) => id !== send.id)
  ])
  // A list that is being loaded may not have the answer.
  void queries.invalidateQueries({ queryKey })
  if (send.send_at !== null) void queries.invalidateQueries({ queryKey: scheduledKey })
  let now = send
  while (askAgain([now]) === often && !signedOut.get()) now = await ask(now)
  if (now.outcome === "sent") await discardRefused(now).catch(() => {})
  void queries.invalidateQueries({ queryKey: notSentKey })
  if (now.outcome !== "refused" && now.outcome !== "unknown") return
  await reopen()
  if (openOf(routeNow()) !== send.thread_id) {
    const told = send.kind === "forward" ? texts.notForwarded : texts.notSent
    toast(told(send.to_email), { kind: "bad" })
  }
}
