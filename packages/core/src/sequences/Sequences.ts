import { Changes } from "../Changes.ts"
import { Context, Effect, Equal, Layer } from "effect"
import type { UseCase } from "../UseCase.ts"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { makeRequireTracked } from "./StartIssues.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { allows, type IfVersion } from "../Precondition.ts"
import { traced } from "../Traced.ts"
import { makeMailFiles, requireSize } from "../uploads/MailFiles.ts"
import {
  filesOfStep,
  freeVariant,
  hasWeight,
  maximumSequences,
  move,
  NewSequence,
  number,
  type Sequence,
  SequenceChanged,
  SequenceNotFound,
  SequencePatch,
  type SequenceRecord,
  sequenceVersionOf,
  stepIdOf,
  StepWithoutWeight,
  textsOf,
  TooManySequences,
  TooManyVariants,
  toSequence
} from "./Sequence.ts"
import { StepsChanged } from "./SequenceChange.ts"
import { SequenceStore } from "./SequenceStore.ts"
import { isRestarted, restarted, withRule } from "./Winner.ts"
import * as Timestamp from "../Timestamp.ts"
import { type CampaignId, CampaignIdInput, CampaignNotFound, SequenceId } from "../ids.ts"

/** The steps of the campaigns, with their variants, of the current organization. */
export class Sequences extends Context.Service<
  Sequences,
  {
    /** The sequences by position, then variant. */
    readonly list: (campaign_id: CampaignId) => UseCase<ReadonlyArray<Sequence>, CampaignNotFound>
    readonly find: (campaign_id: CampaignId, id: SequenceId) => UseCase<Sequence, CampaignNotFound | SequenceNotFound>
    /**
     * Appends a step, or adds a variant to one. Defaults: no subject, plain text, weight 1, a delay of one day, and no condition. A
     * variant has position, delay and condition of its step. `InvalidInput` also if nobody would get the step, as its weight is 0, if a file
     * does not exist, and if the mail would be too large. Uploads do not expire while a step names them.
     */
    readonly create: (
      campaign_id: CampaignId,
      input: NewSequence
    ) => UseCase<Sequence, CampaignNotFound | TooManySequences | TooManyVariants>
    /**
     * Position, delay, condition and the rule for a winner change for all variants of the step. Other weights or texts begin the
     * comparison of the variants again. `InvalidInput` also if nobody would get the step, as all weights were 0. With
     * `if_version`, only if the sequence still has one of these versions (`sequenceVersionOf`).
     */
    readonly update: (
      campaign_id: CampaignId,
      id: SequenceId,
      patch: SequencePatch,
      precondition?: IfVersion
    ) => UseCase<Sequence, CampaignNotFound | SequenceChanged | SequenceNotFound>
    /**
     * The step goes on with its other variants: leads that got the removed one do not get another. After the last one, the
     * positions of the following steps decrease by one.
     */
    readonly remove: (
      campaign_id: CampaignId,
      id: SequenceId
    ) => UseCase<void, CampaignNotFound | SequenceNotFound | StepWithoutWeight>
  }
