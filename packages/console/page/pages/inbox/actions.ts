/** Changes of threads: shown at once, sent, and taken back when the server rejects them. */
import type { Thread, UpdatedThread } from "@mailroom/client"
import type { QueryFilters } from "@tanstack/preact-query"
import { api, queries } from "../../base/api.ts"
import { askNow } from "../../base/live.ts"
import { routeNow } from "../../base/route.ts"
import { done, toast } from "../../base/undo.ts"
import { tagsQuery } from "../../data/tags.ts"
import { detailOf } from "../../kit/States.tsx"
import { changing, type Conversation, knownThread, openOf, place, type Tab, threadKey } from "./data.ts"
import { texts } from "./texts.ts"

export interface Change {
  readonly state?: Thread["state"]
  /** With the state `snoozed` only. */
  readonly snoozed_until?: string | undefined
  readonly tab?: Tab
  readonly is_new?: boolean
}

/** A request changes at most this many threads. */
const most = 200

/**
 * Threads that are not marked as read as long as they stay open: `U` said that they are new, or marking them has failed
 * and would fail again each second.
 */
export const keptNew = new Set<number>()

/** Keeps the open thread new, if it is among these. */
const keepNew = (ids: ReadonlyArray<number>) => {
  const open = openOf(routeNow()) ?? 0
  if (ids.includes(open)) keptNew.add(open)
}

/** A state as the API takes it and answers it: only a snoozed thread has an instant. */
const stateOf = ({ snoozed_until, state }: Pick<Change, "snoozed_until"> & { readonly state: Thread["state"] }) => ({
  state,
  ...(snoozed_until !== undefined && { snoozed_until })
})

const changed = (
  { snoozed_until: former, ...thread }: Thread,
  { is_new, snoozed_until, state, tab }: Change
): Thread => ({
  ...thread,
  ...stateOf(state === undefined ? { state: thread.state, snoozed_until: former } : { state, snoozed_until }),
  tab: tab ?? thread.tab,
  last_message: { ...thread.last_message, is_new: is_new ?? thread.last_message.is_new }
})

/** The thread as the page knows it now, with what a change did to it taken back. The rest may have changed since. */
const undone = (former: Thread, { is_new, state, tab }: Change): Thread => {
  const now = knownThread(former.id) ?? former
  const isSameMessage = now.last_message.id === former.last_message.id
  return changed(now, {
    ...(state !== undefined && stateOf(former)),
    ...(tab !== undefined && { tab: former.tab }),
    ...(is_new !== undefined && isSameMessage && { is_new: former.last_message.is_new })
  })
}

const updateMany = async (ids: ReadonlyArray<number>, change: object): Promise<ReadonlyArray<UpdatedThread>> => {
  const found: Array<UpdatedThread> = []
  for (let start = 0; start < ids.length; start += most) {
    const { data } = await api.unibox.updateMany({ ids: ids.slice(start, start + most), ...change })
    found.push(...data.filter((result) => result.status === "updated"))
  }
  return found
}

/** The messages that came in after a change: undoing the change must not mark them as seen. */
const arrivedSince = async (id: number, newest: number): Promise<ReadonlyArray<number>> => {
  const { data } = await api.unibox.thread(id, { order: "desc", limit: 50 })
  return data.filter((message) => message.is_new && message.id > newest).map((message) => message.id)
}

/** Gives the threads their former state again, in one request for each former tab, state and end of snoozing. */
const restore = async (former: ReadonlyArray<UpdatedThread>, change: Change, newest: ReadonlyMap<number, number>) => {
  const groups = Map.groupBy(former, ({ snoozed_until, state, tab }) => `${state} ${tab} ${snoozed_until}`)
  for (const group of groups.values()) {
    const [first] = group
    if (first === undefined) continue
    const ids = group.map(({ id }) => id)
    const back = {
      ...(change.state !== undefined && stateOf(first)),
      ...(change.tab !== undefined && { tab: first.tab })
    }
    if (change.is_new === undefined) {
      await updateMany(ids, back)
      continue
    }
    const arrived = await Promise.all(ids.map((id) => arrivedSince(id, newest.get(id) ?? 0)))
    const new_message_ids = [...group.flatMap((thread) => thread.new_message_ids), ...arrived.flat()]
    await updateMany(ids, { ...back, new_message_ids })
  }
}

const newestOf = (id: number): number =>
  Math.max(
    0,
    ...(queries.getQueryData<Conversation>(threadKey(id))?.messages.map((message) => message.id) ?? []),
    knownThread(id)?.last_message.id ?? 0
  )

