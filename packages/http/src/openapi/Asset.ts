/** Pages and documents that need no key: compressed once, with an entity tag (contract, section 1, "caching"). */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { type Coding, codingFor, codings } from "../pipeline/Compression.ts"

export interface Asset {
  readonly contentType: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

/** SHA-256 in base64, the format of Content-Security-Policy. */
export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("base64")

/**
 * Answers `GET` with an asset. The first request creates and compresses it. Browsers cache it, and ask each time
 * whether it has changed.
 */
export const answer = (make: () => Asset) =>
  Effect.gen(function* () {
    const asset = yield* Effect.cached(Effect.sync(make))
    const answerIn = (coding: Coding | undefined) =>
      Effect.cached(
        Effect.gen(function* () {
          const { contentType, headers, text } = yield* asset
          const bytes = coding === undefined ? Buffer.from(text) : yield* Effect.promise(() => codings[coding](text, 5))
          // Each coding is a different representation, so its strong entity tag differs (RFC 9110, 8.8.3.3).
          const etag = `"${[sha256(text), ...(coding === undefined ? [] : [coding])].join("-")}"`
          return HttpServerResponse.uint8Array(bytes, {
            contentType,
            headers: {
              ...headers,
              ...(coding === undefined ? {} : { "content-encoding": coding }),
              "cache-control": "no-cache",
              vary: "accept-encoding",
              etag
            }
          })
        })
      )
    const answers = { br: yield* answerIn("br"), gzip: yield* answerIn("gzip"), identity: yield* answerIn(undefined) }
    return Effect.flatMap(
      HttpServerRequest.HttpServerRequest,
      ({ headers }) => answers[codingFor(headers["accept-encoding"]) ?? "identity"]
    )
  })
