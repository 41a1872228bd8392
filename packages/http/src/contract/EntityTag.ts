/** Entity tags and conditional requests (RFC 9110, 8.8.3 and 13.1; contract, section 1). */
import { described } from "@mailroom/core"
import { Effect, Hash, Schema, Struct } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { type InvalidRequest, invalidRequest } from "./Problems.ts"

/** The header of answers with an entity tag. */
export const etag = { etag: Schema.String }

/** The header of conditional writes. */
export const ifMatch = {
  "if-match": described(
    Schema.optionalKey(Schema.String),
    "Entity tags, or `*`. If the resource to change has none of them, the answer is 412."
  )
}

/**
 * The strong entity tag of a resource with a version. `computed` contains the parts of its representation that can
 * change without a new version, such as counts.
 */
export const etagOf = (version: number, computed?: unknown): string => {
  if (computed === undefined) return `"${version}"`
  // `>>> 0`, because the hash may be negative.
  const hash = Hash.string(JSON.stringify(computed)) >>> 0
  return `"${version}-${hash.toString(36)}"`
}

const entityTag = /^(?:W\/)?"[\x21\x23-\x7e]*"$/u
const ofVersion = /^"([1-9][0-9]{0,15})(?:-[0-9a-z]+)?"$/u

const split = (tags: string) => tags.split(",").map((tag) => tag.trim())

/**
 * The versions that an `If-Match` field allows; `undefined` when it allows any. Only versions are compared, so a
 * changed count does not prevent a write.
 */
export const versionsOf = (
  ifMatch: string | undefined
): Effect.Effect<ReadonlyArray<number> | undefined, InvalidRequest> => {
  if (ifMatch === undefined || ifMatch.trim() === "*") return Effect.succeed(undefined)
  const tags = split(ifMatch)
  if (!tags.every((tag) => entityTag.test(tag))) {
    return Effect.fail(invalidRequest([{ pointer: "/header/if-match", message: "must be * or a list of entity tags" }]))
  }
  // A weak tag never matches, because `If-Match` uses the strong comparison.
  return Effect.succeed(tags.flatMap((tag) => ofVersion.exec(tag)?.slice(1, 2).map(Number) ?? []))
}

/** The answer to a read: 304 without a body when `If-None-Match` names the entity tag of the response. */
export const conditional = (
  { headers, method }: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  const etag = response.headers["etag"]
  const known = headers["if-none-match"]
  if (known === undefined || etag === undefined || response.status !== 200) return response
  if (method !== "GET" && method !== "HEAD") return response
  const isKnown = known.trim() === "*" || split(known).some((tag) => tag.replace(/^W\//u, "") === etag)
  if (!isKnown) return response
  // The headers with which a cache updates its entry (RFC 9110, 15.4.5).
  const kept = Struct.pick(response.headers, ["cache-control", "etag", "vary"])
  return HttpServerResponse.empty({ status: 304, headers: kept })
}
