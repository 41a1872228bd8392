import { searchFor } from "@mailroom/mail/text"
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { StorageError, Stored } from "../StorageError.ts"
import type { UseCase } from "../UseCase.ts"
import { inAllOrganizations } from "../AllOrganizations.ts"
import { Changes } from "../Changes.ts"
import { decode, type Input, InvalidInput } from "../InvalidInput.ts"
import { type FinishOptions, unfinishedBefore } from "../MultiStep.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type OffsetPage, offsetPage } from "../Pagination.ts"
import { filesOfStep } from "../sequences/Sequence.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import { type IfVersion } from "../Precondition.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import {
  CampaignActive,
  CampaignChanged,
  type CampaignNotActive,
  type CampaignNotReady,
  CampaignPatch,
  CampaignQuery,
  type CampaignRecord,
  DuplicateCampaign,
  type ListedCampaign,
  NewCampaign,
  pause,
  start
} from "./Campaign.ts"
import { CampaignPaused, CampaignStarted } from "./CampaignChange.ts"
import { CampaignStore } from "./CampaignStore.ts"
import { makeRemoveHidden } from "./CampaignRemoval.ts"
import { makeDuplicate } from "./Duplication.ts"
import { CampaignId, CampaignIdInput, CampaignNotFound } from "../ids.ts"
import { makeMailFiles } from "../uploads/MailFiles.ts"
import { makeAllStartIssues } from "../sequences/StartIssues.ts"
import { lockCampaign, makeCampaignSettings } from "./CampaignSettings.ts"

type Failure = CampaignChanged | CampaignNotFound | InvalidInput | StorageError

/** The campaigns of the current organization. */
export class Campaigns extends Context.Service<
  Campaigns,
  {
    /** Creates a draft. An account that the organization does not have is a fault of `account_ids`. */
    readonly create: (input: NewCampaign) => UseCase<CampaignRecord>
    /**
     * Creates a draft with the settings, the accounts and the steps of a campaign, in any status. Its leads, and what
     * happened to them, are not copied.
     */
    readonly duplicate: (id: CampaignId, input?: DuplicateCampaign) => UseCase<CampaignRecord, CampaignNotFound>
    readonly find: (id: CampaignId) => UseCase<CampaignRecord, CampaignNotFound>
    /** In the order of creation; `search` is a substring of the name, ignoring case and accents. */
    readonly page: (query: Input<CampaignQuery>) => UseCase<OffsetPage<ListedCampaign>>
    /** Changes settings, in every status. Unknown accounts are faults, as in `create`. */
    readonly update: (
      id: CampaignId,
      patch: CampaignPatch,
      options?: IfVersion
    ) => Effect.Effect<CampaignRecord, Failure, CurrentOrganization>
    /** Makes the campaign active, from every status. An active campaign stays unchanged. */
    readonly start: (
      id: CampaignId,
      options?: IfVersion
    ) => Effect.Effect<CampaignRecord, CampaignNotReady | Failure, CurrentOrganization>
    /** Pauses an active campaign. A paused one stays unchanged; a draft or a completed one cannot be paused. */
    readonly pause: (
      id: CampaignId,
      options?: IfVersion
    ) => Effect.Effect<CampaignRecord, CampaignNotActive | Failure, CurrentOrganization>
    /**
     * Deletes the campaign with its leads and steps, in every status except `active`. Its threads stay, without lead
     * and campaign; its events, sums and blacklist entries stay.
     *
     * The first transaction hides the campaign, so that it and its leads cannot be found any more. The leads are
     * removed in batches. After a failure, the rest is removed by `finishRemovals`, or by the same call, which then
     * fails with `CampaignNotFound`.
     */
    readonly remove: (
      id: CampaignId,
      options?: IfVersion
    ) => Effect.Effect<void, CampaignActive | Failure, CurrentOrganization>
    /** Finishes deletions in all organizations (`Mailroom.finishMultiStep`). Returns the number of deleted campaigns. */
    readonly finishRemovals: (options?: FinishOptions) => Stored<number>
  }
