/** Which variant of each step a lead gets. Pure functions. */
import { firstKeys, stepKeys } from "../activity/Transition.ts"
import type { LeadId } from "../ids.ts"
import type { LeadActivity } from "../leads/LeadActivity.ts"
import type { SendRecord } from "../sends/Send.ts"
import { byStep, type SequenceRecord, stepIdOf } from "../sequences/Sequence.ts"
import { hashOf } from "./Chance.ts"

type Sequence = Pick<SequenceRecord, "id" | "step_id">
type Weighted = Pick<SequenceRecord, "id" | "weight" | "won">

/** The data of a lead that decides its variants. */
export interface Recipient {
  readonly lead_id: LeadId
  /** Its mails of steps, in the order of sending. */
  readonly sends: ReadonlyArray<Pick<SendRecord, "sequence_id" | "step_id">>
  /** The first events of its activity: a host may have reported a variant as sent. */
  readonly firsts: LeadActivity["firsts"]
}

/**
 * A number above 0 and below 1 for a lead and a sequence: always the same, and as if drawn by chance. The function must
 * never change, or leads that wait would change their variant.
 */
const chanceOf = (lead_id: LeadId, { id }: Pick<SequenceRecord, "id">): number => (hashOf(lead_id, id) + 0.5) / 2 ** 32

/**
 * The variant of a step that a lead gets, of all its variants (`siblings`); `undefined`: all weights are 0. A variant that has won gets all.
 *
 * Otherwise weighted rendezvous hashing decides: the variant with the least `-log(chance) / weight`. Each variant gets a share of the
 * leads in proportion to its weight, independent of the shares in other steps. When a weight is raised, or a variant added, leads change
 * only to that variant; when a weight is lowered, or a variant deleted, only the leads of that variant change.
 */
export const choose = <S extends Weighted>(siblings: ReadonlyArray<S>, lead_id: LeadId): S | undefined =>
  siblings.find(({ won }) => won !== null) ??
  siblings
    .filter(({ weight }) => weight > 0)
    .map((sequence) => ({ sequence, score: -Math.log(chanceOf(lead_id, sequence)) / sequence.weight }))
    .toSorted((a, b) => a.score - b.score || a.sequence.id - b.sequence.id)[0]?.sequence

/** The variant of a step that the lead was sent, by Mailroom or by its host, whatever the weights are now; `undefined`: none was. */
const variantSentTo = <S extends Sequence>(siblings: ReadonlyArray<S>, { firsts, sends }: Recipient): S | undefined => {
  const mail = sends.findLast(({ step_id }) => siblings.some((sequence) => stepIdOf(sequence) === step_id))
  return (
    siblings.find(({ id }) => id === mail?.sequence_id) ??
    siblings.find(({ id }) => firsts[firstKeys("sent", { sequence_id: id }).sequence] !== undefined)
  )
}

/**
 * The first events by which a host reported a step as sent, in any variant, also a deleted one: the first variant, and the
 * others.
 */
export const reportsOf = ({ firsts }: Pick<Recipient, "firsts">, step: Pick<Sequence, "id" | "step_id">) =>
  Object.values(stepKeys(stepIdOf(step))).flatMap((key) => firsts[key] ?? [])

/** The steps of a campaign for a lead: of each step the variant that it was sent, or else the one that `choose` returns. */
export const stepsFor = <S extends Sequence & Weighted>(
  sequences: ReadonlyArray<S>,
  recipient: Recipient
): ReadonlyArray<S> =>
  // No step has several variants.
  sequences.every(({ step_id }) => step_id === null)
    ? sequences
    : byStep(sequences).flatMap((siblings) => {
        // At least one weight is above 0 (`Sequences`).
        const variant = variantSentTo(siblings, recipient) ?? choose(siblings, recipient.lead_id) ?? siblings[0]
        return variant === undefined ? [] : [variant]
      })
