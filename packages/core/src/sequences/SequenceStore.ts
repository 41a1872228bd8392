import { Context, type Effect, type Option } from "effect"
import type { StorageError } from "../StorageError.ts"
import type { Sequence } from "./Sequence.ts"
import type { CampaignId, OrganizationId, SequenceId } from "../ids.ts"

/** A step, and its campaign. */
export interface CampaignStep extends Sequence {
  readonly campaign_id: CampaignId
}

/** The storage port of a campaign's steps. Transactions that change steps lock their campaign first. */
export class SequenceStore extends Context.Service<
  SequenceStore,
  {
    /** The campaign's steps by ascending position; `None` if the organization has no such campaign. */
    readonly list: (
      organization_id: OrganizationId,
      campaign_id: CampaignId
    ) => Effect.Effect<Option.Option<ReadonlyArray<Sequence>>, StorageError>
    /** The steps of these campaigns, by ascending campaign id, then position. Hidden campaigns have none. */
    readonly ofCampaigns: (
      organization_id: OrganizationId,
      campaign_ids: ReadonlyArray<CampaignId>
    ) => Effect.Effect<ReadonlyArray<CampaignStep>, StorageError>
    /** Inserts at the given position; does not renumber the others. Ids ascend in the order of insertion. */
    readonly insert: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      sequence: Omit<Sequence, "id">
    ) => Effect.Effect<Sequence, StorageError>
    /** Replaces the steps with these ids, all at the same time. */
    readonly replace: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      sequences: ReadonlyArray<Sequence>
    ) => Effect.Effect<void, StorageError>
    /** Removes a step. Its events and its analytics stay. */
    readonly remove: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      id: SequenceId
    ) => Effect.Effect<void, StorageError>
    /** The steps with these ids that exist in the organization, with their campaign. */
    readonly findMany: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<SequenceId>
    ) => Effect.Effect<ReadonlyArray<{ readonly id: SequenceId; readonly campaign_id: CampaignId }>, StorageError>
  }
>()("@mailroom/core/SequenceStore") {}
