/**
 * A sequence: a variant of a step of a campaign. The variants of a step have the same position and
 * delay; each lead gets one of them.
 */
import { text } from "@mailroom/mail/text"
import { Schema, SchemaGetter } from "effect"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { versionOfContents } from "../Version.ts"
import { type AttachmentId, CampaignId, SequenceId } from "../ids.ts"
import { faultsOfHtml } from "./HtmlTemplate.ts"
import { faultsOfSpun } from "./Spintax.ts"
import { FileIds, StepFile } from "../uploads/Upload.ts"

export { SequenceId } from "../ids.ts"

export const DelayUnit = Schema.Literals(["days", "business_days"]).annotate({
  identifier: "DelayUnit",
  description:
    "What the delay of a step counts. `days`: calendar days. `business_days`: days on which the campaign sends: those of `send_window.days` that are neither holidays nor in `skip_days`."
})
export type DelayUnit = typeof DelayUnit.Type

export const ConditionKind = Schema.Literals(["opened", "not_opened", "clicked", "not_clicked"]).annotate({
  identifier: "ConditionKind",
  description:
    "What must be true when a step is due. `opened` and `clicked`: the lead has opened a mail of the campaign, or clicked a link, until then. `not_opened` and `not_clicked`: it has not. A click is an opening, too; what machines open is none."
})
export type ConditionKind = typeof ConditionKind.Type

export const Condition = Schema.Struct({
  kind: ConditionKind,
  otherwise: described(
    Schema.Literals(["skip", "end"]),
    "What follows if it is not true. `skip`: the next step, whose delay counts from then on. `end`: the lead gets no further step.",
    "skip"
  )
}).annotate({
  identifier: "Condition",
  description: "A condition of a step, which is looked at once: when the delay of the step is over."
})
export type Condition = typeof Condition.Type

/** Whether a condition is about opens. The others are about clicks. */
export const isAboutOpens = ({ kind }: Condition): boolean => kind === "opened" || kind === "not_opened"

const settings = {
  subject: described(
    Schema.NullOr(text(1_000)),
    "The subject of the mail. `null`: the mail continues the thread, with its subject.",
    "A question"
  ),
  body: described(
    text(100_000),
    "The text of the mail, at most 100 000 characters.",
    "Hello {{first_name}}, do you have a minute?"
  ),
  body_html: described(
    Schema.NullOr(text(200_000)),
    "The HTML of the mail, at most 200 000 characters. `null`: the mail is plain text.",
    null
  ),
  attachments: described(
    Schema.Array(StepFile),
    "The files that the mails of this variant have, in their order in the mail. Mails of other steps have only the files of their own step.",
    []
  ),
  delay_days: described(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 365 })),
    "Days after the previous step; 0 to 365. All variants of a step have the same.",
    0
  ),
  delay_unit: described(DelayUnit, "What `delay_days` counts. All variants of a step have the same.", "days"),
  condition: described(
    Schema.NullOr(Condition),
    "What must be true of a lead when the step is due, or it does not get the step. `null`: nothing. Before the first mail to a lead, no condition counts. All variants of a step have the same.",
    null
  )
}

/** The names of the variants of a step: it has at most as many. */
const variants = ["A", "B", "C", "D", "E"] as const

export const Variant = Schema.Literals(variants).annotate({
  identifier: "Variant",
  description: "The letter of a variant of a step. It stays the same when other variants are deleted."
})
export type Variant = typeof Variant.Type

const weight = described(
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })),
  "The share of the leads that get this variant of the step, relative to the weights of the others; 0 to 100. Of `0`, no lead gets it that was not sent it before.",
  1
)

export const WinnerGoal = Schema.Literals(["replied", "positive_replied"]).annotate({
  identifier: "WinnerGoal",
  description:
    "What the variants of a step are compared by: the leads that answered, or those of them whose tag is positive. Opens are no goal, because machines open mails."
})
export type WinnerGoal = typeof WinnerGoal.Type

const minimum_contacted = Schema.Int.check(Schema.isBetween({ minimum: 20, maximum: 100_000 }))
const minimumText = "The number of leads to whom each variant must be sent before one can win; 20 to 100 000."

export const WinnerRuleInput = Schema.Struct({
  goal: WinnerGoal,
  minimum_contacted: described(Schema.optionalKey(minimum_contacted), `${minimumText} Default: 100.`, 100)
}).annotate({
  identifier: "WinnerRuleInput",
  description:
    "When a variant of a step gets all further leads: once it has more answers than each other variant, and chance is an unlikely reason."
})
export type WinnerRuleInput = typeof WinnerRuleInput.Type

export const WinnerRule = Schema.Struct({
  goal: WinnerGoal,
  minimum_contacted: described(minimum_contacted, minimumText, 100),
  since: described(
    Timestamp,
    "Leads count to whom the step was sent at this instant or later: since the rule, the weights, the variants or their texts changed.",
    "2026-03-02T08:00:00.000Z"
  )
}).annotate({
  identifier: "WinnerRule",
  description: "When a variant of the step gets all further leads."
})
export type WinnerRule = typeof WinnerRule.Type

