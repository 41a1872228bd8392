/**
 * The rules for every request, whatever its route (contract, section 1): exact paths, methods, request ids, headers,
 * and a problem for everything that is not a success.
 */
import { Deadline, exactPath, type Fault, StorageError } from "@mailroom/core"
import { Cause, Context, Duration, Effect, References, type Scope, Tracer, type Types } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerRespondable, HttpServerResponse } from "effect/http"
import { Admission, type Rejection } from "./Admission.ts"
import { compressed } from "./Compression.ts"
import { corsHeaders, TrustedOrigins } from "./Cors.ts"
import { conditional } from "../contract/EntityTag.ts"
import { internal, invalidRequest, MethodNotAllowed, noSuchRoute, ServiceUnavailable } from "../contract/Problems.ts"
import * as RequestId from "../contract/RequestId.ts"
import type { MethodsOf } from "./MethodsOf.ts"
import { loggedPathOf, Recording } from "./Recording.ts"
import { isUntraced } from "./Spans.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** The headers of an answer. Some depend on its status. */
const headersOf = (
  response: Response,
  request: Request,
  id: string,
  methodsOf: MethodsOf,
  { fieldsOf }: Admission["Service"],
  trusted: ReadonlySet<string>
) => {
  const headers: Record<string, string> = {
    [RequestId.header]: id,
    "cache-control": response.headers["cache-control"] ?? "no-store",
    "x-content-type-options": "nosniff"
  }
  if (response.status === 401) {
    const invalid = /^bearer +\S/iu.test(request.headers["authorization"] ?? "") ? ', error="invalid_token"' : ""
    headers["www-authenticate"] = `Bearer realm="mailroom"${invalid}`
  }
  if (response.status === 503) {
    headers["retry-after"] = "1"
    if (response.headers["ratelimit"] === undefined) Object.assign(headers, fieldsOf(request.headers))
  }
  if (response.status === 405 || (response.status === 204 && request.method === "OPTIONS")) {
    headers["allow"] = methodsOf(pathOf(request)).join(", ")
  }
  const { origin, "access-control-request-method": requested } = request.headers
  const asked = { method: request.method, origin, requested, vary: response.headers["vary"] }
  return Object.assign(
    headers,
    corsHeaders(trusted, asked, () => methodsOf(pathOf(request)))
  )
}

const pathOf = ({ url }: Request) => {
  const query = url.indexOf("?")
  return query === -1 ? url : url.slice(0, query)
}

/** The answer when a known path does not allow the method. */
const noMethod = (request: Request, methodsOf: MethodsOf) => {
  const methods = methodsOf(pathOf(request))
  if (request.method === "OPTIONS") return Effect.succeed(HttpServerResponse.empty())
  const detail = `${request.method} is not allowed here; ${methods.join(", ")} are`
  return HttpServerRespondable.toResponse(new MethodNotAllowed({ detail }))
}

/** The answer to a failure that no endpoint declares. */
const failure = (cause: Cause.Cause<unknown>, request: Request, methodsOf: MethodsOf) => {
  const error = Cause.squash(cause)
  if (HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound") {
    return noMethod(request, methodsOf)
  }
  if (Cause.hasInterruptsOnly(cause)) {
    return HttpServerRespondable.toResponse(new ServiceUnavailable({ detail: "The server is stopping; try again" }))
  }
  const why = error instanceof StorageError ? `: ${error.message}` : ""
  return Effect.andThen(
    Effect.logError(`${request.method} ${loggedPathOf(pathOf(request))} failed${why}`, cause),
    HttpServerRespondable.toResponse(internal(error))
  )
}

/**
 * Matches a path that is not in its only valid spelling: no percent-encoding, no parameters (RFC 3986, 3.3), no empty
 * segment.
 */
