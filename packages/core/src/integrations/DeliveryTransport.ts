/** The port to the network: sends one HTTP request to the target of an integration. */
import { Context, Effect, Option, Schema } from "effect"

export interface DeliveryRequest {
  readonly method: "POST"
  /** May contain a secret: never log it. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Sent as UTF-8. */
  readonly body: string
}

/** An answer with any status: redirects and errors of the target, too. */
export interface DeliveryAnswer {
  readonly status: number
  /** The field `Retry-After` as it came: seconds or an HTTP date (RFC 9110, section 10.2.3). */
  readonly retry_after: string | null
  /** The first 4 KiB as well-formed text without NUL; empty when the target compressed it. */
  readonly body: string
  /** In milliseconds: from the start of sending to the end of the answer, or of its first 4 KiB. */
  readonly duration_ms: number
}

/** In seconds: how long one request may take, with resolving the name, connecting and reading the answer. */
export const deliveryTimeout = 15

/** In bytes: how much of an answer's body is kept. */
export const maximumAnswerBody = 4096

/** Why there is no answer. Only the first four are faults of the request itself. */
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
  timeout: `No answer within ${deliveryTimeout} seconds`,
  not_configured: "This service is not set up to deliver"
}

/** No answer came. `message` may be shown to the customer: it holds no part of the request, and no address. */
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
 * Sends requests, each once: redirects are answers and are not followed, nothing is tried again, and proxies of the
 * environment are not used. A request ends within 15 seconds. Only the status and header of an answer must arrive by
 * then: what arrives of the body is kept, up to 4 KiB, and the rest is not read.
 *
 * Targets are public: every address that a host name resolves to must be one that the Internet routes to
 * (`Target.isPublicAddress`), and the connection is made to an address that was checked. Any port may be named. A layer
 * may allow private targets, for development.
 */
export class DeliveryTransport extends Context.Service<
  DeliveryTransport,
  {
    readonly send: (request: DeliveryRequest) => Effect.Effect<DeliveryAnswer, DeliveryFailed>
    /** Rejects a URL that `send` would reject without resolving the host's name: for when the URL is stored. */
    readonly check: (url: string) => Effect.Effect<void, DeliveryFailed>
  }
>()("@mailroom/core/DeliveryTransport") {
  /** The transport of the host; without one, nothing can be delivered. */
  static readonly orNone: Effect.Effect<DeliveryTransport["Service"]> = Effect.map(
    Effect.serviceOption(DeliveryTransport),
    Option.getOrElse(() => {
      const none = Effect.fail(new DeliveryFailed({ reason: "not_configured" }))
      return DeliveryTransport.of({ send: () => none, check: () => none })
    })
  )
}
