/** The inbox: threads, the open conversation, and its lead. */
import { useQuery } from "@tanstack/preact-query"
import { X } from "lucide-preact"
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import { type Binding, useKeys } from "../../base/keys.ts"
import { changes } from "../../base/live.ts"
import { useRoute } from "../../base/route.ts"
import { useCanAnswer } from "../../base/session.ts"
import { useStore } from "../../base/store.ts"
import { tagsQuery } from "../../data/tags.ts"
import { useMedia } from "../../kit/hooks.ts"
import { Picker } from "../../kit/Picker.tsx"
import { IconButton } from "../../kit/Parts.tsx"
import { late } from "../../kit/late.tsx"
import { latePicker } from "../../kit/latePicker.tsx"
import { Empty, Loaded, QueryFailed, Skeleton } from "../../kit/States.tsx"
import { keptNew, tag } from "./actions.ts"
import { changesOf } from "./changing.ts"
import { type Actions, Conversation } from "./Conversation.tsx"
import {
  type Filters,
  filtersOf,
  isFiltered,
  knownThread,
  linkTo,
  listQuery,
  hasChanged,
  noFilters,
  openOf,
  refreshAll
} from "./data.ts"
import { List } from "./List.tsx"
import { ListHead } from "./ListHead.tsx"
import { type Navigation, useNavigation } from "./navigation.ts"
import { clearSelection, select, selection } from "./selection.ts"
import { askedResume, toggleStopped } from "./stopping.ts"
import { texts } from "./texts.ts"
import "./inbox.css"
import "./conversation.css"

/** Fetches what has changed, when the revision has grown. */
const useLive = (filters: Filters) => {
  const ref = useRef(filters)
  ref.current = filters
  useEffect(() => {
    // A hidden page asks for the first revision when it is shown: its list may be old then.
    let isFirst = changes.get() === undefined && !document.hidden
    // While another page was open, nothing was fetched.
    if (changes.get() !== undefined) void refreshAll(ref.current)
    return changes.subscribe(() => {
      // The list was asked for just before the first revision, unless the page has changed a thread since.
      if ((!isFirst || hasChanged()) && changes.get() !== undefined) void refreshAll(ref.current)
      isFirst = false
    })
  }, [])
}

const NoThreads = ({ filters }: { readonly filters: Filters }) =>
  isFiltered(filters) || filters.state !== "open" ? (
    <Empty title={texts.emptyFilter}>
      <a class="button" href={linkTo(noFilters(filters.tab))}>
        {texts.showAll}
      </a>
    </Empty>
  ) : (
    <Empty title={texts.empty}>{filters.tab === "replies" && <First />}</Empty>
  )

/** Asks which tag the leads of these conversations get; "No tag" removes theirs. */
const TagPicker = ({ ids, onClose }: { readonly ids: ReadonlyArray<number>; readonly onClose: () => void }) => {
  const found = useQuery(tagsQuery)
  const tags = found.data && [...found.data.map(({ id, name }) => ({ id, name })), { id: null, name: texts.noTag }]
  return (
    <Picker
      label={texts.chooseTag}
      onClose={onClose}
      choices={tags?.map(({ id, name }) => ({ id: String(id), label: name, run: () => void tag(ids, id) }))}
    >
      {/* Shows that the tags are being fetched, or why they cannot be. The picker itself shows the fetched ones. */}
      <Loaded query={found} skeleton={<Skeleton rows={4} height={32} />}>
        {() => null}
      </Loaded>
    </Picker>
  )
}

const loadAsking = () => import("./asking/late.ts")
const NotSent = late(async () => (await import("./outbox/late.ts")).NotSent)
const LeadPanel = late(async () => (await import("./LeadPanel.tsx")).LeadPanel)
const Waiting = late(async () => (await import("./waiting/Waiting.tsx")).Waiting)
const First = late(async () => (await import("./first/First.tsx")).First)
const Resume = late(async () => (await import("../../kit/sending/Effective.tsx")).Resume)

const t = texts.keys
const BlockPicker = latePicker(t.block, async () => (await loadAsking()).BlockPicker)
const SnoozePicker = latePicker(t.snooze, async () => (await loadAsking()).SnoozePicker)

const keysOfMoving = ({ extend, move }: Navigation, open: number | undefined): ReadonlyArray<Binding> => [
  { keys: ["j", "ArrowDown"], label: t.next, run: () => move(1) },
  { keys: ["k", "ArrowUp"], label: t.previous, run: () => move(-1) },
  { keys: ["x"], label: t.select, isOff: open === undefined, run: () => open !== undefined && select(open) },
  { keys: ["Shift+j", "Shift+ArrowDown"], label: t.extendDown, run: () => extend(1) },
  { keys: ["Shift+k", "Shift+ArrowUp"], label: t.extendUp, run: () => extend(-1) }
]

