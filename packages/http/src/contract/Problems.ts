/**
 * All answers that are not a success: RFC 9457 problems, one class per kind (contract, "Errors"). `type`, `title` and
 * `code` are constant per class; `detail` is for people.
 */
import { Campaign, Fault, InvalidInput, ReplyNotAllowed, StorageError, Text } from "@mailroom/core"
import { Effect, Schema, String } from "effect"
import { HttpApiError } from "effect/http-api"
import { header, requestIdField } from "./RequestId.ts"

/**
 * Creates the class of a problem. A problem is an answer, not a failure to debug, so it has no stack: capturing a stack
 * would take most of the time of an answer such as 401.
 */
const Problem = (() =>
  (...args: Parameters<ReturnType<typeof HttpApiError.Problem<unknown>>>) =>
    withoutStack(HttpApiError.Problem<unknown>()(...args))) as typeof HttpApiError.Problem

const withoutStack = <C extends new (...args: Array<any>) => object>(Base: C): C =>
  class extends Base {
    constructor(...args: Array<any>) {
      const limit = Error.stackTraceLimit
      Error.stackTraceLimit = 0
      try {
        super(...args)
      } finally {
        Error.stackTraceLimit = limit
      }
    }
  }

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

export class InvalidRequest extends Problem<InvalidRequest>()(
  "InvalidRequest",
  declaration(400, "invalid-request", "The request is not valid"),
  { ...fields("invalid_request"), errors: Schema.Array(Fault) }
) {}
export class InvalidCursorProblem extends Problem<InvalidCursorProblem>()(
  "InvalidCursorProblem",
  declaration(400, "invalid-cursor", "The cursor is not valid"),
  fields("invalid_cursor")
) {}
export class Unauthorized extends Problem<Unauthorized>()(
  "Unauthorized",
  declaration(401, "unauthorized", "The credentials are missing or not valid"),
  fields("unauthorized")
) {}
export class Forbidden extends Problem<Forbidden>()(
  "Forbidden",
  declaration(403, "forbidden", "The request is not allowed"),
  fields("forbidden")
) {}
export class NoOrganization extends Problem<NoOrganization>()(
  "NoOrganizationProblem",
  declaration(403, "no-organization", "The organization does not exist"),
  fields("no_organization")
) {}
export class NotFound extends Problem<NotFound>()(
  "NotFound",
  declaration(404, "not-found", "The resource does not exist"),
  fields("not_found")
) {}
export class NoSuchRoute extends Problem<NoSuchRoute>()(
  "NoSuchRoute",
  declaration(404, "no-such-route", "The path does not exist"),
  fields("no_such_route")
) {}
export class MethodNotAllowed extends Problem<MethodNotAllowed>()(
  "MethodNotAllowed",
  declaration(405, "method-not-allowed", "The method is not allowed here"),
  fields("method_not_allowed")
) {}
export const ConflictReason = Schema.Literals([
  "account_not_connected",
  "answer_not_kept",
  "duplicate_lead",
  "duplicate_person",
  "duplicate_account",
  "duplicate_reference",
  "duplicate_reply_template",
  "duplicate_tag",
  "encryption_not_configured",
  "host_authenticates",
  "inbox_not_read",
  "last_owner",
  "no_person",
  "other_author",
  "person_blocked",
  "signed_in_by_host",
  "wrong_password",
  "too_many_integrations",
  "too_many_sequences",
  "too_many_tests",
  "too_many_variants",
  "step_without_weight",
  "campaign_active",
  "campaign_not_active",
  "campaign_not_ready",
  "newer_message",
  "no_recipient",
  "no_seed_addresses",
  "recipient_unsubscribed",
  "send_not_refused",
  "send_not_scheduled",
  "send_not_unknown",
  "upload_in_use"
]).annotate({
  identifier: "ConflictReason",
  description: "The reason why a request conflicts with stored data: the `reason` of a `conflict`."
})

/** The reasons without further fields. */
const reason = ConflictReason.pick(ConflictReason.literals.filter((reason) => reason !== "campaign_not_ready"))

