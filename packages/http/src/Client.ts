/** The typed client: one method per endpoint, problems as typed errors. */
import { Effect, type Redacted } from "effect"
import { HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "./Api.ts"
import { Authorization } from "./pipeline/Authorization.ts"

/** Creates a client of the server at `baseUrl`: `client.leads.page({ params, query })`. Needs an `HttpClient`. */
export const make = (options: { readonly baseUrl: string; readonly apiKey: Redacted.Redacted }) =>
  HttpApiClient.make(Api, { baseUrl: options.baseUrl }).pipe(
    Effect.provide(
      HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
        next(HttpClientRequest.bearerToken(request, options.apiKey))
      )
    )
  )
