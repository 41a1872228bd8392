/** Asks whether any thread has changed: every 5 s, less often when nobody uses the page, never while it is hidden. */
import type { UniboxChanges } from "@mailroom/client"
import { api, signedOut } from "./api.ts"
import { makeStore } from "./store.ts"

const often = 5000
const rarely = 15_000
const untilRarely = 120_000

/** The last answer. */
export const changes = makeStore<UniboxChanges | undefined>(undefined)

let lastInput = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined
let asking: AbortController | undefined
let etag: string | undefined

const schedule = () => {
  clearTimeout(timer)
  if (document.hidden) return
  timer = setTimeout(() => void askNow(), Date.now() - lastInput > untilRarely ? rarely : often)
}

/** Asks at once, and again after the usual time. */
export const askNow = async (): Promise<void> => {
  clearTimeout(timer)
  asking?.abort()
  const { signal } = (asking = new AbortController())
  try {
    if (!signedOut.get()) {
      const { data, response } = await api.unibox.changes({ signal, ifNoneMatch: etag }).withResponse()
      etag = response.headers.get("etag") ?? undefined
      if (data !== undefined) changes.set(data)
    }
  } catch {
    // `api.ts` records that the server does not answer, or that the session has ended.
  }
  if (!signal.aborted) schedule()
}

/** Starts asking. */
export const watch = (): void => {
  const onInput = () => {
    const wasRare = Date.now() - lastInput > untilRarely
    lastInput = Date.now()
    if (wasRare) schedule()
  }
  for (const type of ["keydown", "pointerdown", "wheel"]) addEventListener(type, onInput, { passive: true })
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      clearTimeout(timer)
      asking?.abort()
    } else void askNow()
  })
  addEventListener("online", () => void askNow())
  signedOut.subscribe(() => {
    if (!signedOut.get()) void askNow()
    else {
      etag = undefined
      changes.set(undefined)
    }
  })
  if (!document.hidden) void askNow()
}
