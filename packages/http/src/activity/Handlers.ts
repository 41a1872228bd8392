import { Activity, type Event, type Pagination } from "@mailroom/core"
import { Effect } from "effect"
import { json } from "../Answer.ts"
import { Api } from "../Api.ts"
import { invalidBody, invalidCursor, invalidQuery, notFound, storage } from "../Problems.ts"
import { group } from "../RequestContext.ts"
import type { RecordEventsResult } from "./Group.ts"

/** A page of events as answers show it. */
export const toLogged = ({ data, ...page }: Pagination.CursorPage<Event.Event>) => ({
  ...page,
  data: data.map(({ identity: _, ...event }) => event)
})

export const layer = group(
  Api,
  "activity",
  Effect.fn(function* (handlers) {
    const activity = yield* Activity
    return handlers.handleAll({
      ofLead: ({ params, query }) =>
        activity.ofLead(params.id, query).pipe(
          Effect.map(toLogged),
          Effect.catchTags({
            InvalidCursor: invalidCursor,
            InvalidInput: invalidQuery,
            LeadNotFound: notFound,
            StorageError: storage
          })
        ),
      record: ({ payload }) =>
        activity.record(payload.events).pipe(
          Effect.map(({ counts, data }) => json<typeof RecordEventsResult.Encoded>({ ...counts, data })),
          Effect.catchTags({ InvalidInput: invalidBody, StorageError: storage })
        )
    })
  })
)
