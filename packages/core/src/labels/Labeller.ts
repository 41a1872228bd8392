/** Labels the answers of leads: the worker's handler for the kind `label`. */
import { Duration, Effect, Option } from "effect"
import type { Event } from "../activity/Event.ts"
import { EventStore } from "../activity/EventStore.ts"
import { Changes } from "../Changes.ts"
import type { OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { LeadTagged } from "../leads/LeadChange.ts"
import { byLabeller, type LabelState, mayLabel } from "../leads/LeadLabel.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { findOne } from "../NotFound.ts"
import { SettingsStore } from "../organization/SettingsStore.ts"
import { labellersOf } from "../organization/OrganizationSettings.ts"
import type { Tag } from "../tags/Tag.ts"
import { makeTagWriter } from "../tags/TagWriter.ts"
import type { Handler } from "../work/Workers.ts"
import { type Decision, makeDecide } from "./Decision.ts"
import { makeLabelTags } from "./LabelTags.ts"
import { kind, leadOf } from "./LabelWork.ts"

/** Makes the handler that labels what a lead has answered since it was labelled. */
export const labeller = Effect.gen(function* () {
  const events = yield* EventStore
  const leads = yield* LeadStore
  const settings = yield* SettingsStore
  const { report, transactional } = yield* Changes
  const { put } = yield* makeTagWriter
  const { lockTagOf, labelOf } = yield* makeLabelTags
  const decide = yield* makeDecide

  /** Locks the lead of an answer; `undefined`: the answer may not label it. */
  const lockLead = Effect.fnUntraced(function* (organization_id: OrganizationId, { lead_id, occurred_at }: Event) {
    const [lead] = yield* leads.lock(organization_id, [lead_id])
    return lead !== undefined && mayLabel(lead, occurred_at) ? lead : undefined
  })

  /** Whether a lead has another tag than the one of absences. */
  const hasOtherTag = Effect.fnUntraced(function* (organization_id: OrganizationId, lead: LeadRecord) {
    const tag_id = lead.reply_status_tag_id
    return tag_id !== null && (yield* labelOf(organization_id, tag_id)) !== "out_of_office"
  })

  /** Whether a person has answered since an automatic answer, perhaps while the labeller read it. */
  const isBack = Effect.fnUntraced(function* (organization_id: OrganizationId, { campaign_id, ...answer }: Event) {
    const query = { lead_id: answer.lead_id, types: ["replied"], limit: 1 } as const
    const [newest] = yield* events.page(organization_id, campaign_id, query)
    return newest !== undefined && newest.occurred_at >= answer.occurred_at
  })

  /** Sets or removes the tag of a locked lead. */
  const putTag = Effect.fnUntraced(function* (lead: LeadRecord, tag: Tag | null, state: LabelState) {
    const { changed } = yield* put([lead], tag, () => state)
    yield* report(changed.map((change) => new LeadTagged(change)))
  })

  /** Sets the tag of a label. */
  const write = transactional(function* (organization_id: OrganizationId, { answer, by, label }: Decision) {
    // Tags are locked before leads.
    const tag = yield* lockTagOf(organization_id, label)
    const lead = yield* lockLead(organization_id, answer)
    if (tag === null || lead === undefined) return
    if (answer.type === "auto_replied") {
      // That somebody is away says nothing new about a lead whose answer is known.
      if (yield* hasOtherTag(organization_id, lead)) return
      if (yield* isBack(organization_id, answer)) return
    }
    yield* putTag(lead, tag, byLabeller(by, answer.occurred_at))
  })

  /** Removes the tag of an absence: a person who writes is back, whatever the answer says. */
  const endAbsence = transactional(function* (organization_id: OrganizationId, answer: Event) {
    const lead = yield* lockLead(organization_id, answer)
    if (lead === undefined || lead.reply_status_tag_id === null) return
    if (yield* hasOtherTag(organization_id, lead)) return
    yield* putTag(lead, null, { reply_status_by: null, reply_status_at: answer.occurred_at })
  })

  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ key, organization_id }) {
    const labellers = labellersOf(Option.getOrUndefined(yield* settings.find(organization_id)))
    if (labellers.length === 0) return null
    const lead = Option.getOrUndefined(yield* findOne(leads.findMany, organization_id, leadOf(key)))
    if (lead === undefined || lead.reply_status_by === "person") return null
    const found = yield* decide(organization_id, lead, labellers)
    if (found === undefined) return null
    yield* "label" in found ? write(organization_id, found) : endAbsence(organization_id, found)
    return null
  })

  return {
    kind,
    room: 4,
    concurrency: 8,
    lease: Duration.minutes(4),
    timeout: Duration.minutes(3),
    handle
  } satisfies Handler
})
