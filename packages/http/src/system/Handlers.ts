import { Effect } from "effect"
import { Api, version } from "../Api.ts"
import { paths } from "../openapi/Docs.ts"
import { ServiceUnavailable } from "../contract/Problems.ts"
import { publicUrl } from "../contract/PublicUrl.ts"
import { Readiness } from "../pipeline/Readiness.ts"
import { group } from "../pipeline/RequestContext.ts"

/** The names of the servers are only logged, because this endpoint needs no key. */
const degraded = "A part of storage does not answer: requests of the organizations there fail, others do not"

export const layer = group(
  Api,
  "system",
  Effect.fn(function* (handlers) {
    const readiness = yield* Readiness
    return handlers.handleAll({
      about: () =>
        Effect.map(publicUrl, (base) => ({
          name: "Mailroom",
          version,
          links: { docs: `${base}${paths.docs}`, openapi: `${base}${paths.openApi}`, health: `${base}/readyz` }
        })),
      livez: () => Effect.succeed({ status: "ok" as const }),
      readyz: Effect.fnUntraced(function* () {
        const found = yield* readiness.check
        if (found === "ready") return { status: "ok" as const }
        if (found === "degraded") return { status: "degraded" as const, detail: degraded }
        return yield* new ServiceUnavailable({ detail: "Storage does not answer, or the server is stopping" })
      })
    })
  })
)
