/** The threads and conversations of the inbox. */
import type { Message, ReplyState, Thread } from "@mailroom/client"
import { api, queries } from "../../app/api.ts"
import { type Query, type Route, routeNow } from "../../app/route.ts"

export type Tab = Thread["tab"]

/** The filters of the list, as they are in the route. */
export interface Filters {
  readonly tab: Tab
  readonly search: string
  readonly unread: boolean
  readonly tag: number | undefined
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
  /** The cursor of older messages; absent at the beginning. */
  readonly older: string | undefined
}

const rowsOfPage = 30
const messagesOfPage = 50

export const filtersOf = ({ path, query }: Route): Filters => ({
  tab: path[1] === "other" ? "other" : "replies",
  search: query["search"] ?? "",
  unread: query["unread"] !== undefined,
  tag: Number(query["tag"]) || undefined
})

/** The open thread of a route. */
export const openOf = ({ path }: Route): number | undefined => Number(path[2]) || undefined

export const queryOf = ({ search, tag, unread }: Filters): Query => ({ search, unread: unread && "1", tag })

export const isFiltered = ({ search, tag, unread }: Filters): boolean => search !== "" || unread || tag !== undefined

const page = async (
  { search, tab, tag, unread }: Filters,
  more: { readonly cursor?: string; readonly signal?: AbortSignal } = {}
): Promise<ThreadList> => {
  const { cursor, signal } = more
  const { data, next_cursor } = await api.unibox.threads(
    {
      tab,
      limit: rowsOfPage,
      ...(cursor !== undefined && { cursor }),
      ...(search !== "" && { search }),
      ...(unread && { is_new: true }),
      ...(tag !== undefined && { tag_id: tag })
    },
    { signal }
  )
  return { rows: data, next: next_cursor }
}

export const listKey = (filters: Filters) => ["threads", filters] as const

export const listQuery = (filters: Filters) => ({
  queryKey: listKey(filters),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => page(filters, { signal }),
  // The first page is fetched again when a thread has changed, and merged: see `mergeFirstPage`.
  staleTime: Infinity
})

/** Adds rows that the list does not contain yet. */
const append = (list: ThreadList, { next, rows }: ThreadList): ThreadList => {
  const known = new Set(list.rows.map(({ id }) => id))
  return { rows: [...list.rows, ...rows.filter(({ id }) => !known.has(id))], next }
}

/** Loads the next page of a list. */
export const loadMore = async (filters: Filters): Promise<void> => {
  const { next } = queries.getQueryData<ThreadList>(listKey(filters)) ?? {}
  if (next === undefined) return
  const loaded = await page(filters, { cursor: next })
  queries.setQueryData<ThreadList>(listKey(filters), (list) => (list?.next === next ? append(list, loaded) : list))
}

export const threadKey = (id: number) => ["thread", id] as const

export const threadQuery = (id: number) => ({
  queryKey: threadKey(id),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Conversation> => {
    const { data, next_cursor, reply, thread } = await api.unibox.thread(
      id,
      { order: "desc", limit: messagesOfPage },
      { signal }
    )
    return { thread, reply, messages: data.toReversed(), older: next_cursor }
  }
})

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

/** Asks for the inbox before the session is known, if the route is one of its. */
export const prefetchInbox = (): void => {
  const route = routeNow()
  if ((route.path[0] ?? "inbox") !== "inbox") return
  void queries.prefetchQuery(listQuery(filtersOf(route)))
  const id = openOf(route)
  if (id !== undefined) void queries.prefetchQuery(threadQuery(id))
}
