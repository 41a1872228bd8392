/**
 * Every answer that is not a success: RFC 9457 problems, one class per kind (contract, "Errors"). `type`, `title` and
 * `code` are constant per class; `detail` is for people.
 */
import { Campaign, Fault, type InvalidInput, StorageError } from "@mailroom/core"
import { Effect, Schema } from "effect"
import { HttpApiError } from "effect/http-api"
import { requestIdField } from "./RequestId.ts"

const declaration = <const Status extends number, const Slug extends string>(
  status: Status,
  slug: Slug,
  title: string
) => ({ type: `urn:mailroom:problem:${slug}` as const, status, title })

const fields = <const Code extends string>(code: Code) => ({
  detail: Schema.String,
  code: Schema.tag(code),
  request_id: requestIdField
})

export class InvalidRequest extends HttpApiError.Problem<InvalidRequest>()(
  "InvalidRequest",
  declaration(400, "invalid-request", "The request is not valid"),
  { ...fields("invalid_request"), errors: Schema.Array(Fault) }
) {}
export class InvalidCursorProblem extends HttpApiError.Problem<InvalidCursorProblem>()(
  "InvalidCursorProblem",
  declaration(400, "invalid-cursor", "The cursor is not valid"),
  fields("invalid_cursor")
) {}
export class Unauthorized extends HttpApiError.Problem<Unauthorized>()(
  "Unauthorized",
  declaration(401, "unauthorized", "The API key is missing or not valid"),
  fields("unauthorized")
) {}
export class Forbidden extends HttpApiError.Problem<Forbidden>()(
  "Forbidden",
  declaration(403, "forbidden", "The API key does not allow this"),
  fields("forbidden")
) {}
export class NotFound extends HttpApiError.Problem<NotFound>()(
  "NotFound",
  declaration(404, "not-found", "The resource does not exist"),
  fields("not_found")
) {}
export class MethodNotAllowed extends HttpApiError.Problem<MethodNotAllowed>()(
  "MethodNotAllowed",
  declaration(405, "method-not-allowed", "The method is not allowed here"),
  fields("method_not_allowed")
) {}
export class Conflict extends HttpApiError.Problem<Conflict>()(
  "Conflict",
  declaration(409, "conflict", "The request conflicts with what is stored"),
  {
    ...fields("conflict"),
    reason: Schema.Literals([
      "duplicate_lead",
      "duplicate_account",
      "duplicate_tag",
      "too_many_sequences",
      "campaign_active",
      "campaign_not_active"
    ])
  }
) {}
/** The conflict that names what a campaign lacks: no other one has `issues`. */
export class CampaignNotReady extends HttpApiError.Problem<CampaignNotReady>()(
  "CampaignNotReady",
  declaration(409, "conflict", "The request conflicts with what is stored"),
  {
    ...fields("conflict"),
    reason: Schema.Literal("campaign_not_ready"),
    issues: Schema.Array(Campaign.CampaignIssue)
  }
) {}
export class PreconditionFailed extends HttpApiError.Problem<PreconditionFailed>()(
  "PreconditionFailed",
  declaration(412, "precondition-failed", "The resource changed meanwhile"),
  fields("precondition_failed")
) {}
export class PayloadTooLarge extends HttpApiError.Problem<PayloadTooLarge>()(
  "PayloadTooLarge",
  declaration(413, "payload-too-large", "The body is too large"),
  fields("payload_too_large")
) {}
export class UnsupportedMediaType extends HttpApiError.Problem<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  declaration(415, "unsupported-media-type", "The body has the wrong media type"),
  fields("unsupported_media_type")
) {}
export class RateLimited extends HttpApiError.Problem<RateLimited>()(
  "RateLimited",
  declaration(429, "rate-limited", "The organization sends too many requests"),
  fields("rate_limited")
) {}
export class Internal extends HttpApiError.Problem<Internal>()(
  "Internal",
  declaration(500, "internal", "Something went wrong on our side"),
  fields("internal")
) {}
export class ServiceUnavailable extends HttpApiError.Problem<ServiceUnavailable>()(
  "ServiceUnavailable",
  declaration(503, "unavailable", "The service cannot answer right now"),
  fields("unavailable")
) {}

/** A 400 that names every fault: pointers begin with the part of the request, `/path`, `/query`, `/header` or `/body`. */
export const invalidRequest = (errors: ReadonlyArray<Fault>): InvalidRequest => {
  const [first] = errors
  const place = first?.pointer.split("/").slice(2).join("/") ?? ""
  const detail =
    first === undefined ? "The request is not valid" : place === "" ? first.message : `${place}: ${first.message}`
  return new InvalidRequest({ detail, errors })
}

/** The faults of a rejected input, as faults of this part of the request. */
const invalidIn =
  (part: "/body" | "/path" | "/query") =>
  ({ faults }: InvalidInput): Effect.Effect<never, InvalidRequest> =>
    Effect.fail(invalidRequest(faults.map(({ message, pointer }) => ({ pointer: `${part}${pointer}`, message }))))
export const invalidBody = invalidIn("/body")
export const invalidPath = invalidIn("/path")
export const invalidQuery = invalidIn("/query")

/** The same answer for a missing id and for one of another organization. */
export const notFound = (): NotFound => new NotFound({ detail: "The resource does not exist in this organization" })

export const invalidCursor = (): Effect.Effect<never, InvalidCursorProblem> =>
  Effect.fail(new InvalidCursorProblem({ detail: "The cursor is not one that this list gave" }))

/** Storage that does not answer is a 503. All else is a 500, which `internal` makes of the defect. */
export const storage = (error: StorageError): Effect.Effect<never, ServiceUnavailable> =>
  error.reason._tag === "Unavailable"
    ? Effect.andThen(
        Effect.logWarning(error.message),
        Effect.fail(new ServiceUnavailable({ detail: "Storage does not answer; try again" }))
      )
    : Effect.die(error)

/** The answer to a defect. Details are in the log, beside the request id. */
export const internal = (defect: unknown): Internal =>
  new Internal({
    detail:
      defect instanceof StorageError && defect.reason._tag === "Unknown"
        ? "The change may or may not have been stored; read before you try again"
        : "Something went wrong; the log has the details, beside the request id"
  })

/** The body of the answer to bytes that are no HTTP request; the connection is closed after it. */
export const unparsed = (status: 400 | 408 | 413 | 431, request_id: string) => {
  const { detail, slug, title } = unparsedKinds[status]
  const code = slug.replaceAll("-", "_")
  const errors = status === 400 ? { errors: [] } : {}
  return { type: `urn:mailroom:problem:${slug}`, title, status, detail, code, request_id, ...errors }
}
const unparsedKinds = {
  400: { slug: "invalid-request", title: "The request is not valid", detail: "This is no HTTP request" },
  408: { slug: "request-timeout", title: "The request took too long", detail: "Send the request faster" },
  413: { slug: "payload-too-large", title: "The body is too large", detail: "The chunk extensions are too large" },
  431: { slug: "headers-too-large", title: "The headers are too large", detail: "Send shorter headers" }
} as const