export class Conflict extends Problem<Conflict>()(
  "Conflict",
  declaration(409, "conflict", "The request conflicts with what is stored"),
  { ...fields("conflict"), reason }
) {}
/** The conflict of a campaign that is not ready to start. It is the only one with `issues`. */
export class CampaignNotReady extends Problem<CampaignNotReady>()(
  "CampaignNotReady",
  declaration(409, "conflict", "The request conflicts with what is stored"),
  {
    ...fields("conflict"),
    reason: Schema.Literal("campaign_not_ready"),
    issues: Schema.Array(Campaign.CampaignIssue)
  }
) {}
export class IdempotencyInProgress extends Problem<IdempotencyInProgress>()(
  "IdempotencyInProgress",
  declaration(409, "idempotency-in-progress", "The first request with this key has not ended"),
  fields("idempotency_in_progress")
) {}
export class IdempotencyMismatch extends Problem<IdempotencyMismatch>()(
  "IdempotencyMismatch",
  declaration(422, "idempotency-mismatch", "The key was used for another request"),
  fields("idempotency_mismatch")
) {}
export class PreconditionFailed extends Problem<PreconditionFailed>()(
  "PreconditionFailed",
  declaration(412, "precondition-failed", "The resource changed meanwhile"),
  fields("precondition_failed")
) {}
export class PayloadTooLarge extends Problem<PayloadTooLarge>()(
  "PayloadTooLarge",
  declaration(413, "payload-too-large", "The body is too large"),
  fields("payload_too_large")
) {}
export class UnsupportedMediaType extends Problem<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  declaration(415, "unsupported-media-type", "The body has the wrong media type"),
  fields("unsupported_media_type")
) {}
export class RateLimited extends Problem<RateLimited>()(
  "RateLimited",
  declaration(429, "rate-limited", "The organization sends too many requests"),
  fields("rate_limited")
) {}
export class Internal extends Problem<Internal>()(
  "Internal",
  declaration(500, "internal", "Something went wrong on our side"),
  fields("internal")
) {}
export class ServiceUnavailable extends Problem<ServiceUnavailable>()(
  "ServiceUnavailable",
  declaration(503, "unavailable", "The service cannot answer right now"),
  fields("unavailable")
) {}

/** A 400 with all faults. Pointers begin with the part of the request: `/path`, `/query`, `/header` or `/body`. */
export const invalidRequest = (errors: ReadonlyArray<Fault>): InvalidRequest => {
  const [first] = errors
  return new InvalidRequest({ detail: first === undefined ? "The request is not valid" : describe(first), errors })
}

/**
 * Formats a fault: `limit: must be at most 200`, `the body must be an object`. A message that is a sentence stays
 * unchanged.
 */
const describe = ({ message, pointer }: Fault): string => {
  const [, part = "", ...place] = pointer.split("/")
  if (place.length > 0) return `${place.join("/")}: ${message}`
  return /^\p{Ll}/u.test(message) ? `the ${part} ${message}` : message
}

/** The pointer in the request for a pointer in the input of a use case. The precondition comes from a header. */
export const placeOf = (part: string, pointer: string) =>
  pointer === "/if_version" ? "/header/if-match" : `${part}${pointer}`

/** The answer for an unknown path. Its `detail` has a maximum length, and no control characters. */
export const noSuchRoute = (method: string, path: string): NoSuchRoute =>
  new NoSuchRoute({ detail: `There is no ${method} ${Text.cut(path, 200).replaceAll(/\p{C}/gu, "?")}` })

/** Answers 503 when storage does not answer. Other storage errors become defects, which `internal` answers with 500. */
export const storage = (error: StorageError): Effect.Effect<never, ServiceUnavailable> =>
  error.reason._tag === "Unavailable"
    ? Effect.andThen(
        Effect.logWarning(error.message),
        Effect.fail(new ServiceUnavailable({ detail: "Storage does not answer; try again" }))
      )
    : Effect.die(error)

/** `duplicate_tag` becomes `DuplicateTag`. */
type TagOf<Reason> = Reason extends `${infer Word}_${infer Rest}`
  ? `${Capitalize<Word>}${TagOf<Rest>}`
  : Capitalize<Reason & string>
