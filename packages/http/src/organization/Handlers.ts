import { Settings, type VersionedSettings } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Api } from "../Api.ts"
import { etags } from "../Conversions.ts"
import { versionsOf } from "../contract/EntityTag.ts"
import { answers } from "../contract/Problems.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { group } from "../pipeline/RequestContext.ts"

const tagged = (found: VersionedSettings) =>
  HttpApiSchema.withHeaders({ body: found.settings, headers: { etag: etags.organization(found) } })

export const layer = group(
  Api,
  "organization",
  Effect.fn(function* (handlers) {
    const settings = yield* Settings
    return handlers
      .handleRaw(
        "update",
        Effect.fnUntraced(function* ({ endpoint, headers }) {
          const if_version = yield* versionsOf(headers["if-match"])
          return tagged(yield* settings.update(yield* bodyOf(endpoint), { if_version }))
        }, answers("body"))
      )
      .handleAll({
        find: () => settings.find.pipe(Effect.map(tagged), answers("query")),
        trackingDomain: () => settings.trackingDomain.pipe(answers("query"))
      })
  })
)
