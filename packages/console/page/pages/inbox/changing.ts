/** The changes of threads that keys and buttons make. */
import { fullDate } from "../../base/format.ts"
import { change } from "./actions.ts"
import { type Filters, knownThread } from "./data.ts"
import { clearSelection } from "./selection.ts"
import { texts } from "./texts.ts"

type Ids = ReadonlyArray<number>

/**
 * The changes of the threads that `targets` returns. They end the selection. Where the threads leave the list,
 * `openAfter` opens the next one. The change comes first, so that the page renders once for both.
 */
export const changesOf = (filters: Filters, targets: () => Ids, openAfter: (ids: Ids) => void) => ({
  toggleDone: () => {
    const ids = targets()
    const isDone =
      filters.state === "done" || (filters.state === "all" && ids.every((id) => knownThread(id)?.state === "done"))
    const state = isDone ? "open" : "done"
    void change(ids, { state }, state === "done" ? texts.markedDone(ids.length) : texts.reopened(ids.length))
    openAfter(ids)
    clearSelection()
  },
  /** Moves threads to the other tab. */
  toggleTab: () => {
    const ids = targets()
    const tab = filters.tab === "replies" ? "other" : "replies"
    void change(ids, { tab }, texts.moved(ids.length, texts.tabs[tab]))
    openAfter(ids)
    clearSelection()
  },
  /** Marks threads as read, or as new if none of them is. */
  toggleNew: () => {
    const ids = targets()
    const is_new = !ids.some((id) => knownThread(id)?.last_message.is_new)
    clearSelection()
    void change(ids, { is_new }, is_new ? texts.markedNew(ids.length) : texts.markedRead(ids.length))
  },
  /** Puts threads aside until an instant; `undefined` brings them back. */
  snooze: (ids: Ids, until: Date | undefined) => {
    if (until === undefined) void change(ids, { state: "open" }, texts.reopened(ids.length))
    else {
      const snoozed_until = until.toISOString()
      void change(ids, { state: "snoozed", snoozed_until }, texts.snoozed(ids.length, fullDate(snoozed_until)))
    }
    // A conversation that is snoozed again stays in its list.
    if ((filters.state === "snoozed") === (until === undefined)) openAfter(ids)
    clearSelection()
  }
})
