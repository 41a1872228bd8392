import { Intake } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { answers, invalidRequest } from "../contract/Problems.ts"
import { CurrentBody } from "../pipeline/Body.ts"
import { group } from "../pipeline/RequestContext.ts"

export const layer = group(
  Api,
  "intake",
  Effect.fn(function* (handlers) {
    const intake = yield* Intake
    return handlers.handleRaw(
      "receive",
      Effect.fnUntraced(
        function* ({ query }) {
          const { bytes } = yield* CurrentBody
          return yield* intake.receive(yield* bytes, query)
        },
        Effect.catchTags({
          UnreadableMail: ({ reason }) => Effect.fail(invalidRequest([{ pointer: "/body", message: reason }]))
        }),
        answers("body")
      )
    )
  })
)
