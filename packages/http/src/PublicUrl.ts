/** Where the outside reaches this server. */
import { Context, Effect } from "effect"
import { HttpServerRequest } from "effect/http"

/** The URL in front of every path, without a slash at its end; `undefined`: as the request names it. */
export const PublicUrl = Context.Reference<string | undefined>("@mailroom/http/PublicUrl", {
  defaultValue: () => undefined
})

/** The paths that frameworks have removed from the URLs of requests, as in `app.use("/mailroom", handler)`. */
const mountPaths = new WeakMap<object, string>()
export const setMountPath = (request: object, path: string): void => void mountPaths.set(request, path)

/** The URL to put in front of a path, for the caller of the current request. */
export const publicUrl: Effect.Effect<string, never, HttpServerRequest.HttpServerRequest> = Effect.gen(function* () {
  const fixed = yield* PublicUrl
  if (fixed !== undefined) return fixed
  const { originalUrl, source } = yield* HttpServerRequest.HttpServerRequest
  return `${URL.parse(originalUrl)?.origin ?? "http://localhost"}${mountPaths.get(source) ?? ""}`
})

/** A URL or a path without the slashes at its end. */
export const withoutTrailingSlashes = (url: string): string => url.replace(/(?<!\/)\/+$/u, "")

/** The path of the public URL, without a slash at its end. */
export const pathOf = (publicUrl: string | undefined): string =>
  withoutTrailingSlashes(URL.parse(publicUrl ?? "")?.pathname ?? "")

/**
 * What follows `path` in a path with query; where it does not begin with `path`, a framework has removed that
 * already.
 */
export const below = (path: string, url: string): string => {
  const rest = url.startsWith(path) ? url.slice(path.length) : url
  return /^[/?]|^$/u.test(rest) ? rest.replace(/^(?!\/)/u, "/") : url
}
