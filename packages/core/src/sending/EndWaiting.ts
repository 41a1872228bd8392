/** Ends mails that wait to be sent, when their lead or their step is removed, or their step is moved. */
import { Effect } from "effect"
import type { LeadId, OrganizationId, SequenceId } from "../ids.ts"
import { refuse } from "../sends/Progress.ts"
import { isWaiting, type SendId, type SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { batch } from "./GoingOn.ts"
import { stepDeleted, strandedOf } from "./NextStep.ts"

export const makeEndWaiting = Effect.gen(function* () {
  const sends = yield* SendStore
  const sequences = yield* SequenceStore

  /** Refuses the mails that still wait to be sent, with the reason `reply`. Returns their leads. */
  const end = Effect.fnUntraced(function* (id: OrganizationId, found: ReadonlyArray<SendRecord>, reply: string) {
    if (found.length === 0) return []
    const locked = yield* sends.lock(
      id,
      found.map((send) => send.id)
    )
    const now = yield* Timestamp.now
    const refused = locked.filter(isWaiting).map((send) => refuse(send, "no_longer_due", reply, now))
    if (refused.length > 0) yield* sends.write(id, refused)
    return refused.flatMap(({ lead_id }) => lead_id ?? [])
  })

  /** Ends the steps of removed leads that are not sent yet. */
  const endOfLeads = Effect.fnUntraced(function* (id: OrganizationId, removed: ReadonlyArray<LeadId>) {
    if (removed.length === 0) return
    yield* end(id, (yield* sends.findOfLeads(id, removed)).filter(isWaiting), "The lead was deleted")
  })

  /**
   * Ends the mails of removed steps that are not sent yet. One that is being sent is locked, so it ends before, or sees that
   * its step is removed. Returns the leads.
   */
  const endOfSteps = Effect.fnUntraced(function* (id: OrganizationId, removed: ReadonlyArray<SequenceId>) {
    const leads: Array<LeadId> = []
    for (const step_id of removed) {
      let after: SendId | null = null
      while (true) {
        const found: ReadonlyArray<SendRecord> = yield* sends.findOfStep(id, step_id, { after, limit: batch })
        leads.push(...(yield* end(id, found, stepDeleted)))
        after = found.at(-1)?.id ?? null
        if (found.length < batch) break
      }
    }
    return leads
  })

  /** For the leads of these mails: ends each waiting mail whose step is removed, or now stands before a step that the lead got. */
  const endStranded = Effect.fnUntraced(function* (id: OrganizationId, waiting: ReadonlyArray<SendRecord>) {
    const campaign_ids = [...new Set(waiting.flatMap(({ campaign_id }) => campaign_id ?? []))]
    if (campaign_ids.length === 0) return
    const steps = yield* sequences.ofCampaigns(id, campaign_ids)
    const mails = yield* sends.findOfLeads(id, [...new Set(waiting.flatMap(({ lead_id }) => lead_id ?? []))])
    const now = yield* Timestamp.now
    const stranded = [...Map.groupBy(mails, ({ lead_id }) => lead_id).values()].flatMap((own) =>
      strandedOf(steps, own, now)
    )
    for (const [reason, found] of Map.groupBy(stranded, ({ reason }) => reason)) {
      yield* end(
        id,
        found.map(({ send }) => send),
        reason
      )
    }
  })

  return { endOfLeads, endOfSteps, endStranded }
})
