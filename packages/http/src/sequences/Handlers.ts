import { Sequences } from "@mailroom/core"
import { Effect } from "effect"
import { Api } from "../Api.ts"
import { jsonBody } from "../pipeline/Body.ts"
import { created } from "../contract/Created.ts"
import { Conflict, invalidBody, invalidPath, notFound, storage } from "../contract/Problems.ts"
import { group } from "../pipeline/RequestContext.ts"

/** The problems of endpoints whose path contains the id of a step. */
const problems = {
  CampaignNotFound: notFound,
  InvalidInput: invalidPath,
  SequenceNotFound: notFound,
  StorageError: storage
} as const

export const layer = group(
  Api,
  "sequences",
  Effect.fn(function* (handlers) {
    const sequences = yield* Sequences
    return handlers
      .handleRaw("create", ({ params, request }) =>
        jsonBody(request).pipe(
          Effect.flatMap((step) => sequences.create(params.campaignId, step)),
          Effect.flatMap((step) => created(`/campaigns/${params.campaignId}/sequences/${step.id}`, step)),
          Effect.catchTags({
            CampaignNotFound: notFound,
            InvalidInput: invalidBody,
            StorageError: storage,
            TooManySequences: () =>
              new Conflict({ reason: "too_many_sequences", detail: "The campaign has the maximum number of steps" })
          })
        )
      )
      .handleRaw("update", ({ params, request }) =>
        jsonBody(request).pipe(
          Effect.flatMap((patch) => sequences.update(params.campaignId, params.id, patch)),
          Effect.catchTags({ ...problems, InvalidInput: invalidBody })
        )
      )
      .handleAll({
        list: ({ params }) =>
          sequences.list(params.campaignId).pipe(
            Effect.map((data) => ({ data })),
            Effect.catchTags({ CampaignNotFound: notFound, InvalidInput: invalidPath, StorageError: storage })
          ),
        find: ({ params }) => sequences.find(params.campaignId, params.id).pipe(Effect.catchTags(problems)),
        remove: ({ params }) => sequences.remove(params.campaignId, params.id).pipe(Effect.catchTags(problems))
      })
  })
)
