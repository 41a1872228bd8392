/** Stopping and resuming the mails to a lead. It cannot be undone exactly on the server, so it waits 5 s in the page. */
import type { Event, Lead } from "@mailroom/client"
import { api, queries } from "../../app/api.ts"
import { later, sendAtEnd } from "../../app/later.ts"
import { toast } from "../../app/undo.ts"
import { detailOf } from "../../kit/States.tsx"
import { texts } from "./texts.ts"

interface Found {
  readonly lead: Lead
  readonly activity: ReadonlyArray<Event>
}

const show = (id: number, change: Partial<Lead>) =>
  queries.setQueryData<Found>(["lead", id], (found) => found && { ...found, lead: { ...found.lead, ...change } })

/** Stops or resumes after 5 s. */
export const setStopped = (id: number, stop_sending: boolean): void => {
  const before = queries.getQueryData<Found>(["lead", id])?.lead
  const takeBack = () => before && show(id, before)
  show(id, { stop_sending, stop_sending_type: stop_sending ? "manual" : null })
  const send = async () => {
    try {
      await api.leads.update(id, { stop_sending })
    } catch (error) {
      takeBack()
      toast(texts.changeFailed(detailOf(error)), { kind: "bad" })
    }
    void queries.invalidateQueries({ queryKey: ["lead", id] })
  }
  later({
    key: `lead ${id}`,
    text: stop_sending ? texts.lead.stopping : texts.lead.resuming,
    send: () => void send(),
    flush: () => sendAtEnd("PATCH", `leads/${id}`, { stop_sending }),
    undo: () => void takeBack()
  })
}
