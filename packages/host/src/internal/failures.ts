/** Classifies errors of Node and undici. */
import { DeliveryFailed, type FailureReason } from "@mailroom/core"

/** The reasons, by the beginning of an error's code and message. */
const reasons: ReadonlyArray<readonly [RegExp, FailureReason]> = [
  [/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)\b/u, "connection_refused"],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)\b/u, "timeout"],
  // An interim answer that the client did not request (`100 Continue`), or a change of protocol.
  [/^UND_ERR_SOCKET bad /u, "invalid_response"],
  [/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)\b/u, "connection_lost"],
  [/^UND_ERR_INVALID_ARG\b/u, "invalid_request"],
  [/^(?:ERR_SSL_|ERR_TLS_|EPROTO\b)/u, "tls"]
]

/** The failure for an error, with OpenSSL's code for a fault of TLS; `otherwise` is the reason of unknown errors. */
export const failureOf = (error: unknown, otherwise: FailureReason): DeliveryFailed => {
  if (error instanceof DeliveryFailed) return error
  const { code = "", message = "" } = error instanceof Error ? (error as Error & { readonly code?: string }) : {}
  const reason = reasons.find(([beginning]) => beginning.test(`${code} ${message}`))?.[1] ?? otherwise
  return new DeliveryFailed({ reason, ...(reason === "tls" && { code }) })
}
