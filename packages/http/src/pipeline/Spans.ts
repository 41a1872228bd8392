/** The spans of requests: which requests have one, its name, and what is not in it. */
import { Layer } from "effect"
import { HttpMiddleware, type HttpServerRequest, UrlParams } from "effect/http"
import type { RouteOf } from "./MethodsOf.ts"

type Request = Pick<HttpServerRequest.HttpServerRequest, "method" | "url">

const pathOf = ({ url }: Request) => url.replace(/[?#].*$/su, "")

/** Probes come each second, and say nothing that `GET /metrics` does not. */
const probes: ReadonlySet<string> = new Set(["/livez", "/metrics", "/readyz"])

/** Whether nothing of a request is traced. */
export const isUntraced = (request: Request): boolean => probes.has(pathOf(request))

/**
 * Spans are named by route, such as `GET /leads/{id}`, and contain no values of the query: they have addresses,
 * signatures and searches. Requests for links in mails have no spans: their paths have tokens, which
 * anybody can use who has them.
 */
export const layer = (routeOf: RouteOf) =>
  Layer.mergeAll(
    Layer.succeed(HttpMiddleware.SpanNameGenerator, (request) => {
      const route = routeOf(request.method, pathOf(request))
      return route === undefined ? request.method : `${request.method} ${route}`
    }),
    Layer.succeed(
      HttpMiddleware.TracerDisabledWhen,
      (request) => isUntraced(request) || /^\/[cou]\//u.test(request.url)
    ),
    Layer.succeed(UrlParams.CurrentRedactedNames, [/^/u])
  )
