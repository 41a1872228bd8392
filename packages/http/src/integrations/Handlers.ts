import { type EncryptionNotConfigured, Integration, Integrations } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { jsonBody } from "../pipeline/Body.ts"
import { integrationPage, integrationWithSecret } from "../Conversions.ts"
import { created } from "../contract/Created.ts"
import {
  Conflict,
  invalidBody,
  invalidCursor,
  invalidPath,
  invalidQuery,
  notFound,
  storage
} from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

const notConfigured = ({ message }: EncryptionNotConfigured) =>
  new Conflict({ reason: "encryption_not_configured", detail: message })

export const layer = group(
  Api,
  "integrations",
  Effect.fn(function* (handlers) {
    const integrations = yield* Integrations
    return handlers
      .handleRaw("create", ({ request }) =>
        jsonBody(request).pipe(
          Effect.flatMap(integrations.create),
          Effect.flatMap((stored) => created(`/integrations/${stored.integration.id}`, integrationWithSecret(stored))),
          Effect.catchTags({
            EncryptionNotConfigured: notConfigured,
            InvalidInput: invalidBody,
            StorageError: storage,
            TooManyIntegrations: ({ message }) => new Conflict({ reason: "too_many_integrations", detail: message })
          })
        )
      )
      .handleRaw("update", ({ params, request }) =>
        jsonBody(request).pipe(
          Effect.flatMap((patch) => integrations.update(params.id, patch)),
          Effect.map(integrationWithSecret),
          Effect.catchTags({
            EncryptionNotConfigured: notConfigured,
            IntegrationNotFound: notFound,
            InvalidInput: invalidBody,
            StorageError: storage
          })
        )
      )
      .handleAll({
        page: ({ query }) =>
          integrations
            .page(query)
            .pipe(Effect.map(integrationPage), Effect.catchTags({ InvalidInput: invalidQuery, StorageError: storage })),
        find: ({ params }) =>
          integrations
            .find(params.id)
            .pipe(
              Effect.map(Integration.toIntegration),
              Effect.catchTags({ IntegrationNotFound: notFound, InvalidInput: invalidPath, StorageError: storage })
            ),
        remove: ({ params }) =>
          integrations
            .remove(params.id)
            .pipe(
              Effect.catchTags({ IntegrationNotFound: notFound, InvalidInput: invalidPath, StorageError: storage })
            ),
        test: ({ params }) =>
          integrations
            .test(params.id)
            .pipe(
              Effect.catchTags({ IntegrationNotFound: notFound, InvalidInput: invalidPath, StorageError: storage })
            ),
        deliveries: ({ params, query }) =>
          integrations.deliveries(params.id, query).pipe(
            Effect.catchTags({
              IntegrationNotFound: notFound,
              InvalidCursor: invalidCursor,
              InvalidInput: invalidQuery,
              StorageError: storage
            })
          ),
        redeliver: ({ params }) =>
          integrations.redeliver(params.id, params.deliveryId).pipe(
            Effect.catchTags({
              DeliveryNotFound: notFound,
              IntegrationNotFound: notFound,
              InvalidInput: invalidPath,
              StorageError: storage
            })
          )
      })
  })
)
