/** Which label the answers of a lead have, and who decides it. */
import { replyLabelOf } from "@mailroom/mail/reply-label"
import { Effect, Option } from "effect"
import type { Event } from "../activity/Event.ts"
import { EventStore } from "../activity/EventStore.ts"
import type { OrganizationId } from "../ids.ts"
import type { LeadRecord } from "../leads/Lead.ts"
import { mayLabel } from "../leads/LeadLabel.ts"
import type { StorageError } from "../StorageError.ts"
import type { AutomaticLabeller, ReplyLabel } from "../tags/ReplyLabel.ts"
import { ThreadStore } from "../unibox/ThreadStore.ts"
import { makeAskModel } from "./AskModel.ts"
import { LabelFunction } from "./Labellers.ts"
import { answers } from "./LabelWork.ts"

/** Maximum number of answers of a kind to look at: the newest ones. */
const maximumAnswers = 5
/** Maximum number of messages of a thread in which the mail of an answer is looked for: the newest ones. */
const maximumMessages = 20
/** Maximum total size of the texts of these messages, in bytes. */
const maximumTexts = 1_000_000

/** A label, who decided it, and the answer that it is about. */
export interface Decision {
  readonly label: ReplyLabel
  readonly by: AutomaticLabeller
  readonly answer: Event
}

/** An answer whose mail is not stored: the text that was reported. */
export const reportedMail = (data: Event["data"] | undefined) => ({
  subject: "",
  reply_text: data?.reply_text ?? "",
  from: null
})

export const makeDecide = Effect.gen(function* () {
  const events = yield* EventStore
  const threads = yield* ThreadStore
  const byFunction = yield* LabelFunction.orNone
  const byModel = yield* makeAskModel

  /** The mail of an answer, with the text of its author; without the mail, the text that was reported. */
  const mailOf = Effect.fnUntraced(function* (organization_id: OrganizationId, { data, message_id }: Event) {
    const reported = reportedMail(data)
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

  /** The label of an answer, by the first of these labellers that finds one; `undefined` if none does. */
  const decideOne = Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    { campaign_id, id: lead_id }: LeadRecord,
    event: Event,
    labellers: ReadonlyArray<AutomaticLabeller>
  ): Effect.fn.Return<Decision | undefined, StorageError> {
    const mail = yield* mailOf(organization_id, event)
    const is_automatic = event.type === "auto_replied"
    if (labellers.includes("rule")) {
      const byReturnDate = is_automatic && event.data.returns_on !== undefined ? "out_of_office" : null
      const label = replyLabelOf({ ...mail, isAutomatic: is_automatic }) ?? byReturnDate
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

  /**
   * The label of the newest answer that has one; else the newest answer of a person, if there is one that may be labelled. Answers of
   * persons come first.
   */
  return Effect.fnUntraced(function* (
    organization_id: OrganizationId,
    lead: LeadRecord,
    labellers: ReadonlyArray<AutomaticLabeller>
  ) {
    let newestReply: Event | undefined
    for (const type of answers) {
      const query = { lead_id: lead.id, types: [type], limit: maximumAnswers }
      const newest = yield* events.page(organization_id, lead.campaign_id, query)
      for (const event of newest) {
        if (!mayLabel(lead, event.occurred_at)) break
        // A person who writes is back: an absence before that says nothing any more.
        const isBack =
          type === "auto_replied" && newestReply !== undefined && event.occurred_at <= newestReply.occurred_at
        if (isBack) break
        const decision = yield* decideOne(organization_id, lead, event, labellers)
        if (decision !== undefined) return decision
        if (type === "replied") newestReply ??= event
      }
    }
    return newestReply
  })
})
