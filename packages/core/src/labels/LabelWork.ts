/** The work of labelling: one item for each lead that answered. Consumers of work come last, because work is locked last. */
import { Effect } from "effect"
import { EventRecorded } from "../activity/ActivityChange.ts"
import type { Event, EventType } from "../activity/Event.ts"
import type { ChangeKind, Consumer } from "../Changes.ts"
import type { LeadId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadTagged } from "../leads/LeadChange.ts"
import { mayLabel } from "../leads/LeadLabel.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"

export const kind = "label"

/** Types of events for answers: the answers of persons first. */
export const answers = ["replied", "auto_replied"] as const satisfies ReadonlyArray<EventType>

const isAnswer = (type: EventType) => (answers as ReadonlyArray<EventType>).includes(type)

/** The lead that a work item is about. */
export const leadOf = (key: string) => Number(key) as LeadId

/**
 * Whether an answer may still change the tag of its lead, as it is now. A reply without a text and without a mail can only end an absence, and
 * without a tag there is none (the rows "POST /events" of the bench). The labeller ignores an automatic answer before the reply.
 */
const mayChangeTag = ({ data, message_id, occurred_at, type }: Event, lead: LeadRecord) => {
  if (!mayLabel(lead, occurred_at)) return false
  const isEmptyReply = type === "replied" && message_id === null && (data.reply_text ?? "") === ""
  return !isEmptyReply || lead.reply_status_tag_id !== null
}

/** The consumer that makes a lead due when it has answered. */
export const labelConsumer: Effect.Effect<Consumer, never, WorkStore> = Effect.gen(function* () {
  const work = yield* WorkStore
  return {
    kinds: new Set<ChangeKind>([EventRecorded, LeadTagged]),
    wants: () => Effect.succeed(false),
    consume: Effect.fnUntraced(function* (organization_id, changes) {
      const tagged = new Map(
        changes.flatMap((change) => (change instanceof LeadTagged ? [[change.lead.id, change.lead] as const] : []))
      )
      const ids = changes.flatMap((change) =>
        change instanceof EventRecorded &&
        isAnswer(change.event.type) &&
        mayChangeTag(change.event, tagged.get(change.lead.id) ?? change.lead)
          ? [change.event.lead_id]
          : []
      )
      if (ids.length === 0) return
      const due_at = yield* Timestamp.now
      yield* work.put(
        organization_id,
        kind,
        [...new Set(ids)].map((id) => ({ lane: kind, key: String(id), due_at }))
      )
    })
  }
})
