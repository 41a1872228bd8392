import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ServiceUnavailable } from "../Problems.ts"
import { Validation } from "../Validation.ts"

const Alive = Schema.Struct({ status: Schema.Literal("ok") }).annotate({ identifier: "Status" })

const Ready = Schema.Struct({
  status: Schema.Literals(["ok", "degraded"]),
  /** What is degraded. */
  detail: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "Readiness" })

const About = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  links: Schema.Record(Schema.String, Schema.String)
}).annotate({ identifier: "About" })

/** What needs no key (contract, section 11). */
export class SystemGroup extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("about", "/", { success: About }).annotateMerge(
      OpenApi.annotations({ summary: "Name, version and links" })
    ),
    HttpApiEndpoint.get("livez", "/livez", { success: Alive }).annotateMerge(
      OpenApi.annotations({ summary: "Whether the process answers" })
    ),
    HttpApiEndpoint.get("readyz", "/readyz", { success: Ready, error: [ServiceUnavailable] }).annotateMerge(
      OpenApi.annotations({
        summary:
          "Whether it should be sent requests: storage answers, at least for some organizations, and it is not stopping"
      })
    )
  )
  .middleware(Validation)
  .annotateMerge(OpenApi.annotations({ title: "System", description: "What needs no API key." })) {}
