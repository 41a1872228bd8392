/** Sets the tag of leads, one by one or in batches. */
import { Effect } from "effect"
import { BatchSize } from "../Bulk.ts"
import { Changes } from "../Changes.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { type LabelState, notLabelled } from "../leads/LeadLabel.ts"
import { TagChanged } from "../leads/LeadChange.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { setTag } from "./LeadTag.ts"
import { type Tag } from "./Tag.ts"
import { LeadId, TagId } from "../ids.ts"

export const makeTagWriter = Effect.gen(function* () {
  const leads = yield* LeadStore
  const { report } = yield* Changes

  /**
   * Sets the tag of locked leads. `decidedOf`: who decided that for a lead; by default, a person does now. Returns all leads, each
   * before and after that (`after`), and the ones that differ (`changed`).
   */
  const put = Effect.fnUntraced(function* (
    locked: ReadonlyArray<LeadRecord>,
    tag: Tag | null,
    decidedOf?: (lead: LeadRecord) => LabelState
  ) {
    const { id } = yield* CurrentOrganization
    const now = yield* Timestamp.now
    const after = locked.map((before) => ({ before, lead: setTag(before, tag, now, decidedOf?.(before)) }))
    const changed = after.filter(({ before, lead }) => lead !== before)
    if (changed.length > 0) {
      yield* leads.writeState(
        id,
        changed.map(({ lead }) => lead)
      )
    }
    return { after, changed }
  })

  /**
   * Writes `tag` to a batch of the leads with the tag `tag_id`, by descending id. Returns the id of the last one if
   * there may be more.
   */
  const putOnBatch = Effect.fnUntraced(function* (tag_id: TagId, tag: Tag | null, before?: LeadId) {
    const { id } = yield* CurrentOrganization
    const limit = yield* BatchSize
    const found = yield* leads.list(id, { tag_id, limit, ...(before === undefined ? {} : { before }) })
    if (found.length === 0) return undefined
    const locked = yield* leads.lock(
      id,
      found.map((lead) => lead.id)
    )
    const { changed } = yield* put(
      locked.filter((lead) => lead.reply_status_tag_id === tag_id),
      tag,
      // The decision stays that of its author. A label whose tag was deleted is gone, unless a person gave it.
      ({ reply_status_at, reply_status_by }) =>
        tag === null && reply_status_by !== "person" ? notLabelled : { reply_status_at, reply_status_by }
    )
    if (changed.length > 0) yield* report([new TagChanged({ leads: changed })])
    return found.length < limit ? undefined : found.at(-1)?.id
  })

  return { put, putOnBatch }
})
