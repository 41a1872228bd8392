/** The Bearer key of an organization (contract, "Order of the checks": after the route, before everything else). */
import { Authenticator, CurrentOrganization, type Principal } from "@mailroom/core"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import { Admission } from "./Admission.ts"
import { authenticateBy, HostAuthentication, isCrossSite } from "./HostAuthentication.ts"
import { Forbidden, RateLimited, ServiceUnavailable, storage, Unauthorized } from "./Problems.ts"
import { Turns } from "./Turns.ts"

/** Who sent the request. */
export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()(
  "@mailroom/http/CurrentPrincipal"
) {}

const bearer = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "An API key of the organization, `mr_…`. Keys with the access `read` may only read."
  )
)

export class Authorization extends HttpApiMiddleware.Service<
  Authorization,
  { provides: CurrentOrganization | CurrentPrincipal }
>()("@mailroom/http/Authorization", {
  requiredForClient: true,
  security: { bearer },
  error: [Unauthorized, Forbidden, RateLimited, ServiceUnavailable]
}) {
  static readonly layer = Layer.effect(
    Authorization,
    Effect.gen(function* () {
      const { authenticate } = yield* Authenticator
      const ofHost = yield* HostAuthentication
      const admission = yield* Admission
      const turns = yield* Turns
      const byKey = (credential: Redacted.Redacted) =>
        Redacted.value(credential) === ""
          ? Effect.succeedNone
          : Effect.catchTag(authenticate(credential), "StorageError", storage)
      return Authorization.of({
        bearer: Effect.fnUntraced(function* (handler, { credential }) {
          const request = yield* HttpServerRequest.HttpServerRequest
          if (ofHost !== undefined && (yield* isCrossSite(request))) {
            return yield* new Forbidden({ detail: "The request comes from another site" })
          }
          const principal = yield* ofHost === undefined ? byKey(credential) : authenticateBy(ofHost, request)
          if (Option.isNone(principal)) {
            admission.forget(request.headers)
            const detail = ofHost === undefined ? "Send a valid API key: Authorization: Bearer mr_…" : "Sign in first"
            return yield* new Unauthorized({ detail })
          }
          const { access, organization_id } = principal.value
          turns.arrived(organization_id)
          const { headers, problem } = yield* admission.check(organization_id, request)
          yield* HttpEffect.appendPreResponseHandler((_request, response) =>
            Effect.succeed(HttpServerResponse.setHeaders(response, headers))
          )
          if (problem !== undefined) return yield* problem
          if (access === "read" && request.method !== "GET" && request.method !== "HEAD") {
            return yield* new Forbidden({ detail: "This API key may only read" })
          }
          // How large a page may be decides when it is answered.
          const { limit } = yield* HttpServerRequest.ParsedSearchParams
          const answer = Effect.updateContext(handler, (context: Context.Context<never>) =>
            context.pipe(
              Context.add(CurrentOrganization, { id: organization_id }),
              Context.add(CurrentPrincipal, principal.value)
            )
          )
          return yield* turns.answer(organization_id, Number(limit), answer)
        })
      })
    })
  )
}
