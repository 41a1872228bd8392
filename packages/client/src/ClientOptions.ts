/** A request that was sent, and how it was answered. Retries are requests, too. It contains no key. */
export interface AnsweredRequest {
  readonly method: string
  /** The path below `baseUrl`, with its query. */
  readonly path: string
  readonly contentType?: string | undefined
  /** The body of the request: a text if it is JSON. */
  readonly body?: unknown
  /** When the request was sent, in milliseconds since 1970. */
  readonly sentAt: number
  /** The time until the answer began, in milliseconds. */
  readonly duration: number
  /** The HTTP status; `undefined` when no answer came. */
  readonly status?: number | undefined
  /** Identifies the request in the log of the server. */
  readonly requestId?: string | undefined
}

/** The options of `createClient`. */
export interface ClientOptions {
  /** The URL of Mailroom, with its mount path: `https://example.com/mailroom`. */
  readonly baseUrl: string
  /** An API key. Omit it in a browser if the host authenticates by other credentials, such as a cookie. */
  readonly key?: string | undefined
  /** The time limit of a call with its retries, without the wait for its turn, in milliseconds. Default: 60 000. */
  readonly timeout?: number | undefined
  /** The maximum number of retries of a call. Only calls that are safe to repeat are retried. Default: 3. */
  readonly retries?: number | undefined
  /** The maximum number of concurrent calls; further calls wait for their turn. Default: 8. */
  readonly concurrency?: number | undefined
  /** Is called after each request, for logs: the calls do not wait for it, and its errors do not reach them. */
  readonly onAnswer?: ((request: AnsweredRequest) => void) | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}
