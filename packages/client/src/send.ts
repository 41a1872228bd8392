/** Sends a call with a time limit, and retries it when that is safe. */
import { baseOf } from "./baseUrl.ts"
import type { ClientOptions } from "./ClientOptions.ts"
import type { Answered, PostOptions, ReadOptions, WriteOptions } from "./Call.ts"
import { type Code, errorOf, invalidOptions, jsonOf, MailroomError, unreached } from "./MailroomError.ts"
import { makeSlots } from "./slots.ts"

export interface Request {
  readonly method: string
  /** The path with its query. */
  readonly path: string
  readonly contentType?: string | undefined
  readonly body?: unknown
  /** Whether the request is sent with an `Idempotency-Key`. */
  readonly isKeyed: boolean
  /** Whether repeating the request has no further effect. */
  readonly isRepeatable: boolean
}

/** The average time before the first retry, in milliseconds. It doubles with each further retry. */
const firstWait = 100

/** Whether the server asks to wait. It would then reject other calls, too, so the call keeps its slot. */
const isBusy = (code: Code) => code === "rate_limited" || code === "unavailable"

export const makeSend = (options: ClientOptions) => {
  const { concurrency = 8, fetch = (url, init) => globalThis.fetch(url, init), key, onAnswer, retries = 3 } = options
  const base = baseOf(options)
  if (!(concurrency >= 1)) throw invalidOptions("concurrency must be at least 1")
  const slots = makeSlots(concurrency)

  /** Tells `onAnswer` about the request, apart from the call. */
  const note = ({ body, contentType, method, path }: Request, sentAt: number, response?: Response) => {
    if (onAnswer === undefined) return
    const { headers, status } = response ?? {}
    const requestId = headers?.get("x-request-id") ?? undefined
    const answered = { method, path, contentType, body, sentAt, duration: Date.now() - sentAt, status, requestId }
    queueMicrotask(() => onAnswer(answered))
  }

  const sendOnce = async (request: Request, init: RequestInit, hasCopy: boolean): Promise<Answered<any>> => {
    const sentAt = Date.now()
    const response = await fetch(base + request.path, init).catch((error: unknown) => {
      note(request, sentAt)
      throw error
    })
    note(request, sentAt, response)
    const { status } = response
    if (status === 204 || (status === 304 && hasCopy)) return { data: undefined, response }
    if (!response.ok) throw await errorOf(response)
    return { data: await jsonOf(response), response }
  }

  return async (request: Request, call: PostOptions & ReadOptions & WriteOptions = {}): Promise<Answered<any>> => {
    const { ifMatch, ifNoneMatch, idempotencyKey, signal, timeout = options.timeout ?? 60_000 } = call
    const { body, contentType, isKeyed, method, path } = request
    const headers = Object.entries({
      authorization: key && `Bearer ${key}`,
      "content-type": contentType,
      "idempotency-key": isKeyed ? (idempotencyKey ?? randomKey()) : undefined,
      "if-match": ifMatch,
      "if-none-match": ifNoneMatch
    }).filter((header): header is [string, string] => header[1] !== undefined)
    // If the first request was carried out, `If-Match` would not match the changed resource any more.
    const isRepeatable = request.isRepeatable && ifMatch === undefined
    const what = `${method} ${path.split("?", 1)[0]}`

    await slots.take(signal, false)
    let hasSlot = true
    const end = Date.now() + timeout
    const timer = AbortSignal.timeout(timeout)
    const ends = signal ? AbortSignal.any([signal, timer]) : timer
    const init = { method, headers, body: (body ?? null) as string | null, signal: ends }
    try {
      for (let attempt = 1; ; attempt++) {
        try {
          if (!hasSlot) await slots.take(ends, true)
          hasSlot = true
          return await sendOnce(request, init, ifNoneMatch !== undefined)
        } catch (error) {
          signal?.throwIfAborted()
          if (timer.aborted) {
            const message = `No answer from ${base} to ${what} within ${timeout} ms`
            throw new MailroomError(message, { code: "timeout" }, error)
          }
          const failure = error instanceof MailroomError ? error : unreached(base, what, error)
          const wait = waitOf(attempt, failure.retry_after)
          if (attempt > retries || !isTemporary(failure, isRepeatable) || Date.now() + wait > end) throw failure
          if (!isBusy(failure.code)) {
            hasSlot = false
            slots.release()
          }
          await sleep(wait, ends)
        }
      }
    } finally {
      if (hasSlot) slots.release()
    }
  }
}

/** Whether a retry may succeed, and does no harm. */
const isTemporary = ({ code, status = 0 }: MailroomError, isRepeatable: boolean) => {
  // With these errors, the server has changed nothing.
  if (isBusy(code) || code === "idempotency_in_progress") return true
  return isRepeatable && (code === "unknown" || (code === "unexpected_answer" && [429, 502, 503, 504].includes(status)))
}

/**
 * Milliseconds before the next try: the time that the answer names, plus a random time (full jitter), so that calls
 * that failed together are not retried together.
 */
const waitOf = (attempt: number, seconds = 0) => seconds * 1000 + Math.random() * firstWait * 2 ** attempt

/** Sleeps; resolves early when the signal aborts, and the next `fetch` then rejects. */
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    signal.addEventListener("abort", done)
  })

/** A random key. `crypto.randomUUID` is missing in browsers on pages without TLS. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("-")
