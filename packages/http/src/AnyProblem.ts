/** The single schema in the OpenAPI document for problems of every kind. */
import { Campaign, described, Fault } from "@mailroom/core"
import { Schema } from "effect"
import { ConflictReason } from "./Problems.ts"

export const ProblemCode = Schema.Literals([
  "invalid_request",
  "invalid_cursor",
  "unauthorized",
  "forbidden",
  "no_organization",
  "not_found",
  "no_such_route",
  "method_not_allowed",
  "request_timeout",
  "conflict",
  "idempotency_in_progress",
  "precondition_failed",
  "payload_too_large",
  "unsupported_media_type",
  "idempotency_mismatch",
  "rate_limited",
  "headers_too_large",
  "internal",
  "unavailable"
]).annotate({ identifier: "ProblemCode", description: "What went wrong, for programs." })

export const AnyProblem = Schema.Struct({
  type: described(
    Schema.String.annotate({ format: "uri" }),
    "Identifies the kind of problem: constant for each `code`."
  ),
  title: described(Schema.String, "The kind of problem, for people: constant for each `code`."),
  status: described(
    Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 599 })),
    "The HTTP status, as in the status line."
  ),
  detail: described(Schema.String, "What went wrong this time, for people."),
  code: ProblemCode,
  request_id: described(Schema.String, "The `X-Request-Id` of the response, which the log names, too."),
  errors: described(
    Schema.optionalKey(Schema.Array(Fault)),
    "Of `invalid_request`: every fault. Pointers begin with `/path`, `/query`, `/header` or `/body`."
  ),
  reason: described(Schema.optionalKey(ConflictReason), "Of `conflict`: why."),
  issues: described(
    Schema.optionalKey(Schema.Array(Campaign.CampaignIssue)),
    "Of the reason `campaign_not_ready`: everything that the campaign lacks."
  )
}).annotate({ identifier: "Problem", description: "Why a request failed (RFC 9457)." })
