/** The inbox: threads, the open conversation, and its lead. */
import { useQuery } from "@tanstack/preact-query"
import { X } from "lucide-preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { fullDate } from "../../base/format.ts"
import { useKeys } from "../../base/keys.ts"
import { changes } from "../../base/live.ts"
import { go, useRoute } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { useStore } from "../../base/store.ts"
import { tagsQuery } from "../../data/tags.ts"
import { useMedia } from "../../kit/hooks.ts"
import { Dialog } from "../../kit/Dialog.tsx"
import { Kbd } from "../../kit/Kbd.tsx"
import { Picker } from "../../kit/Picker.tsx"
import { IconButton } from "../../kit/Parts.tsx"
import { late } from "../../kit/late.tsx"
import { change, keptNew, tag } from "./actions.ts"
import { stopWriting } from "./drafts.ts"
import { type Actions, Conversation } from "./Conversation.tsx"
import { Empty, Loaded, QueryFailed, Skeleton } from "../../kit/States.tsx"
import {
  type Filters,
  filtersOf,
  isFiltered,
  knownThread,
  linkTo,
  listQuery,
  loadMore,
  openOf,
  prefetchThread,
  refreshAll
} from "./data.ts"
import { List } from "./List.tsx"
import { ListHead } from "./ListHead.tsx"
import { clearSelection, select, selection } from "./selection.ts"
import { LeadPanel } from "./LeadPanel.tsx"
import { SnoozePicker } from "./Snooze.tsx"
import { askedResume, toggleStopped } from "./stopping.ts"
import { texts } from "./texts.ts"
import "./inbox.css"
import "./conversation.css"

