/**
 * The server: as routes for an Effect `HttpRouter` (`layer`), and as a web handler for Hono, Next, Bun, Deno and the
 * like (`toWebHandler`). For Node's own server, Express and Fastify see `NodeServer`.
 */
import { type Authenticator, layerPublicUrl, type Mailroom } from "@mailroom/core"
import { type Context, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as Admission from "./pipeline/Admission.ts"
import { Api } from "./Api.ts"
import { Authorization } from "./pipeline/Authorization.ts"
import * as Boundary from "./pipeline/Boundary.ts"
import { type ConsoleOptions, ServedConsole } from "./console/Console.ts"
import { paths as consolePaths } from "./console/Group.ts"
import * as Console from "./console/Handlers.ts"
import { corsHeaders, TrustedOrigins } from "./pipeline/Cors.ts"
import * as Docs from "./openapi/Docs.ts"
import * as Handlers from "./Handlers.ts"
import * as HostAuthentication from "./pipeline/HostAuthentication.ts"
import { Idempotent } from "./pipeline/Idempotent.ts"
import * as Metrics from "./pipeline/Metrics.ts"
import { headersOf, stopped } from "./contract/Problems.ts"
import { below, pathOf } from "./contract/PublicUrl.ts"
import { Readiness } from "./pipeline/Readiness.ts"
import * as Recording from "./pipeline/Recording.ts"
import * as RequestId from "./contract/RequestId.ts"
import { tableOf } from "./Routes.ts"
import * as Spans from "./pipeline/Spans.ts"
import { LargePages } from "./pipeline/LargePages.ts"
import { routes as trackingRoutes } from "./tracking/Group.ts"
import * as Tracking from "./tracking/Handlers.ts"
import { route as unsubscribeRoute } from "./unsubscribes/Group.ts"
import * as Unsubscribes from "./unsubscribes/Handlers.ts"
import { SameSite } from "./pipeline/SameSite.ts"
import { Validation } from "./pipeline/Validation.ts"

export { defaultMaxInFlight } from "./pipeline/Admission.ts"

export interface Options extends Admission.Options, Recording.Options {
  /**
   * The URL at which clients reach the API, with its path: `https://example.com/mailroom`. Default: taken from the
   * request.
   */
  readonly publicUrl?: string | undefined
  /**
   * Returns the organization for which a request may act, by the app's authentication, such as its sessions. Default:
   * API keys.
   */
  readonly authenticate?: HostAuthentication.Authenticate | undefined
  /**
   * Origins whose pages may call the API with the cookies of their users, such as `https://app.example.com`: the app's
   * pages on other hosts. They get CORS headers. Default: none, so that only pages of the same origin may call it.
   */
  readonly trustedOrigins?: ReadonlyArray<string> | undefined
  /** The console at `/console`, a page for people. Default: none. */
  readonly console?: ConsoleOptions | undefined
}

/** The services that the routes need: the use cases and the authenticator. */
export type Requirements = Authenticator | Mailroom.UseCases

/** The methods and the names of all paths that the server with these options has. */
const routeTable = ({ console, metrics = false }: Options) => {
  const pages = [
    ...Object.values(Docs.paths),
    ...(metrics ? [Metrics.path] : []),
    ...(console === undefined ? [] : Object.values(consolePaths))
  ]
  return tableOf([...pages.map((path) => ({ path, methods: ["GET"] })), ...trackingRoutes, unsubscribeRoute])
}

/** The middleware for all routes. */
const layerBoundary = (options: Options) => Boundary.layer(routeTable(options).methodsOf)

/** The services that the routes share with the server on which they run. */
export const services = (options: Options) => {
  const { methodsOf, routeOf } = routeTable(options)
  return Layer.mergeAll(
    Readiness.layer,
    LargePages.layer,
    Admission.Admission.layer({
      ...options,
      isByHost: options.authenticate !== undefined,
      methodsOf
    }),
    Recording.Recording.layer({ ...options, routeOf }),
    Spans.layer(routeOf),
    Layer.succeed(TrustedOrigins, new Set(options.trustedOrigins))
  )
}

/**
 * Configures the router for `layer`: paths are matched exactly as written (contract, section 1), and parameters may
 * have any length, so that an impossible id is a fault of the request and not an unknown route.
 */
export const routerConfig = { caseSensitive: true, maxParamLength: Infinity } as const

/**
 * The routes, and middleware for the whole router: so give the layer a separate router. To mount Mailroom next to a
 * host's routes, use `toWebHandler` or `NodeServer.toHandlers`.
 */
export const layer = (options: Options = {}) =>
  Layer.mergeAll(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(Handlers.layer),
      Layer.provide([Authorization.layer, Idempotent.layer, SameSite.layer, Validation.layer])
    ),
    Console.layer,
    Docs.layer,
    Tracking.layer,
    Unsubscribes.layer,
    options.metrics === true ? Metrics.layer : Layer.empty,
    layerBoundary(options)
  ).pipe(
    Layer.provide([
      layerPublicUrl(options.publicUrl),
      Layer.succeed(ServedConsole, options.console),
      Layer.succeed(HostAuthentication.HostAuthentication, options.authenticate)
    ])
  )

export type Fetch = (request: Request, context?: Context.Context<never>) => Promise<Response>

/** Removes the path of `publicUrl` from paths that begin with it. After disposal every answer is a 503. */
export const mounted = (handler: Fetch, { publicUrl, trustedOrigins }: Options, isDisposed: () => boolean): Fetch => {
  const path = pathOf(publicUrl)
  const trusted = new Set(trustedOrigins)
  return (request, ...context) => {
    if (isDisposed()) return Promise.resolve(answerStopped(request, trusted))
    const url = new URL(request.url)
    const pathname = below(path, url.pathname)
    if (pathname === url.pathname) return handler(request, ...context)
    return handler(new Request(new URL(pathname + url.search, url), request), ...context)
  }
}

/** The answer after disposal. */
const answerStopped = ({ headers, method }: Request, trusted: ReadonlySet<string>): Response => {
  const request_id = RequestId.requestIdOf(headers.get(RequestId.header) ?? undefined)
  const problem = { ...stopped, request_id }
  const asked = { method, origin: headers.get("origin") ?? undefined, requested: undefined }
  const answerHeaders = { ...headersOf(problem), ...corsHeaders(trusted, asked, () => []) }
  return Response.json(problem, { status: problem.status, headers: answerHeaders })
}

/**
 * Creates a handler `(Request) => Promise<Response>` from the use cases and the authenticator in `requirements`. Call
 * `dispose` at the end; after that every answer is a 503. The path of `publicUrl` is removed from paths that begin with
 * it. The build starts immediately; requests wait for it, and reject when it fails.
 */
export const toWebHandler = <E>(requirements: Layer.Layer<Requirements, E>, options: Options = {}) => {
  let isDisposed = false
  const { dispose, handler } = HttpRouter.toWebHandler(
    layer(options).pipe(
      Layer.provide(services(options)),
      Layer.provide(requirements),
      Layer.provide(HttpServer.layerServices)
    ),
    { routerConfig, disableLogger: true }
  )
  return {
    handler: mounted(handler, options, () => isDisposed),
    dispose: () => {
      isDisposed = true
      return dispose()
    }
  }
}
