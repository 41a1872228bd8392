import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Dimension, Metrics, RollupChange } from "./Rollup.ts"
import type { AccountId, CampaignId, OrganizationId } from "../ids.ts"

/** From `start` until just before `end`, both at a multiple of 15 minutes; `null`: no bound. */
export interface Range {
  readonly start: Timestamp | null
  readonly end: Timestamp | null
}

/** The first and the last bucket of a set. */
export interface Extent {
  readonly first: Timestamp
  readonly last: Timestamp
}

/** A range of an account's sums. */
export interface AccountSpan {
  readonly account_id: AccountId
  /** A multiple of 15 minutes. */
  readonly start: Timestamp
  /** A multiple of 15 minutes, exclusive. */
  readonly end: Timestamp
}

/**
 * The storage port of the sums. In one organization `add` and `clear` exclude each other: each waits for the other's
 * transaction to end.
 */
export class RollupStore extends Context.Service<
  RollupStore,
  {
    /** Adds to the sums. The changes have distinct keys, in the same order for all callers. */
    readonly add: (organization_id: OrganizationId, changes: ReadonlyArray<RollupChange>) => Stored<void>
    /**
     * The sums of these campaigns together over the range, by ascending id of the dimension, `null` last. Ids whose
     * sums are all zero are left out. The cost per campaign depends on the length of the range in days, not on the
     * number of events. The campaigns are distinct, here and in the other methods.
     */
    readonly sum: (
      organization_id: OrganizationId,
      campaign_ids: ReadonlyArray<CampaignId>,
      dimension: Dimension,
      range: Range
    ) => Stored<ReadonlyArray<{ readonly id: number | null; readonly metrics: Metrics }>>
    /** The sums of each of these campaigns over the range: one answer per campaign, in order. */
    readonly sumCampaigns: (
      organization_id: OrganizationId,
      campaign_ids: ReadonlyArray<CampaignId>,
      range: Range
    ) => Stored<ReadonlyArray<Metrics>>
    /**
     * The numbers of sent and bounced mails, and of leads that got their first mail, of each account in its span, over all
     * campaigns: one answer per span, in order.
     */
    readonly sumAccounts: (
      organization_id: OrganizationId,
      spans: ReadonlyArray<AccountSpan>
    ) => Stored<ReadonlyArray<Pick<Metrics, "bounced" | "contacted" | "sent">>>
    /**
     * The sums of these campaigns together between each pair of neighbouring boundaries: one answer fewer than
     * boundaries. The boundaries ascend, and are multiples of 15 minutes.
     */
    readonly series: (
      organization_id: OrganizationId,
      campaign_ids: ReadonlyArray<CampaignId>,
      boundaries: ReadonlyArray<Timestamp>
    ) => Stored<ReadonlyArray<Metrics>>
    /**
     * The first and the last bucket in which these campaigns together have a sum of the dimension `campaign` that is
     * not all zero; `None` if they have no such sum.
     */
    readonly extent: (
      organization_id: OrganizationId,
      campaign_ids: ReadonlyArray<CampaignId>
    ) => Stored<Option.Option<Extent>>
    /** Deletes all sums of the organization. */
    readonly clear: (organization_id: OrganizationId) => Stored<void>
  }
>()("@mailroom/core/RollupStore") {}
