import { Context, type Effect, type Option } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { OrganizationId } from "../Organization.ts"
import type { OffsetQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Campaign, CampaignId, CampaignStatus } from "./Campaign.ts"

/** The storage port of campaigns. `lead_count` is the store's: the number of the campaign's leads, at any time. */
export class CampaignStore extends Context.Service<
  CampaignStore,
  {
    /** Inserts a campaign without leads; its accounts exist, its id is new. */
    readonly insert: (
      organization_id: OrganizationId,
      campaign: Omit<Campaign, "lead_count">
    ) => Effect.Effect<void, StorageError>
    readonly find: (
      organization_id: OrganizationId,
      id: CampaignId
    ) => Effect.Effect<Option.Option<Campaign>, StorageError>
    /** The campaigns among `ids` that exist, once each, by ascending id. */
    readonly findMany: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<CampaignId>
    ) => Effect.Effect<ReadonlyArray<Campaign>, StorageError>
    /** The campaigns that send from one of these accounts, by ascending id. */
    readonly findByAccounts: (
      organization_id: OrganizationId,
      account_ids: ReadonlyArray<AccountId>
    ) => Effect.Effect<ReadonlyArray<Campaign>, StorageError>
    /** Takes these accounts off all campaigns that send from one of them; locks those in ascending order. */
    readonly removeAccounts: (
      organization_id: OrganizationId,
      account_ids: ReadonlyArray<AccountId>,
      updated_at: Timestamp
    ) => Effect.Effect<void, StorageError>
    /** By ascending id; `search` is a folded substring of the folded name, taken literally. */
    readonly page: (
      organization_id: OrganizationId,
      query: OffsetQuery & { readonly status?: CampaignStatus; readonly search?: string }
    ) => Effect.Effect<Rows<Campaign>, StorageError>
  }
>()("@mailroom/core/CampaignStore") {}