/** The problems that answer the errors of use cases, by the tag of the error. */
interface ProblemsByTag extends Record<TagOf<(typeof reason)["Type"]>, Conflict> {
  readonly CampaignNotReady: CampaignNotReady
  readonly HigherRole: Forbidden
  readonly InvalidInput: InvalidRequest
  readonly InvalidCursor: InvalidCursorProblem
  readonly ReplyNotAllowed: Conflict
  readonly StorageError: ServiceUnavailable
  readonly TooManyTries: RateLimited
  readonly [notFound: `${string}NotFound`]: NotFound
  readonly [changed: `${string}Changed`]: PreconditionFailed
}
/** The problem that answers an error of a use case. An error without one stays as it is, and does not compile. */
export type ProblemOf<E> = E extends { readonly _tag: infer Tag extends keyof ProblemsByTag } ? ProblemsByTag[Tag] : E

type UseCaseError = Error & { readonly _tag: string }
/**
 * Fails with the problem that answers an error of a use case. `part` is the part of the request that was the input of the
 * use case. Problems stay as they are. The failure has the type `any`: `ProblemOf` says which it is.
 */
export const answerError = (error: UseCaseError, part: "body" | "path" | "query"): Effect.Effect<never, any> => {
  if (error instanceof InvalidInput) {
    const faults = error.faults.map(({ message, pointer }) => ({ pointer: placeOf(`/${part}`, pointer), message }))
    return Effect.fail(invalidRequest(faults))
  }
  if (error instanceof StorageError) return storage(error)
  const { _tag: tag } = error
  if (tag === "InvalidCursor") {
    return Effect.fail(new InvalidCursorProblem({ detail: "The cursor is not one that this list gave" }))
  }
  if (error instanceof Campaign.CampaignNotReady) {
    return Effect.fail(
      new CampaignNotReady({ reason: "campaign_not_ready", detail: error.message, issues: error.issues })
    )
  }
  const reason = error instanceof ReplyNotAllowed ? error.reason : conflicts.get(tag)
  if (reason !== undefined) return Effect.fail(new Conflict({ reason, detail: details[tag]?.(error) ?? error.message }))
  if (tag === "HigherRole") return Effect.fail(new Forbidden({ detail: error.message }))
  if (tag === "TooManyTries") return Effect.fail(new RateLimited({ detail: error.message }))
  // A missing id and an id of another organization have the same answer.
  if (tag.endsWith("NotFound")) {
    return Effect.fail(new NotFound({ detail: "The resource does not exist in this organization" }))
  }
  if (tag.endsWith("Changed")) {
    const resource = tag.slice(0, -"Changed".length).toLowerCase()
    return Effect.fail(new PreconditionFailed({ detail: `The ${resource} was changed since it was read` }))
  }
  return Effect.fail(error)
}
/** The reasons of conflicts, by the tag of the error. */
const conflicts = new Map(reason.literals.map((reason) => [String.snakeToPascal(reason), reason]))

/** The details of conflicts, by the tag of the error, where its message repeats what the request said. */
const details: Readonly<Record<string, ((error: any) => string) | undefined>> = {
  CampaignActive: () => "The campaign is active: pause it before you delete it",
  DuplicateAccount: () => "There is an account with this e-mail address",
  DuplicateLead: () => "The campaign has a lead with this e-mail address",
  DuplicateReference: ({ fields }) => `The reference is recorded with another ${fields.join(", ")}`,
  DuplicateReplyTemplate: () => "Another reply template has this name",
  DuplicateTag: () => "Another tag has this name",
  TooManySequences: () => "The campaign has the maximum number of sequences",
  TooManyVariants: () => "The step has the maximum number of variants"
}

/** The headers of a problem that is answered outside of the routes. */
export const headersOf = ({ request_id, status }: { readonly request_id: string; readonly status: number }) => ({
  "content-type": "application/problem+json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  [header]: request_id,
  ...(status === 503 ? { "retry-after": "1" } : {})
})

/** The problem for every request after the service was stopped. */
export const stopped = new ServiceUnavailable({ detail: "The service was stopped" })

/** The answer to a defect. The log has the details with the request id. */
export const internal = (defect: unknown): Internal =>
  new Internal({
    detail:
      defect instanceof StorageError && defect.reason._tag === "Unknown"
        ? "The change may or may not have been stored; read before you try again"
        : "Something went wrong; the log has the details, beside the request id"
  })

/** The body of the answer to bytes that are not an HTTP request. The connection is closed after it. */
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