const otherSpelling = /^[^/]|[%;#]|\/\/|.\/$/u

/** Headers that must not be repeated: Node uses the first, but a proxy in front may have used the last. */
const singular = ["host", "authorization", "content-type"]

/** Returns a fault of the received headers: host, credentials and media type must be unambiguous (RFC 9112, 3.2). */
const headerFault = ({ source }: Request): Fault | undefined => {
  if (!("rawHeaders" in source) || !Array.isArray(source.rawHeaders)) return undefined
  const names = source.rawHeaders.filter((_, i) => i % 2 === 0).map((name) => String(name).toLowerCase())
  const repeated = singular.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (repeated !== undefined) return { pointer: `/header/${repeated}`, message: "is given more than once" }
  const hasNoHost = "httpVersion" in source && source.httpVersion === "1.1" && !names.includes("host")
  return hasNoHost ? { pointer: "/header/host", message: "is required" } : undefined
}

/**
 * Gets a place for the request and holds it until the answer is sent, unless the server has already done so
 * (`NodeServer`).
 */
const enter = (request: Request, admission: Admission["Service"]) =>
  Effect.suspend(() => {
    const { headers, method, source } = request
    if (admission.has(source)) return Effect.undefined
    const admitted = Effect.callback<Rejection | undefined>((resume) =>
      admission.enter(
        { source, method, path: pathOf(request), headers },
        () => resume(Effect.undefined),
        (rejection) => resume(Effect.succeed(rejection))
      )
    )
    return Effect.andThen(
      Effect.addFinalizer(() => Effect.sync(() => admission.leave(source))),
      // Interruptible, so that the wait ends when the client disconnects: the router makes only its routes
      // interruptible.
      Effect.interruptible(admitted)
    )
  })

/** The time of a request for storage, and for what it computes between its statements. */
const timeForStorage = Duration.seconds(5)

/**
 * Adds the request id, the log annotation and the deadline to the context in one step, which costs less than one
 * `provideService` for each.
 */
const ofRequest =
  (id: string, request: Request) =>
  (context: Context.Context<never>): Context.Context<never> =>
    context.pipe(
      Context.add(RequestId.RequestId, id),
      Context.add(References.CurrentLogAnnotations, {
        ...Context.get(context, References.CurrentLogAnnotations),
        request_id: id
      }),
      Deadline.add(timeForStorage),
      // Otherwise spans are created even without a tracer.
      Context.add(
        References.TracerEnabled,
        Context.get(context, Tracer.Tracer) !== Tracer.nativeTracer && !isUntraced(request)
      )
    )

const boundary = (
  methodsOf: MethodsOf,
  admission: Admission["Service"],
  trusted: ReadonlySet<string>,
  recording: Recording["Service"]
) =>
  Effect.fnUntraced(function* (
    handler: Effect.Effect<Response, Types.unhandled>
  ): Effect.fn.Return<Response, Types.unhandled, Request | Scope.Scope> {
    const given = yield* HttpServerRequest.HttpServerRequest
    const url = exactPath(given.url)
    const request = url === given.url ? given : given.modify({ url })
    const begun = admission.arrivalOf(request.source)
    const id = RequestId.requestIdOf(request.headers[RequestId.header])
    const fault = headerFault(request)
    const rejection = yield* enter(request, admission)
    // The router would not find a route either, but its error captures a stack.
    const isUnknown = otherSpelling.test(pathOf(request)) || methodsOf(pathOf(request)).length === 0
    const noRoute = isUnknown ? { problem: noSuchRoute(request.method, pathOf(request)), headers: {} } : undefined
    const invalid = fault === undefined ? undefined : { problem: invalidRequest([fault]), headers: {} }
    const rejected = noRoute ?? rejection ?? invalid
    const routed =
      request === given ? handler : Effect.provideService(handler, HttpServerRequest.HttpServerRequest, request)
    const checked: Effect.Effect<Response, unknown> =
      rejected === undefined
        ? routed
        : Effect.map(
            HttpServerRespondable.toResponse(rejected.problem),
            HttpServerResponse.setHeaders(rejected.headers)
          )
    const answer = yield* checked.pipe(
      Effect.catchCause((cause) => failure(cause, request, methodsOf)),
      Effect.updateContext(ofRequest(id, request))
    )
    const response = yield* compressed(request, conditional(request, answer))
    yield* recording.record({
      method: request.method,
      path: pathOf(request),
      status: response.status,
      milliseconds: admission.elapsed(begun),
      organization_id: admission.organizationOf(request.source),
      request_id: id
    })
    return HttpServerResponse.setHeaders(response, headersOf(response, request, id, methodsOf, admission, trusted))
  })

/** Wraps every route of the router in which it is installed. `methodsOf` returns the methods of a path. */
export const layer = (methodsOf: MethodsOf) =>
  HttpRouter.middleware(
    Effect.map(Effect.all([Admission, TrustedOrigins, Recording]), ([admission, trusted, recording]) =>
      boundary(methodsOf, admission, trusted, recording)
    ),
    { global: true }
  )