>()("@mailroom/core/Sequences") {
  static readonly layer = Layer.effect(
    Sequences,
    Effect.gen(function* () {
      const store = yield* SequenceStore
      const campaigns = yield* CampaignStore
      const { report, transactional } = yield* Changes
      const files = yield* makeMailFiles
      const requireTracked = yield* makeRequireTracked
      const decodeCampaignId = decode(CampaignIdInput, "/campaign_id")
      const decodeId = decode(SequenceId, "/id")
      const decodeNew = decode(NewSequence)
      const decodePatch = decode(SequencePatch)
      const invalid = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })
      const withoutWeight = () => invalid("/weight", "is 0, so no lead would get the step: one variant needs a weight")

      /** The sequences of a campaign. Fails if it does not exist. */
      const list = Effect.fnUntraced(function* (campaign_id: CampaignId) {
        const organization = yield* CurrentOrganization
        const found = yield* store.ofCampaigns(organization.id, [campaign_id])
        // Only a campaign without steps may be missing.
        if (found.length === 0) {
          yield* orNotFound(
            findOne(campaigns.findMany, organization.id, campaign_id),
            () => new CampaignNotFound({ id: campaign_id })
          )
        }
        return found.map(({ campaign_id: _, ...sequence }): SequenceRecord => sequence)
      })
      /** Locks a campaign, then reads its sequences: nobody changes them until the end of the transaction. */
      const lock = Effect.fnUntraced(function* (campaign_id: CampaignId) {
        const { id } = yield* CurrentOrganization
        const missing = () => new CampaignNotFound({ id: campaign_id })
        const campaign = yield* orNotFound(campaigns.lock(id, campaign_id), missing)
        return { campaign, before: yield* list(campaign_id) }
      })
      const find = Effect.fnUntraced(function* (sequences: ReadonlyArray<SequenceRecord>, id: SequenceId) {
        return sequences.find((sequence) => sequence.id === id) ?? (yield* new SequenceNotFound({ id }))
      })
      /** Writes the sequences of `after` that are not in `before`. Returns their number. */
      const write = Effect.fnUntraced(function* (
        campaign_id: CampaignId,
        before: ReadonlyArray<SequenceRecord>,
        after: ReadonlyArray<SequenceRecord>
      ) {
        const organization = yield* CurrentOrganization
        const changed = after.filter((sequence) => !before.includes(sequence))
        if (changed.length > 0) yield* store.replace(organization.id, campaign_id, changed)
        return changed.length
      })

      /** The files of a sequence after a change. `ids`: the ones that the patch names; absent: as before. Files are locked only if they change. */
      const keepFiles = Effect.fnUntraced(function* (
        old: SequenceRecord,
        next: Pick<Sequence, "body" | "body_html">,
        ids: SequencePatch["attachments"]
      ) {
        const before = filesOfStep(old)
        if (ids === undefined || Equal.equals(ids, before)) {
          yield* requireSize(textsOf(next), old.attachments)
          return old.attachments
        }
        return yield* files.keepForStep(ids, before, textsOf(next))
      })

      /** Appends a step, or adds a variant to the step of `variant_of`. */
      const append = transactional(function* (campaign_id: CampaignId, { variant_of, ...input }: NewSequence) {
        const organization = yield* CurrentOrganization
        const { before, campaign } = yield* lock(campaign_id)
        if (before.length >= maximumSequences) return yield* new TooManySequences()
        const sibling = before.find(({ id }) => id === variant_of)
        if (variant_of !== undefined && sibling === undefined) {
          return yield* invalid("/variant_of", "is not a sequence of this campaign")
        }
        // A new variant takes these fields from its step.
        const stepField = (["delay_days", "delay_unit", "condition"] as const).find((name) => input[name] !== undefined)
        if (sibling !== undefined && stepField !== undefined) {
          return yield* invalid(`/${stepField}`, "belongs to the step: change it with PATCH, for all its variants")
        }
        const siblings = sibling === undefined ? [] : siblingsOf(before, sibling)
        const variant = freeVariant(siblings)
        if (variant === undefined) return yield* new TooManyVariants()
        const { body, body_html = null, condition = null, delay_days = 1, delay_unit = "days" } = input
        const { attachments = [], subject = null, weight = 1 } = input
        if (!hasWeight([...siblings, { weight }])) return yield* withoutWeight()
        yield* report([new StepsChanged({ campaign_id, removed: null, isEarlier: false })])
        const held = yield* files.keepForStep(attachments, [], textsOf({ body, body_html }))
        // With another variant, the comparison of the step begins again.
        const compared = restarted(siblings, yield* Timestamp.now)
        yield* write(campaign_id, siblings, compared)
        const inserted = yield* store.insert(organization.id, campaign_id, {
          step_id: sibling === undefined ? null : stepIdOf(sibling),
          position: sibling?.position ?? (before.at(-1)?.position ?? 0) + 1,
          variant,
          weight,
          subject,
          body,
          body_html,
          attachments: held,
          delay_days: sibling?.delay_days ?? delay_days,
          delay_unit: sibling?.delay_unit ?? delay_unit,
          condition: sibling === undefined ? condition : sibling.condition,
          winner_rule: compared[0]?.winner_rule ?? null,
          won: null
        })
        const steps = [...before, inserted]
        yield* requireTracked("/condition", { campaign, steps: before }, { campaign, steps })
        return inserted
      })

      /** Changes a sequence, and its siblings where a field belongs to the step. */
      const change = transactional(function* (
        campaign_id: CampaignId,
        id: SequenceId,
        { attachments, position, winner_rule, ...texts }: SequencePatch,
        precondition: IfVersion = {}
      ) {
        const { before, campaign } = yield* lock(campaign_id)
        const old = yield* find(before, id)
        const version = sequenceVersionOf(toSequence(old))
        if (!allows(precondition, version)) return yield* new SequenceChanged({ id, version })
        const held = yield* keepFiles(old, { ...old, ...texts }, attachments)
        const changes = { ...texts, attachments: held }
        const siblings = siblingsOf(before, old)
        const changed = before.map((sequence) => {
          if (!siblings.includes(sequence)) return sequence
          const { condition = sequence.condition } = changes
          const { delay_days = sequence.delay_days, delay_unit = sequence.delay_unit } = changes
          const next = sequence === old ? { ...old, ...changes } : { ...sequence, condition, delay_days, delay_unit }
          return Equal.equals(next, sequence) ? sequence : next
        })
        const own = siblingsOf(changed, old)
        if (!hasWeight(own)) return yield* withoutWeight()
        const now = yield* Timestamp.now
        const compared = isRestarted(siblings, own) ? restarted(own, now) : own
        const ruled = replaced(changed, winner_rule === undefined ? compared : withRule(compared, winner_rule, now))
        const after = position === undefined ? ruled : move(ruled, id, position)
        const field = changes.condition === undefined ? "position" : "condition"
        yield* requireTracked(`/${field}`, { campaign, steps: before }, { campaign, steps: after })
        if ((yield* write(campaign_id, before, after)) > 0) {
          yield* report([new StepsChanged({ campaign_id, removed: null, isEarlier: isEarlier(before, after) })])
        }
        yield* files.dropFromStep(droppedOf(old, held))
        return yield* find(after, id)
      })

      /** Removes a sequence, and renumbers the steps. */
      const drop = transactional(function* (campaign_id: CampaignId, id: SequenceId) {
        const organization = yield* CurrentOrganization
        const { before } = yield* lock(campaign_id)
        const old = yield* find(before, id)
        const rest = before.filter((sequence) => sequence !== old)
        const siblings = siblingsOf(rest, old)
        if (siblings.length > 0 && !hasWeight(siblings)) return yield* new StepWithoutWeight({ id })
        yield* store.remove(organization.id, campaign_id, id)
        yield* files.dropFromStep(filesOfStep(old))
        const compared = isRestarted(siblingsOf(before, old), siblings)
          ? restarted(siblings, yield* Timestamp.now)
          : siblings
        const after = number(replaced(rest, compared))
        yield* write(campaign_id, before, after)
        const removed = siblings.length === 0 ? stepIdOf(old) : null
        yield* report([new StepsChanged({ campaign_id, removed, isEarlier: isEarlier(before, after) })])
      })

      return Sequences.of({
        list: traced("Sequences.list")(function* (campaign_id) {
          return (yield* list(yield* decodeCampaignId(campaign_id))).map(toSequence)
        }),
        find: traced("Sequences.find")(function* (campaign_id, id) {
          return toSequence(yield* find(yield* list(yield* decodeCampaignId(campaign_id)), yield* decodeId(id)))
        }),
        create: traced("Sequences.create")(function* (campaign_id, input) {
          return toSequence(yield* append(yield* decodeCampaignId(campaign_id), yield* decodeNew(input)))
        }),
        update: traced("Sequences.update")(function* (campaign_id, id, patch, precondition) {
          const campaign = yield* decodeCampaignId(campaign_id)
          return toSequence(yield* change(campaign, yield* decodeId(id), yield* decodePatch(patch), precondition))
        }),
        remove: traced("Sequences.remove")(function* (campaign_id, id) {
          yield* drop(yield* decodeCampaignId(campaign_id), yield* decodeId(id))
        })
      })
    })
  )
}

