/** All calls of the page. */
import { type AnsweredRequest, createClient } from "@mailroom/client"
import { QueryClient } from "@tanstack/preact-query"
import { base } from "./base.ts"
import { makeStore } from "./store.ts"

/** A request of this page, for the page for developers. */
export interface SentRequest extends AnsweredRequest {
  readonly id: number
}

/** The last 50 requests, the newest first. */
export const requests = makeStore<ReadonlyArray<SentRequest>>([])

/** Whether the server answers: false while the browser is offline, and after a call without an answer. */
export const online = makeStore(navigator.onLine)
addEventListener("offline", () => online.set(false))
addEventListener("online", () => online.set(true))

/** Whether the credentials are missing or not valid any more. */
export const signedOut = makeStore(false)

/** How often somebody has signed in. */
let signIns = 0

/** Notes that somebody has signed in. */
export const signedIn = (): void => {
  signIns++
  signedOut.set(false)
}

/**
 * Sends a request, and notes whether the server answers, and whether the session has ended. A request that was sent
 * before a sign-in and is refused after it says nothing about the new session: if it only reads, it is sent again.
 */
export const send = async (url: string, init: RequestInit): Promise<Response> => {
  const before = signIns
  try {
    const response = await fetch(url, init)
    online.set(true)
    if (response.status !== 401) return response
    if (before === signIns) signedOut.set(true)
    else if (init.method === "GET") return send(url, init)
    return response
  } catch (error) {
    const { aborted = false, reason } = init.signal ?? {}
    // A call that the page cancels says nothing about the server; one without an answer in time does.
    if (!aborted || (reason instanceof DOMException && reason.name === "TimeoutError")) online.set(false)
    throw error
  }
}

let count = 0

export const api = createClient({
  baseUrl: base,
  fetch: send,
  onAnswer: (request) => {
    // The page asks for changes all the time: without this the list had little else.
    if (request.status === 304) return
    requests.set([{ ...request, id: ++count }, ...requests.get().slice(0, 49)])
  }
})

/**
 * `networkMode: "always"`: otherwise all queries wait without an error while the browser is offline, though a server on
 * the same machine answers. The client retries, and `GET /unibox/changes` names the changes.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: "always",
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 30_000
    },
    mutations: { networkMode: "always", retry: false }
  }
})
