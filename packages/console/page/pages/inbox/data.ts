/** The threads and conversations of the inbox. */
import type { Answering, Message, ReplyState, Tag, Thread } from "@mailroom/client"
import { replaceEqualDeep } from "@tanstack/preact-query"
import { api, queries } from "../../base/api.ts"
import { hrefOf, type Query, type Route, routeNow } from "../../base/route.ts"
import type { Tone } from "../../kit/Parts.tsx"

export type Tab = Thread["tab"]

/** The filters of the list, as they are in the route. */
export interface Filters {
  readonly tab: Tab
  /** `all`: in every state. */
  readonly state: Thread["state"] | "all"
  readonly search: string
  readonly unread: boolean
  readonly tag: number | undefined
  /** The id of a campaign. */
  readonly campaign: string | undefined
  readonly account: number | undefined
  /** The id of the person who takes care of the thread, `me` or `none`. */
  readonly assigned: string | undefined
  /** The first and the last day of the newest message, `2026-11-26`, in the time zone of the browser. */
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The loaded part of a list, from its beginning. */
export interface ThreadList {
  readonly rows: ReadonlyArray<Thread>
  /** The cursor of the next page; absent at the end. */
  readonly next: string | undefined
}

export interface Conversation {
  readonly thread: Thread
  readonly reply: ReplyState
  /** The oldest first. */
  readonly messages: ReadonlyArray<Message>
  /** The other people who are answering. */
  readonly answering: ReadonlyArray<Answering>
  /** The cursor of older messages; absent at the beginning. */
  readonly older: string | undefined
}

const rowsOfPage = 30
/** The maximum number of waiting threads for which the page names the interested leads and the oldest date: one request returns no more. */
export const mostWaiting = 100
const messagesOfPage = 50

const states = ["done", "snoozed", "all"] as const

const dayIn = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

/** The instant at which a day begins in the time zone of the browser, or the day after it. */
const midnight = (day: string, after = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number)
  return new Date(year, month - 1, date + after).toISOString()
}

export const filtersOf = ({ path, query }: Route): Filters => ({
  tab: path[1] === "other" ? "other" : "replies",
  state: states.find((state) => state === query["state"]) ?? "open",
  search: query["search"] ?? "",
  unread: query["unread"] !== undefined,
  tag: Number(query["tag"]) || undefined,
  campaign: query["campaign"] || undefined,
  account: Number(query["account"]) || undefined,
  assigned: query["assigned"] || undefined,
  from: dayIn(query["from"]),
  to: dayIn(query["to"])
})

/** The filters of a tab without any. */
export const noFilters = (tab: Tab): Filters => filtersOf({ path: ["inbox", tab], query: {} })

/** The open thread of a route. */
export const openOf = ({ path }: Route): number | undefined => Number(path[2]) || undefined

const queryOf = ({ account, assigned, campaign, from, search, state, tag, to, unread }: Filters): Query => ({
  campaign,
  search,
  unread: unread && "1",
  tag,
  account,
  assigned,
  from,
  to,
  state: state !== "open" && state
})

/** The link to a list, and to a thread in it. */
export const linkTo = (filters: Filters, id?: number): string =>
  hrefOf(["inbox", filters.tab, ...(id === undefined ? [] : [id])], queryOf(filters))

export const isFiltered = ({ search, tag, unread, ...filters }: Filters): boolean =>
  search !== "" || unread || tag !== undefined || hasMore(filters)

/** Removes the filters of the second line. */
export const withoutMore = (filters: Filters): Filters => ({
  ...filters,
  state: filters.state === "all" ? "open" : filters.state,
  campaign: undefined,
  account: undefined,
  assigned: undefined,
  from: undefined,
  to: undefined
})

/** Whether a filter of the second line is set, except the state. */
export const hasMore = ({
  account,
  assigned,
  campaign,
  from,
  to
}: Omit<Filters, "search" | "tag" | "unread">): boolean => (account ?? assigned ?? campaign ?? from ?? to) !== undefined

const page = async (
  { account, assigned, campaign, from, search, state, tab, tag, to, unread }: Filters,
  more: { readonly cursor?: string; readonly limit?: number; readonly signal?: AbortSignal } = {}
): Promise<ThreadList> => {
  const { cursor, limit = rowsOfPage, signal } = more
  const { data, next_cursor } = await api.unibox.threads(
    {
      tab,
      ...(state !== "all" && { state }),
      limit,
      ...(cursor !== undefined && { cursor }),
      ...(search !== "" && { search }),
      ...(unread && { is_new: true }),
      ...(tag !== undefined && { tag_id: tag }),
      ...(campaign !== undefined && { campaign_id: campaign }),
      ...(account !== undefined && { account_id: account }),
      ...(assigned !== undefined && { assigned_to: assigned }),
      ...(from !== undefined && { since: midnight(from) }),
      ...(to !== undefined && { until: midnight(to, 1) })
    },
    { signal }
  )
  return { rows: data, next: next_cursor }
}

