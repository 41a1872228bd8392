/** The options of `createMailroom`. */
import type { HostClient } from "./HostClient.ts"
import type { Access } from "./generated/types.ts"
import type { LabelEndpoint, LabelReply } from "./Labels.ts"
import type { AccessTokenSource, Mailer } from "./Mailer.ts"
import type { Verifier, VerifierService } from "./Verifier.ts"

/** A span of OpenTelemetry. */
export interface OpenTelemetrySpan {
  spanContext(): { readonly traceId: string; readonly spanId: string; readonly traceFlags: number }
  setAttribute(key: string, value: any): unknown
  addEvent(name: string, attributes: any, time: any): unknown
  setStatus(status: any): unknown
  recordException(error: any, time: any): unknown
  end(time: any): void
}

/** A tracer of OpenTelemetry: `trace.getTracer("mailroom")` of `@opentelemetry/api`. */
export interface OpenTelemetryTracer {
  startSpan(name: string, options?: any, context?: any): OpenTelemetrySpan
}

/** A logger of Pino, such as `fastify.log`: it takes the fields first. */
export interface PinoLogger {
  readonly bindings: () => object
  readonly debug: (fields: object, message?: string) => void
  readonly info: (fields: object, message?: string) => void
  readonly warn: (fields: object, message?: string) => void
  readonly error: (fields: object, message?: string) => void
}

/**
 * Receives the lines of the log: `console`, a logger of Winston, or an adapter of the app's own logger. `fields` has the
 * `request_id` of lines about a request, and the `error` of failures as a text with its stack. `debug` receives a line
 * for each request.
 */
export interface MailroomLogger {
  readonly debug: (message: string, fields: Readonly<Record<string, unknown>>) => void
  readonly info: (message: string, fields: Readonly<Record<string, unknown>>) => void
  readonly warn: (message: string, fields: Readonly<Record<string, unknown>>) => void
  readonly error: (message: string, fields: Readonly<Record<string, unknown>>) => void
}

/**
 * Returns the organization for which a request may act, and its access; `null` is answered with 401. The `Request` has
 * URL, method and headers, but not the body. A rejection is answered with 500. The access `read` allows every operation
 * that changes nothing.
 */
export type Authenticate = (request: Request) => RequestAccess | null | Promise<RequestAccess | null>

/** The organization for which a request may act, and its access. */
export interface RequestAccess {
  readonly organization_id: number
  readonly access: Access
}

/**
 * Returns the records of a name as texts: an address of `A` and `AAAA`, `10 mx.example.com` of `MX`, a host of `PTR`,
 * the joined strings of one `TXT` record, a host of `CNAME` and `PTR`. Rejects with an error whose `code` is that of `node:dns`: `ENOTFOUND`,
 * `ENODATA`, `ETIMEOUT`; every other error counts as SERVFAIL.
 */
export type ResolveDns = (
  name: string,
  type: "A" | "AAAA" | "CNAME" | "MX" | "PTR" | "TXT"
) => Promise<ReadonlyArray<string>>

/** How the console is served. */
export interface ConsoleSettings {
  /**
   * The page at which users of the app sign in: a path such as `/login`, or a URL. The console links to it when a user is
   * not signed in. For apps with `authenticate`. Default: the console asks users to sign in to the app, without a link.
   */
  readonly signIn?: string | undefined
  /** Origins whose pages may show the console in a frame, such as `https://app.example.com`. Default: none. */
  readonly frameAncestors?: ReadonlyArray<string> | undefined
}

/** The folder of an embedded database. A relative path begins at the current folder of the process. */
export interface EmbeddedFolder {
  readonly folder: string
}

