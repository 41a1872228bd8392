/** One try of a delivery: its requests, and the meaning of their answers for the delivery and its integration. */
import { Data } from "effect"
import type { DeliveryAnswer, DeliveryRequest } from "./DeliveryTransport.ts"

/**
 * The result of a try. `error` is for people, and contains no secret. `retry_after` is the value of the field
 * `Retry-After`.
 */
export type Verdict = Data.TaggedEnum<{
  Delivered: {}
  /** Only this delivery was rejected, and it is retried alone. */
  Retry: { readonly error: string; readonly retry_after: string | null }
  /** Only this delivery was rejected, permanently. */
  Fail: { readonly error: string }
  /**
   * The receiver answered 5xx: either it is unavailable, or it cannot handle this delivery. The tries of other
   * deliveries decide.
   */
  ServerError: { readonly error: string; readonly retry_after: string | null }
  /** The receiver is unavailable: the whole integration waits. */
  Wait: { readonly error: string; readonly retry_after: string | null }
  /** The receiver does not exist any more, or rejects our credentials: a person has to act. */
  Disable: { readonly error: string }
}>
export const Verdict = Data.taggedEnum<Verdict>()

/** A request, and the next step after its answer. */
export interface Exchange {
  readonly request: DeliveryRequest
  readonly next: (answer: DeliveryAnswer) => Exchange | Verdict
}

/** A request with a JSON body. */
export const post = (url: string, body: string, headers: Readonly<Record<string, string>> = {}): DeliveryRequest => ({
  method: "POST",
  url,
  headers: { "user-agent": "mailroom", ...headers, "content-type": "application/json" },
  body
})

/**
 * The verdict that follows from the status alone. `receiver` and `detail` are for the error: "Slack answered 400:
 * invalid_blocks".
 */
export const verdictOf = (
  { retry_after, status }: Pick<DeliveryAnswer, "retry_after" | "status">,
  receiver: string,
  detail = ""
): Verdict => {
  if (status >= 200 && status < 300) return Verdict.Delivered()
  const error = `${receiver} answered ${status}${detail === "" ? "" : `: ${detail}`}`
  if (status === 410) return Verdict.Disable({ error })
  if (status >= 500) return Verdict.ServerError({ error, retry_after })
  if (waiting.has(status)) return Verdict.Wait({ error, retry_after })
  const redirected = status >= 300 && status < 400 ? ". Redirects are not followed" : ""
  return Verdict.Retry({ error: error + redirected, retry_after })
}

/** Request Timeout, Too Early, Too Many Requests: they are not about the content of the request. */
const waiting: ReadonlySet<number> = new Set([408, 425, 429])

/**
 * The verdict on a try without an answer. The reason is a timeout, a refused connection, a name that does not resolve …
 */
export const unanswered = (reason: string): Verdict => Verdict.Wait({ error: reason, retry_after: null })

/** The answer's body as JSON; an empty object when it is not a JSON object. */
export const jsonOf = ({ body }: Pick<DeliveryAnswer, "body">): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