>()("@mailroom/core/Campaigns") {
  static readonly layer = Layer.effect(
    Campaigns,
    Effect.gen(function* () {
      const store = yield* CampaignStore
      const sequences = yield* SequenceStore
      const { report, transactional } = yield* Changes
      const lock = lockCampaign(store)
      const files = yield* makeMailFiles
      const removeHidden = yield* makeRemoveHidden
      const settings = yield* makeCampaignSettings
      const duplicate = yield* makeDuplicate(settings)
      const startIssues = yield* makeAllStartIssues
      const decodeNew = decode(NewCampaign)
      const decodeId = decode(CampaignIdInput, "/id")
      const decodeDuplicate = decode(DuplicateCampaign)
      const decodePatch = decode(CampaignPatch)
      const decodeQuery = decode(CampaignQuery)

      /**
       * Locks a campaign, decides on its next state, and reports the change. Changes nothing if it already has that
       * state.
       */
      const changeStatus = transactional(function* <E>(
        id: CampaignId,
        options: IfVersion,
        decide: (campaign: CampaignRecord) => Effect.Effect<CampaignRecord, E, CurrentOrganization>,
        Change: typeof CampaignPaused | typeof CampaignStarted
      ) {
        const organization = yield* CurrentOrganization
        const campaign = yield* lock(id, options)
        const next = yield* decide(campaign)
        if (next === campaign) return next
        yield* store.replace(organization.id, next)
        yield* report([new Change({ campaign: next })])
        return next
      })

      /** The campaign after its start. Fails if it lacks something. */
      const decideStart = Effect.fnUntraced(function* (campaign: CampaignRecord) {
        const organization = yield* CurrentOrganization
        // The steps of a locked campaign cannot change.
        const steps = yield* sequences.ofCampaigns(organization.id, [campaign.id])
        const further = campaign.status === "active" ? [] : yield* startIssues(campaign, steps)
        return yield* Effect.fromResult(start(campaign, steps.length, yield* Timestamp.now, further))
      })
      const decidePause = (campaign: CampaignRecord) =>
        Effect.flatMap(Timestamp.now, (now) => Effect.fromResult(pause(campaign, now)))

      /** Hides a campaign that is not active, and releases the files of its steps. */
      const hide = transactional(function* (id: CampaignId, options: IfVersion) {
        const organization = yield* CurrentOrganization
        const { status } = yield* lock(id, options)
        if (status === "active") return yield* new CampaignActive({ id })
        const steps = yield* sequences.ofCampaigns(organization.id, [id])
        yield* store.hide(organization.id, id, yield* Timestamp.now)
        yield* files.dropFromStep(steps.flatMap(filesOfStep))
      })

      /** Finishes the deletion of a campaign, if it is hidden. */
      const finish = Effect.fnUntraced(function* (id: CampaignId) {
        const organization = yield* CurrentOrganization
        const found = yield* store.findMany(organization.id, [id], { with_hidden: true })
        if (found.length > 0) yield* removeHidden(id)
      })

      return Campaigns.of({
        create: traced("Campaigns.create")(function* (input) {
          return yield* settings.create(yield* decodeNew(input))
        }),
        duplicate: traced("Campaigns.duplicate")(function* (id, input = {}) {
          return yield* duplicate(yield* decodeId(id), yield* decodeDuplicate(input))
        }),
        find: traced("Campaigns.find")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          return yield* orNotFound(findOne(store.findMany, organization.id, id), () => new CampaignNotFound({ id }))
        }),
        page: traced("Campaigns.page")(function* (query) {
          const { search, ...page } = yield* decodeQuery(query)
          const { id } = yield* CurrentOrganization
          const rows = yield* store.page(id, { ...page, ...searchFor(search) })
          return offsetPage(rows, page)
        }),
        update: traced("Campaigns.update")(function* (id, input, options = {}) {
          return yield* settings.update(yield* decodeId(id), yield* decodePatch(input), options)
        }),
        start: traced("Campaigns.start")(function* (id, options = {}) {
          return yield* changeStatus(yield* decodeId(id), options, decideStart, CampaignStarted)
        }),
        pause: traced("Campaigns.pause")(function* (id, options = {}) {
          return yield* changeStatus(yield* decodeId(id), options, decidePause, CampaignPaused)
        }),
        remove: traced("Campaigns.remove")(function* (input, options = {}) {
          const id = yield* decodeId(input)
          yield* hide(id, options).pipe(Effect.tapErrorTag("CampaignNotFound", () => finish(id)))
          yield* removeHidden(id)
        }),
        finishRemovals: traced("Campaigns.finishRemovals")(function* (options = {}) {
          const before = yield* unfinishedBefore(options)
          return yield* inAllOrganizations({
            find: ({ limit }) => store.findHidden({ before, limit }),
            handle: (id, hidden) =>
              Effect.forEach(hidden, (campaign) => removeHidden(campaign.id)).pipe(
                Effect.map((removed) => removed.filter((isRemoved) => isRemoved).length),
                Effect.provideService(CurrentOrganization, { id })
              )
          })
        })
      })
    })
  ).pipe(Layer.provide(SecureRandom.layerWebCrypto))
}
