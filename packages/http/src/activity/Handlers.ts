import { Activity } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { json } from "../Answer.ts"
import { Api } from "../Api.ts"
import { invalidBody, storage } from "../Problems.ts"
import type { RecordEventsResult } from "./Group.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "activity",
  Effect.fn(function* (handlers) {
    const activity = yield* Activity
    return handlers.handleAll({
      record: ({ payload }) =>
        activity.record(payload.events).pipe(
          Effect.map(({ counts, data }) => json<typeof RecordEventsResult.Encoded>({ ...counts, data })),
          Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })
        )
    })
  })
)
