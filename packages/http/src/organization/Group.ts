import { OrganizationPatch, OrganizationSettings, TrackingDomainState } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { etag, ifMatch } from "../contract/EntityTag.ts"
import { PreconditionFailed } from "../contract/Problems.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Validation } from "../pipeline/Validation.ts"

export class OrganizationGroup extends HttpApiGroup.make("organization")
  .add(
    HttpApiEndpoint.get("find", "/organization", {
      success: HttpApiSchema.WithHeaders(OrganizationSettings, etag)
    }).annotateMerge(documented("Get the organization of the key, with its settings", "Changes nothing.")),
    HttpApiEndpoint.patch("update", "/organization", {
      headers: ifMatch,
      payload: OrganizationPatch,
      success: HttpApiSchema.WithHeaders(OrganizationSettings, etag),
      error: [PreconditionFailed]
    }).annotateMerge(
      documented(
        "Change the settings of the organization",
        "Before a tracking domain is stored, Mailroom asks for the record that proves that it belongs to the organization, and sends " +
          "a request through it, which takes at most 45 seconds. If the record is missing, or the request does not reach this " +
          "service, nothing changes, and the fault says what to do. Links in mails that were sent before stay valid.",
        { tracking_domain: null }
      )
    ),
    HttpApiEndpoint.get("trackingDomain", "/organization/tracking-domain", {
      success: TrackingDomainState
    }).annotateMerge(
      documented(
        "Check the tracking domain of the organization",
        "Asks name servers and sends a request through the domain, which takes at most 30 seconds. The answer is 200 whether it " +
          "works or not."
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Organization", description: "The settings of an organization." }))
  .annotate(Guides, ["tracking.md"]) {}