export const VariantFigures = Schema.Struct({
  variant: Variant,
  contacted: described(Count, "The leads to whom the variant was sent.", 480),
  answered: described(Count, "Those of them who reached the goal.", 41)
}).annotate({ identifier: "VariantFigures", description: "The figures of a variant by which a winner was decided." })
export type VariantFigures = typeof VariantFigures.Type

export const Won = Schema.Struct({
  at: described(Timestamp, "When it was decided.", "2026-03-16T09:12:00.000Z"),
  goal: WinnerGoal,
  figures: described(Schema.Array(VariantFigures), "The variants that were compared, by letter.")
}).annotate({
  identifier: "Won",
  description: "The decision that a variant gets all further leads of its step, with its figures."
})
export type Won = typeof Won.Type

export const Sequence = Schema.Struct({
  id: SequenceId,
  position: described(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
    "1, 2, … in the order of sending. Sequences with the same position are the variants of a step: a lead gets one of them.",
    1
  ),
  variant: Variant,
  weight,
  ...settings,
  winner_rule: described(
    Schema.NullOr(WinnerRule),
    "When a variant gets all further leads of the step. All variants of a step have the same. `null`: the leads are always split by the weights.",
    null
  ),
  won: described(
    Schema.NullOr(Won),
    "The decision that this variant gets all further leads of the step. `null`: it has not won.",
    null
  )
}).annotate({
  identifier: "Sequence",
  description: "One step of a campaign, or a variant of it: a mail, and how long after the one before."
})
export type Sequence = typeof Sequence.Type

/** A sequence as it is stored. */
export const SequenceRecord = Schema.Struct({
  ...Sequence.fields,
  step_id: described(
    Schema.NullOr(SequenceId),
    "The id of the step of which this is a variant: that of its first sequence, also after that one is deleted. `null`: its own id."
  )
})
export type SequenceRecord = typeof SequenceRecord.Type

/** A sequence, and its campaign. */
export const CampaignStep = Schema.Struct({ campaign_id: CampaignId, ...SequenceRecord.fields })
export type CampaignStep = typeof CampaignStep.Type

export const table = Table.of("sequences", CampaignStep, { key: ["id"], fixed: ["campaign_id"] })

/** The id of a step: all its variants have the same, and it never changes. */
export const stepIdOf = ({ id, step_id }: Pick<SequenceRecord, "id" | "step_id">): SequenceId => step_id ?? id

/** The variants of each step, in the order of the sequences. */
export const byStep = <S extends Pick<SequenceRecord, "id" | "step_id">>(
  sequences: ReadonlyArray<S>
): ReadonlyArray<ReadonlyArray<S>> => [...Map.groupBy(sequences, stepIdOf).values()]

/** The documented part of a stored sequence. */
export const toSequence = ({ step_id: _, ...sequence }: SequenceRecord): Sequence => sequence

/** The version of a sequence for preconditions. */
export const sequenceVersionOf = (sequence: Sequence): number => versionOfContents(sequence)

/** The sequence changed since the caller read it. */
export class SequenceChanged extends Schema.TaggedError<SequenceChanged>()("SequenceChanged", {
  id: SequenceId,
  /** The version that is stored now. */
  version: Schema.Int
}) {
  override get message(): string {
    return `The sequence ${this.id} has changed since it was read`
  }
}

/** The first letter that no other variant of the step has; `undefined`: the step has the maximum number of variants. */
export const freeVariant = (siblings: ReadonlyArray<Pick<Sequence, "variant">>): Variant | undefined =>
  variants.find((letter) => siblings.every(({ variant }) => variant !== letter))

/** The texts of a step as input: with known variables only. */
export const texts = {
  subject: described(
    Schema.NullOr(text(1_000).check(Schema.makeFilter((subject) => [...faultsOfSpun(subject)]))),
    "The subject of the mail, with variables such as `{{company}}`. `null`: the mail continues the thread, with its subject."
  ),
  body: described(
    text(100_000).check(Schema.makeFilter((body) => [...faultsOfSpun(body)])),
    "The text of the mail, at most 100 000 characters. Variables such as `{{first_name}}`, or `{{first_name|there}}` with a default, insert values of the lead."
  ),
  body_html: described(
    Schema.NullOr(text(200_000).check(Schema.makeFilter((html) => [...faultsOfHtml(html)]))).pipe(
      Schema.decodeTo(Schema.NullOr(Schema.String), {
        decode: SchemaGetter.transform((html) => (html?.trim() === "" ? null : html)),
        encode: SchemaGetter.passthrough()
      })
    ),
    "The HTML of the mail, at most 200 000 characters, with variables in text and in attributes with quotes. Links begin with `https://`, `http://` or `mailto:`. `null`, an empty text or only white space: the mail is plain text."
  )
}

