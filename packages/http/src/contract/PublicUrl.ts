/** The URL at which clients reach this server. */
import { PublicUrl, withoutTrailingSlashes } from "@mailroom/core"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"

/** The mount paths that frameworks have removed from the URLs of requests, as in `app.use("/mailroom", handler)`. */
const mountPaths = new WeakMap<object, string>()
export const setMountPath = (request: object, path: string): void => void mountPaths.set(request, path)

/** The URL in front of every path, for the caller of the current request; in process without a public URL it is empty. */
export const publicUrl: Effect.Effect<string> = Effect.gen(function* () {
  const fixed = yield* PublicUrl
  if (fixed !== undefined) return fixed
  const request = yield* Effect.serviceOption(HttpServerRequest.HttpServerRequest)
  if (Option.isNone(request)) return ""
  const { originalUrl, source } = request.value
  return `${URL.parse(originalUrl)?.origin ?? "http://localhost"}${mountPaths.get(source) ?? ""}`
})

/** The path of the public URL, without a trailing slash. */
export const pathOf = (publicUrl: string | undefined): string =>
  withoutTrailingSlashes(URL.parse(publicUrl ?? "")?.pathname ?? "")

/**
 * Removes `path` from the beginning of `url`, which is a path with an optional query. Returns `url` unchanged if it
 * does not begin with `path`, because a framework has already removed it.
 */
export const below = (path: string, url: string): string => {
  const rest = url.startsWith(path) ? url.slice(path.length) : url
  return /^[/?]|^$/u.test(rest) ? rest.replace(/^(?!\/)/u, "/") : url
}
