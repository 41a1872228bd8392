/** The single schema in the OpenAPI document for problems of every kind. */
import { Campaign, described, Fault } from "@mailroom/core"
import { Schema } from "effect"
import { ConflictReason } from "../contract/Problems.ts"

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
]).annotate({ identifier: "ProblemCode", description: "The kind of problem, for programs." })

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
  detail: described(Schema.String, "The cause of this problem, for people."),
  code: ProblemCode,
  request_id: described(Schema.String, "The `X-Request-Id` of the response. It is also in the log."),
  errors: described(
    Schema.optionalKey(Schema.Array(Fault)),
    "All faults, with the code `invalid_request`. Pointers begin with `/path`, `/query`, `/header` or `/body`."
  ),
  reason: described(Schema.optionalKey(ConflictReason), "The reason, with the code `conflict`."),
  issues: described(
    Schema.optionalKey(Schema.Array(Campaign.CampaignIssue)),
    "Everything that the campaign lacks, with the reason `campaign_not_ready`."
  )
}).annotate({ identifier: "Problem", description: "Why a request failed (RFC 9457)." })