const focusRow = (id: number) => {
  const row = document.querySelector<HTMLElement>(`[data-row="${id}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: "nearest" })
}

/** Fetches what has changed, when the revision has grown. */
const useLive = (filters: Filters) => {
  const ref = useRef(filters)
  ref.current = filters
  useEffect(() => {
    let isFirst = changes.get() === undefined
    // While another page was open, nothing was fetched.
    if (!isFirst) void refreshAll(ref.current)
    return changes.subscribe(() => {
      // The list was asked for at the same time as the first revision.
      if (!isFirst && changes.get() !== undefined) void refreshAll(ref.current)
      isFirst = false
    })
  }, [])
}

const NoThreads = ({ filters }: { readonly filters: Filters }) =>
  isFiltered(filters) || filters.state !== "open" ? (
    <Empty title={texts.emptyFilter}>
      <a
        class="button"
        href={linkTo({
          tab: filters.tab,
          state: "open",
          search: "",
          unread: false,
          tag: undefined,
          campaign: undefined
        })}
      >
        {texts.showAll}
      </a>
    </Empty>
  ) : (
    <Empty title={texts.empty}>{filters.tab === "replies" && <First />}</Empty>
  )

const TagPicker = ({ ids, onClose }: { readonly ids: ReadonlyArray<number>; readonly onClose: () => void }) => {
  const found = useQuery(tagsQuery)
  if (found.data === undefined) {
    return (
      <Dialog label={texts.chooseTag} class="dialog-small" onClose={onClose}>
        <Loaded query={found} skeleton={<Skeleton rows={4} height={32} />}>
          {() => null}
        </Loaded>
      </Dialog>
    )
  }
  const choices = [...found.data.map(({ id, name }) => ({ id, name })), { id: null, name: texts.noTag }]
  return (
    <Picker
      label={texts.chooseTag}
      onClose={onClose}
      choices={choices.map(({ id, name }) => ({ id: String(id), label: name, run: () => void tag(ids, id) }))}
    />
  )
}

const First = late(async () => (await import("./first/First.tsx")).First)
const Resume = late(async () => (await import("../../kit/sending/Effective.tsx")).Resume)

export const Inbox = () => {
  const route = useRoute()
  const filters = filtersOf(route)
  const open = openOf(route)
  const list = useQuery(listQuery(filters))
  const tagsFound = useQuery({ ...tagsQuery, enabled: !list.isPending })
  const { data: tags } = tagsFound
  const canWrite = useCanWrite()
  const isWide = useMedia("(min-width: 1240px)")
  const selected = useStore(selection)
  const [tagging, setTagging] = useState<ReadonlyArray<number>>([])
  const [snoozing, setSnoozing] = useState<ReadonlyArray<number>>([])
  const [hasDrawer, setDrawer] = useState(false)
  useLive(filters)

  const rows = list.data?.rows ?? []
  const index = rows.findIndex(({ id }) => id === open)
  // When the open thread leaves the list, the next one takes its place.
  const lastIndex = useRef(0)
  if (index !== -1) lastIndex.current = index

  useEffect(() => {
    if (open === undefined) return
    return () => void keptNew.delete(open)
  }, [open])
  useEffect(() => {
    const next = rows[index + 1]
    if (index === -1 || next === undefined) return
    const timer = setTimeout(() => prefetchThread(next.id), 150)
    return () => clearTimeout(timer)
  }, [open, rows.length])
  useEffect(clearSelection, [filters.tab, filters.state])

  const show = (id: number | undefined) => {
    stopWriting()
    go(linkTo(filters, id), { replace: open !== undefined })
    if (id !== undefined) focusRow(id)
  }
  const target = (step: -1 | 1) => {
    if (open === undefined) return rows[0]
    const at =
      index !== -1 ? index + step : step === 1 ? Math.min(lastIndex.current, rows.length - 1) : lastIndex.current - 1
    return rows[at]
  }
  const move = (step: -1 | 1) => {
    const row = target(step)
    if (row !== undefined) show(row.id)
    if (step === 1 && index > rows.length - 10) void loadMore(filters).catch(() => {})
  }
  const extend = (step: -1 | 1) => {
    if (open !== undefined) select(open, true)
    const row = target(step)
    if (row === undefined) return
    select(row.id, true)
    show(row.id)
  }
  /** Opens the thread after these, if the open one is among them. */
  const openAfter = (ids: ReadonlyArray<number>) => {
    if (open === undefined || !ids.includes(open)) return
    const rest = (list: typeof rows) => list.find(({ id }) => !ids.includes(id))
    show((rest(rows.slice(index + 1)) ?? rest(rows.slice(0, Math.max(0, index)).toReversed()))?.id)
  }
  const targets = (): ReadonlyArray<number> => (selected.size > 0 ? [...selected] : open === undefined ? [] : [open])

  const toggleDone = () => {
    const ids = targets()
    const state = filters.state === "done" ? "open" : "done"
    openAfter(ids)
    clearSelection()
    void change(ids, { state }, state === "done" ? texts.markedDone(ids.length) : texts.reopened(ids.length))
  }
  const snooze = (ids: ReadonlyArray<number>, until: Date | undefined) => {
    // A conversation that is snoozed again stays in its list.
    if ((filters.state === "snoozed") === (until === undefined)) openAfter(ids)
    clearSelection()
    if (until === undefined) void change(ids, { state: "open" }, texts.reopened(ids.length))
    else {
      const snoozed_until = until.toISOString()
      void change(ids, { state: "snoozed", snoozed_until }, texts.snoozed(ids.length, fullDate(snoozed_until)))
    }
  }
  const toggleTab = () => {
    const ids = targets()
    const tab = filters.tab === "replies" ? "other" : "replies"
    openAfter(ids)
    clearSelection()
    void change(ids, { tab }, texts.moved(ids.length, texts.tabs[tab]))
  }
  const toggleNew = () => {
    const ids = targets()
    const is_new = !ids.some((id) => knownThread(id)?.last_message.is_new)
    clearSelection()
    void change(ids, { is_new }, is_new ? texts.markedNew(ids.length) : texts.markedRead(ids.length))
  }
  const actions: Actions = {
    move,
    toggleDone,
    toggleTab,
    toggleNew,
    pickTag: () => setTagging(targets()),
    pickSnooze: () => setSnoozing(targets()),
    openNext: () => open !== undefined && openAfter([open]),
    showLead: () => setDrawer(true)
  }
  const lead = open === undefined ? undefined : knownThread(open)?.lead_id
  const back = () => {
    if (hasDrawer) setDrawer(false)
    else if (selected.size > 0) clearSelection()
    else if (open !== undefined) {
      go(linkTo(filters))
      focusRow(open)
    }
  }
  const asked = useStore(askedResume)
  const noTarget = !canWrite || (open === undefined && selected.size === 0)
  const t = texts.keys
  useKeys("page", [
    { keys: ["j", "ArrowDown"], label: t.next, run: () => move(1) },
    { keys: ["k", "ArrowUp"], label: t.previous, run: () => move(-1) },
    { keys: ["x"], label: t.select, isOff: open === undefined, run: () => open !== undefined && select(open) },
    { keys: ["Shift+j", "Shift+ArrowDown"], label: t.extendDown, run: () => extend(1) },
    { keys: ["Shift+k", "Shift+ArrowUp"], label: t.extendUp, run: () => extend(-1) },
    { keys: ["e"], label: t.done, isOff: noTarget, run: toggleDone },
    { keys: ["h"], label: t.snooze, isOff: noTarget, run: actions.pickSnooze },
    { keys: ["v"], label: t.tab, isOff: noTarget, run: toggleTab },
    { keys: ["u"], label: t.unread, isOff: noTarget, run: toggleNew },
    { keys: ["t"], label: t.tag, isOff: noTarget, run: actions.pickTag },
    {
      keys: ["s"],
      label: t.stop,
      isOff: !canWrite || lead === undefined,
      run: () => lead !== undefined && toggleStopped(lead)
    },
    { keys: ["/"], label: t.search, run: () => document.querySelector<HTMLElement>("#inbox-search")?.focus() },
    { keys: ["Escape"], label: t.back, run: back }
  ])
  const onOpen = (id: number, event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.button !== 0) return
    event.preventDefault()
    if (event.shiftKey) select(id)
    else show(id)
  }
  return (
    <div class={`inbox ${open === undefined ? "" : "inbox-open"}`}>
      <section class="list" aria-label={texts.title}>
        <ListHead filters={filters} tags={tags} actions={actions} />
        <QueryFailed query={tagsFound} />
        <Loaded query={list} skeleton={<Skeleton rows={8} height={76} />}>
          {(found) =>
            found.rows.length === 0 ? (
              <NoThreads filters={filters} />
            ) : (
              <List key={linkTo(filters)} filters={filters} list={found} open={open} tags={tags} onOpen={onOpen} />
            )
          }
        </Loaded>
      </section>
      {open === undefined ? (
        <section class="talk talk-none" aria-label={texts.conversation}>
          <Empty title={texts.none}>
            <p>
              <Kbd keys="j" /> {texts.noneHint}
            </p>
          </Empty>
        </section>
      ) : (
        <Conversation id={open} filters={filters} actions={actions} />
      )}
      {open !== undefined && (isWide || hasDrawer) && (
        <aside class="lead" aria-label={texts.lead.title}>
          {!isWide && <IconButton icon={X} label={texts.keys.back} keys="Escape" onClick={() => setDrawer(false)} />}
          <LeadPanel id={lead} />
        </aside>
      )}
      {snoozing.length > 0 && (
        <SnoozePicker
          canWake={filters.state === "snoozed"}
          onClose={() => setSnoozing([])}
          onPick={(until) => snooze(snoozing, until)}
        />
      )}
      {asked !== undefined && (
        <Resume
          lead={asked}
          onClose={() => askedResume.set(undefined)}
          onResume={() => toggleStopped(asked.id, true)}
        />
      )}
      {tagging.length > 0 && <TagPicker ids={tagging} onClose={() => setTagging([])} />}
    </div>
  )
}
