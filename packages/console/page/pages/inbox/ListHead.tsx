/** The head of the list: tabs, search and filters; with a selection, what can be done with it. */
import type { Tag } from "@mailroom/client"
import { ArrowLeftRight, Check, Clock, ListFilter, Mail, Search, Tag as TagIcon, X } from "lucide-preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { number } from "../../base/format.ts"
import { changes } from "../../base/live.ts"
import { go } from "../../base/route.ts"
import { useCanAnswer } from "../../base/session.ts"
import { useStore } from "../../base/store.ts"
import { texts as frame } from "../../base/texts.ts"
import { late } from "../../kit/late.tsx"
import { IconButton } from "../../kit/Parts.tsx"
import { Views } from "../../kit/Views.tsx"
import type { Actions } from "./Conversation.tsx"
import { type Filters, hasMore, isFiltered, linkTo, type Tab, withoutMore } from "./data.ts"
import { clearSelection, selection } from "./selection.ts"
import { texts } from "./texts.ts"

const searchDelay = 250

const TabLink = ({ filters, tab }: { readonly tab: Tab; readonly filters: Filters }) => {
  const found = useStore(changes)
  const count = found?.[tab] ?? 0
  return (
    <a
      class="tab"
      href={linkTo({ ...filters, tab })}
      aria-current={filters.tab === tab ? "page" : undefined}
      title={found && `${frame.unread(number(count))}, ${texts.todo(found.todo[tab])}`}
    >
      {texts.tabs[tab]} {count > 0 && <span class="tab-count">{number(count)}</span>}
    </a>
  )
}

const SearchField = ({ filters }: { readonly filters: Filters }) => {
  const [text, setText] = useState(filters.search)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (document.activeElement !== field.current) setText(filters.search)
  }, [filters.search])
  useEffect(() => {
    if (text.trim() === filters.search) return
    const timer = setTimeout(() => go(linkTo({ ...filters, search: text.trim() }), { replace: true }), searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <label class="list-search">
      <Search size={16} aria-hidden="true" />
      <input
        ref={field}
        id="inbox-search"
        class="field"
        dir="auto"
        type="search"
        aria-label={texts.search}
        aria-keyshortcuts="/"
        title={`${texts.search} (/)`}
        placeholder={texts.search}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ currentTarget, key }) => {
          if (key === "Escape") currentTarget.blur()
        }}
      />
    </label>
  )
}

const FilterLine = ({ filters, tags }: FilterLineProps) => {
  const set = (change: Partial<Filters>) => go(linkTo({ ...filters, ...change }), { replace: true })
  return (
    <div class="list-filters">
      <SearchField filters={filters} />
      <button
        type="button"
        class="button"
        aria-pressed={filters.unread}
        onClick={() => set({ unread: !filters.unread })}
      >
        {texts.unread}
      </button>
      <button
        type="button"
        class="button"
        aria-pressed={filters.state === "done"}
        onClick={() => set({ state: filters.state === "done" ? "open" : "done" })}
      >
        {texts.done}
      </button>
      <IconButton
        icon={Clock}
        label={texts.snoozedState}
        pressed={filters.state === "snoozed"}
        onClick={() => set({ state: filters.state === "snoozed" ? "open" : "snoozed" })}
      />
      <select
        class="field list-tag"
        aria-label={texts.tag}
        value={filters.tag ?? ""}
        onChange={({ currentTarget }) => set({ tag: Number(currentTarget.value) || undefined })}
      >
        <option value="">{texts.tag}</option>
        {tags?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

interface FilterLineProps {
  readonly filters: Filters
  readonly tags: ReadonlyArray<Tag> | undefined
}

const Toolbar = ({ actions, count }: { readonly actions: Actions; readonly count: number }) => {
  const canWrite = useCanAnswer()
  return (
    <div class="list-filters" role="toolbar" aria-label={texts.selected(count)}>
      <strong class="list-selected">{texts.selected(count)}</strong>
      {canWrite && (
        <>
          <IconButton icon={Check} label={texts.keys.done} keys="e" onClick={actions.toggleDone} />
          <IconButton icon={Clock} label={texts.keys.snooze} keys="h" onClick={actions.pickSnooze} />
          <IconButton icon={TagIcon} label={texts.keys.tag} keys="t" onClick={actions.pickTag} />
          <IconButton icon={ArrowLeftRight} label={texts.keys.tab} keys="v" onClick={actions.toggleTab} />
          <IconButton icon={Mail} label={texts.keys.unread} keys="u" onClick={actions.toggleNew} />
        </>
      )}
      <IconButton icon={X} label={texts.clear} keys="Escape" onClick={clearSelection} />
    </div>
  )
}

const MoreFilters = late(async () => (await import("./filters/MoreFilters.tsx")).MoreFilters)

export const ListHead = ({ actions, filters, tags }: HeadProps) => {
  const { size } = useStore(selection)
  const [isAsked, setAsked] = useState(false)
  const isOpen = isAsked || filters.state === "all" || hasMore(filters)
  return (
    <header class="list-head">
      <div class="list-title">
        <h1>{texts.title}</h1>
        <Views page="inbox" current={isFiltered(filters) || filters.state !== "open" ? linkTo(filters) : undefined} />
        <IconButton
          icon={ListFilter}
          label={texts.moreFilters}
          pressed={isOpen}
          onClick={() => {
            setAsked(!isOpen)
            if (isOpen) go(linkTo(withoutMore(filters)), { replace: true })
          }}
        />
        <div class="tabs">
          <TabLink tab="replies" filters={filters} />
          <TabLink tab="other" filters={filters} />
        </div>
      </div>
      {size > 0 ? <Toolbar actions={actions} count={size} /> : <FilterLine filters={filters} tags={tags} />}
      {isOpen && <MoreFilters filters={filters} onClear={() => setAsked(false)} />}
    </header>
  )
}

interface HeadProps {
  readonly filters: Filters
  readonly tags: ReadonlyArray<Tag> | undefined
  readonly actions: Actions
}
