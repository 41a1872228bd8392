/** A step of a campaign: a mail, and its delay after the previous step (contract, section 4). */
import { Schema } from "effect"
import { described } from "../Described.ts"
import { text } from "../Text.ts"
import { SequenceId } from "../ids.ts"
import { faultsOfHtml } from "./HtmlTemplate.ts"
import { faultsOfText } from "./Template.ts"

export { SequenceId } from "../ids.ts"

const settings = {
  subject: described(
    Schema.NullOr(text(1_000)),
    "The subject of the mail. `null`: the mail continues the thread, with its subject."
  ),
  body: described(text(100_000), "The text of the mail, at most 100 000 characters."),
  body_html: described(
    Schema.NullOr(text(200_000)),
    "The HTML of the mail, at most 200 000 characters. `null`: the mail is plain text."
  ),
  delay_days: described(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 365 })),
    "Days after the previous step; 0 to 365."
  )
}

export const Sequence = Schema.Struct({
  id: SequenceId,
  position: described(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)), "1, 2, … in the order of sending."),
  ...settings
}).annotate({
  identifier: "Sequence",
  description: "One step of a campaign: a mail, and how long after the one before."
})
export type Sequence = typeof Sequence.Type

/** The texts of a step as input: with known variables only. */
const texts = {
  subject: described(
    Schema.NullOr(text(1_000).check(Schema.makeFilter((subject) => [...faultsOfText(subject)]))),
    "The subject of the mail, with variables such as `{{company}}`. `null`: the mail continues the thread, with its subject."
  ),
  body: described(
    text(100_000).check(Schema.makeFilter((body) => [...faultsOfText(body)])),
    "The text of the mail, at most 100 000 characters. Variables such as `{{first_name}}`, or `{{first_name|there}}` with a default, insert values of the lead."
  ),
  body_html: described(
    Schema.NullOr(text(200_000).check(Schema.makeFilter((html) => [...faultsOfHtml(html)]))),
    "The HTML of the mail, at most 200 000 characters, with variables in text and in attributes with quotes. Links begin with `https://`, `http://` or `mailto:`. `null`: the mail is plain text."
  )
}

export const NewSequence = Schema.Struct({
  subject: Schema.optionalKey(texts.subject),
  body: texts.body,
  body_html: Schema.optionalKey(texts.body_html),
  delay_days: Schema.optionalKey(settings.delay_days)
}).annotate({
  identifier: "NewSequence",
  description:
    "A step to append. Without `subject` it continues the thread, and without `body_html` it is plain text. The default of `delay_days` is 1."
})
export type NewSequence = typeof NewSequence.Type

export const SequencePatch = Schema.Struct({
  position: Schema.optionalKey(Sequence.fields.position),
  subject: Schema.optionalKey(texts.subject),
  body: Schema.optionalKey(texts.body),
  body_html: Schema.optionalKey(texts.body_html),
  delay_days: Schema.optionalKey(settings.delay_days)
}).annotate({
  identifier: "SequencePatch",
  description: "The changes of a step. A new `position` moves the step and renumbers the others."
})
export type SequencePatch = typeof SequencePatch.Type

/** The faults of the texts of a stored step, for people: it cannot be sent. */
export const faultsOf = ({
  body,
  body_html,
  subject
}: Pick<Sequence, "body" | "body_html" | "subject">): ReadonlyArray<string> => [
  ...faultsOfText(subject ?? ""),
  ...faultsOfText(body),
  ...faultsOfHtml(body_html ?? "")
]

/** Maximum number of steps of a campaign. */
export const maximumSequences = 100

export class SequenceNotFound extends Schema.TaggedError<SequenceNotFound>()("SequenceNotFound", { id: SequenceId }) {
  override get message(): string {
    return `There is no sequence ${this.id} in the campaign`
  }
}
export class TooManySequences extends Schema.TaggedError<TooManySequences>()("TooManySequences", {}) {
  override get message(): string {
    return `A campaign has at most ${maximumSequences} sequences`
  }
}

/** Moves a step to another position, and numbers the steps from 1. */
export const move = (sequences: ReadonlyArray<Sequence>, id: SequenceId, position: number): ReadonlyArray<Sequence> => {
  const others = sequences.filter((sequence) => sequence.id !== id)
  const moved = sequences.filter((sequence) => sequence.id === id)
  return number(others.toSpliced(Math.min(position, sequences.length) - 1, 0, ...moved))
}

/** Numbers the steps from 1 in their order. */
export const number = (sequences: ReadonlyArray<Sequence>): ReadonlyArray<Sequence> =>
  sequences.map((sequence, i) => (sequence.position === i + 1 ? sequence : { ...sequence, position: i + 1 }))
