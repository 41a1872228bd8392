/** The Bearer key of an organization (contract, "Order of the checks": after the route, before everything else). */
import { Authenticator, CurrentOrganization } from "@mailroom/core"
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { Forbidden, ServiceUnavailable, storage, Unauthorized } from "./Problems.ts"

export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: CurrentOrganization }>()(
  "@mailroom/http/Authorization",
  {
    requiredForClient: true,
    security: { bearer: HttpApiSecurity.bearer },
    error: [Unauthorized, Forbidden, ServiceUnavailable]
  }
) {
  static readonly layer = Layer.effect(
    Authorization,
    Effect.map(Authenticator, ({ authenticate }) =>
      Authorization.of({
        bearer: Effect.fnUntraced(function* (handler, { credential }) {
          const principal =
            Redacted.value(credential) === ""
              ? Option.none()
              : yield* Effect.catchTag(authenticate(credential), "StorageError", storage)
          if (Option.isNone(principal)) {
            return yield* new Unauthorized({ detail: "Send a valid API key: Authorization: Bearer mr_…" })
          }
          const { method } = yield* HttpServerRequest.HttpServerRequest
          if (principal.value.access === "read" && method !== "GET" && method !== "HEAD") {
            return yield* new Forbidden({ detail: "This API key may only read" })
          }
          return yield* Effect.provideService(handler, CurrentOrganization, { id: principal.value.organization_id })
        })
      })
    )
  )
}
