/** Leads that are selected, and what can be done with all of them: stopping and resuming their mails. */
import type { ListedLead } from "@mailroom/client"
import { X } from "lucide-preact"
import { useState } from "preact/hooks"
import { api, queries } from "../../base/api.ts"
import { later, sendAtEnd } from "../../base/later.ts"
import { useCanWrite } from "../../base/session.ts"
import { makeStore, useStore } from "../../base/store.ts"
import { toast } from "../../base/undo.ts"
import { IconButton } from "../../kit/Parts.tsx"
import { makeSelection } from "../../kit/selection.ts"
import { detailOf } from "../../kit/States.tsx"
import { asksFirst, ResumeDialog } from "../../kit/sending/Effective.tsx"
import { type Filter, most } from "./acting.ts"
import { LeadActions } from "./Actions.tsx"
import { texts } from "./texts.ts"

export const { clear: clearIds, ids: selected, select } = makeSelection()

/** The filters whose leads are all selected, also leads that are not loaded; `undefined`: single leads are selected. */
const all = makeStore<{ readonly filter: Filter; readonly count: number } | undefined>(undefined)

export const clearLeads = (): void => {
  clearIds()
  all.set(undefined)
}

let changes = 0

interface Change {
  readonly stop_sending: boolean
  /** Whether it was sent, with the leads that still waited for it. */
  isSent: boolean
}

/** The change that each lead waits for: an earlier one leaves the lead out. */
const waiting = new Map<number, Change>()

/** Stops or resumes the mails to leads, after 5 s: what the server has stopped for a reason cannot be restored exactly. */
const setStopped = (leads: ReadonlyArray<number>, stop_sending: boolean, onChange: () => void): void => {
  const change: Change = { stop_sending, isSent: false }
  const before = new Map(leads.map((id) => [id, waiting.get(id)]))
  for (const id of leads) waiting.set(id, change)
  /** The leads that still wait for this change, as many at a time as a request takes. */
  const take = () => {
    change.isSent = true
    const ids = leads.filter((id) => waiting.get(id) === change)
    for (const id of ids) waiting.delete(id)
    return Array.from({ length: Math.ceil(ids.length / most) }, (_, i) => ids.slice(i * most, (i + 1) * most))
  }
  const send = async () => {
    const batches = take()
    let [changed, failed] = [0, 0]
    let reason = ""
    // A batch that fails does not keep the others from being changed.
    for (const ids of batches) {
      try {
        await api.leads.updateMany({ ids, stop_sending })
        changed += ids.length
      } catch (error) {
        failed += ids.length
        reason = detailOf(error)
      }
    }
    if (failed > 0) toast(texts.notChanged(failed, changed, reason), { kind: "bad" })
    for (const key of ["leads", "lead"]) void queries.invalidateQueries({ queryKey: [key] })
    onChange()
    return failed === 0
  }
  later({
    key: `leads ${++changes}`,
    text: stop_sending ? texts.stopping(leads.length) : texts.resuming(leads.length),
    send,
    flush: () => {
      for (const ids of take()) sendAtEnd("PATCH", "leads", { ids, stop_sending })
    },
    undo: () => {
      const again = new Map<boolean, Array<number>>()
      for (const [id, former] of before) {
        if (waiting.get(id) !== change) continue
        waiting.delete(id)
        if (former?.isSent === false) waiting.set(id, former)
        // The former change was sent without this lead.
        else if (former !== undefined) again.set(former.stop_sending, [...(again.get(former.stop_sending) ?? []), id])
      }
      for (const [stop_sending, ids] of again) setStopped(ids, stop_sending, onChange)
    }
  })
}

/** The leads whose boxes were shown, as the server last showed them. */
const shown = new Map<number, ListedLead>()

/** The box that selects a lead. */
export const LeadCheck = ({ lead, name }: { readonly lead: ListedLead; readonly name: string }) => {
  shown.set(lead.id, lead)
  const isOne = useStore(selected).has(lead.id)
  const isAll = useStore(all) !== undefined
  return useCanWrite() ? (
    <label class="leads-box">
      <input
        type="checkbox"
        class="leads-check"
        aria-label={texts.selectOf(name)}
        checked={isOne || isAll}
        disabled={isAll}
        onChange={() => select(lead.id)}
      />
    </label>
  ) : null
}

/** The box that selects all leads that pass the filters. */
export const AllCheck = ({ count, filter }: { readonly count: number; readonly filter: Filter }) => {
  const isAll = useStore(all) !== undefined
  return useCanWrite() ? (
    <label class="leads-box">
      <input
        type="checkbox"
        class="leads-check"
        aria-label={texts.selectAll(count)}
        title={texts.selectAll(count)}
        checked={isAll}
        onChange={() => {
          clearIds()
          all.set(isAll ? undefined : { filter, count })
        }}
      />
    </label>
  ) : null
}

/** The box that selects all loaded leads of a table. */
export const LoadedCheck = ({ leads }: { readonly leads: ReadonlyArray<ListedLead> }) => {
  const ids = useStore(selected)
  const isAll = leads.every(({ id }) => ids.has(id))
  return useCanWrite() ? (
    <label class="leads-box">
      <input
        type="checkbox"
        class="leads-check"
        aria-label={texts.selectLoaded(leads.length)}
        title={texts.selectLoaded(leads.length)}
        checked={isAll}
        onChange={() => {
          const next = new Set(ids)
          for (const { id } of leads) {
            if (isAll) next.delete(id)
            else next.add(id)
          }
          selected.set(next)
        }}
      />
    </label>
  ) : null
}

const actions = ["stop", "resume", "pause", "tag", "delete", "erase"] as const

export const SelectedLeads = ({ onChange }: { readonly onChange: () => void }) => {
  const ids = useStore(selected)
  const matching = useStore(all)
  const [asked, setAsked] = useState<ReadonlyArray<ListedLead>>()
  const count = matching?.count ?? ids.size
  if (count === 0) return null
  const resume = () => {
    const leads = [...ids].flatMap((id) => shown.get(id) ?? [])
    if (asksFirst(leads)) setAsked(leads)
    else set(false)
  }
  const set = (stop_sending: boolean) => {
    setStopped([...ids], stop_sending, onChange)
    clearLeads()
  }
  return (
    <div class="leads-selected" role="toolbar" aria-label={texts.selected(count)}>
      <strong>{texts.selected(count)}</strong>
      <LeadActions
        targets={matching ?? { ids: [...ids] }}
        actions={actions}
        {...(matching === undefined && { instead: { stop: () => set(true), resume } })}
        onDone={() => {
          clearLeads()
          onChange()
        }}
      />
      <IconButton icon={X} label={texts.clear} onClick={clearLeads} />
      {asked !== undefined && (
        <ResumeDialog leads={asked} onClose={() => setAsked(undefined)} onResume={() => set(false)} />
      )}
    </div>
  )
}
