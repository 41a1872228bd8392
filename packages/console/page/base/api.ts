/** All calls of the page. */
import { type AnsweredRequest, type Call, createClient } from "@mailroom/client"
import { QueryClient } from "@tanstack/preact-query"
import { base } from "./mount.ts"
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

/** How often `online` or `signedOut` has changed. */
let changes = 0
online.subscribe(() => changes++)
signedOut.subscribe(() => changes++)

/**
 * Sends a request, and notes whether the server answers, and whether the session has ended. The result of a request
 * from before the last such change says nothing about now.
 */
export const send = async (url: string, init: RequestInit): Promise<Response> => {
  const before = changes
  try {
    const response = await fetch(url, init)
    if (before === changes) {
      online.set(true)
      if (response.status === 401) signedOut.set(true)
    }
    return response
  } catch (error) {
    const { aborted = false, reason } = init.signal ?? {}
    // A call that the page cancels says nothing about the server; one without an answer in time does.
    const isCanceled = aborted && !(reason instanceof DOMException && reason.name === "TimeoutError")
    if (before === changes && !isCanceled) online.set(false)
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

/** A row, and the version of it that a change is based on. */
export type Versioned<A> = A & { readonly etag: string | undefined }

/** Runs a call that reads a row, and adds its version. */
export const versioned = async <A extends object>(call: Pick<Call<A>, "withResponse">): Promise<Versioned<A>> => {
  const { data, response } = await call.withResponse()
  return { ...data, etag: response.headers.get("etag") ?? undefined }
}

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
