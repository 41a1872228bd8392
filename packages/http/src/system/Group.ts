import { described } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ServiceUnavailable } from "../Problems.ts"
import { Validation } from "../Validation.ts"

const Alive = Schema.Struct({ status: described(Schema.Literal("ok"), "Always `ok`.") }).annotate({
  identifier: "Status",
  description: "The process answers."
})

const Ready = Schema.Struct({
  status: described(Schema.Literals(["ok", "degraded"]), "`degraded`: storage answers for some organizations only."),
  detail: described(Schema.optionalKey(Schema.String), "What is degraded.")
}).annotate({ identifier: "Readiness", description: "Whether the process should be sent requests." })

const About = Schema.Struct({
  name: described(Schema.String, "The name of the service."),
  version: described(Schema.String, "The version of the service."),
  links: described(
    Schema.Record(Schema.String, Schema.String),
    "URLs, by what they lead to: `docs`, `openapi` and `health`."
  )
}).annotate({ identifier: "About", description: "What this service is." })

/** The endpoints without a key (contract, section 11). */
export class SystemGroup extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("about", "/", { success: About }).annotateMerge(
      OpenApi.annotations({
        summary: "Name, version and links",
        description: "Links lead to the documentation, and to the check of readiness."
      })
    ),
    HttpApiEndpoint.get("livez", "/livez", { success: Alive }).annotateMerge(
      OpenApi.annotations({ summary: "Whether the process answers", description: "It never touches storage." })
    ),
    HttpApiEndpoint.get("readyz", "/readyz", { success: Ready, error: [ServiceUnavailable] }).annotateMerge(
      OpenApi.annotations({
        summary: "Whether the process should be sent requests",
        description:
          "Storage answers, at least for some organizations, and the process is not stopping. Otherwise it is a 503."
      })
    )
  )
  .middleware(Validation)
  .annotateMerge(OpenApi.annotations({ title: "System", description: "What needs no API key." })) {}
