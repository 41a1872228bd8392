/** Sends one call: with a limit of time, and again where that is safe. */
import type { Answered, PostOptions, WriteOptions } from "./Call.ts"
import { errorOf, MailroomError } from "./MailroomError.ts"

export interface ClientOptions {
  /** Where Mailroom answers, with the path that it is mounted at: `https://example.com/mailroom`. */
  readonly baseUrl: string
  /** An API key. Leave it out in a browser where the host's own credentials, such as a cookie, are used. */
  readonly key?: string | undefined
  /** Milliseconds that a call may take, with its retries. Default: 60 000. */
  readonly timeout?: number | undefined
  /** How often a call is sent again when that is safe. Default: 3. */
  readonly retries?: number | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

export interface Request {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly contentType?: string | undefined
  readonly body?: unknown
  /** Whether the operation takes an `Idempotency-Key`. */
  readonly isKeyed: boolean
}

/** Milliseconds before the first retry, doubled for each further one. */
const firstWait = 100

export const sender = ({
  baseUrl,
  fetch = (url, init) => globalThis.fetch(url, init),
  key,
  ...defaults
}: ClientOptions) => {
  const base = baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl
  const { retries = 3 } = defaults

  return async (request: Request, options: PostOptions & WriteOptions = {}): Promise<Answered<any>> => {
    const { ifMatch, idempotencyKey, signal, timeout = defaults.timeout ?? 60_000 } = options
    const { body, contentType, isKeyed, method, path } = request
    const headers = Object.entries({
      authorization: key && `Bearer ${key}`,
      "content-type": contentType,
      "idempotency-key": isKeyed ? (idempotencyKey ?? randomKey()) : undefined,
      "if-match": ifMatch
    }).filter((header): header is [string, string] => header[1] !== undefined)
    /** Sent twice, it does what it does once. After a change that arrived, `If-Match` would not match any more. */
    const isRepeatable = (method !== "POST" || isKeyed) && ifMatch === undefined

    const end = Date.now() + timeout
    const timer = AbortSignal.timeout(timeout)
    const ends = signal ? AbortSignal.any([signal, timer]) : timer
    const init = { method, headers, body: (body ?? null) as string | null, signal: ends }

    for (let attempt = 1; ; attempt++) {
      try {
        const response = await fetch(base + path, init)
        if (!response.ok) throw await errorOf(response)
        return { data: response.status === 204 ? undefined : await response.json(), response }
      } catch (error) {
        signal?.throwIfAborted()
        if (timer.aborted) throw new MailroomError(`No answer to ${method} ${path} in time`, { code: "timeout" }, error)
        const failure =
          error instanceof MailroomError
            ? error
            : new MailroomError(`No answer to ${method} ${path}`, { code: "unknown" }, error)
        const wait = failure.retry_after === undefined ? backoff(attempt) : failure.retry_after * 1000
        if (attempt > retries || !isTemporary(failure, isRepeatable) || Date.now() + wait > end) throw failure
        await sleep(wait, ends)
      }
    }
  }
}

/** Whether another try may succeed, and does no harm. */
const isTemporary = ({ code, status = 0 }: MailroomError, isRepeatable: boolean) => {
  // The server has changed nothing.
  if (code === "rate_limited" || code === "unavailable" || code === "idempotency_in_progress") return true
  return isRepeatable && (code === "unknown" || (code === "unexpected_answer" && [429, 502, 503, 504].includes(status)))
}

/** Random, so that clients that failed together do not come back together. */
const backoff = (attempt: number) => firstWait * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)

/** Resolves early when the signal aborts: the next `fetch` then rejects. */
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

/** `crypto.randomUUID` is missing in browsers on pages without TLS. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(36)).join("-")