const attachments = described(
  Schema.optionalKey(FileIds),
  "The ids of at most 20 uploads (`POST /uploads`), in their order in the mail. Many steps can name an upload, which is kept while one of them does. With them, the mail has at most 25 000 000 bytes as it is sent.",
  [31]
)

export const NewSequence = Schema.Struct({
  subject: Schema.optionalKey(texts.subject),
  body: texts.body,
  body_html: Schema.optionalKey(texts.body_html),
  attachments,
  delay_days: Schema.optionalKey(settings.delay_days),
  delay_unit: Schema.optionalKey(settings.delay_unit),
  condition: Schema.optionalKey(settings.condition),
  variant_of: Schema.optionalKey(
    described(
      SequenceId,
      "A variant of the step to which this one is added; it has the position and the delay of that step. Without it, a step is appended."
    )
  ),
  weight: Schema.optionalKey(weight)
}).annotate({
  identifier: "NewSequence",
  description:
    "A step to append, or a variant of one. Without `subject` it continues the thread, without `body_html` it is plain text, and without `attachments` it has no files. The default of `delay_days` and `weight` is 1, that of `delay_unit` is `days`; without `condition`, each lead gets the step."
})
export type NewSequence = typeof NewSequence.Type

export const SequencePatch = Schema.Struct({
  position: Schema.optionalKey(Sequence.fields.position),
  subject: Schema.optionalKey(texts.subject),
  body: Schema.optionalKey(texts.body),
  body_html: Schema.optionalKey(texts.body_html),
  attachments,
  delay_days: Schema.optionalKey(settings.delay_days),
  delay_unit: Schema.optionalKey(settings.delay_unit),
  condition: Schema.optionalKey(settings.condition),
  weight: Schema.optionalKey(weight),
  winner_rule: described(
    Schema.optionalKey(Schema.NullOr(WinnerRuleInput)),
    "When a variant gets all further leads of the step. `null`: the leads are split by the weights, also after a variant has won."
  )
}).annotate({
  identifier: "SequencePatch",
  description:
    "The changes of a sequence. A new `position` moves the step with all its variants, and renumbers the others; `delay_days`, `delay_unit`, `condition` and `winner_rule` apply to all its variants."
})
export type SequencePatch = typeof SequencePatch.Type

/** The faults of the texts of a stored step, for people: it cannot be sent. */
export const faultsOf = ({
  body,
  body_html,
  subject
}: Pick<Sequence, "body" | "body_html" | "subject">): ReadonlyArray<string> => [
  ...faultsOfSpun(subject ?? ""),
  ...faultsOfSpun(body),
  ...faultsOfHtml(body_html ?? "")
]

/** The ids of the files of a step. */
export const filesOfStep = ({ attachments }: Pick<Sequence, "attachments">): ReadonlyArray<AttachmentId> =>
  attachments.map(({ id }) => id)

/** The texts of a step that count for the size of its mails (`sizeOfMail`). */
export const textsOf = ({ body, body_html }: Pick<Sequence, "body" | "body_html">): ReadonlyArray<string> => [
  body,
  body_html ?? ""
]

/** Maximum number of sequences of a campaign: each variant counts. */
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

/** The step has the maximum number of variants. */
export class TooManyVariants extends Schema.TaggedError<TooManyVariants>()("TooManyVariants", {}) {
  override get message(): string {
    return `A step has at most ${variants.length} variants`
  }
}
/** All variants that would be left have weight 0, so no lead would get the step. */
export class StepWithoutWeight extends Schema.TaggedError<StepWithoutWeight>()("StepWithoutWeight", {
  id: SequenceId
}) {
  override get message(): string {
    return `The other variants of sequence ${this.id} have weight 0: give one of them a weight first`
  }
}

/** Whether leads can get the step of these variants. */
export const hasWeight = (siblings: ReadonlyArray<Pick<Sequence, "weight">>): boolean =>
  siblings.some(({ weight }) => weight > 0)

/** Moves the step of the sequence `id`, with all its variants, to another position, and numbers the steps from 1. */
export const move = (
  sequences: ReadonlyArray<SequenceRecord>,
  id: SequenceId,
  position: number
): ReadonlyArray<SequenceRecord> => {
  const steps = byStep(sequences)
  const isMoved = (siblings: ReadonlyArray<SequenceRecord>) => siblings.some((sequence) => sequence.id === id)
  const others = steps.filter((siblings) => !isMoved(siblings))
  const index = Math.min(position, steps.length) - 1
  return number(others.toSpliced(index, 0, ...steps.filter(isMoved)).flat())
}

/** Numbers the steps from 1 in the order of the sequences. */
export const number = (sequences: ReadonlyArray<SequenceRecord>): ReadonlyArray<SequenceRecord> =>
  byStep(sequences).flatMap((siblings, i) =>
    siblings.map((sequence) => (sequence.position === i + 1 ? sequence : { ...sequence, position: i + 1 }))
  )
