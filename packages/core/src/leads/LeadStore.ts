import { Context, type Effect, type Option } from "effect"
import type { CampaignId, CampaignNotFound } from "../campaigns/Campaign.ts"
import type { OrganizationId } from "../Organization.ts"
import type { OffsetQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { DuplicateLead, Lead, LeadCounts, LeadId, LeadRecord } from "./Lead.ts"
import type { TagId } from "../tags/Tag.ts"

/** Which leads of a campaign, and which part of them. `after_id` narrows the page, never `total`. */
export interface LeadQuery extends OffsetQuery {
  /** Only leads with a greater id; `offset` skips after it. */
  readonly after_id?: LeadId
  /** A folded substring of the folded address (`fold`), taken literally. */
  readonly search?: string
}

/** Leads by their normalized address (`Domain.normalizeEmail`): those with one of these, or in one of these domains. */
export interface BlacklistMatch {
  readonly addresses: ReadonlyArray<string>
  /** Normalized; a domain covers its subdomains (`Domain.domainKeyOf`). */
  readonly domains: ReadonlyArray<string>
}

/**
 * The storage port of leads. An address is unique in its campaign by its folded form. Each method is atomic by
 * itself, and keeps the campaign's `lead_count` true.
 */
export class LeadStore extends Context.Service<
  LeadStore,
  {
    /**
     * Inserts the leads that the campaign does not have yet: one answer per input, in order, `null` where the address
     * is taken, be it by an earlier input. Ids ascend in the order of the input. The campaign must exist, also when
     * there are no leads.
     */
    readonly insert: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      leads: ReadonlyArray<Omit<LeadRecord, "campaign_id" | "id">>
    ) => Effect.Effect<ReadonlyArray<LeadId | null>, CampaignNotFound | StorageError>
    readonly find: (
      organization_id: OrganizationId,
      id: LeadId
    ) => Effect.Effect<Option.Option<LeadRecord>, StorageError>
    /** The campaign's leads whose folded address is among `folded`, by ascending id. */
    readonly findByEmails: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      folded: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<LeadRecord>, StorageError>
    /** The leads of any campaign with this folded address, by ascending id. */
    readonly findByEmail: (
      organization_id: OrganizationId,
      folded: string
    ) => Effect.Effect<ReadonlyArray<LeadRecord>, StorageError>
    /** Those of `ids` that exist, by ascending id. */
    readonly findMany: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<LeadId>
    ) => Effect.Effect<ReadonlyArray<LeadRecord>, StorageError>
    /** The leads of any campaign whose normalized address is among `addresses`, by ascending id. */
    readonly findByAddresses: (
      organization_id: OrganizationId,
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<LeadRecord>, StorageError>
    /** As `findMany`; no one else changes or removes these leads until the end of the surrounding transaction. */
    readonly hold: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<LeadId>
    ) => Effect.Effect<ReadonlyArray<LeadRecord>, StorageError>
    /**
     * Stores what events, rules and tags made of leads that the surrounding transaction holds, without comparing. What
     * people wrote does not differ: `email`, the names and texts, `custom_fields`, `verification_status` and
     * `chosen_sender`; nor do `id`, `campaign_id` and `created_at`.
     */
    readonly replaceHeld: (
      organization_id: OrganizationId,
      leads: ReadonlyArray<LeadRecord>
    ) => Effect.Effect<void, StorageError>
    /** The leads that carry the tag, by ascending id, beyond `after_id` when it is given. */
    readonly findByTag: (
      organization_id: OrganizationId,
      tag_id: TagId,
      query: { readonly after_id?: LeadId; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<LeadRecord>, StorageError>
    /** How many leads the campaign has in each state: kept, not counted. All zero when there is no such campaign. */
    readonly counts: (
      organization_id: OrganizationId,
      campaign_id: CampaignId
    ) => Effect.Effect<LeadCounts, StorageError>
    /**
     * A page of a campaign's leads by ascending id, or none when the organization has no such campaign. It costs a
     * page at any `after_id`, and so does the `total` of a query without `search`.
     */
    readonly page: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      query: LeadQuery
    ) => Effect.Effect<Option.Option<Rows<Lead>>, StorageError>
    /**
     * Compare and set: stores `lead` if the stored version is still `version`; answers whether it did. The version is
     * compared before the address, and a lead that is gone has none. Everything but `id`, `campaign_id` and
     * `created_at` may differ.
     */
    readonly replace: (
      organization_id: OrganizationId,
      lead: LeadRecord,
      version: number
    ) => Effect.Effect<boolean, DuplicateLead | StorageError>
    /**
     * Stops the matching leads, as `StopSending.apply(lead, "blacklist", at)` does, of those that are not stopped: each
     * with a new version. Answers how many there were. It reads only leads that match.
     */
    readonly stopBlacklisted: (
      organization_id: OrganizationId,
      match: BlacklistMatch,
      at: Timestamp
    ) => Effect.Effect<number, StorageError>
    /**
     * Of the matching leads that are stopped as `blacklist`, resumes those that no entry of the blacklist matches, as
     * `StopSending.release` does: each with a new version. Answers how many there were.
     */
    readonly resumeBlacklisted: (
      organization_id: OrganizationId,
      match: BlacklistMatch
    ) => Effect.Effect<number, StorageError>
    /** Removes leads; their threads stay, without a lead. Answers the ids that were there, once each, ascending. */
    readonly remove: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<LeadId>
    ) => Effect.Effect<ReadonlyArray<LeadId>, StorageError>
  }
>()("@mailroom/core/LeadStore") {}
