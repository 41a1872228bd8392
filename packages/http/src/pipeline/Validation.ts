/** Checks a request after its key and before its handler: media type, size, and the schemas of its parts. */
import { type Fault, faultsOf, pointerTo, unknownField } from "@mailroom/core"
import { Context, Effect, Layer, Schema, SchemaAST } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { type HttpApiEndpoint, HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { CurrentBody, emptyObject, makeBody, strict, tooLarge } from "./Body.ts"
import { InvalidRequest, invalidRequest, PayloadTooLarge, UnsupportedMediaType } from "../contract/Problems.ts"

/** The maximum size of the body in bytes: an annotation of the endpoint. */
export const MaxBodySize = Context.Reference<number>("@mailroom/http/MaxBodySize", { defaultValue: () => 2 ** 20 })

/** The maximum for endpoints with bulk inputs or raw mail. */
export const largeBody = 25 * 2 ** 20

/** Whether the body is optional; without one, the endpoint reads `{}`. An annotation of the endpoint. */
export const OptionalBody = Context.Reference<boolean>("@mailroom/http/OptionalBody", { defaultValue: () => false })

export class Validation extends HttpApiMiddleware.Service<Validation>()("@mailroom/http/Validation", {
  error: [InvalidRequest, PayloadTooLarge, UnsupportedMediaType]
}) {
  static readonly layer = Layer.succeed(
    Validation,
    Effect.fnUntraced(
      function* (handler, { endpoint }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const takesBody = endpoint.payload.size > 0
        const hasNoBody = Context.get(endpoint.annotations, OptionalBody) && !hasBody(request)
        if (takesBody && !hasNoBody) yield* checkMedia(request, endpoint)
        const queryMark = request.url.indexOf("?")
        if (queryMark !== -1) {
          yield* checkQuery(request.url.slice(queryMark + 1), endpoint)
          if (yield* hasUnknownParameter(endpoint)) yield* checkParts(endpoint)
        }
        if (!takesBody) return yield* handler
        const body = hasNoBody ? emptyObject : makeBody(request, Context.get(endpoint.annotations, MaxBodySize))
        return yield* Effect.provideService(handler, CurrentBody, body)
      },
      // The framework has found one fault: `checkParts` finds all of them.
      (effect, _, { endpoint }) =>
        Effect.catchIf(effect, HttpApiError.HttpApiSchemaError.is, (error) =>
          Effect.andThen(checkParts(endpoint), Effect.fail(error))
        ),
      Effect.catch((error) => (HttpApiError.HttpApiSchemaError.is(error) ? invalid(error) : Effect.fail(error)))
    )
  )
}

/** The names of the parameters of a query, by endpoint. */
const parameters = new WeakMap<HttpApiEndpoint.Top, ReadonlySet<PropertyKey>>()
const parametersOf = (endpoint: HttpApiEndpoint.Top) => {
  const known = parameters.get(endpoint)
  if (known !== undefined) return known
  const ast = endpoint.query === undefined ? undefined : SchemaAST.toEncoded(endpoint.query.ast)
  const names = new Set(
    ast !== undefined && SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name }) => name) : []
  )
  parameters.set(endpoint, names)
  return names
}

/** Whether the query has a parameter that the endpoint does not declare. */
const hasUnknownParameter = (endpoint: HttpApiEndpoint.Top) =>
  Effect.map(HttpServerRequest.ParsedSearchParams, (query) => {
    const known = parametersOf(endpoint)
    return Object.keys(query).some((name) => !known.has(name))
  })

/**
 * Finds all faults of path and query. The framework finds one of them, and no unknown field: with strict options it would
 * interpret the schemas for each request (the row "leads, limit 1" of the bench).
 */
export const checkParts = Effect.fnUntraced(function* ({ params, query }: HttpApiEndpoint.Top) {
  // The schemas of requests need no services.
  const decode = (schema: Schema.Top) => Schema.decodeUnknownEffect(schema as Schema.Codec<unknown>, strict)
  if (params !== undefined) {
    const route = yield* HttpRouter.RouteContext
    yield* HttpApiError.HttpApiSchemaError.wrap("Params", decode(params)(route.params))
  }
  if (query !== undefined) {
    const given = yield* HttpServerRequest.ParsedSearchParams
    yield* HttpApiError.HttpApiSchemaError.wrap("Query", decode(Schema.toCodecArrayFromSingle(query))(given))
  }
})

