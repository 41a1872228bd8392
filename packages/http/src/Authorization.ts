/** The Bearer key of an organization (contract, "Order of the checks": after the route, before everything else). */
import { Authenticator, CurrentOrganization, type Principal } from "@mailroom/core"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { Admission } from "./Admission.ts"
import { Forbidden, RateLimited, ServiceUnavailable, storage, Unauthorized } from "./Problems.ts"

/** Who sent the request. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()(
  "@mailroom/http/CurrentPrincipal"
) {}

export class Authorization extends HttpApiMiddleware.Service<
  Authorization,
  { provides: CurrentOrganization | CurrentPrincipal }
>()("@mailroom/http/Authorization", {
  requiredForClient: true,
  security: { bearer: HttpApiSecurity.bearer },
  error: [Unauthorized, Forbidden, RateLimited, ServiceUnavailable]
}) {
  static readonly layer = Layer.effect(
    Authorization,
    Effect.gen(function* () {
      const { authenticate } = yield* Authenticator
      const admission = yield* Admission
      return Authorization.of({
        bearer: Effect.fnUntraced(function* (handler, { credential }) {
          const principal =
            Redacted.value(credential) === ""
              ? Option.none()
              : yield* Effect.catchTag(authenticate(credential), "StorageError", storage)
          const request = yield* HttpServerRequest.HttpServerRequest
          const { authorization } = request.headers
          if (Option.isNone(principal)) {
            admission.forget(authorization)
            return yield* new Unauthorized({ detail: "Send a valid API key: Authorization: Bearer mr_…" })
          }
          const { access, organization_id } = principal.value
          const { headers, problem } = yield* admission.check(organization_id, {
            authorization,
            source: request.source
          })
          yield* HttpEffect.appendPreResponseHandler((_request, response) =>
            Effect.succeed(HttpServerResponse.setHeaders(response, headers))
          )
          if (problem !== undefined) return yield* problem
          if (access === "read" && request.method !== "GET" && request.method !== "HEAD") {
            return yield* new Forbidden({ detail: "This API key may only read" })
          }
          return yield* handler.pipe(
            Effect.provideService(CurrentOrganization, { id: organization_id }),
            Effect.provideService(CurrentPrincipal, principal.value)
          )
        })
      })
    })
  )
}
