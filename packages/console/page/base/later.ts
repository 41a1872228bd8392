/** Changes that cannot be undone on the server: they wait 5 s in the page, or are sent when the page is closed. */
import { base } from "./mount.ts"
import { done } from "./undo.ts"

/** How long a change waits, in milliseconds. */
const delay = 5000

export interface Later {
  /** The name of the change: a second change with the same key takes the place of the first. */
  readonly key: string
  readonly text: string
  /** Returns whether the change was sent. It reports a failure itself. */
  readonly send: () => Promise<boolean>
  /** Sends at once, while the page is closed. */
  readonly flush: () => void
  readonly undo: () => void
}

interface Waiting extends Pick<Later, "flush" | "send" | "undo"> {
  /** Ends the waiting: the change is not sent, and cannot be undone any more. */
  readonly end: () => void
}

/** The changes that wait, by key: `answer 7`, `lead 3`. */
const waiting = new Map<string, Waiting>()

/** Sends a change after 5 s, unless it is undone. Undoing it undoes the change whose place it took, too. */
export const later = ({ flush, key, send, text, undo: undoThis }: Later): void => {
  const former = waiting.get(key)
  former?.end()
  const undo = () => {
    undoThis()
    former?.undo()
  }
  const forget = done(
    text,
    () => {
      end()
      undo()
    },
    { milliseconds: delay }
  )
  const timer = setTimeout(() => {
    end()
    void send()
  }, delay)
  const end = () => {
    clearTimeout(timer)
    forget()
    waiting.delete(key)
  }
  waiting.set(key, { end, flush, send, undo })
}

/** Sends at once all changes that wait. Returns whether all were sent. */
export const sendWaiting = async (): Promise<boolean> => {
  const sent = await Promise.all(
    [...waiting.values()].map(({ end, send }) => {
      end()
      return send()
    })
  )
  return sent.every(Boolean)
}

/** Takes back all changes that wait: none of them is sent. */
export const takeWaitingBack = (): void => {
  for (const { end, undo } of waiting.values()) {
    end()
    undo()
  }
}

/** Functions that run when the page is closed, for requests that are under way. */
export const underWay = new Set<() => void>()

addEventListener("pagehide", () => {
  for (const flush of underWay) flush()
  for (const { end, flush } of waiting.values()) {
    end()
    flush()
  }
})

/** A random idempotency key. */
export const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-")

/** Sends a request that outlives the page. The key makes it safe if the page comes back, and sends it again. */
export const sendAtEnd = (method: string, path: string, body: object, key?: string): void =>
  void fetch(base + path, {
    method,
    keepalive: true,
    headers: { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }) },
    body: JSON.stringify(body)
  }).catch(() => {})
