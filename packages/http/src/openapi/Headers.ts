/** The headers of answers and requests in the OpenAPI document, which many operations share. */
import type { Json } from "./Schemas.ts"

/** The headers of answers, by name. */
export const headers: Json = {
  "X-Request-Id": {
    description: "Identifies the request in the log: the caller's own id if it is well formed, else a new one.",
    required: true,
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
    example: "0f9b3c7a-5d2e-4c8b-9a51-2f6f0e1d4b77"
  },
  RateLimit: {
    description:
      "The remaining rate of the organization: `r` requests, and `t` seconds until the full rate is available again. Absent without a rate limit, and from a 503 to a request whose organization is not known yet.",
    schema: { type: "string" },
    example: '"organization";r=199;t=1'
  },
  "RateLimit-Policy": {
    description: "The organization's rate: `q` requests in `w` seconds. Absent without a rate limit.",
    schema: { type: "string" },
    example: '"organization";q=200;w=2'
  },
  "Retry-After": {
    description:
      "The number of seconds to wait before trying again. A 409 has it only with the code `idempotency_in_progress`.",
    schema: { type: "integer", minimum: 0 },
    example: 1
  },
  "WWW-Authenticate": {
    description: "How to authenticate (RFC 6750). Absent where the host authenticates in another way.",
    schema: { type: "string" },
    example: 'Bearer realm="mailroom"'
  },
  ETag: {
    description: "The version of the resource, for `If-Match` and `If-None-Match`. Opaque.",
    required: true,
    schema: { type: "string" },
    example: '"3"'
  },
  Location: {
    description: "The URL of the new resource.",
    required: true,
    schema: { type: "string", format: "uri" },
    example: "https://mail.example.com/tags/7"
  },
  "Content-Disposition": {
    description: "The name of the file (RFC 6266).",
    required: true,
    schema: { type: "string" },
    example: "attachment; filename=\"Needs.pdf\"; filename*=UTF-8''Needs.pdf"
  },
  "Idempotency-Replayed": {
    description: "`true` when the answer is a copy of the answer to an earlier request with the same key, else absent.",
    schema: { type: "string", enum: ["true"] }
  }
}

/** The request headers that many operations have. */
export const conditions: Json = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "Entity tags that the caller has. If one of them is still current, the answer is 304 without a body.",
    schema: { type: "string" },
    example: '"3"'
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "A key that the client chooses. For 24 hours, the same request with the same key gets the first successful answer again, and is not carried out again.",
    schema: { type: "string", pattern: "^[!-~]{1,255}$" },
    example: "5f2c1b0e-order-17"
  }
}
