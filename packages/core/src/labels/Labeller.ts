/** Labels the answers of leads: the worker's handler for the kind `label`. */
import { replyLabelOf } from "@mailroom/mail/reply-label"
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
import { defaultLabellers } from "../organization/OrganizationSettings.ts"
import type { StorageError } from "../StorageError.ts"
import type { AutomaticLabeller, ReplyLabel } from "../tags/ReplyLabel.ts"
import type { Tag } from "../tags/Tag.ts"
import { makeTagWriter } from "../tags/TagWriter.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import type { Handler } from "../work/Workers.ts"
import { makeAskModel } from "./AskModel.ts"
import { LabelFunction } from "./Labellers.ts"
import { makeLabelTags } from "./LabelTags.ts"
import { answers, kind, leadOf } from "./LabelWork.ts"

/** Maximum number of answers of a kind to look at: the newest ones. */
const maximumAnswers = 5
/** Maximum number of messages of a thread in which the mail of an answer is looked for: the newest ones. */
const maximumMessages = 20
/** Maximum total size of the texts of these messages, in bytes. */
const maximumTexts = 1_000_000

/** A label, who decided it, and the answer that it is about. */
interface Decision {
  readonly label: ReplyLabel
  readonly by: AutomaticLabeller
  readonly answer: Event
}

/** Makes the handler that labels what a lead has answered since it was labelled. */
export const labeller = Effect.gen(function* () {
  const events = yield* EventStore
  const leads = yield* LeadStore
  const settings = yield* SettingsStore
  const threads = yield* ThreadStore
  const { report, transactional } = yield* Changes
  const { put } = yield* makeTagWriter
  const { lockTagOf, labelOf } = yield* makeLabelTags
  const byFunction = yield* LabelFunction.orNone
  const byModel = yield* makeAskModel

  /** The mail of an answer, with the text of its author; without the mail, the text that was reported. */
  const mailOf = Effect.fnUntraced(function* (organization_id: OrganizationId, { data, message_id }: Event) {
    const reported = { subject: "", reply_text: data.reply_text ?? "", from: null }
    if (message_id === null) return reported
    const thread = yield* threads.findByMessageIds(organization_id, [message_id])
    if (Option.isNone(thread)) return reported
    const query = { order: "desc", limit: maximumMessages, maximum_bytes: maximumTexts } as const
    const { data: messages } = yield* threads.messages(organization_id, thread.value, query)
    const found = messages.find((message) => message.message_id === message_id)
    if (found === undefined) return reported
    const { from_email, from_name = "", reply_text, subject } = found
    return { subject, reply_text, from: { name: from_name, email: from_email } }
  })

  /** The label of an answer by the first labeller who knows. */
  const decide = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { campaign_id, id: lead_id }: LeadRecord,
    event: Event,
    labellers: ReadonlyArray<AutomaticLabeller>
  ): Effect.fn.Return<Decision | undefined, StorageError> {
    const mail = yield* mailOf(organization_id, event)
    const is_automatic = event.type === "auto_replied"
    if (labellers.includes("rule")) {
      const returns = is_automatic && event.data.returns_on !== undefined ? "out_of_office" : null
      const label = replyLabelOf({ ...mail, isAutomatic: is_automatic }) ?? returns
      if (label !== null) return { label, by: "rule", answer: event }
    }
    const { reply_text: text, subject } = mail
    if (text.trim() === "") return undefined
    const answer = { organization_id, campaign_id, lead_id, subject, text, is_automatic }
    for (const [by, ask] of [
      ["function", byFunction],
      ["model", byModel]
    ] as const) {
      const label = ask === undefined || !labellers.includes(by) ? null : yield* ask(answer)
      if (label !== null) return { label, by, answer: event }
    }
    return undefined
  })

  /** The label of the newest answer that has one; else the newest answer of a person. Answers of persons come first. */
  const decideNewest = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    lead: LeadRecord,
    labellers: ReadonlyArray<AutomaticLabeller>
  ) {
    let unclear: Event | undefined
    for (const type of answers) {
      const query = { lead_id: lead.id, types: [type], limit: maximumAnswers }
      const newest = yield* events.page(organization_id, lead.campaign_id, query)
      for (const event of newest) {
        // A person who writes is back: an absence before that says nothing any more.
        if (
          !mayLabel(lead, event.occurred_at) ||
          (unclear !== undefined && type !== "replied" && event.occurred_at <= unclear.occurred_at)
        )
          break
        const decision = yield* decide(organization_id, lead, event, labellers)
        if (decision !== undefined) return decision
        if (type === "replied") unclear ??= event
      }
    }
    return unclear
  })

  /** Locks a lead if an answer may label it. With `onlyAway`, a lead with another tag than the one of absences may not be labelled. */
  const lockLead = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { lead_id, occurred_at }: Event,
    onlyAway: boolean
  ) {
    const [lead] = yield* leads.lock(organization_id, [lead_id])
    if (lead === undefined || !mayLabel(lead, occurred_at)) return undefined
    const tag = lead.reply_status_tag_id
    return onlyAway && tag !== null && (yield* labelOf(organization_id, tag)) !== "out_of_office" ? undefined : lead
  })

  /** Whether a person has answered after an automatic answer, perhaps while that was labelled. */
  const isBack = Effect.fnUntraced(function* (organization_id: OrganizationId, { campaign_id, ...answer }: Event) {
    const query = { lead_id: answer.lead_id, types: ["replied"], limit: 1 } as const
    const [newest] = yield* events.page(organization_id, campaign_id, query)
    return newest !== undefined && newest.occurred_at > answer.occurred_at
  })

  const putOn = Effect.fnUntraced(function* (lead: LeadRecord, tag: Tag | null, state: LabelState) {
    const { changed } = yield* put([lead], tag, () => state)
    yield* report(changed.map((change) => new LeadTagged(change)))
  })

  const write = transactional(function* (organization_id: OrganizationId, { answer, by, label }: Decision) {
    // Tags are locked before leads.
    const tag = yield* lockTagOf(organization_id, label)
    // That somebody is away says nothing new about a lead whose answer is known.
    const isAutomatic = answer.type === "auto_replied"
    const lead = yield* lockLead(organization_id, answer, isAutomatic)
    if (isAutomatic && lead !== undefined && (yield* isBack(organization_id, answer))) return
    if (tag !== null && lead !== undefined) yield* putOn(lead, tag, byLabeller(by, answer.occurred_at))
  })

  /** A person who writes is back, whatever the answer says. */
  const endAbsence = transactional(function* (organization_id: OrganizationId, answer: Event) {
    const lead = yield* lockLead(organization_id, answer, true)
    if (lead === undefined || lead.reply_status_tag_id === null) return
    yield* putOn(lead, null, { reply_status_by: null, reply_status_at: answer.occurred_at })
  })

  const handle: Handler["handle"] = Effect.fnUntraced(function* ({ key, organization_id }) {
    const stored = Option.getOrUndefined(yield* settings.find(organization_id))
    const labellers = stored?.reply_labels ?? defaultLabellers
    if (labellers.length === 0) return null
    const lead = Option.getOrUndefined(yield* findOne(leads.findMany, organization_id, leadOf(key)))
    if (lead === undefined || lead.reply_status_by === "person") return null
    const found = yield* decideNewest(organization_id, lead, labellers)
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
