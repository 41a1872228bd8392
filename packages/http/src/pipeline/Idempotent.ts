/** `Idempotency-Key`: carries out a repeated request only once (contract, section 1, "retries"). */
import { CurrentOrganization, Idempotency } from "@mailroom/core"
import { Context, Effect, Layer, Schema } from "effect"
import { Digest } from "effect/crypto"
import { HttpServerRequest, HttpServerRespondable, HttpServerResponse } from "effect/http"
import { type HttpApiEndpoint, HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { CurrentBody, checkBody } from "./Body.ts"
import {
  Conflict,
  IdempotencyInProgress,
  IdempotencyMismatch,
  InvalidRequest,
  invalidRequest,
  PayloadTooLarge,
  ServiceUnavailable,
  storage
} from "../contract/Problems.ts"
import { checkParts, invalid } from "./Validation.ts"

const header = "idempotency-key"
export const replayedHeader = "idempotency-replayed"

/**
 * Whether a repeated request with this body changes nothing; its key is then ignored. An annotation of the endpoint.
 * The body is any JSON.
 */
export const NeedsNoKey = Context.Reference<((body: any) => boolean) | undefined>("@mailroom/http/NeedsNoKey", {
  defaultValue: () => undefined
})

/**
 * A middleware for each `POST` that writes to the database and is not idempotent by its content. It must be inside of
 * `Validation` and `Authorization`.
 */
export class Idempotent extends HttpApiMiddleware.Service<Idempotent, { requires: CurrentOrganization }>()(
  "@mailroom/http/Idempotent",
  { error: [InvalidRequest, PayloadTooLarge, IdempotencyMismatch, IdempotencyInProgress, Conflict, ServiceUnavailable] }
) {
  static readonly layer = Layer.effect(
    Idempotent,
    Effect.gen(function* () {
      const { once } = yield* Idempotency
      const digest = yield* Digest.Digest

      const fingerprintOf = Effect.fnUntraced(function* (
        { method, url }: HttpServerRequest.HttpServerRequest,
        endpoint: HttpApiEndpoint.Top
      ) {
        // The body of an endpoint without a payload is ignored.
        const body = endpoint.payload.size === 0 ? new Uint8Array() : yield* (yield* CurrentBody).bytes
        const hash = yield* digest.digestHex(Digest.sha256, body)
        return yield* digest.digestHex(Digest.sha256, new TextEncoder().encode(`${method} ${url} ${hash}`))
      })

      return Idempotent.of(
        Effect.fnUntraced(function* (handler, { endpoint }) {
          const request = yield* HttpServerRequest.HttpServerRequest
          const key = request.headers[header]
          if (key === undefined) return yield* handler
          const needsNoKey = Context.get(endpoint.annotations, NeedsNoKey)
          if (needsNoKey?.(yield* (yield* CurrentBody).json) === true) return yield* handler
          const fingerprint = yield* fingerprintOf(request, endpoint)
          /** Fails with the problem of the key, unless the request is invalid: then fails with its faults. */
          const unlessInvalid = <E>(problem: E) => Effect.andThen(decoded(endpoint), Effect.fail(problem))
          const outcome = yield* once({ key, fingerprint }, handler, toText).pipe(
            Effect.catchTags({
              AnswerNotKept: () =>
                unlessInvalid(
                  new Conflict({
                    reason: "answer_not_kept",
                    detail: "The request was carried out; its answer is not kept"
                  })
                ),
              IdempotencyInProgress: ({ retry_after }) => Effect.andThen(decoded(endpoint), inProgress(retry_after)),
              IdempotencyMismatch: () =>
                unlessInvalid(new IdempotencyMismatch({ detail: "The key was used for another request" })),
              InvalidInput: ({ faults }) =>
                Effect.fail(invalidRequest(faults.map(({ message }) => ({ pointer: `/header/${header}`, message })))),
              StorageError: storage
            })
          )
          return "result" in outcome ? outcome.result : fromText(outcome.replayed)
        })
      )
    })
  ).pipe(Layer.provide(Digest.layerWebCrypto))
}

/** Returned as an answer, because a failure cannot have a header. */
const inProgress = (retry_after: number) =>
  HttpServerRespondable.toResponse(
    new IdempotencyInProgress({ detail: "The first request with this key has not ended; try again" })
  ).pipe(
    Effect.map((problem) => ({ result: HttpServerResponse.setHeader(problem, "retry-after", String(retry_after)) }))
  )

/** Decodes a request as its endpoint does, to find its faults. They have priority over a problem of its key. */
const decoded = Effect.fnUntraced(
  function* (endpoint: HttpApiEndpoint.Top) {
    yield* checkParts(endpoint)
    if (endpoint.payload.has("application/json")) yield* checkBody(endpoint)
  },
  Effect.catchIf(HttpApiError.HttpApiSchemaError.is, invalid)
)

const Head = Schema.fromJsonString(
  Schema.Struct({ status: Schema.Int, headers: Schema.Record(Schema.String, Schema.String) })
)

/**
 * The stored form of an answer: one line of JSON with status and headers, then the unchanged body. An erasure searches
 * that body.
 */
const toText = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): string => {
  const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
  return `${Schema.encodeSync(Head)({ status, headers: { ...headers } })}\n${withoutSecret(text)}`
}

/** Secrets are shown once and never stored: `secret` in an answer becomes `null`. */
const withoutSecret = (body: string): string => {
  if (!body.includes('"secret":')) return body
  const answer = JSON.parse(body)
  return JSON.stringify("secret" in answer ? { ...answer, secret: null } : answer)
}

const fromText = (answer: string): HttpServerResponse.HttpServerResponse => {
  const end = answer.indexOf("\n")
  const { headers, status } = Schema.decodeSync(Head)(answer.slice(0, end))
  const body = answer.slice(end + 1)
  const { "content-length": _, ...others } = headers
  const options = { status, headers: { ...others, [replayedHeader]: "true" } }
  return body === "" ? HttpServerResponse.empty(options) : HttpServerResponse.text(body, options)
}
