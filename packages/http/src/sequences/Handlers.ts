import { Sequences } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { bodyOf } from "../pipeline/Body.ts"
import { created } from "../contract/Created.ts"
import { answers, Conflict } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

export const layer = group(
  Api,
  "sequences",
  Effect.fn(function* (handlers) {
    const sequences = yield* Sequences
    return handlers
      .handleRaw("create", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((step) => sequences.create(params.campaignId, step)),
          Effect.flatMap((step) => created(`/campaigns/${params.campaignId}/sequences/${step.id}`, step)),
          Effect.catchTags({
            TooManySequences: () =>
              new Conflict({
                reason: "too_many_sequences",
                detail: "The campaign has the maximum number of sequences"
              }),
            TooManyVariants: () =>
              new Conflict({ reason: "too_many_variants", detail: "The step has the maximum number of variants" })
          }),
          answers("body")
        )
      )
      .handleRaw("update", ({ endpoint, params }) =>
        bodyOf(endpoint).pipe(
          Effect.flatMap((patch) => sequences.update(params.campaignId, params.id, patch)),
          answers("body")
        )
      )
      .handleAll({
        list: ({ params }) =>
          sequences.list(params.campaignId).pipe(
            Effect.map((data) => ({ data })),
            answers("path")
          ),
        find: ({ params }) => sequences.find(params.campaignId, params.id).pipe(answers("path")),
        remove: ({ params }) =>
          sequences.remove(params.campaignId, params.id).pipe(
            Effect.catchTags({
              StepWithoutWeight: ({ message }) => new Conflict({ reason: "step_without_weight", detail: message })
            }),
            answers("path")
          )
      })
  })
)
