import { Changes } from "../Changes.ts"
import { Context, Effect, Equal, Layer } from "effect"
import { CampaignStore } from "../campaigns/CampaignStore.ts"
import { decode, type InvalidInput } from "../InvalidInput.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import { traced } from "../Traced.ts"
import {
  maximumSequences,
  move,
  NewSequence,
  number,
  type Sequence,
  SequenceNotFound,
  SequencePatch,
  TooManySequences
} from "./Sequence.ts"
import { StepsChanged } from "./SequenceChange.ts"
import { SequenceStore } from "./SequenceStore.ts"
import { type CampaignId, CampaignIdInput, CampaignNotFound, SequenceId } from "../ids.ts"

/** The steps of the campaigns of the current organization. */
export class Sequences extends Context.Service<
  Sequences,
  {
    /** The steps by ascending position. */
    readonly list: (
      campaign_id: CampaignId
    ) => Effect.Effect<ReadonlyArray<Sequence>, CampaignNotFound | InvalidInput | StorageError, CurrentOrganization>
    readonly find: (
      campaign_id: CampaignId,
      id: SequenceId
    ) => Effect.Effect<Sequence, CampaignNotFound | InvalidInput | SequenceNotFound | StorageError, CurrentOrganization>
    /** Appends a step. Defaults: no subject, plain text, and a delay of one day. */
    readonly create: (
      campaign_id: CampaignId,
      input: NewSequence
    ) => Effect.Effect<Sequence, CampaignNotFound | InvalidInput | StorageError | TooManySequences, CurrentOrganization>
    readonly update: (
      campaign_id: CampaignId,
      id: SequenceId,
      patch: SequencePatch
    ) => Effect.Effect<Sequence, CampaignNotFound | InvalidInput | SequenceNotFound | StorageError, CurrentOrganization>
    /** The positions of the following steps decrease by one. */
    readonly remove: (
      campaign_id: CampaignId,
      id: SequenceId
    ) => Effect.Effect<void, CampaignNotFound | InvalidInput | SequenceNotFound | StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Sequences") {
  static readonly layer = Layer.effect(
    Sequences,
    Effect.gen(function* () {
      const store = yield* SequenceStore
      const campaigns = yield* CampaignStore
      const { report, transactional } = yield* Changes
      const decodeCampaignId = decode(CampaignIdInput, "/campaign_id")
      const decodeId = decode(SequenceId, "/id")
      const decodeNew = decode(NewSequence)
      const decodePatch = decode(SequencePatch)

      const list = Effect.fnUntraced(function* (campaign_id: CampaignId) {
        const organization = yield* CurrentOrganization
        return yield* orNotFound(
          store.list(organization.id, campaign_id),
          () => new CampaignNotFound({ id: campaign_id })
        )
      })
      /** The steps of the campaign, which it locks. A second statement shows what other transactions committed. */
      const lock = Effect.fnUntraced(function* (campaign_id: CampaignId) {
        const organization = yield* CurrentOrganization
        yield* campaigns.lock(organization.id, campaign_id)
        return yield* list(campaign_id)
      })
      const find = Effect.fnUntraced(function* (sequences: ReadonlyArray<Sequence>, id: SequenceId) {
        return sequences.find((sequence) => sequence.id === id) ?? (yield* new SequenceNotFound({ id }))
      })
      /** Writes the steps that changed. Returns their number. */
      const write = Effect.fnUntraced(function* (
        campaign_id: CampaignId,
        before: ReadonlyArray<Sequence>,
        after: ReadonlyArray<Sequence>
      ) {
        const organization = yield* CurrentOrganization
        const changed = after.filter((sequence) => !before.includes(sequence))
        if (changed.length > 0) yield* store.replace(organization.id, campaign_id, changed)
        return changed.length
      })

      const append = transactional(function* (
        campaign_id: CampaignId,
        { body, body_html = null, delay_days = 1, subject = null }: NewSequence
      ) {
        const organization = yield* CurrentOrganization
        const { length } = yield* lock(campaign_id)
        if (length >= maximumSequences) return yield* new TooManySequences()
        yield* report([new StepsChanged({ campaign_id })])
        const position = length + 1
        return yield* store.insert(organization.id, campaign_id, { position, subject, body, body_html, delay_days })
      })

      const change = transactional(function* (
        campaign_id: CampaignId,
        id: SequenceId,
        { position, ...changes }: SequencePatch
      ) {
        const before = yield* lock(campaign_id)
        const old = yield* find(before, id)
        const next = { ...old, ...changes }
        const changed = Equal.equals(next, old) ? before : before.map((step) => (step === old ? next : step))
        const after = position === undefined ? changed : move(changed, id, position)
        if ((yield* write(campaign_id, before, after)) > 0) yield* report([new StepsChanged({ campaign_id })])
        return yield* find(after, id)
      })

      const drop = transactional(function* (campaign_id: CampaignId, id: SequenceId) {
        const organization = yield* CurrentOrganization
        const before = yield* lock(campaign_id)
        const old = yield* find(before, id)
        yield* store.remove(organization.id, campaign_id, id)
        yield* write(campaign_id, before, number(before.filter((sequence) => sequence !== old)))
        yield* report([new StepsChanged({ campaign_id })])
      })

      return Sequences.of({
        list: traced("Sequences.list")(function* (campaign_id) {
          return yield* list(yield* decodeCampaignId(campaign_id))
        }),
        find: traced("Sequences.find")(function* (campaign_id, id) {
          return yield* find(yield* list(yield* decodeCampaignId(campaign_id)), yield* decodeId(id))
        }),
        create: traced("Sequences.create")(function* (campaign_id, input) {
          return yield* append(yield* decodeCampaignId(campaign_id), yield* decodeNew(input))
        }),
        update: traced("Sequences.update")(function* (campaign_id, id, patch) {
          return yield* change(yield* decodeCampaignId(campaign_id), yield* decodeId(id), yield* decodePatch(patch))
        }),
        remove: traced("Sequences.remove")(function* (campaign_id, id) {
          yield* drop(yield* decodeCampaignId(campaign_id), yield* decodeId(id))
        })
      })
    })
  )
}