/** Rejects a query that is not UTF-8, and any query of an endpoint without one. The schema never sees them. */
const checkQuery = (query: string, endpoint: HttpApiEndpoint.Top): Effect.Effect<void, InvalidRequest> => {
  if (!isDecodable(query)) {
    return Effect.fail(invalidRequest([{ pointer: "/query", message: "must be percent-encoded UTF-8" }]))
  }
  if (endpoint.query !== undefined) return Effect.void
  const names = new Set(new URLSearchParams(query).keys())
  if (names.size === 0) return Effect.void
  const faults = Array.from(names, (name) => ({ pointer: pointerTo("/query", name), message: unknownField }))
  return Effect.fail(invalidRequest(withRepeated(faults, query)))
}

/** Checks media type and size before anything is decoded (contract, "Order of the checks"). */
const checkMedia = (
  { headers }: HttpServerRequest.HttpServerRequest,
  endpoint: HttpApiEndpoint.Top
): Effect.Effect<void, PayloadTooLarge | UnsupportedMediaType> => {
  const accepted = [...endpoint.payload.keys()]
  const [mediaType = "", ...parameters] = (headers["content-type"] ?? "")
    .split(";")
    .map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))
  if (!accepted.includes(mediaType) || (charset !== undefined && !/^charset="?utf-8"?$/u.test(charset))) {
    const encoding = accepted.includes("application/json") ? ", in UTF-8" : ""
    const isFile = parametersOf(endpoint).has("content_type")
    const named = isFile ? ", and give the type of the file as content_type of the query" : ""
    const detail = `The body must be ${accepted.join(" or ")}${encoding}; say so in Content-Type${named}`
    return Effect.fail(new UnsupportedMediaType({ detail }))
  }
  if (!/^(?:identity)?$/iu.test(headers["content-encoding"] ?? "")) {
    return Effect.fail(new UnsupportedMediaType({ detail: "The body must not be compressed" }))
  }
  const maximum = Context.get(endpoint.annotations, MaxBodySize)
  return Number(headers["content-length"]) > maximum ? Effect.fail(tooLarge(maximum)) : Effect.void
}

/**
 * Whether a request has a body (RFC 9112, 6.3). A `Request` that did not come over HTTP/1.1 has none of these headers.
 * Some hosts give it an empty stream instead of no body; then it has no media type either.
 */
const hasBody = ({ headers, source }: HttpServerRequest.HttpServerRequest) =>
  headers["transfer-encoding"] !== undefined ||
  (headers["content-length"] === undefined
    ? source instanceof Request && source.body !== null && headers["content-type"] !== undefined
    : Number(headers["content-length"]) > 0)

/**
 * Whether the query is percent-encoded UTF-8. The result of the call is used, because a bundler removes a call with an
 * unused result.
 */
const isDecodable = (query: string): boolean => {
  try {
    return decodeURIComponent(query).length >= 0
  } catch {
    return false
  }
}

const parts = { Params: "/path", Query: "/query", Headers: "/header", Payload: "/body" } as const

/** The problem for a request with a part that could not be decoded. */
export const invalid = (
  error: HttpApiError.HttpApiSchemaError
): Effect.Effect<never, InvalidRequest, HttpServerRequest.HttpServerRequest> => {
  const { kind } = error
  if (kind === "Body" || kind === "ResponseHeaders") return Effect.die(error.cause)
  const faults = faultsOf(error.cause, parts[kind])
  return kind === "Query"
    ? Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) =>
        Effect.fail(invalidRequest(withRepeated(faults, url.slice(url.indexOf("?") + 1))))
      )
    : Effect.fail(invalidRequest(faults))
}

/**
 * Adds the faults of parameters that are given more than once. They replace the schema's fault, which says only that an
 * array is not a single value.
 */
const withRepeated = (faults: ReadonlyArray<Fault>, query: string): ReadonlyArray<Fault> => {
  const names = [...new URLSearchParams(query).keys()].toSorted()
  const repeated = new Set(names.filter((name, i) => name === names[i - 1]).map((name) => pointerTo("/query", name)))
  const others = faults.filter(({ message, pointer }) => message.startsWith(unknownField) || !repeated.has(pointer))
  return [...others, ...Array.from(repeated, (pointer) => ({ pointer, message: "is given more than once" }))]
}
