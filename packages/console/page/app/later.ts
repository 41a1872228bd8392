/** Changes that cannot be undone on the server: they wait 5 s in the page, or are sent when the page is closed. */
import { base } from "./base.ts"
import { makeStore } from "./store.ts"
import { done } from "./undo.ts"

/** How long a change waits, in milliseconds. */
const delay = 5000

interface Waiting {
  readonly timer: ReturnType<typeof setTimeout>
  readonly flush: () => void
}

/** The changes that wait, by key: `answer 7`, `lead 3`. */
const waiting = makeStore<ReadonlyMap<string, Waiting>>(new Map())

const without = (key: string) => {
  const rest = new Map(waiting.get())
  rest.delete(key)
  waiting.set(rest)
}

export interface Later {
  /** The name of the change: a second change with the same key takes the place of the first. */
  readonly key: string
  readonly text: string
  readonly send: () => void
  /** Sends at once, while the page is closed. */
  readonly flush: () => void
  readonly undo: () => void
}

/** Sends a change after 5 s, unless it is undone. */
export const later = ({ flush, key, send, text, undo }: Later): void => {
  const before = waiting.get().get(key)
  if (before !== undefined) clearTimeout(before.timer)
  const forget = done(
    text,
    () => {
      clearTimeout(timer)
      without(key)
      undo()
    },
    delay
  )
  const timer = setTimeout(() => {
    forget()
    without(key)
    send()
  }, delay)
  waiting.set(new Map(waiting.get()).set(key, { timer, flush }))
}

addEventListener("pagehide", () => {
  for (const { flush, timer } of waiting.get().values()) {
    clearTimeout(timer)
    flush()
  }
  waiting.set(new Map())
})

/** Sends a request that outlives the page. The key makes it safe if the page comes back, and sends it again. */
export const sendAtEnd = (method: string, path: string, body: object, key?: string): void =>
  void fetch(base + path, {
    method,
    keepalive: true,
    headers: { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }) },
    body: JSON.stringify(body)
  }).catch(() => {})
