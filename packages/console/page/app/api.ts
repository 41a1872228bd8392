/** All calls of the page. */
import { createClient } from "@mailroom/client"
import { QueryClient } from "@tanstack/preact-query"
import { base } from "./base.ts"
import { makeStore } from "./store.ts"

/** A request of this page, for the page for developers. */
export interface SentRequest {
  readonly id: number
  readonly method: string
  /** The path below the mount, with its query. */
  readonly path: string
  readonly body: string | undefined
  readonly at: Date
  readonly milliseconds: number
  /** Absent without an answer. */
  readonly status?: number | undefined
  readonly request_id?: string | undefined
}

/** The last 50 requests, the newest first. */
export const requests = makeStore<ReadonlyArray<SentRequest>>([])

/** Whether the server answers: false while the browser is offline, and after a call without an answer. */
export const online = makeStore(navigator.onLine)
addEventListener("offline", () => online.set(false))
addEventListener("online", () => online.set(true))

/** Whether the credentials are missing or not valid any more. */
export const signedOut = makeStore(false)

let count = 0

/** Sends a request, and records it. Bodies of sign-ins contain keys, so they are not recorded. */
export const send = async (url: string, init: RequestInit): Promise<Response> => {
  const { method = "GET" } = init
  const path = url.startsWith(base) ? url.slice(base.length - 1) : url
  const start = performance.now()
  const record = (response?: Response) => {
    const body = typeof init.body === "string" && path !== "/session" ? init.body : undefined
    const milliseconds = Math.round(performance.now() - start)
    const request_id = response?.headers.get("x-request-id") ?? undefined
    const record = {
      id: ++count,
      method,
      path,
      body,
      at: new Date(),
      milliseconds,
      status: response?.status,
      request_id
    }
    requests.set([record, ...requests.get().slice(0, 49)])
  }
  try {
    const response = await fetch(url, init)
    record(response)
    online.set(true)
    if (response.status === 401) signedOut.set(true)
    return response
  } catch (error) {
    if (!init.signal?.aborted) {
      record()
      online.set(false)
    }
    throw error
  }
}

export const api = createClient({ baseUrl: base, fetch: send })

/**
 * `networkMode: "always"`: otherwise all queries wait without an error while the browser is offline, though a server on
 * the same machine answers. The client retries, and `GET /unibox/changes` says what is new.
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
