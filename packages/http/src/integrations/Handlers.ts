import { Integration, Integrations } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { integrationPage, integrationWithSecret } from "../Conversions.ts"
import { created } from "../contract/Created.ts"
import { answers, Conflict, notEncrypted } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

export const layer = group(
  Api,
  "integrations",
  Effect.fn(function* (handlers) {
    const integrations = yield* Integrations
    return handlers
      .handleRaw("create", ({ endpoint }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap(integrations.create),
          Effect.flatMap((stored) => created(`/integrations/${stored.integration.id}`, integrationWithSecret(stored))),
          Effect.catchTags({
            EncryptionNotConfigured: notEncrypted,
            TooManyIntegrations: ({ message }) => new Conflict({ reason: "too_many_integrations", detail: message })
          }),
          answers("body")
        )
      )
      .handleRaw("update", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((patch) => integrations.update(params.id, patch)),
          Effect.map(integrationWithSecret),
          Effect.catchTags({ EncryptionNotConfigured: notEncrypted }),
          answers("body")
        )
      )
      .handleAll({
        page: ({ query }) => integrations.page(query).pipe(Effect.map(integrationPage), answers("query")),
        find: ({ params }) => integrations.find(params.id).pipe(Effect.map(Integration.toIntegration), answers("path")),
        remove: ({ params }) => integrations.remove(params.id).pipe(answers("path")),
        test: ({ params }) => integrations.test(params.id).pipe(answers("path")),
        deliveries: ({ params, query }) => integrations.deliveries(params.id, query).pipe(answers("query")),
        delivery: ({ params }) => integrations.delivery(params.id, params.deliveryId).pipe(answers("path")),
        redeliver: ({ params }) => integrations.redeliver(params.id, params.deliveryId).pipe(answers("path"))
      })
  })
)