/** All open threads of a tab, where the list has loaded only some of them. `todo`: how many there are. */
export const waitingQuery = (tab: Tab, todo: number) => ({
  queryKey: ["threads waiting", tab, todo],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await page(noFilters(tab), { signal, limit: mostWaiting })).rows
})

const listKey = (filters: Filters) => ["threads", filters] as const

/** Reuses the row object of the earlier list where the row with this id has not changed, so that it is not rendered again. */
const shared = (before: unknown, now: unknown): unknown => {
  if (before === undefined) return now
  const [list, { next, rows }] = [before as ThreadList, now as ThreadList]
  const known = new Map(list.rows.map((row) => [row.id, row]))
  return { rows: rows.map((row) => replaceEqualDeep(known.get(row.id), row)), next }
}

export const listQuery = (filters: Filters) => ({
  queryKey: listKey(filters),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => page(filters, { signal }),
  // The first page is fetched again when a thread has changed, and merged: see `mergeFirstPage`.
  staleTime: Infinity,
  structuralSharing: shared
})

/** Adds rows that the list does not contain yet. */
const append = (list: ThreadList, { next, rows }: ThreadList): ThreadList => {
  const known = new Set(list.rows.map(({ id }) => id))
  return { rows: [...list.rows, ...rows.filter(({ id }) => !known.has(id))], next }
}

const isNewer = (a: Thread, b: Thread): boolean => {
  const [x, y] = [a.last_message, b.last_message]
  return x.date_sent === y.date_sent ? x.id > y.id : x.date_sent > y.date_sent
}

/** A list after its first page was fetched again. Rows behind the page stay, and so does the open one. */
const merged = (list: ThreadList, fresh: ThreadList, open: number | undefined): ThreadList => {
  const last = fresh.rows.at(-1)
  if (fresh.next === undefined || last === undefined) return fresh
  const known = new Set(fresh.rows.map(({ id }) => id))
  const rest = list.rows.filter((row) => !known.has(row.id) && (isNewer(last, row) || row.id === open))
  return { rows: [...fresh.rows, ...rest].toSorted((a, b) => (isNewer(a, b) ? -1 : 1)), next: list.next ?? fresh.next }
}

/** The changes that are under way, and a number that grows when one begins or ends. */
let pending = 0
let turn = 0

/** Whether the page has changed a thread. */
export const hasChanged = (): boolean => turn > 0

/**
 * Runs a change. What was asked for before it or during it may be older than what the page shows, so it is not used:
 * otherwise rows that have left the list would come back for a moment.
 */
export const changing = async <A>(run: () => Promise<A>): Promise<A> => {
  pending++
  turn++
  try {
    return await run()
  } finally {
    pending--
    turn++
  }
}

/** How long a list waits for changes that are under way, in milliseconds. */
const patience = 500

/**
 * Fetches the first hundred loaded rows again, or as many as are new, and merges them by id: fetching all loaded pages
 * again would be slow.
 */
const refresh = async (filters: Filters): Promise<void> => {
  const key = listKey(filters)
  const list = queries.getQueryData<ThreadList>(key)
  if (list === undefined) return
  const known = new Set(list.rows.map(({ id, last_message }) => `${id} ${last_message.id}`))
  const begun = turn
  let fresh = await page(filters, { limit: Math.min(100, Math.max(rowsOfPage, list.rows.length)) })
  const isGap = ({ next, rows }: ThreadList) =>
    next !== undefined && known.size > 0 && !rows.some(({ id, last_message }) => known.has(`${id} ${last_message.id}`))
  for (let more = 0; more < 5 && isGap(fresh) && fresh.next !== undefined; more++) {
    fresh = append(fresh, await page(filters, { cursor: fresh.next }))
  }
  if (pending > 0 || turn !== begun) {
    setTimeout(() => void refresh(filters).catch(() => {}), patience)
    return
  }
  queries.setQueryData<ThreadList>(key, (now) =>
    now === undefined || isGap(fresh) ? fresh : merged(now, fresh, openOf(routeNow()))
  )
}

/**
 * Fetches the list and the conversation on the page after a thread has changed, in two requests. Other lists are fetched
 * when they are opened.
 */
export const refreshAll = async (filters: Filters): Promise<void> => {
  const shown = JSON.stringify(filters)
  await Promise.all([
    refresh(filters),
    queries.invalidateQueries({ queryKey: ["thread"], refetchType: "active" }),
    queries.invalidateQueries({
      queryKey: ["threads"],
      refetchType: "none",
      predicate: ({ queryKey }) => JSON.stringify(queryKey[1]) !== shown
    })
  ]).catch(() => {
    // The next change of a thread tries again; the page stays as it is.
  })
}

/** The next pages that are being loaded, by their list and cursor. */
const loading = new Map<string, Promise<void>>()

