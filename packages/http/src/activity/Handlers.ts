import { Activity, decode, RecordEvents } from "@mailroom/core"
import { Effect } from "effect"
import { eventPage, flat } from "../Conversions.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"

const decodeEvents = decode(RecordEvents)

export const operations = operationsOf("activity", Activity, (activity) => ({
  page: operation(activity.page, { body: eventPage }),
  ofLead: operation(activity.ofLead, { body: eventPage }),
  record: operation((input: unknown) => Effect.flatMap(decodeEvents(input), ({ events }) => activity.record(events)), {
    body: flat,
    isEncoded: true
  })
}))