export interface Options {
  /**
   * The location of the data: the app's own `Pool` or `Client` of `pg`, its `sql` of postgres.js, its Kysely over `pg`, or
   * its Drizzle over one of them; the URL of a Postgres; the folder of an embedded database, as a path that begins with
   * `./`, `../`, `/` or a drive, or as `{ folder }`; or `"memory"`, which is lost when the process ends.
   */
  readonly database: EmbeddedFolder | HostClient | string
  /**
   * Whether to migrate the schema `mailroom` of a Postgres first. The embedded database is always migrated. Default:
   * no.
   */
  readonly migrate?: boolean | undefined
  /**
   * Keys that encrypt stored secrets, each base64 of 32 bytes, separated by commas. The first key encrypts, all keys
   * decrypt. Default: the embedded database and memory have a key; on Postgres, neither credentials nor integrations can be stored without
   * this option.
   */
  readonly encryptionKey?: string | undefined
  /** A folder for the attachments of mail. Default: attachments are stored in the database. */
  readonly attachments?: string | undefined
  /** The mail server whose `Authentication-Results` are trusted. Default: none. */
  readonly authservId?: string | undefined
  /**
   * The URL at which others reach the API, with its path: `https://example.com/mailroom`. Links in mails need it.
   * Default: links in answers are taken from the request, and mails have no links.
   */
  readonly publicUrl?: string | undefined
  /**
   * Returns the organization for which a request may act, by the app's authentication, such as its sessions. Default:
   * API keys.
   */
  readonly authenticate?: Authenticate | undefined
  /**
   * Origins whose pages may call the API with the cookies of their users, such as `https://app.example.com`: the app's
   * pages on other hosts. They get CORS headers. Default: none, so that only pages of the same origin may call it.
   */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
  /**
   * Whether the console, a page for people, is at `/console` of the API. Needs the package `@mailroom/console`. Default:
   * no.
   */
  readonly console?: ConsoleSettings | boolean | undefined
  /** Whether `GET /metrics` answers, without a key and in the Prometheus format. Default: no. */
  readonly metrics?: boolean | undefined
  /**
   * Whether each request is a line at the level `info`, with `method`, `route`, `status`, `duration_ms`,
   * `organization_id` and `request_id`. Default: no, these lines are at the level `debug`.
   */
  readonly accessLog?: boolean | undefined
  /**
   * How many requests are processed at the same time, each until its answer is sent; others wait in a queue. Default:
   * 20.
   */
  readonly maxInFlight?: number | undefined
  /** Requests per second of each organization, in bursts of at most twice as many. Default: 0, which means no limit. */
  readonly rateLimit?: number | undefined
  /**
   * Sends the mails of accounts without credentials, through the app's own transport. Accounts with credentials send
   * through their SMTP server. Default: accounts without credentials send nothing.
   */
  readonly mailer?: Mailer | undefined
  /**
   * Gets the OAuth2 access tokens of accounts whose credentials have `auth: { type: "host" }`. Default: they cannot log
   * in.
   */
  readonly accessToken?: AccessTokenSource | undefined
  /**
   * Verifies the addresses of leads that Mailroom's own check does not reject: a service, or a function of the app. Default: only
   * Mailroom's own check, which asks name servers and no mail server.
   */
  readonly verifier?: Verifier | VerifierService | undefined
  /**
   * Labels answers of leads that the rules of Mailroom do not label. Default: such answers have no label, unless `labelEndpoint`
   * gives one.
   */
  readonly labelReply?: LabelReply | undefined
  /**
   * An endpoint that labels answers which neither the rules nor `labelReply` label, for the organizations that have `model` in
   * `reply_labels`. Default: none.
   */
  readonly labelEndpoint?: LabelEndpoint | undefined
  /**
   * The source of incoming mail. `"inboxes"`: Mailroom reads the inboxes of accounts whose credentials have `imap`. `"host"`: the
   * app hands in all mail, by `intake.receive` or `POST /inbound/messages`; no inbox is read, and no mail waits for one.
   * Default: `"inboxes"`.
   */
  readonly inbound?: "host" | "inboxes" | undefined
  /**
   * Whether deliveries of integrations and connections to mail servers may go to private addresses, for development.
   * Certificates of mail servers are not verified then. Default: no.
   */
  readonly allowPrivateTargets?: boolean | undefined
  /** Resolves names for the checks of the DNS of accounts and of tracking domains. Default: asks the machine's name servers. */
  readonly resolveDns?: ResolveDns | undefined
  /**
   * Receives the lines of the log: a logger of Pino, or an object with `debug`, `info`, `warn` and `error` that take a
   * message and fields, such as `console` or a logger of Winston. Default: lines on standard output, without `debug`.
   */
  readonly logger?: MailroomLogger | PinoLogger | undefined
  /**
   * Gets a span for each request, use case and statement: a tracer of OpenTelemetry. A request continues the trace of its
   * `traceparent`, every other call the active span of the app. Default: no spans are made.
   */
  readonly tracer?: OpenTelemetryTracer | undefined
}
