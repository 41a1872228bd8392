/** The options of `createMailroom`. */
import type { HostClient } from "./HostClient.ts"
import type { Access } from "./generated/types.ts"

/**
 * Gets the lines of the log: `console`, or an adapter of the app's own logger. `fields` has the `request_id` of lines about
 * a request, and the `error` of failures as a text with its stack. `debug` has a line for each request.
 */
export interface MailroomLogger {
  readonly debug: (message: string, fields: Readonly<Record<string, unknown>>) => void
  readonly info: (message: string, fields: Readonly<Record<string, unknown>>) => void
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void
  readonly error: (message: string, fields: Readonly<Record<string, unknown>>) => void
}

/**
 * Says for whom a request may act; `null` is answered with 401. The `Request` has URL, method and headers, and no
 * body. A rejection is answered with 500. With the access `read`, a request may do whatever changes nothing.
 */
export type Authenticate = (request: Request) => RequestAccess | null | Promise<RequestAccess | null>

/** For whom a request may act. */
export interface RequestAccess {
  readonly organization_id: number
  readonly access: Access
}

export interface Options {
  /**
   * Where the data is: the app's own `Pool` or `Client` of `pg`, its Kysely, or its Drizzle over `pg`; the URL of a
   * Postgres; the folder of an embedded database; or `"memory"`, where nothing is kept.
   */
  readonly database: HostClient | string
  /**
   * Whether to migrate the schema `mailroom` of a Postgres first. The embedded database is always migrated. Default:
   * no.
   */
  readonly migrate?: boolean | undefined
  /**
   * Keys that encrypt stored secrets, each base64 of 32 bytes, separated by commas: the first encrypts, all decrypt.
   * Default: the embedded database and memory have a key; on Postgres integrations cannot be created.
   */
  readonly encryptionKey?: string | undefined
  /** A folder for the attachments of mail. Default: they are kept in the database. */
  readonly attachments?: string | undefined
  /** The mail server whose `Authentication-Results` are believed. Default: none. */
  readonly authservId?: string | undefined
  /**
   * Where clients reach the API, with its path: `https://example.com/mailroom`. Default: as the request names it; links in
   * what methods answer are then paths.
   */
  readonly publicUrl?: string | undefined
  /** For which organization a request may act, by the app's own means, such as its sessions. Default: API keys. */
  readonly authenticate?: Authenticate | undefined
  /**
   * Origins whose pages may call the API with the cookies of their users, such as `https://app.example.com`: the app's own
   * on other hosts. They get CORS headers. Default: none, only pages of the same origin may.
   */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
  /** Whether `GET /metrics` answers, without a key and in the format of Prometheus. Default: no. */
  readonly metrics?: boolean | undefined
  /**
   * How many requests may be in flight, from their headers until their answer is sent; others get a 503. Default: 20.
   */
  readonly maxInFlight?: number | undefined
  /** Requests per second of each organization, in bursts of at most twice as many. Default: 0, which is no limit. */
  readonly rateLimit?: number | undefined
  /** Whether deliveries of integrations may go to private addresses, for development. Default: no. */
  readonly allowPrivateTargets?: boolean | undefined
  /**
   * Gets the lines of the log: an object with `debug`, `info`, `warn` and `error`, such as `console`. Default: lines on standard
   * output, without `debug`.
   */
  readonly logger?: MailroomLogger | undefined
}
