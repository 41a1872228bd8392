import { Delivery, Integration, Pagination, TestResult } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { cursorPage, offsetPage, parameters } from "../contract/Parameters.ts"
import { Conflict, InvalidCursorProblem, NotFound, ServiceUnavailable } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

/** `secret`: the signing secret of a webhook that was just created, else `null`. It is not shown again. */
const WithSecret = Schema.Struct({
  ...Integration.Integration.fields,
  secret: Schema.NullOr(Schema.String).annotate({
    description:
      "The signing secret of a webhook, `whsec_…`, when it was just created, and shown only then. Else `null`"
  })
}).annotate({
  identifier: "IntegrationWithSecret",
  description: "An integration, and its signing secret if that was just created."
})

const DeliveryPage = Schema.Struct(cursorPage(Delivery.Delivery)).annotate({
  identifier: "DeliveryPage",
  description: "A page of deliveries."
})

const params = parameters({ id: Integration.IntegrationId })

export class IntegrationsGroup extends HttpApiGroup.make("integrations")
  .add(
    HttpApiEndpoint.get("page", "/integrations", {
      query: parameters(Pagination.pageQuery(Integration.IntegrationId).fields),
      success: offsetPage(Integration.Integration, "IntegrationPage", "integrations"),
      error: [ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the integrations, by ascending id",
        description: "Secrets are masked."
      })
    ),
    HttpApiEndpoint.post("create", "/integrations", {
      payload: Integration.NewIntegration,
      success: Created(WithSecret),
      error: [Conflict, ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add an integration",
          description:
            `At most ${Integration.maximumIntegrations} for an organization. URLs must lead to public addresses. ` +
            "Conflicts: `too_many_integrations`, and `encryption_not_configured` when the server has no key to " +
            "encrypt secrets with."
        })
      ),
    HttpApiEndpoint.get("find", "/integrations/:id", {
      params,
      success: Integration.Integration,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Get an integration",
        description: "Secrets are masked."
      })
    ),
    HttpApiEndpoint.patch("update", "/integrations/:id", {
      params,
      payload: Integration.IntegrationPatch,
      success: WithSecret,
      error: [NotFound, Conflict, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change an integration, or rotate its secret",
        description:
          "`config` replaces the given fields of the config. Enabling a disabled integration resets its failures " +
          "and sends its pending deliveries."
      })
    ),
    HttpApiEndpoint.delete("remove", "/integrations/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Delete an integration, with its deliveries",
        description: "Pending deliveries are not sent."
      })
    ),
    HttpApiEndpoint.post("test", "/integrations/:id/test", {
      params,
      success: TestResult,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Deliver an example, once and at once",
        description:
          "The answer is 200 whether the delivery succeeds or fails. The state of the integration does not change."
      })
    ),
    HttpApiEndpoint.get("deliveries", "/integrations/:id/deliveries", {
      params,
      query: parameters(Pagination.CursorQuery.fields),
      success: DeliveryPage,
      error: [NotFound, InvalidCursorProblem, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the deliveries of the last 30 days, the newest first",
        description: "Lists pending, delivered and failed deliveries."
      })
    ),
    HttpApiEndpoint.post("redeliver", "/integrations/:id/deliveries/:deliveryId/redeliver", {
      params: parameters({ id: Integration.IntegrationId, deliveryId: Delivery.DeliveryId }),
      success: Delivery.Delivery,
      error: [NotFound, ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Deliver again",
          description: "The delivery becomes pending, with the same `webhook-id`. A pending delivery does not change."
        })
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Integrations",
      description: "Receivers of notifications about events, and the deliveries to them."
    })
  ) {}