/** Loads the next page of a list. Calls for the same page share one request. */
export const loadMore = (filters: Filters): Promise<void> => {
  const { next } = queries.getQueryData<ThreadList>(listKey(filters)) ?? {}
  if (next === undefined) return Promise.resolve()
  const key = JSON.stringify([filters, next])
  const load = async () => {
    try {
      const loaded = await page(filters, { cursor: next })
      queries.setQueryData<ThreadList>(listKey(filters), (list) => (list?.next === next ? append(list, loaded) : list))
    } finally {
      loading.delete(key)
    }
  }
  const known = loading.get(key) ?? load()
  loading.set(key, known)
  return known
}

export const threadKey = (id: number) => ["thread", id] as const

export const threadQuery = (id: number) => ({
  queryKey: threadKey(id),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Conversation> => {
    const { answering, data, next_cursor, reply, thread } = await api.unibox.thread(
      id,
      { order: "desc", limit: messagesOfPage },
      { signal }
    )
    const fresh = data.toReversed()
    const known = queries.getQueryData<Conversation>(threadKey(id))
    // Older messages that were loaded before stay.
    const start = known?.messages.findIndex((message) => message.id === fresh[0]?.id) ?? -1
    if (known === undefined || start <= 0) return { thread, reply, answering, messages: fresh, older: next_cursor }
    return { thread, reply, answering, messages: [...known.messages.slice(0, start), ...fresh], older: known.older }
  }
})

/** The tone of a tag's badge. */
export const toneOf = (tags: ReadonlyArray<Tag> | undefined, name: string | null | undefined): Tone => {
  const sentiment = tags?.find((tag) => tag.name === name)?.sentiment
  return sentiment === "positive" ? "good" : sentiment === "negative" ? "bad" : "plain"
}

/** Loads a conversation that is probably opened next. */
export const prefetchThread = (id: number): void => void queries.prefetchQuery(threadQuery(id))

/** Loads older messages of a conversation. */
export const loadOlder = async (id: number): Promise<void> => {
  const { older } = queries.getQueryData<Conversation>(threadKey(id)) ?? {}
  if (older === undefined) return
  const { data, next_cursor } = await api.unibox.thread(id, { order: "desc", limit: messagesOfPage, cursor: older })
  queries.setQueryData<Conversation>(threadKey(id), (found) =>
    found?.older === older
      ? { ...found, messages: [...data.toReversed(), ...found.messages], older: next_cursor }
      : found
  )
}

/** Whether a thread belongs into a list, as far as the page knows: the server alone can search. */
const belongs = ({ state, tab }: Thread, filters: Filters) =>
  tab === filters.tab && (filters.state === "all" || state === filters.state)

/** The threads that the page has changed, by id: one that was never opened is in no list when it has left its own. */
const placed = new Map<number, Thread>()

/** Puts changed threads into all loaded lists and conversations, or takes them out. */
export const place = (threads: ReadonlyArray<Thread>): void => {
  const changed = new Map(threads.map((thread) => [thread.id, thread]))
  for (const [key, list] of queries.getQueriesData<ThreadList>({ queryKey: ["threads"] })) {
    if (list === undefined) continue
    const filters = key[1] as Filters
    const rows = list.rows
      .map((row) => changed.get(row.id) ?? row)
      .filter((row) => !changed.has(row.id) || belongs(row, filters))
    const last = list.next === undefined ? undefined : list.rows.at(-1)
    // Only a list without search and other filters takes threads that it lacks, such as after an undo: whether they pass such filters,
    // only the server knows.
    const added = isFiltered(filters)
      ? []
      : threads.filter(
          (thread) =>
            belongs(thread, filters) &&
            (last === undefined || isNewer(thread, last)) &&
            !rows.some(({ id }) => id === thread.id)
        )
    const all = added.length === 0 ? rows : [...rows, ...added].toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
    queries.setQueryData<ThreadList>(key, { ...list, rows: all })
  }
  for (const thread of threads) {
    placed.set(thread.id, thread)
    queries.setQueryData<Conversation>(threadKey(thread.id), (found) => found && { ...found, thread })
  }
}

/** The thread as the page knows it. */
export const knownThread = (id: number): Thread | undefined =>
  queries.getQueryData<Conversation>(threadKey(id))?.thread ??
  queries
    .getQueriesData<ThreadList>({ queryKey: ["threads"] })
    .map(([, list]) => list?.rows.find((row) => row.id === id))
    .find((row) => row !== undefined) ??
  placed.get(id)

/** Asks for the inbox before the session is known, if the route is one of its. Waits for the list. */
export const prefetchInbox = async (): Promise<void> => {
  const route = routeNow()
  if ((route.path[0] ?? "inbox") !== "inbox") return
  const list = queries.prefetchQuery(listQuery(filtersOf(route)))
  const id = openOf(route)
  if (id !== undefined) void queries.prefetchQuery(threadQuery(id))
  await list
}
