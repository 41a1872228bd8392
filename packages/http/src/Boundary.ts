/**
 * What holds for every request, whatever its route (contract, section 1): exact paths, methods, request ids, headers,
 * and a problem for everything that is not a success.
 */
import { Cause, Effect, type Types } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerRespondable, HttpServerResponse } from "effect/http"
import { Internal, invalidRequest, MethodNotAllowed, notFound, ServiceUnavailable } from "./Problems.ts"
import * as RequestId from "./RequestId.ts"
import { methodsOf } from "./Routes.ts"

type Response = HttpServerResponse.HttpServerResponse

/** Headers that follow from the answer's status. */
const headersOf = (response: Response, request: HttpServerRequest.HttpServerRequest, id: string) => {
  const headers: Record<string, string> = {
    [RequestId.header]: id,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff"
  }
  if (response.status === 401) {
    const invalid = /^bearer +\S/iu.test(request.headers["authorization"] ?? "") ? ', error="invalid_token"' : ""
    headers["www-authenticate"] = `Bearer realm="mailroom"${invalid}`
  }
  if (response.status === 503) headers["retry-after"] = "1"
  if (response.status === 405 || request.method === "OPTIONS") headers["allow"] = allow(request.url)
  return headers
}

const pathOf = (url: string) => {
  const query = url.indexOf("?")
  return query === -1 ? url : url.slice(0, query)
}

const allow = (url: string) => methodsOf(pathOf(url)).join(", ")

/** The answer when no route matches: the path is unknown, or it is known with other methods. */
const noRoute = (request: HttpServerRequest.HttpServerRequest) => {
  const methods = methodsOf(pathOf(request.url))
  if (methods.length === 0) return HttpServerRespondable.toResponse(notFound())
  if (request.method === "OPTIONS") return Effect.succeed(HttpServerResponse.empty())
  const detail = `${request.method} is not allowed here; ${methods.join(", ")} are`
  return HttpServerRespondable.toResponse(new MethodNotAllowed({ detail }))
}

/** The answer to a failure that no endpoint declares. */
const failure = (cause: Cause.Cause<unknown>, request: HttpServerRequest.HttpServerRequest) => {
  const error = Cause.squash(cause)
  if (HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound") return noRoute(request)
  if (Cause.hasInterruptsOnly(cause)) {
    return HttpServerRespondable.toResponse(new ServiceUnavailable({ detail: "The server is stopping; try again" }))
  }
  return Effect.andThen(
    Effect.logError(`${request.method} ${pathOf(request.url)} failed`, cause),
    HttpServerRespondable.toResponse(
      new Internal({ detail: "Something went wrong; the request id leads to what, in the log" })
    )
  )
}

/** A path is written in one way only: no percent-encoding, no parameters (RFC 3986, 3.3), no empty segment. */
const otherSpelling = /[%;#]|\/\/|.\/$/u

/** Node joins or drops repeated headers; with two hosts no one can tell which is meant (RFC 9112, 3.2). */
const hasManyHosts = ({ source }: HttpServerRequest.HttpServerRequest) => {
  if (!("rawHeaders" in source) || !Array.isArray(source.rawHeaders)) return false
  return source.rawHeaders.filter((name, i) => i % 2 === 0 && /^host$/iu.test(String(name))).length > 1
}

const boundary = Effect.fnUntraced(function* (
  handler: Effect.Effect<Response, Types.unhandled>
): Effect.fn.Return<Response, Types.unhandled, HttpServerRequest.HttpServerRequest> {
  const request = yield* HttpServerRequest.HttpServerRequest
  const id = RequestId.requestIdOf(request.headers[RequestId.header])
  const checked: Effect.Effect<Response, unknown> = otherSpelling.test(pathOf(request.url))
    ? HttpServerRespondable.toResponse(notFound())
    : hasManyHosts(request)
      ? HttpServerRespondable.toResponse(invalidRequest([{ pointer: "/header/host", message: "must be given once" }]))
      : handler
  const response = yield* checked.pipe(
    Effect.catchCause((cause) => failure(cause, request)),
    Effect.annotateLogs("request_id", id),
    Effect.provideService(RequestId.RequestId, id)
  )
  yield* Effect.logDebug(`${request.method} ${pathOf(request.url)} ${response.status}`)
  return HttpServerResponse.setHeaders(response, headersOf(response, request, id))
})

/** Wraps every route of the router that it is provided with. */
export const layer = HttpRouter.middleware(boundary, { global: true })
