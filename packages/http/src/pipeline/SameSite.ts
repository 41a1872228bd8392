/** Rejects requests of other sites to endpoints that set cookies, before their body is read. */
import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { Forbidden } from "../contract/Problems.ts"
import { isCrossSite } from "./HostAuthentication.ts"

export const fromOtherSite = new Forbidden({ detail: "The request comes from another site" })

export class SameSite extends HttpApiMiddleware.Service<SameSite>()("@mailroom/http/SameSite", { error: [Forbidden] }) {
  static readonly layer = Layer.succeed(
    SameSite,
    Effect.fnUntraced(function* (handler) {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (yield* isCrossSite(request)) return yield* fromOtherSite
      return yield* handler
    })
  )
}
