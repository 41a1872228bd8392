import { Context, type Effect, type Option } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { LeadCounts } from "../leads/Lead.ts"
import type { OrganizationId } from "../Organization.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { CampaignId, CampaignRecord, CampaignStatus, ListedCampaign } from "./Campaign.ts"

/** A campaign with the counts of its leads. */
export interface CountedCampaign extends CampaignRecord {
  readonly leads: LeadCounts
}

/**
 * The storage port of campaigns. `lead_count` is the store's: the number of the campaign's leads, at any time.
 *
 * A campaign that is being deleted is hidden first (`hide`), and deleted when its leads are gone (`remove`). Until then
 * only `findHidden` and `findWithHidden` find it: for all other methods that read campaigns, steps or leads, in this port
 * and in others, the campaign, its steps and its leads do not exist. `LeadStore.lockOfCampaign` and `LeadStore.remove` are
 * the exceptions.
 */
export class CampaignStore extends Context.Service<
  CampaignStore,
  {
    /** Inserts a campaign without leads; its accounts exist, its id is new. */
    readonly insert: (
      organization_id: OrganizationId,
      campaign: Omit<CampaignRecord, "lead_count">
    ) => Effect.Effect<void, StorageError>
    readonly find: (
      organization_id: OrganizationId,
      id: CampaignId
    ) => Effect.Effect<Option.Option<CampaignRecord>, StorageError>
    /** The campaigns among `ids` that exist, once each, by ascending id. */
    readonly findMany: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<CampaignId>
    ) => Effect.Effect<ReadonlyArray<CampaignRecord>, StorageError>
    /**
     * As `findMany`, also those that are hidden. For transactions that have locked leads of these campaigns: what they do
     * came before a deletion that begins meanwhile.
     */
    readonly findWithHidden: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<CampaignId>
    ) => Effect.Effect<ReadonlyArray<CampaignRecord>, StorageError>
    /** All campaigns by ascending id, with the kept counts of their leads. */
    readonly list: (organization_id: OrganizationId) => Effect.Effect<ReadonlyArray<CountedCampaign>, StorageError>
    /** The campaigns that send from one of these accounts, by ascending id. */
    readonly findByAccounts: (
      organization_id: OrganizationId,
      account_ids: ReadonlyArray<AccountId>
    ) => Effect.Effect<ReadonlyArray<CampaignRecord>, StorageError>
    /**
     * Takes these accounts off all campaigns that send from one of them. Locks those campaigns in ascending order, and
     * gives each a new version.
     */
    readonly removeAccounts: (
      organization_id: OrganizationId,
      account_ids: ReadonlyArray<AccountId>,
      updated_at: Timestamp
    ) => Effect.Effect<void, StorageError>
    /**
     * By ascending id; `search` is a folded substring of the folded name, taken literally. Counts of leads are kept; the
     * other counts are the sums of all time. A page costs as many rows as its campaigns have days with events.
     */
    readonly page: (
      organization_id: OrganizationId,
      query: PageQuery<CampaignId> & { readonly status?: CampaignStatus; readonly search?: string }
    ) => Effect.Effect<Rows<ListedCampaign>, StorageError>
    /**
     * As `find`, in the state that it has once it is locked: until the surrounding transaction ends, no other one changes
     * it, its steps or the number of its leads. Lock a campaign after accounts and leads.
     */
    readonly lock: (
      organization_id: OrganizationId,
      id: CampaignId
    ) => Effect.Effect<Option.Option<CampaignRecord>, StorageError>
    /** Stores a locked campaign; `id`, `lead_count` and `created_at` stay as they are stored. */
    readonly replace: (organization_id: OrganizationId, campaign: CampaignRecord) => Effect.Effect<void, StorageError>
    /** Hides the campaign as being deleted since `at`, also when it is hidden already. Nothing if it does not exist. */
    readonly hide: (organization_id: OrganizationId, id: CampaignId, at: Timestamp) => Effect.Effect<void, StorageError>
    /** The campaigns that are hidden since before `before`, by ascending id. */
    readonly findHidden: (
      organization_id: OrganizationId,
      before: Timestamp
    ) => Effect.Effect<ReadonlyArray<CampaignId>, StorageError>
    /** The organizations with a hidden campaign, ascending. */
    readonly organizationsWithHidden: Effect.Effect<ReadonlyArray<OrganizationId>, StorageError>
    /** Takes the campaign off at most `limit` of its threads, which it locks in ascending order. Returns how many. */
    readonly clearThreads: (
      organization_id: OrganizationId,
      id: CampaignId,
      query: { readonly limit: number }
    ) => Effect.Effect<number, StorageError>
    /**
     * Deletes a hidden campaign with its steps, and whatever leads it still has. Its threads stay, without campaign and
     * lead. Returns whether it was there.
     */
    readonly remove: (organization_id: OrganizationId, id: CampaignId) => Effect.Effect<boolean, StorageError>
  }
>()("@mailroom/core/CampaignStore") {}
