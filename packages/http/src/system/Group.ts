import { described } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ServiceUnavailable } from "../contract/Problems.ts"
import { documented, Guides } from "../contract/Documented.ts"
import { Validation } from "../pipeline/Validation.ts"

const Alive = Schema.Struct({ status: described(Schema.Literal("ok"), "Always `ok`.") }).annotate({
  identifier: "Status",
  description: "The process answers."
})

const Ready = Schema.Struct({
  status: described(Schema.Literals(["ok", "degraded"]), "`degraded`: storage answers for some organizations only."),
  detail: described(Schema.optionalKey(Schema.String), "The degraded part.")
}).annotate({ identifier: "Readiness", description: "Whether the process is ready for requests." })

const About = Schema.Struct({
  name: described(Schema.String, "The name of the service."),
  version: described(Schema.String, "The version of the service."),
  links: described(Schema.Record(Schema.String, Schema.String), "The URLs `docs`, `openapi` and `health`.")
}).annotate({ identifier: "About", description: "The name and version of this service." })

/** The endpoints without a key (contract, section 11). */
export class SystemGroup extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("about", "/", { success: About }).annotateMerge(
      documented("Name, version and links", "Links lead to the documentation, and to the check of readiness.")
    ),
    HttpApiEndpoint.get("livez", "/livez", { success: Alive }).annotateMerge(
      documented("Whether the process answers", "Does not access storage.")
    ),
    HttpApiEndpoint.get("readyz", "/readyz", { success: Ready, error: [ServiceUnavailable] }).annotateMerge(
      documented(
        "Whether the process is ready for requests",
        "The process is ready when storage answers, at least for some organizations, and can be written, and it is not stopping. Otherwise the answer is 503."
      )
    )
  )
  .middleware(Validation)
  .annotateMerge(OpenApi.annotations({ title: "System", description: "Endpoints without an API key." }))
  .annotate(Guides, ["deployment.md", "errors.md"]) {}
