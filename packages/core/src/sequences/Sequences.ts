import { Context, Effect, Layer, Option } from "effect"
import { decode, type InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { Transactor } from "../Transactor.ts"
import { type CampaignId, CampaignNotFound } from "../campaigns/Campaign.ts"
import {
  maximumSequences,
  move,
  NewSequence,
  number,
  type Sequence,
  type SequenceId,
  SequenceNotFound,
  SequencePatch,
  TooManySequences
} from "./Sequence.ts"
import { SequenceStore } from "./SequenceStore.ts"

/** The steps of the campaigns of the current organization. */
export class Sequences extends Context.Service<
  Sequences,
  {
    /** By ascending position. */
    readonly list: (
      campaign_id: CampaignId
    ) => Effect.Effect<ReadonlyArray<Sequence>, CampaignNotFound | StorageError, CurrentOrganization>
    /** Appends a step: no subject and one day's delay unless told. */
    readonly create: (
      campaign_id: CampaignId,
      input: NewSequence
    ) => Effect.Effect<Sequence, CampaignNotFound | InvalidInput | StorageError | TooManySequences, CurrentOrganization>
    readonly update: (
      campaign_id: CampaignId,
      id: SequenceId,
      patch: SequencePatch
    ) => Effect.Effect<Sequence, CampaignNotFound | InvalidInput | SequenceNotFound | StorageError, CurrentOrganization>
    /** The others close up. */
    readonly remove: (
      campaign_id: CampaignId,
      id: SequenceId
    ) => Effect.Effect<void, CampaignNotFound | SequenceNotFound | StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Sequences") {
  static readonly layer = Layer.effect(
    Sequences,
    Effect.gen(function* () {
      const store = yield* SequenceStore
      const { transaction } = yield* Transactor
      const decodeNew = decode(NewSequence)
      const decodePatch = decode(SequencePatch)

      const list = Effect.fn("Sequences.list")(function* (campaign_id: CampaignId) {
        const organization = yield* CurrentOrganization
        const found = yield* store.list(organization.id, campaign_id)
        return Option.isSome(found) ? found.value : yield* new CampaignNotFound({ id: campaign_id })
      })
      const find = Effect.fnUntraced(function* (sequences: ReadonlyArray<Sequence>, id: SequenceId) {
        return sequences.find((sequence) => sequence.id === id) ?? (yield* new SequenceNotFound({ id }))
      })
      /** Writes those that differ from what is stored. */
      const write = Effect.fnUntraced(function* (
        campaign_id: CampaignId,
        before: ReadonlyArray<Sequence>,
        after: ReadonlyArray<Sequence>
      ) {
        const organization = yield* CurrentOrganization
        const changed = after.filter((sequence) => !before.includes(sequence))
        if (changed.length > 0) yield* store.replace(organization.id, campaign_id, changed)
      })

      const create = Effect.fn("Sequences.create")(function* (campaign_id: CampaignId, input: NewSequence) {
        const { body, delay_days = 1, subject = null } = yield* decodeNew(input)
        const organization = yield* CurrentOrganization
        const { length } = yield* list(campaign_id)
        if (length >= maximumSequences) return yield* new TooManySequences()
        return yield* store.insert(organization.id, campaign_id, { position: length + 1, subject, body, delay_days })
      }, transaction)

      const update = Effect.fn("Sequences.update")(function* (
        campaign_id: CampaignId,
        id: SequenceId,
        input: SequencePatch
      ) {
        const { position, ...changes } = yield* decodePatch(input)
        const before = yield* list(campaign_id)
        const old = yield* find(before, id)
        const changed = before.map((sequence) => (sequence === old ? { ...old, ...changes } : sequence))
        const after = position === undefined ? changed : move(changed, id, position)
        yield* write(campaign_id, before, after)
        return yield* find(after, id)
      }, transaction)

      const remove = Effect.fn("Sequences.remove")(function* (campaign_id: CampaignId, id: SequenceId) {
        const organization = yield* CurrentOrganization
        const before = yield* list(campaign_id)
        const old = yield* find(before, id)
        yield* store.remove(organization.id, campaign_id, id)
        yield* write(campaign_id, before, number(before.filter((sequence) => sequence !== old)))
      }, transaction)

      return Sequences.of({ list, create, update, remove })
    })
  )
}
