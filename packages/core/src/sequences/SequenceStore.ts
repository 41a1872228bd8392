import { Context } from "effect"
import type { Stored } from "../StorageError.ts"
import type { CampaignStep, SequenceRecord } from "./Sequence.ts"
import type { AttachmentId, CampaignId, OrganizationId, SequenceId } from "../ids.ts"

/** The campaign and the step of a sequence. */
export type SequencePlace = Pick<CampaignStep, "campaign_id" | "id" | "step_id">

/** The storage port of a campaign's sequences. Transactions that change them lock their campaign first. */
export class SequenceStore extends Context.Service<
  SequenceStore,
  {
    /**
     * The sequences of these campaigns, by ascending campaign id, then position, variant and id. Hidden campaigns have
     * none.
     */
    readonly ofCampaigns: (
      organization_id: OrganizationId,
      campaign_ids: ReadonlyArray<CampaignId>
    ) => Stored<ReadonlyArray<CampaignStep>>
    /** Inserts at the given position; does not renumber the others. Ids ascend in the order of insertion. */
    readonly insert: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      sequence: Omit<SequenceRecord, "id">
    ) => Stored<SequenceRecord>
    /** Replaces the sequences with these ids, all at the same time. */
    readonly replace: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      sequences: ReadonlyArray<SequenceRecord>
    ) => Stored<void>
    /** Removes a sequence. Its events and its analytics stay. */
    readonly remove: (organization_id: OrganizationId, campaign_id: CampaignId, id: SequenceId) => Stored<void>
    /** The sequences with these ids that exist in the organization, with their campaign and step. */
    readonly findMany: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<SequenceId>
    ) => Stored<ReadonlyArray<SequencePlace>>
    /** The subset of these files that a sequence names in its `attachments`, without duplicates, by ascending id. */
    readonly findNamed: (
      organization_id: OrganizationId,
      files: ReadonlyArray<AttachmentId>
    ) => Stored<ReadonlyArray<AttachmentId>>
  }
>()("@mailroom/core/SequenceStore") {}
