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
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}
