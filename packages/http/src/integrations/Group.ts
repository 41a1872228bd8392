import { Delivery, Integration, Pagination, TestResult } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { cursorPage, offsetPage, parameters } from "../contract/Parameters.ts"
import { Conflict, InvalidCursorProblem, NotFound } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

/** `secret`: the signing secret of a webhook that was just created, else `null`. It is not shown again. */
const WithSecret = Schema.Struct({
  ...Integration.Integration.fields,
  secret: Schema.NullOr(Schema.String).annotate({
    description:
      "The signing secret of a webhook, `whsec_…`, when it was just created, and shown only then. Else `null`",
    example: "whsec_…"
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
      success: offsetPage(Integration.Integration, "IntegrationPage", "integrations")
    }).annotateMerge(documented("List the integrations, by ascending id", "Secrets are masked.")),
    HttpApiEndpoint.post("create", "/integrations", {
      payload: Integration.NewIntegration,
      success: Created(WithSecret),
      error: [Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Add an integration",
          `At most ${Integration.maximumIntegrations} for an organization. URLs must lead to public addresses. ` +
            "Conflicts: `too_many_integrations`, and `encryption_not_configured` when the server has no key to " +
            "encrypt secrets with.",
          {
            type: "webhook",
            name: "Our application",
            events: ["replied", "unsubscribed"],
            config: { url: "https://app.example.com/mailroom" }
          }
        )
      ),
    HttpApiEndpoint.get("find", "/integrations/:id", {
      params,
      success: Integration.Integration,
      error: [NotFound]
    }).annotateMerge(documented("Get an integration", "Secrets are masked.")),
    HttpApiEndpoint.patch("update", "/integrations/:id", {
      params,
      payload: Integration.IntegrationPatch,
      success: WithSecret,
      error: [NotFound, Conflict]
    }).annotateMerge(
      documented(
        "Change an integration, or rotate its secret",
        "`config` replaces the given fields of the config. Enabling a disabled integration resets its failures " +
          "and sends its pending deliveries.",
        { enabled: true, rotate_secret: true }
      )
    ),
    HttpApiEndpoint.delete("remove", "/integrations/:id", {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound]
    }).annotateMerge(documented("Delete an integration, with its deliveries", "Pending deliveries are not sent.")),
    HttpApiEndpoint.post("test", "/integrations/:id/test", {
      params,
      success: TestResult,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Deliver an example, once and at once",
        "The answer is 200 whether the delivery succeeds or fails. The state of the integration does not change."
      )
    ),
    HttpApiEndpoint.get("deliveries", "/integrations/:id/deliveries", {
      params,
      query: parameters(Delivery.DeliveryQuery.fields),
      success: DeliveryPage,
      error: [NotFound, InvalidCursorProblem]
    }).annotateMerge(
      documented(
        "List the deliveries of the last 30 days, the newest first",
        "Lists pending, delivered and failed deliveries."
      )
    ),
    HttpApiEndpoint.get("delivery", "/integrations/:id/deliveries/:deliveryId", {
      params: parameters({ id: Integration.IntegrationId, deliveryId: Delivery.DeliveryId }),
      success: Delivery.DeliveryDetails,
      error: [NotFound]
    }).annotateMerge(
      documented("Get a delivery with its payload and its tries", "The last 16 tries; answers are without secrets.")
    ),
    HttpApiEndpoint.post("redeliver", "/integrations/:id/deliveries/:deliveryId/redeliver", {
      params: parameters({ id: Integration.IntegrationId, deliveryId: Delivery.DeliveryId }),
      success: Delivery.Delivery,
      error: [NotFound]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Deliver again",
          "The delivery becomes pending, with the same `webhook-id`, and the integration waits no longer. A pending delivery is " +
            "tried at once, and keeps its number of tries. Nothing is sent while the integration is disabled."
        )
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Integrations",
      description: "Receivers of notifications about events, and the deliveries to them."
    })
  )
  .annotate(Guides, ["webhooks.md", "notifications.md"]) {}
