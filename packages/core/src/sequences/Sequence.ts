/** One step of a campaign: a mail, and how long after the one before (contract, section 4). */
import { Schema } from "effect"
import { Id } from "../Id.ts"
import { text } from "../Text.ts"

export const SequenceId = Id.pipe(Schema.brand("SequenceId"))
export type SequenceId = typeof SequenceId.Type

const settings = {
  /** `null`: the subject of the thread that it continues. */
  subject: Schema.NullOr(text(1_000)),
  body: text(100_000),
  /** Days after the step before. */
  delay_days: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 365 }))
}

export const Sequence = Schema.Struct({
  id: SequenceId,
  /** 1, 2, … in the order of sending. */
  position: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)),
  ...settings
}).annotate({ identifier: "Sequence" })
export type Sequence = typeof Sequence.Type

/** A step to append. */
export const NewSequence = Schema.Struct({
  subject: Schema.optionalKey(settings.subject),
  body: settings.body,
  delay_days: Schema.optionalKey(settings.delay_days)
}).annotate({ identifier: "NewSequence" })
export type NewSequence = typeof NewSequence.Type

/** What may change. A new `position` moves the step; the others close up. */
export const SequencePatch = Schema.Struct({
  position: Schema.optionalKey(Sequence.fields.position),
  subject: Schema.optionalKey(settings.subject),
  body: Schema.optionalKey(settings.body),
  delay_days: Schema.optionalKey(settings.delay_days)
}).annotate({ identifier: "SequencePatch" })
export type SequencePatch = typeof SequencePatch.Type

/** More steps than anyone sends. */
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

/** The steps with one of them at another place, numbered from 1. */
export const move = (sequences: ReadonlyArray<Sequence>, id: SequenceId, position: number): ReadonlyArray<Sequence> => {
  const others = sequences.filter((sequence) => sequence.id !== id)
  const moved = sequences.filter((sequence) => sequence.id === id)
  return number(others.toSpliced(Math.min(position, sequences.length) - 1, 0, ...moved))
}

/** The steps numbered from 1 in their order. */
export const number = (sequences: ReadonlyArray<Sequence>): ReadonlyArray<Sequence> =>
  sequences.map((sequence, i) => (sequence.position === i + 1 ? sequence : { ...sequence, position: i + 1 }))
