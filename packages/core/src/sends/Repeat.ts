/** Sends a mail again whose outcome was unknown, after a person found out that it was not sent. */
import { Effect, Option } from "effect"
import { stepKeys } from "../activity/Transition.ts"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { type CampaignRecord, reopen } from "../campaigns/Campaign.ts"
import { CampaignUpdated } from "../campaigns/CampaignChange.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { Changes } from "../Changes.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { dueFor } from "../mailboxes/SendingWork.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type SequenceRecord, stepIdOf } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { refuse, resolve } from "./Progress.ts"
import { isWaiting, type SendRecord } from "./Send.ts"
import { SendsEnded } from "./SendChange.ts"
import { SendStore } from "./SendStore.ts"

/** Whether a later step than this one has gone out, or may have. `others`: the other mails of steps to the lead. */
const isOvertaken = (
  { id, step_id }: Pick<SendRecord, "id" | "step_id">,
  { activity: { firsts } }: Pick<LeadRecord, "activity">,
  others: ReadonlyArray<Pick<SendRecord, "id" | "outcome" | "step_id">>,
  steps: ReadonlyArray<SequenceRecord>
): boolean => {
  const position = positionOf(step_id, steps) ?? Infinity
  /** Whether the host reported the step as sent. */
  const isReported = (step: SequenceRecord) =>
    others.every((other) => other.step_id !== stepIdOf(step)) &&
    Object.values(stepKeys(stepIdOf(step))).some((key) => firsts[key] !== undefined)
  return (
    others.some((other) => other.id > id && !isWaiting(other)) ||
    steps.some((step) => step.position > position && isReported(step))
  )
}

/** The position of a step as the steps are now; `undefined`: it was deleted. */
const positionOf = (step_id: SendRecord["step_id"], steps: ReadonlyArray<SequenceRecord>) =>
  steps.find((step) => stepIdOf(step) === step_id)?.position

/** Whether the campaign still has the step, behind all steps that the lead got. */
const isInCampaign = (
  { step_id }: Pick<SendRecord, "step_id">,
  others: ReadonlyArray<Pick<SendRecord, "outcome" | "step_id">>,
  steps: ReadonlyArray<SequenceRecord>
): boolean => {
  const position = positionOf(step_id, steps)
  const got = others.flatMap((other) => (isWaiting(other) ? [] : (positionOf(other.step_id, steps) ?? [])))
  return position !== undefined && got.every((other) => other < position)
}

export const makeRepeat = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const campaigns = yield* CampaignStore
  const leads = yield* LeadStore
  const sends = yield* SendStore
  const sequences = yield* SequenceStore
  const work = yield* WorkStore
  const { report } = yield* Changes

  /** Locks the campaign of a step; `null`: the mail has none, or it was deleted. Call it before the mail is locked. */
  const lockCampaign = Effect.fnUntraced(function* ({ campaign_id, kind }: SendRecord) {
    if (kind !== "step" || campaign_id === null) return null
    const { id } = yield* CurrentOrganization
    return Option.getOrNull(yield* campaigns.lock(id, campaign_id))
  })

  /**
   * Why the mail of a step is not sent again (`obstacle`; `null`: it is). With the lead's row of the agenda, which it locks, if the lead can
   * get another step instead.
   */
  const obstacleOf = Effect.fnUntraced(function* (send: SendRecord, campaign: CampaignRecord | null) {
    const { id } = yield* CurrentOrganization
    if (campaign === null) return { row: undefined, obstacle: "The campaign was deleted" }
    const lead_ids = send.lead_id === null ? [] : [send.lead_id]
    const [lead] = yield* leads.findMany(id, lead_ids)
    const steps = yield* sequences.ofCampaigns(id, [campaign.id])
    const [row] = yield* agenda.lock(id, lead_ids)
    if (lead === undefined || row === undefined) return { row: undefined, obstacle: "The lead was deleted" }
    // A worker that begins the next step has locked the row before.
    const others = (yield* sends.findOfLeads(id, lead_ids)).filter((other) => other.id !== send.id)
    if (isOvertaken(send, lead, others, steps))
      return { row: undefined, obstacle: "A later step has gone out, or may have" }
    if (!isInCampaign(send, others, steps)) return { row, obstacle: "The step was deleted or moved" }
    // A campaign does not become active again for a lead that gets nothing.
    const isOver = campaign.status === "completed" && lead.stop_sending
    return { row, obstacle: isOver ? "Sending to the lead was stopped" : null }
  })

  /**
   * Queues a locked mail again whose outcome was unknown. A completed campaign becomes active again for its step. The mail of a step that
   * its lead does not get any more is refused instead.
   */
  const repeat = Effect.fnUntraced(function* (send: SendRecord, campaign: CampaignRecord | null) {
    const { id } = yield* CurrentOrganization
    const now = yield* Timestamp.now
    const { obstacle, row } =
      send.kind === "step" ? yield* obstacleOf(send, campaign) : { row: undefined, obstacle: null }
    if (obstacle !== null) {
      const refused = refuse(send, "no_longer_due", obstacle, now)
      yield* sends.write(id, [refused])
      // The lead waited for this step: it goes on with the next one.
      if (campaign !== null && row?.state === "unknown") {
        yield* agenda.write(id, [{ ...row, state: "waiting", due_at: now }])
        yield* dueFor(work, id, row.account_id === null ? campaign.account_ids : [row.account_id], now)
      }
      return refused
    }
    const queued = resolve(send, "unsent", now)
    yield* sends.write(id, [queued])
    yield* report([new SendsEnded({ sends: [queued] })])
    if (campaign === null) return queued
    const active = reopen(campaign, now)
    if (active === campaign) return queued
    yield* campaigns.replace(id, active)
    // Wakes all accounts of the campaign: the one that has tried may have left it.
    yield* report([new CampaignUpdated({ campaign: active, left: [], isEarlier: false })])
    return queued
  })

  return { lockCampaign, repeat }
})
