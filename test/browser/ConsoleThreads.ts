/** A long inbox, which the server tells the page of: storing so many conversations would take minutes. */
import type { ThreadPage, ThreadWithMessages } from "@mailroom/client"
import type { ServerResponse } from "node:http"
import { json as bodyOf } from "node:stream/consumers"
import type { ConsoleServer } from "./ConsoleServer.ts"

const json = (response: ServerResponse, body: unknown) => {
  response.writeHead(200, { "content-type": "application/json" })
  response.end(JSON.stringify(body))
}

const firstId = 1_000_000

/** Answers the page's questions for conversations by `count` copies of a thread, and changes their state, until another interception. */
export const manyThreads = async (server: ConsoleServer, thread: number, count: number) => {
  const known = await server.api.unibox.thread(thread)
  const done = new Set<number>()
  const stateOf = (id: number) => (done.has(id) ? "done" : "open")
  const copyOf = (index: number): ThreadPage["data"][number] => ({
    ...known.thread,
    id: firstId + index,
    state: stateOf(firstId + index),
    last_message: {
      ...known.thread.last_message,
      id: firstId - index,
      date_sent: new Date(Date.now() - index * 60_000).toISOString()
    },
    lead: { email: "", company: "", reply_status: null, first_name: "Lead", last_name: `Number${index}` }
  })
  const page = (start: number, limit: number) => ({
    data: Array.from({ length: Math.min(limit, count - start) }, (_, i) => copyOf(start + i)).filter(
      ({ state }) => state === "open"
    ),
    has_more: start + limit < count,
    ...(start + limit < count && { next_cursor: String(start + limit) })
  })
  const talk = (index: number): ThreadWithMessages => ({ ...known, thread: copyOf(index) })
  const change = ({ ids, state }: { readonly ids: ReadonlyArray<number>; readonly state?: string }) => {
    const data = ids.map((id) => ({ id, status: "updated", tab: "replies", state: stateOf(id), new_message_ids: [] }))
    if (state === "done") for (const id of ids) done.add(id)
    if (state === "open") for (const id of ids) done.delete(id)
    return { data }
  }
  server.intercept((request, response) => {
    const { method, url = "" } = request
    const { pathname, searchParams } = new URL(url, "http://localhost")
    if (method === "PATCH" && pathname === "/unibox/threads") {
      void bodyOf(request).then((body) => json(response, change(body as Parameters<typeof change>[0])))
      return true
    }
    if (method !== "GET") return false
    const id = Number(/^\/unibox\/threads\/(\d+)$/u.exec(pathname)?.[1])
    if (pathname === "/unibox/threads") {
      json(response, page(Number(searchParams.get("cursor") ?? 0), Number(searchParams.get("limit"))))
    } else if (id >= firstId) json(response, talk(id - firstId))
    else if (/^\/unibox\/threads\/\d+\/notes$/u.test(pathname)) json(response, { data: [], has_more: false })
    else return false
    return true
  })
  return { idOf: (index: number) => firstId + index }
}