/** The variants of the step of `of`, which is one of them unless it was removed. */
const siblingsOf = (sequences: ReadonlyArray<SequenceRecord>, of: SequenceRecord): ReadonlyArray<SequenceRecord> =>
  sequences.filter((sequence) => stepIdOf(sequence) === stepIdOf(of))

/** The ids of the files of `old` that are not in `held`. */
const droppedOf = (old: SequenceRecord, held: SequenceRecord["attachments"]) => {
  const named = new Set(held.map(({ id }) => id))
  return filesOfStep(old).filter((id) => !named.has(id))
}

/** Replaces each sequence by the one in `by` with the same id, if there is one. */
const replaced = (
  sequences: ReadonlyArray<SequenceRecord>,
  by: ReadonlyArray<SequenceRecord>
): ReadonlyArray<SequenceRecord> => sequences.map((sequence) => by.find(({ id }) => id === sequence.id) ?? sequence)

/** Whether the delay of a step is shorter than before, or may be: as many business days are at least as long as calendar days. */
const isShorter = (step: SequenceRecord, old: SequenceRecord): boolean =>
  step.delay_days < old.delay_days || (step.delay_unit === "days" && old.delay_unit === "business_days")

/**
 * Whether leads may get a step earlier than before: at its position was another step, or the same one with a longer delay or another
 * condition.
 */
const isEarlier = (before: ReadonlyArray<SequenceRecord>, after: ReadonlyArray<SequenceRecord>): boolean =>
  after.some((step) => {
    const old = before.find(({ position }) => position === step.position)
    return (
      old !== undefined &&
      (stepIdOf(old) !== stepIdOf(step) || isShorter(step, old) || !Equal.equals(step.condition, old.condition))
    )
  })
