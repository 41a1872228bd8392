/** Records the opens and clicks of a mail, unless they repeat one. */
import { Effect } from "effect"
import { Activity } from "../activity/Activity.ts"
import type { EventType, NewEvent } from "../activity/Event.ts"
import { EventStore } from "../activity/EventStore.ts"
import { Changes } from "../Changes.ts"
import { CurrentOrganization } from "../Organization.ts"
import { isErased, type SendRecord } from "../sends/Send.ts"
import type * as Timestamp from "../Timestamp.ts"

/** Maximum number of events of a lead that are searched for a repetition. */
const maximumEvents = 50

export const makeTrackedEvents = Effect.gen(function* () {
  const activity = yield* Activity
  const events = yield* EventStore
  const { transactional } = yield* Changes

  /** The lead's latest events of a type, until `at`. */
  const earlierOf = Effect.fnUntraced(function* (send: SendRecord, type: EventType, at: Timestamp.Timestamp) {
    const { id } = yield* CurrentOrganization
    if (send.campaign_id === null || send.lead_id === null) return []
    const page = yield* events.page(id, send.campaign_id, {
      types: [type],
      lead_id: send.lead_id,
      with_retired: true,
      limit: maximumEvents
    })
    return page.filter(({ occurred_at }) => occurred_at <= at)
  })

  /**
   * Records an event of a mail, if `counts` says so. Nothing is locked: requests at the same time find the same latest event
   * of the lead and make the same idempotency key of it, so the second event is a duplicate.
   */
  return transactional(function* (
    send: SendRecord,
    event: Pick<NewEvent, "data" | "type">,
    at: Timestamp.Timestamp,
    counts: (
      earlier: ReadonlyArray<{ occurred_at: Timestamp.Timestamp; data: NonNullable<NewEvent["data"]> }>
    ) => boolean
  ) {
    const { lead_id } = send
    if (lead_id === null || isErased(send)) return
    const ofLead = yield* earlierOf(send, event.type, at)
    if (!counts(ofLead.filter(({ message_id }) => message_id === send.message_id))) return
    yield* activity.recordNotice(
      [
        {
          ...event,
          occurred_at: at,
          lead_id,
          account_id: send.account_id,
          ...(send.sequence_id === null ? {} : { sequence_id: send.sequence_id }),
          message_id: send.message_id,
          idempotency_key: `${event.type}:${send.id}:${ofLead[0]?.id ?? 0}`
        } satisfies NewEvent
      ],
      { leads: new Set(), refused: [] }
    )
  })
})
