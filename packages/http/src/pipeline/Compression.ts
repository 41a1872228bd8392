/** Compressed answers (RFC 9110, 8.4 and 12.5.3). */
import { Effect } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"

/** Codings in order of preference. Brotli's default quality saves another 10 %, but takes a second for a page. */
export const codings = {
  br: (content: string | Uint8Array, quality: number) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (content: string | Uint8Array) => promisify(gzip)(content)
} as const
export type Coding = keyof typeof codings

/** Selects the coding for an `Accept-Encoding` field; `undefined` means no coding. */
export const codingFor = (accepted = ""): Coding | undefined => {
  const qualities = new Map(
    accepted.split(",").map((member) => {
      const [coding = "", ...parameters] = member.toLowerCase().split(";")
      const quality = parameters.map((parameter) => /^\s*q=(.*)$/u.exec(parameter)?.[1]).find((q) => q !== undefined)
      return [coding.trim(), Number(quality ?? 1)]
    })
  )
  const isAccepted = (coding: Coding) => (qualities.get(coding) ?? qualities.get("*") ?? 0) > 0
  return (["br", "gzip"] as const).find(isAccepted)
}

/** Shorter answers fit into one packet anyway, in bytes. */
const smallest = 1024

/**
 * Brotli's quality for answers that are made once. For a page of 30 threads, 20 kB, it needs 0.3 ms of a thread of the
 * pool, and leaves 13 %; gzip needs 0.4 ms, and leaves 15 %.
 */
const quality = 4

/**
 * Whether an answer depends on `Accept-Encoding`. Those with an entity tag are never compressed: each coding would need a
 * separate strong tag, and clients send tags back in `If-Match`.
 */
const isCompressible = (
  body: HttpBody.HttpBody,
  headers: Readonly<Record<string, string>>
): body is HttpBody.Uint8Array =>
  body._tag === "Uint8Array" &&
  body.contentLength >= smallest &&
  headers["etag"] === undefined &&
  headers["content-encoding"] === undefined &&
  /^application\/(?:problem\+)?json\b/u.test(body.contentType)

/** Compresses JSON, if the client accepts it. The main thread does not wait for it. */
export const compressed = (
  { headers }: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const { body } = response
  if (!isCompressible(body, response.headers)) return Effect.succeed(response)
  const vary = [response.headers["vary"], "accept-encoding"].filter((name) => name !== undefined).join(", ")
  const varying = HttpServerResponse.setHeader(response, "vary", vary)
  const coding = codingFor(headers["accept-encoding"])
  if (coding === undefined) return Effect.succeed(varying)
  return Effect.map(
    Effect.promise(() => codings[coding](body.body, quality)),
    (bytes) =>
      varying.pipe(
        HttpServerResponse.setBody(HttpBody.uint8Array(bytes, body.contentType)),
        HttpServerResponse.setHeader("content-encoding", coding)
      )
  )
}
