/** What `createClient` takes. */
export interface ClientOptions {
  /** Where Mailroom answers, with the path that it is mounted at: `https://example.com/mailroom`. */
  readonly baseUrl: string
  /** An API key. Leave it out in a browser where the host's own credentials, such as a cookie, are used. */
  readonly key?: string | undefined
  /** Milliseconds that a call may take, with its retries, once it has its turn. Default: 60 000. */
  readonly timeout?: number | undefined
  /** How often a call is sent again when that is safe. Default: 3. */
  readonly retries?: number | undefined
  /** How many calls are under way at once; further ones wait for their turn. Default: 8. */
  readonly concurrency?: number | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}
