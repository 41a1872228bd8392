/** Asks whether any thread has changed: every 5 s, less often when nobody uses the page, never while it is hidden. */
import type { UniboxChanges } from "@mailroom/client"
import { online, send, signedOut } from "./api.ts"
import { base } from "./mount.ts"
import { makeStore } from "./store.ts"

// In milliseconds: the time between two questions, the longer time while nobody uses the page, and after how long without
// input nobody does.
const often = 5000
const rarely = 15_000
const untilRarely = 120_000
/** How long an answer may take, in milliseconds. */
const patience = 30_000

/** The last answer. */
export const changes = makeStore<UniboxChanges | undefined>(undefined)

/** How many times the server has answered again after a failure. Each time, `Failed` repeats the calls that failed. */
export const reconnected = makeStore(0)
/** Whether the last question had no answer. */
let wasDown = false

let lastInput = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined
let asking: AbortController | undefined
let etag: string | undefined

const schedule = () => {
  clearTimeout(timer)
  if (document.hidden) return
  timer = setTimeout(() => void askNow(), Date.now() - lastInput > untilRarely ? rarely : often)
}

/** Asks once, without the retries of the client: a failure means that the server does not answer now. */
const ask = async (signal: AbortSignal) => {
  const response = await send(`${base}unibox/changes`, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    headers: etag === undefined ? {} : { "if-none-match": etag }
  })
  if (response.status === 401 || response.status === 304) return
  if (!response.ok) throw new Error(`Unexpected answer ${response.status}`)
  const answer: UniboxChanges = await response.json()
  // The body comes first: an answer that is aborted before its body has arrived is asked for again.
  etag = response.headers.get("etag") ?? undefined
  changes.set(answer)
}

/** Asks at once, and again after the usual time. */
export const askNow = async (): Promise<void> => {
  clearTimeout(timer)
  asking?.abort()
  const { signal } = (asking = new AbortController())
  try {
    if (!signedOut.get()) {
      await ask(signal)
      if (wasDown) reconnected.set(reconnected.get() + 1)
      wasDown = false
    }
  } catch {
    // `api.ts` records that the server does not answer, or that the session has ended.
    wasDown ||= !signal.aborted
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
  // After a failed call the page asks at once: the next question may be 15 s away.
  online.subscribe(() => {
    if (!online.get() && !document.hidden) void askNow()
  })
  addEventListener("online", () => void askNow())
  signedOut.subscribe(() => {
    if (!signedOut.get()) void askNow()
    else {
      etag = undefined
      changes.set(undefined)
    }
  })
  // Calls from before may have failed.
  wasDown = !online.get()
  if (!document.hidden) void askNow()
}
