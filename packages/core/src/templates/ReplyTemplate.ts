/** A text that people begin answers with, and its text for a conversation. */
import { Name, text } from "@mailroom/mail/text"
import { Schema } from "effect"
import { described } from "../Described.ts"
import { Id } from "../Id.ts"
import { LeadId } from "../ids.ts"
import type { Lead } from "../leads/Lead.ts"
import { faultsOfText, render, uses } from "../sequences/Template.ts"
import { valuesOfLead, valuesOfSender } from "../sequences/Values.ts"
import * as Table from "../Table.ts"
import { latest, Timestamp } from "../Timestamp.ts"

export const ReplyTemplateId = Id.annotate({ description: "The id of a reply template.", example: 5 }).pipe(
  Schema.brand("ReplyTemplateId")
)
export type ReplyTemplateId = typeof ReplyTemplateId.Type

/** Variables of steps that an answer cannot have. */
const excluded = {
  signature: "the signature of the account is added below each answer",
  unsubscribe_link: "an answer has no link to unsubscribe"
} as const

const faultsOfBody = (body: string): ReadonlyArray<string> => [
  ...(body.trim() === "" ? ["must not be empty"] : []),
  ...faultsOfText(body),
  ...(["signature", "unsubscribe_link"] as const)
    .filter((name) => uses(body, name))
    .map((name) => `uses {{${name}}}: remove it, because ${excluded[name]}`)
]

const name = described(
  Name,
  "1 to 200 characters. The name is unique in the organization, ignoring case.",
  "Propose a call"
)
const maximumBody = 10_000
const body = described(
  text(maximumBody).check(Schema.makeFilter((value) => [...faultsOfBody(value)])),
  "The text, 1 to 10 000 characters. Variables such as `{{first_name}}`, or `{{first_name|there}}` with a default, are those of steps, except `signature` and `unsubscribe_link`."
)

export const ReplyTemplate = Schema.Struct({
  id: ReplyTemplateId,
  name,
  body: described(
    text(maximumBody),
    "The text, with variables.",
    "Hello {{first_name|there}},\n\nthank you! Does Tuesday at 10 suit you?"
  ),
  created_at: described(Timestamp, "When the template was created.", "2026-03-02T08:00:00.000Z"),
  updated_at: described(Timestamp, "When the template was last changed.", "2026-03-02T09:30:00.000Z")
}).annotate({ identifier: "ReplyTemplate", description: "A text that people begin answers with." })
export type ReplyTemplate = typeof ReplyTemplate.Type

export const table = Table.of("reply_templates", ReplyTemplate, {
  key: ["id"],
  fixed: ["created_at"],
  unique: "name"
})

/** A template that is not stored yet. */
export type ReplyTemplateDraft = Omit<ReplyTemplate, "id">

export const NewReplyTemplate = Schema.Struct({ name, body }).annotate({
  identifier: "NewReplyTemplate",
  description: "A reply template to create."
})
export type NewReplyTemplate = typeof NewReplyTemplate.Type

export const ReplyTemplatePatch = Schema.Struct({
  name: Schema.optionalKey(name),
  body: Schema.optionalKey(body)
}).annotate({
  identifier: "ReplyTemplatePatch",
  description: "The changes of a reply template. Absent fields stay unchanged."
})
export type ReplyTemplatePatch = typeof ReplyTemplatePatch.Type

export const FilledReplyTemplate = Schema.Struct({
  body: described(
    Schema.String,
    "The plain text, with the values of the conversation. A missing value is an empty text.",
    "Hello Ada,\n\nthank you! Does Tuesday at 10 suit you?"
  ),
  missing: described(
    Schema.Array(Schema.String),
    "The variables that have neither a value nor a default, without duplicates, in order.",
    []
  ),
  lead_id: described(
    Schema.NullOr(LeadId),
    "The lead whose values the text has. `null`: the lead of the conversation is unknown, so all variables of leads lack a value."
  )
}).annotate({
  identifier: "FilledReplyTemplate",
  description: "The text of a reply template for a conversation. Nothing is sent."
})
export type FilledReplyTemplate = typeof FilledReplyTemplate.Type

export class ReplyTemplateNotFound extends Schema.TaggedError<ReplyTemplateNotFound>()("ReplyTemplateNotFound", {
  id: ReplyTemplateId
}) {
  override get message(): string {
    return `There is no reply template ${this.id}`
  }
}
/** The organization already has a reply template with this name, ignoring case. */
export class DuplicateReplyTemplate extends Schema.TaggedError<DuplicateReplyTemplate>()("DuplicateReplyTemplate", {
  name: Schema.String
}) {
  override get message(): string {
    return `There is already a reply template with the name ${this.name}`
  }
}

/** The template with these changes; the same object if nothing changes. `updated_at` never decreases. */
export const patch = (template: ReplyTemplate, changes: ReplyTemplatePatch, at: Timestamp): ReplyTemplate => {
  const { body, name } = { ...template, ...changes }
  if (body === template.body && name === template.name) return template
  return { ...template, name, body, updated_at: latest(template.updated_at, at) }
}

/** The text for a lead and the account that answers, each of which may be unknown. */
export const fill = (
  { body }: Pick<ReplyTemplate, "body">,
  lead: (Parameters<typeof valuesOfLead>[0] & Pick<Lead, "id">) | undefined,
  account: Parameters<typeof valuesOfSender>[0] | undefined
): FilledReplyTemplate => {
  const { missing, text } = render(body, {
    ...(lead !== undefined && valuesOfLead(lead)),
    ...(account !== undefined && valuesOfSender(account))
  })
  return { body: text, missing, lead_id: lead?.id ?? null }
}
