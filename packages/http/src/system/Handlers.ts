import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api, version } from "../Api.ts"
import { ServiceUnavailable } from "../Problems.ts"
import { publicUrl } from "../PublicUrl.ts"
import { Readiness } from "../Readiness.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fn(function* (handlers) {
    const readiness = yield* Readiness
    return handlers.handleAll({
      about: () =>
        Effect.map(publicUrl, (base) => ({
          name: "Mailroom",
          version,
          links: { docs: `${base}/docs`, openapi: `${base}/openapi.json`, health: `${base}/readyz` }
        })),
      livez: () => Effect.succeed({ status: "ok" as const }),
      readyz: Effect.fnUntraced(function* () {
        if (yield* readiness.isReady) return { status: "ok" as const }
        return yield* new ServiceUnavailable({ detail: "Storage does not answer, or the server is stopping" })
      })
    })
  })
)
