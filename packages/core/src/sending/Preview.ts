/** The mails of a campaign's steps, as a lead would get them. */
import { cut } from "@mailroom/mail/text"
import { Schema, Struct } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { AccountId, LeadId, SequenceId } from "../ids.ts"
import { alternativesOfHtml } from "../sequences/HtmlTemplate.ts"
import { type Sequence, texts } from "../sequences/Sequence.ts"
import { alternativesOf, countOf } from "../sequences/Spintax.ts"
import { usesOf } from "../sequences/Template.ts"
import { placeholdersOf } from "../sequences/Values.ts"
import { StepFile } from "../uploads/Upload.ts"

export const PreviewInput = Schema.Struct({
  lead_id: described(LeadId, "The lead of the campaign whose values the mails show."),
  sequence_id: described(
    Schema.optionalKey(SequenceId),
    "Only this step, in this variant. Default: all steps, each in the variant that the lead gets."
  ),
  ...Struct.map(texts, Schema.optionalKey)
}).annotate({
  identifier: "PreviewInput",
  description:
    "The lead to show the steps for. `subject`, `body` and `body_html` are texts of the step `sequence_id` that are not saved: they are shown in place of the stored ones, and nothing is stored."
})
export type PreviewInput = typeof PreviewInput.Type

export const PreviewedMail = Schema.Struct({
  sequence_id: SequenceId,
  position: described(Schema.Int, "The position of the step."),
  account_id: described(
    AccountId,
    "The account that would send it: the lead's chosen sender, the account that has taken the lead, or the first of the campaign."
  ),
  from_email: described(Schema.String, "The address of the account."),
  to_email: described(Schema.String, "The address of the lead."),
  subject: described(Schema.String, "The subject. A step that continues the thread shows the subject before it."),
  body_text: described(Schema.String, "The text, with the signature."),
  body_html: described(Schema.NullOr(Schema.String), "The HTML; `null`: the mail is plain text."),
  attachments: described(Schema.Array(StepFile), "The files of the mail, in their order in it.", []),
  missing: described(
    Schema.Array(Schema.String),
    "The variables that have neither a value nor a default: with one of these, the step is not sent to the lead."
  ),
  texts: described(
    Count,
    "The number of different mails that the alternatives of the step make, such as `{Hi|Hello}`; 1 without alternatives. The lead gets one of them.",
    1
  ),
  warnings: described(
    Schema.Array(Schema.String),
    "Values of the lead that count as missing because exports write them for a missing value, such as `null`, `N/A` or `-`: one sentence for each variable of the step."
  )
}).annotate({
  identifier: "PreviewedMail",
  description: "A step as a lead would get it. Its unsubscribe link changes nothing."
})
export type PreviewedMail = typeof PreviewedMail.Type

export const Preview = Schema.Struct({
  data: described(Schema.Array(PreviewedMail), "The steps by ascending position.")
}).annotate({ identifier: "Preview", description: "The steps of a campaign as a lead would get them." })
export type Preview = typeof Preview.Type

/** The number of different mails that the alternatives of a step make: a text and its HTML count together. */
export const textsOf = ({ body, body_html, subject }: Pick<Sequence, "body" | "body_html" | "subject">): number =>
  Math.min(
    Number.MAX_SAFE_INTEGER,
    countOf(alternativesOf(subject ?? "")) *
      Math.max(countOf(alternativesOf(body)), countOf(alternativesOfHtml(body_html ?? "")))
  )

/** Warnings for people about values of a lead that a step inserts, and that count as missing: placeholders that exports write, such as `N/A`. */
export const warningsOf = (
  { body, body_html, subject }: Pick<Sequence, "body" | "body_html" | "subject">,
  lead: Parameters<typeof placeholdersOf>[0]
): ReadonlyArray<string> => {
  const placeholders = placeholdersOf(lead)
  // Most leads have none, and then the texts are not read.
  if (Struct.keys(placeholders).length === 0) return []
  const names = new Set(usesOf([subject, body, body_html].join("\n")).map(({ name }) => name))
  return [...names].flatMap((name) =>
    Object.hasOwn(placeholders, name)
      ? [`{{${name}}} counts as missing, because its value is ${JSON.stringify(cut(placeholders[name] ?? "", 100))}`]
      : []
  )
}
