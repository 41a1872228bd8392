import { Context } from "effect"
import type { ListedStore } from "../ListedStore.ts"
import type { Stored } from "../StorageError.ts"
import type { LeadCounts } from "../leads/LeadCounts.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { CampaignRecord, CampaignStatus, ListedCampaign } from "./Campaign.ts"
import type { AccountId, CampaignId, OrganizationId } from "../ids.ts"

/** A campaign with the counts of its leads. */
export interface CountedCampaign extends CampaignRecord {
  readonly leads: LeadCounts
}

/** A hidden campaign, and its organization. */
export interface HiddenCampaign {
  readonly organization_id: OrganizationId
  readonly id: CampaignId
}

/**
 * The storage port of campaigns. The store keeps `lead_count`: the number of the campaign's leads, always up to date.
 *
 * A campaign is deleted in steps: it is hidden first (`hide`), and deleted when its leads are removed (`remove`). Until
 * then only `findHidden`, and `findMany` with `with_hidden`, find it: for all other methods that read campaigns, steps or leads, in
 * this port and in others, the campaign, its steps and its leads do not exist. `LeadStore.lockOfCampaign` and
 * `LeadStore.remove` are the exceptions.
 *
 * The lock of a campaign is also that of its steps and of the number of its leads. Lock a campaign after accounts and leads.
 * `replace` keeps `lead_count`.
 */
export class CampaignStore extends Context.Service<
  CampaignStore,
  Pick<ListedStore<CampaignRecord, never>, "lock" | "replace"> & {
    /** Inserts a campaign without leads. Its accounts must exist, and its id must be new. */
    readonly insert: (organization_id: OrganizationId, campaign: Omit<CampaignRecord, "lead_count">) => Stored<void>
    /**
     * The campaigns with these ids that exist, without duplicates, by ascending id. `with_hidden` includes hidden ones,
     * for transactions that have locked leads of these campaigns: their changes come before a deletion that begins
     * meanwhile.
     */
    readonly findMany: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<CampaignId>,
      query?: { readonly with_hidden?: boolean }
    ) => Stored<ReadonlyArray<CampaignRecord>>
    /**
     * The campaigns with these ids that exist, without duplicates, or all campaigns; by ascending id, with the stored
     * counts of their leads.
     */
    readonly list: (
      organization_id: OrganizationId,
      ids?: ReadonlyArray<CampaignId>
    ) => Stored<ReadonlyArray<CountedCampaign>>
    /** The campaigns that send from one of these accounts, by ascending id; with `only_active`, only active ones. */
    readonly findByAccounts: (
      organization_id: OrganizationId,
      account_ids: ReadonlyArray<AccountId>,
      query?: { readonly only_active?: boolean }
    ) => Stored<ReadonlyArray<CampaignRecord>>
    /** The campaigns with these ids, and all with `stop_scope: "company"`, by ascending id. Costs as many index entries. */
    readonly findManyOrCompanyScoped: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<CampaignId>
    ) => Stored<ReadonlyArray<CampaignRecord>>
    /**
     * A page of the campaigns by ascending id. `search` is a substring of the name, folded for searches and
     * taken literally. Counts of leads are stored; the other counts are the sums of all time. A page costs as many rows as its campaigns
     * have days with events.
     */
    readonly page: (
      organization_id: OrganizationId,
      query: PageQuery<CampaignId> & { readonly status?: CampaignStatus; readonly search?: string }
    ) => Stored<Rows<ListedCampaign>>
    /**
     * Marks the campaign as being deleted since `at`, also when it is already hidden. Does nothing if it does not
     * exist.
     */
    readonly hide: (organization_id: OrganizationId, id: CampaignId, at: Timestamp) => Stored<void>
    /** The campaigns of all organizations that are hidden since before `before`, by ascending organization, then id. */
    readonly findHidden: (query: {
      readonly before: Timestamp
      readonly limit: number
    }) => Stored<ReadonlyArray<HiddenCampaign>>
    /**
     * Removes the campaign from at most `limit` of its threads, which it locks in ascending order. Returns the number
     * of changed threads.
     */
    readonly clearThreads: (
      organization_id: OrganizationId,
      id: CampaignId,
      query: { readonly limit: number }
    ) => Stored<number>
    /**
     * Deletes a hidden campaign with its steps, its plan and its remaining leads. Its threads stay, without campaign and lead.
     * Returns whether the campaign existed.
     */
    readonly remove: (organization_id: OrganizationId, id: CampaignId) => Stored<boolean>
  }
>()("@mailroom/core/CampaignStore") {}
