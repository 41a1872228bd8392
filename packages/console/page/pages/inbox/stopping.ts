/** Stopping and resuming the mails to a lead. It cannot be undone exactly on the server, so it waits 5 s in the page. */
import type { Event, LeadWithState } from "@mailroom/client"
import { api, queries } from "../../base/api.ts"
import { later, sendAtEnd } from "../../base/later.ts"
import { makeStore, setIn } from "../../base/store.ts"
import { toast } from "../../base/undo.ts"
import { detailOf } from "../../kit/States.tsx"
import { texts } from "./texts.ts"

interface Found {
  readonly lead: LeadWithState
  readonly activity: ReadonlyArray<Event>
}

/** Whether sending is stopped, by lead, where the server does not know it yet. It is laid over what the server answers. */
export const unsentStops = makeStore<ReadonlyMap<number, boolean>>(new Map())

/** A lead with what the server does not know yet. */
export const withUnsent = (lead: LeadWithState): LeadWithState => {
  const stop_sending = unsentStops.get().get(lead.id)
  return stop_sending === undefined
    ? lead
    : { ...lead, stop_sending, stop_sending_type: stop_sending ? "manual" : null }
}

/** The lead that somebody wants to resume. */
export const askedResume = makeStore<LeadWithState | undefined>(undefined)

/**
 * Stops the mails to a lead after 5 s, or resumes them. Somebody may be asked before they resume; `isSure` is the answer, which
 * changes nothing if the stop was undone meanwhile.
 */
export const toggleStopped = (id: number, isSure = false): void => {
  const queryKey = ["lead", id]
  const found = queries.getQueryData<Found>(queryKey)
  if (found === undefined) return
  const lead = withUnsent(found.lead)
  const stop_sending = !lead.stop_sending
  // A resumption is asked about; its answer must not stop a lead.
  if (stop_sending === isSure) {
    if (!isSure) askedResume.set(lead)
    return
  }
  setIn(unsentStops, id, stop_sending)
  later({
    key: `lead ${id}`,
    text: stop_sending ? texts.lead.stopping : texts.lead.resuming,
    send: async () => {
      try {
        const lead = await api.leads.update(id, { stop_sending })
        queries.setQueryData<Found>(queryKey, (found) => found && { ...found, lead: { ...found.lead, ...lead } })
        return true
      } catch (error) {
        toast(texts.changeFailed(detailOf(error)), { kind: "bad" })
        return false
      } finally {
        // Another change may wait by now.
        if (unsentStops.get().get(id) === stop_sending) setIn(unsentStops, id, undefined)
        void queries.invalidateQueries({ queryKey })
      }
    },
    flush: () => sendAtEnd("PATCH", `leads/${id}`, { stop_sending }),
    undo: () => setIn(unsentStops, id, undefined)
  })
}