const keysOfChanges = (actions: Actions, open: number | undefined, isOff: boolean): ReadonlyArray<Binding> => [
  { keys: ["e"], label: t.done, isOff, run: actions.toggleDone },
  { keys: ["h"], label: t.snooze, isOff, run: actions.pickSnooze },
  { keys: ["v"], label: t.tab, isOff, run: actions.toggleTab },
  { keys: ["u"], label: t.unread, isOff, run: actions.toggleNew },
  { keys: ["t"], label: t.tag, isOff, run: actions.pickTag },
  { keys: ["b"], label: t.block, isOff: isOff || open === undefined, run: actions.pickBlock }
]

/** The question before sending to a lead resumes. */
const AskedResume = () => {
  const asked = useStore(askedResume)
  return asked === undefined ? null : (
    <Resume lead={asked} onClose={() => askedResume.set(undefined)} onResume={() => toggleStopped(asked.id, true)} />
  )
}

export const Inbox = () => {
  const route = useRoute()
  const filters = filtersOf(route)
  const open = openOf(route)
  const list = useQuery(listQuery(filters))
  const tagsFound = useQuery({ ...tagsQuery, enabled: !list.isPending })
  const { data: tags } = tagsFound
  const canWrite = useCanAnswer()
  const isWide = useMedia("(min-width: 1240px)")
  const selected = useStore(selection)
  const [tagging, setTagging] = useState<ReadonlyArray<number>>([])
  const [snoozing, setSnoozing] = useState<ReadonlyArray<number>>([])
  const [isBlocking, setBlocking] = useState(false)
  const [hasDrawer, setDrawer] = useState(false)
  useLive(filters)
  const navigation = useNavigation(filters, open, list.data?.rows ?? [])
  const { close, move, openAfter, show } = navigation
  useEffect(() => {
    if (open === undefined) return
    return () => void keptNew.delete(open)
  }, [open])
  const isListed = list.data !== undefined
  useEffect(() => {
    // A key should find its list loaded. What fails is tried again then.
    if (isListed) loadAsking().catch(() => {})
  }, [isListed])
  useEffect(clearSelection, [filters.tab, filters.state])

  /** The threads of the next change: the selected ones, else the open one. */
  const targets = (): ReadonlyArray<number> => (selected.size > 0 ? [...selected] : open === undefined ? [] : [open])
  const { snooze, ...changing } = changesOf(filters, targets, openAfter)
  const actions: Actions = {
    ...changing,
    move,
    pickTag: () => setTagging(targets()),
    pickSnooze: () => setSnoozing(targets()),
    pickBlock: () => setBlocking(true),
    openNext: () => open !== undefined && openAfter([open]),
    showLead: () => setDrawer(true)
  }
  const lead = open === undefined ? undefined : knownThread(open)?.lead_id
  const back = () => {
    if (hasDrawer) setDrawer(false)
    else if (selected.size > 0) clearSelection()
    else if (open !== undefined) close(open)
  }
  useKeys("page", [
    ...keysOfMoving(navigation, open),
    ...keysOfChanges(actions, open, !canWrite || (open === undefined && selected.size === 0)),
    {
      keys: ["s"],
      label: t.stop,
      isOff: !canWrite || lead === undefined,
      run: () => lead !== undefined && toggleStopped(lead)
    },
    { keys: ["/"], label: t.search, run: () => document.querySelector<HTMLElement>("#inbox-search")?.focus() },
    { keys: ["Escape"], label: t.back, run: back }
  ])
  const shown = useRef(show)
  shown.current = show
  // It stays the same function: rows render again only when their properties change.
  const onOpen = useCallback((id: number, event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.button !== 0) return
    event.preventDefault()
    if (event.shiftKey) select(id)
    else shown.current(id)
  }, [])
  return (
    <div class={`inbox ${open === undefined ? "" : "inbox-open"}`}>
      <section class="list" aria-label={texts.title}>
        <ListHead filters={filters} tags={tags} actions={actions} />
        <QueryFailed query={tagsFound} />
        {list.data !== undefined && <NotSent />}
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
          <Waiting filters={filters} list={list.data} tags={tags} />
        </section>
      ) : (
        <Conversation id={open} filters={filters} actions={actions} />
      )}
      {open !== undefined && (isWide || hasDrawer) && (
        <aside class="lead" aria-label={texts.lead.title}>
          {!isWide && <IconButton icon={X} label={texts.keys.back} keys="Escape" onClick={() => setDrawer(false)} />}
          {/* Its code comes after the list: people look there first. */}
          {isListed && <LeadPanel id={lead} />}
        </aside>
      )}
      {snoozing.length > 0 && (
        <SnoozePicker
          canWake={filters.state === "snoozed"}
          onClose={() => setSnoozing([])}
          onPick={(until) => snooze(snoozing, until)}
        />
      )}
      {isBlocking && open !== undefined && <BlockPicker id={open} onClose={() => setBlocking(false)} />}
      <AskedResume />
      {tagging.length > 0 && <TagPicker ids={tagging} onClose={() => setTagging([])} />}
    </div>
  )
}
