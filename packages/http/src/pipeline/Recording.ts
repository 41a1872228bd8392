/** Records each request: a line in the log, and figures for `GET /metrics`. */
import type { OrganizationId } from "@mailroom/core"
import { Context, Effect, Layer, LogLevel, References } from "effect"
import * as Metrics from "./Metrics.ts"
import type { RouteOf } from "./MethodsOf.ts"

export interface Options {
  /** Whether `GET /metrics` answers, without a key and in the Prometheus format. Default: no. */
  readonly metrics?: boolean | undefined
  /**
   * Whether each request makes a line in the log at the level `info`, with `method`, `route`, `status`, `duration_ms`,
   * `organization_id` and `request_id`. Default: no, the lines are at the level `debug`.
   */
  readonly accessLog?: boolean | undefined
}

/** A request with its answer. */
interface Answered {
  readonly method: string
  /** The path, without the query. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
  readonly organization_id: OrganizationId | undefined
  readonly request_id: string
}

export class Recording extends Context.Service<
  Recording,
  {
    /** Records an answer. */
    readonly record: (answered: Answered) => Effect.Effect<void>
  }
>()("@mailroom/http/Recording") {
  static readonly layer = ({ accessLog = false, metrics = false, routeOf }: Options & { readonly routeOf: RouteOf }) =>
    Layer.effect(
      Recording,
      Effect.gen(function* () {
        const measure = metrics ? Metrics.makeMeasure(yield* Effect.context<never>()) : undefined
        const level = accessLog ? "Info" : "Debug"
        const line = ({ method, milliseconds, organization_id, path, request_id, status }: Answered) =>
          Effect.logWithLevel(level)(`${method} ${loggedPathOf(path)} ${status}`).pipe(
            Effect.annotateLogs({
              request_id,
              method,
              route: routeOf(method, path) ?? "none",
              status,
              duration_ms: Math.round(milliseconds * 10) / 10,
              ...(organization_id === undefined ? {} : { organization_id })
            })
          )
        return Recording.of({
          record: (answered) =>
            Effect.withFiber((fiber) => {
              const { method, milliseconds, path, status } = answered
              measure?.({ method, milliseconds, route: routeOf(method, path), status })
              const isLogged = LogLevel.isGreaterThanOrEqualTo(level, fiber.getRef(References.MinimumLogLevel))
              return isLogged ? line(answered) : Effect.void
            })
        })
      })
    )
}

/**
 * The path of a request, as it is logged: without the tokens of links in mails. Anybody who has a
 * token can use it, and the one of an unsubscribe link has an address in it.
 */
export const loggedPathOf = (path: string) =>
  path.replace(/^\/([cu])\/.+/su, "/$1/{token}").replace(/^\/o\/.+/su, "/o/{file}")
