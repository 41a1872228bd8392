/** Where the outside reaches this server. */
import { Context, Effect } from "effect"
import { HttpServerRequest } from "effect/http"

/** The URL in front of every path, without a slash at its end; `undefined`: as the request names it. */
export const PublicUrl = Context.Reference<string | undefined>("@mailroom/http/PublicUrl", {
  defaultValue: () => undefined
})

/** The URL to put in front of a path, for the caller of the current request. */
export const publicUrl: Effect.Effect<string, never, HttpServerRequest.HttpServerRequest> = Effect.gen(function* () {
  const fixed = yield* PublicUrl
  if (fixed !== undefined) return fixed
  const { originalUrl } = yield* HttpServerRequest.HttpServerRequest
  return URL.parse(originalUrl)?.origin ?? "http://localhost"
})