/** Shows and sends a change. Returns what undoes it; `undefined` if it failed. The error was shown then. */
export const apply = async (ids: ReadonlyArray<number>, change: Change): Promise<(() => Promise<void>) | undefined> => {
  const before = ids.flatMap((id) => knownThread(id) ?? [])
  const newest = new Map(ids.map((id) => [id, newestOf(id)]))
  const old = {
    queryKey: ["threads"],
    fetchStatus: "fetching",
    predicate: ({ state }) => state.data !== undefined
  } satisfies QueryFilters
  // A list that is loading now would be older than the change. Most of the time none is, and the change is shown at once.
  if (queries.getQueryCache().findAll(old).length > 0) await queries.cancelQueries(old)
  place(before.map((thread) => changed(thread, change)))
  try {
    const former = await changing(() => updateMany(ids, change))
    void askNow()
    return async () => {
      place(before.map((thread) => undone(thread, change)))
      try {
        await changing(() => restore(former, change, newest))
      } catch (error) {
        place(before.map((thread) => changed(thread, change)))
        toast(texts.undoFailed(detailOf(error)), { kind: "bad" })
      }
      void queries.invalidateQueries({ queryKey: ["thread"], refetchType: "active" })
      void askNow()
    }
  } catch (error) {
    place(before.map((thread) => undone(thread, change)))
    toast(texts.changeFailed(detailOf(error)), { kind: "bad" })
    return undefined
  }
}

/** Changes threads, and offers to undo it. */
export const change = async (ids: ReadonlyArray<number>, what: Change, text: string): Promise<void> => {
  if (ids.length === 0) return
  if (what.is_new === true) keepNew(ids)
  // The way back exists when the server has answered; an earlier `Z` waits for it.
  const applied = apply(ids, what)
  const leaves = what.state === "done" || what.state === "snoozed"
  const forget = done(text, () => void applied.then((undo) => undo?.()), { undone: leaves ? texts.inInbox : undefined })
  if ((await applied) === undefined) forget()
}

const read: Change = { is_new: false }

/** Marks a thread as read after it was open for a while. It cannot be undone, but `U` marks it as new. */
export const markRead = async (id: number): Promise<void> => {
  const thread = knownThread(id)
  if (thread === undefined || keptNew.has(id)) return
  place([changed(thread, read)])
  try {
    await changing(() => updateMany([id], read))
    queries.setQueryData<Conversation>(
      threadKey(id),
      (found) => found && { ...found, messages: found.messages.map((message) => ({ ...message, is_new: false })) }
    )
    void askNow()
  } catch {
    keepNew([id])
    place([undone(thread, read)])
  }
}

/** Runs a function for each item, four at a time. */
const inFours = async <A>(items: ReadonlyArray<A>, run: (item: A) => Promise<unknown>) => {
  const rest = [...items]
  const worker = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await run(item)
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}

/** The thread as the page knows it now, with a tag. */
const withTag = (former: Thread, reply_status: string | null): Thread => {
  const now = knownThread(former.id) ?? former
  return now.lead === undefined ? now : { ...now, lead: { ...now.lead, reply_status } }
}

/** Gives the leads of threads a tag, or takes it off (`null`). */
export const tag = async (ids: ReadonlyArray<number>, tagId: number | null): Promise<void> => {
  const tags = await queries.ensureQueryData(tagsQuery)
  const before = ids.flatMap((id) => knownThread(id) ?? []).filter(({ lead_id }) => lead_id !== undefined)
  const idOf = (name: string | null | undefined) => tags.find((tag) => tag.name === name)?.id ?? null
  const name = tags.find((tag) => tag.id === tagId)?.name ?? null
  const given = () => name
  const former = ({ lead }: Thread) => lead?.reply_status ?? null
  const show = (tagOf: (thread: Thread) => string | null) =>
    place(before.map((thread) => withTag(thread, tagOf(thread))))
  /** Shows and sends tags. Returns whether it succeeded; if not, the tags `back` are shown. */
  const send = async (tagOf: typeof former, back: typeof former, failed: (reason: string) => string) => {
    show(tagOf)
    try {
      await changing(() =>
        inFours(before, async (thread) => {
          if (thread.lead_id !== undefined) await api.tags.assign(thread.lead_id, { tag_id: idOf(tagOf(thread)) })
        })
      )
      return true
    } catch (error) {
      show(back)
      toast(failed(detailOf(error)), { kind: "bad" })
      return false
    } finally {
      void queries.invalidateQueries({ queryKey: ["lead"] })
      void askNow()
    }
  }
  const sent = send(given, former, texts.changeFailed)
  const undo = async () => {
    if (await sent) await send(former, given, texts.undoFailed)
  }
  const forget = done(
    name === null ? texts.untagged(before.length) : texts.tagged(before.length, name),
    () => void undo()
  )
  if (!(await sent)) forget()
}
