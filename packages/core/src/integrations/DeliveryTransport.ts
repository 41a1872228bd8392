/** The port to the network: sends one HTTP request to the target of an integration. */
import { Context, Effect, Option, Schema } from "effect"

export interface DeliveryRequest {
  readonly method: "GET" | "POST"
  /** May contain a secret: never log it. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as UTF-8. A GET has none. */
  readonly body: string
}

/** An answer with any status, including redirects and errors of the target. */
export interface DeliveryAnswer {
  readonly status: number
  /** The field `Retry-After` unchanged: seconds or an HTTP date (RFC 9110, section 10.2.3). */
  readonly retry_after: string | null
  /** The first 4 KiB as well-formed text without NUL; empty when the target compressed the body. */
  readonly body: string
  /** In milliseconds: from the start of sending to the end of the answer, or of its first 4 KiB. */
  readonly duration_ms: number
}

/** Maximum time of one request, in seconds. It includes resolving the name, connecting and reading the answer. */
export const deliveryTimeout = 15

/** Maximum size of an answer's body to keep, in bytes. */
export const maximumAnswerBody = 4096

/**
 * Maximum size of one answer to read, in bytes; then the connection is closed. It counts everything that arrives:
 * interim answers, status lines, header fields, chunk extensions and trailers. A header may have 16 KiB, and 4 KiB of a
 * body are kept, so normal answers are far smaller, apart from the rest of a body that is not read.
 */
export const maximumAnswer = 262_144

/** Why no answer came. Only the first four are faults of the request. */
export const FailureReason = Schema.Literals([
  "invalid_url",
  "url_with_password",
  "invalid_request",
  "blocked",
  "dns",
  "connection_refused",
  "connection_lost",
  "tls",
  "invalid_response",
  "too_long",
  "timeout",
  "not_configured"
])
export type FailureReason = typeof FailureReason.Type

const messages: Record<FailureReason, string> = {
  invalid_url: "The URL must begin with http:// or https://",
  url_with_password: "The URL must not contain a user name or a password",
  invalid_request: "A header field of the request is not valid",
  blocked:
    "The URL must lead to a public address; for development, --allow-private-targets (allowPrivateTargets of " +
    "createMailroom) allows others",
  dns: "The name of the host cannot be resolved",
  connection_refused: "The connection was refused, or there is no way to the host",
  connection_lost: "The connection was closed before an answer came",
  tls: "No secure connection: the certificate or the protocol was not accepted",
  invalid_response: "The answer is not valid HTTP, or its header is too large",
  too_long: `More than ${maximumAnswer / 1024} KiB came before the end of the answer`,
  timeout: `No answer within ${deliveryTimeout} seconds`,
  not_configured: "This service is not set up to deliver"
}

/** No answer came. `message` may be shown to the customer: it contains no part of the request, and no address. */
export class DeliveryFailed extends Schema.TaggedError<DeliveryFailed>()("DeliveryFailed", {
  reason: FailureReason,
  /** The code of OpenSSL for a fault of `tls`, such as `CERT_HAS_EXPIRED`. */
  code: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return this.code === undefined ? messages[this.reason] : `${messages[this.reason]} (${this.code})`
  }
}

/**
 * Sends each request once: redirects are answers and are not followed, failed requests are not retried, and proxies of
 * the environment are not used. A request ends within 15 seconds. Only the status and header of an answer must arrive
 * within that time: up to 4 KiB of the arrived body is kept, and the rest is not read. The connection is closed when
 * more than 256 KiB arrive, or at the end of the 15 seconds.
 *
 * Targets are public: every address of a host name must be routed by the Internet (`isPublicAddress`), and the
 * connection uses an address that was checked. Every port is allowed. A layer may allow private targets, for
 * development.
 */
export class DeliveryTransport extends Context.Service<
  DeliveryTransport,
  {
    readonly send: (request: DeliveryRequest) => Effect.Effect<DeliveryAnswer, DeliveryFailed>
    /** Rejects a URL that `send` would reject without resolving the host's name. Call it before storing a URL. */
    readonly check: (url: string) => Effect.Effect<void, DeliveryFailed>
  }
>()("@mailroom/core/DeliveryTransport") {
  /** The transport that the host provides; without it, nothing can be delivered. */
  static readonly orNone: Effect.Effect<DeliveryTransport["Service"]> = Effect.map(
    Effect.serviceOption(DeliveryTransport),
    Option.getOrElse(() => {
      const none = Effect.fail(new DeliveryFailed({ reason: "not_configured" }))
      return DeliveryTransport.of({ send: () => none, check: () => none })
    })
  )
}
