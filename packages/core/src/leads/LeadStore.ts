import { Context, type Option } from "effect"
import type { KeyedStore } from "../KeyedStore.ts"
import type { Stored } from "../StorageError.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { FirstEvent } from "./FirstEvent.ts"
import type { DuplicateLead, LeadFilter, LeadRecord, LeadSettings, LeadSort, ListedLead } from "./Lead.ts"
import type { LogEntryDraft } from "../log/LogEntry.ts"
import type { VerificationStatus } from "../verification/Verdict.ts"
import type { AccountId, CampaignId, CampaignNotFound, LeadId, OrganizationId, SequenceId } from "../ids.ts"

/** Selects leads by one of their first events (`LeadActivity.firsts`). All given conditions apply to it. */
export interface FirstFilter {
  /** Its key in `firsts`. */
  readonly key: string
  readonly type: FirstEvent
  /** It occurred at this instant or later. */
  readonly since?: Timestamp
  /** It occurred before this instant. */
  readonly until?: Timestamp
  readonly account_id?: AccountId
  readonly sequence_id?: SequenceId
}

/** Conditions and fields that the two lists of leads share. */
interface LeadSelection extends LeadFilter {
  readonly first?: FirstFilter
  /** Whether the tag of the leads is positive (`LeadActivity.positive`). */
  readonly is_positive?: boolean
  /** Only leads with this normalized address. */
  readonly address?: string
  /** Whether the leads have their `custom_fields`. Default: no. */
  readonly custom_fields?: boolean
}

/** Filters and paging for the leads of a campaign. */
export interface LeadQuery extends PageQuery<LeadId>, LeadSelection {
  /** A substring, folded for searches and taken literally, of `searchTextOfAddress`. */
  readonly search?: string
  /** The order (`LeadSort`); never together with `after_id`. Default: by ascending id. */
  readonly sort?: LeadSort
}

/** Filters and paging for the leads of all campaigns. */
export interface LeadListing extends LeadSelection {
  readonly campaign_id?: CampaignId
  /** A substring, folded for searches and taken literally, of `searchTextOfAddress` or `searchTextOf`. */
  readonly search?: string
  /** Only leads with a lower id. */
  readonly before?: LeadId
  readonly limit: number
}

/**
 * Selects leads by their normalized address (`Domain.normalizeEmail`): with one of these addresses, in one of these
 * mailboxes, or in one of these domains.
 */
export interface AddressMatch {
  readonly addresses: ReadonlyArray<string>
  /** Results of `Domain.mailboxOf`. Default: none. */
  readonly mailboxes?: ReadonlyArray<string>
  /** Normalized; no domain is a subdomain of another one. A domain includes its subdomains. */
  readonly domains: ReadonlyArray<string>
}

/**
 * The position of a lead in the order of addresses: by domain, starting with its top-level label
 * (`Domain.domainKeyOf`), then address, then id.
 */
export interface AddressKeyset {
  /** Normalized. */
  readonly address: string
  readonly id: LeadId
}

/** An address in a campaign. */
export interface CampaignAddress {
  readonly campaign_id: CampaignId
  /** Normalized. */
  readonly address: string
}

/**
 * The storage port of leads. An address is unique in its campaign by its normal form (`Domain.normalizeEmail`). Each
 * method is atomic, also outside of a transaction. Methods that write maintain the counts of the campaign, whose row
 * they lock last, in ascending order. For all methods, the leads of a hidden campaign do not exist (`CampaignStore`),
 * unless stated otherwise. `custom_fields` have their names in ascending order.
 */
export class LeadStore extends Context.Service<
  LeadStore,
  Pick<KeyedStore<LeadId, LeadRecord>, "findMany" | "lock"> & {
    /**
     * Inserts the leads that the campaign does not have yet. One answer per input, in order: the id, or `null` if the
     * address is taken, by a stored lead or by an earlier input. Ids ascend in the order of the input. The campaign
     * must exist, also when `leads` is empty.
     */
    readonly insert: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      leads: ReadonlyArray<Omit<LeadRecord, "campaign_id" | "id">>
    ) => Stored<ReadonlyArray<LeadId | null>, CampaignNotFound>
    /** The leads with these addresses in these campaigns, by ascending id. */
    readonly findByEmails: (
      organization_id: OrganizationId,
      addresses: ReadonlyArray<CampaignAddress>
    ) => Stored<ReadonlyArray<LeadRecord>>
    /** The leads of any campaign that match, in the order of addresses, after the position `after`, at most `limit`. */
    readonly findMatching: (
      organization_id: OrganizationId,
      match: AddressMatch,
      query: { readonly after?: AddressKeyset; readonly limit: number }
    ) => Stored<ReadonlyArray<AddressKeyset>>
    /**
     * The ids of all leads that have the same normalized address as one of these leads, including these leads,
     * ascending.
     */
    readonly findSharing: (organization_id: OrganizationId, ids: ReadonlyArray<LeadId>) => Stored<ReadonlyArray<LeadId>>
    /** The ids of leads whose `chosen_sender` is one of these accounts, in any order, at most `limit`. */
    readonly findByChosenSender: (
      organization_id: OrganizationId,
      account_ids: ReadonlyArray<AccountId>,
      query: { readonly limit: number }
    ) => Stored<ReadonlyArray<LeadId>>
    /**
     * The leads of a campaign that nothing was sent to and that are not stopped, by ascending id, after the lead `after`,
     * at most `limit`. Costs the same at any `after`.
     */
    readonly uncontacted: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      query: { readonly after: LeadId | null; readonly limit: number }
    ) => Stored<ReadonlyArray<LeadRecord>>
    /** The number of a campaign's leads whose `paused_until` is later than `now`. Costs as many index entries. */
    readonly countPaused: (organization_id: OrganizationId, campaign_id: CampaignId, now: Timestamp) => Stored<number>
    /**
     * The number of a campaign's leads by `verification_status`, of those with a greater id than `after`. Costs as many leads.
     * A status without leads is absent.
     */
    readonly countByVerification: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      query: { readonly after: number }
    ) => Stored<Partial<Record<VerificationStatus, number>>>
    /**
     * The first leads of a campaign by ascending id, after `after_id`, at most `limit`; locked as by `lock`. The only
     * method that also finds the leads of a hidden campaign (`CampaignStore.hide`).
     */
    readonly lockOfCampaign: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      query: { readonly after_id?: LeadId; readonly limit: number }
    ) => Stored<ReadonlyArray<LeadRecord>>
    /**
     * Stores the fields of locked leads that events, rules, tags and accounts change, without comparing them. Texts,
     * `timezone`, `custom_fields`, `email`, `verification_status`, `verification` and `created_at` stay as they are stored.
     */
    readonly writeState: (organization_id: OrganizationId, leads: ReadonlyArray<LeadRecord>) => Stored<void>
    /**
     * Stores the texts, `timezone`, `custom_fields`, `verification_status`, `verification` and `chosen_sender` of locked leads, without
     * comparing them; apart from them only `version` and `updated_at`.
     */
    readonly writeTexts: (organization_id: OrganizationId, leads: ReadonlyArray<LeadRecord>) => Stored<void>
    /**
     * Sets the texts and the stop of one lead in one step, with the next version and this `updated_at`, or the stored
     * one if that is later. Returns the lead after the change. Returns `None` and changes nothing:
     *
     * - when the lead does not exist;
     * - when it already has these texts, and `stop` is absent;
     * - when `stop` is present, and the lead was changed at this `updated_at` or later, or was moved (`moved_to`);
     * - when the lead is locked, or its campaign, which counts stops.
     *
     * Then lock the lead and `replace` it.
     *
     * With `entry`, a change also adds this entry to the log, in the same step.
     */
    readonly set: (
      organization_id: OrganizationId,
      id: LeadId,
      settings: LeadSettings,
      updated_at: Timestamp,
      entry?: LogEntryDraft
    ) => Stored<Option.Option<LeadRecord>>
    /**
     * A page of a campaign's leads by ascending id; `None` if the organization has no such campaign. A page costs the
     * same at any `after_id`, and without filters at any `offset`. The `total` also costs only a page, if the query has no
     * `updated_since`, no `first` and no `is_positive`, and not both a status and `stop_sending`; with `search` or `tag_id` it is counted once, until leads come or
     * go, or get another address or tag. An `address` costs one lead. With `sort` a page costs the rows up to its end.
     */
    readonly page: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      query: LeadQuery
    ) => Stored<Option.Option<Rows<ListedLead>>>
    /**
     * Leads of all campaigns by descending id. Without `search` it costs a page. A tag with other filters also costs the
     * leads with the tag that these filters exclude. An `address` costs the leads with this address, and `updated_since`
     * the leads that were updated since, or some thousands of the newest leads. `first` costs the events of its type in its period.
     */
    readonly list: (organization_id: OrganizationId, query: LeadListing) => Stored<ReadonlyArray<ListedLead>>
    /**
     * Compare and set: stores `lead` if the stored version is still `version`, and returns whether it did. The version
     * is compared before the address; a removed lead has no version. Every field except `id`, `campaign_id` and
     * `created_at` may differ.
     */
    readonly replace: (
      organization_id: OrganizationId,
      lead: LeadRecord,
      version: number
    ) => Stored<boolean, DuplicateLead>
    /**
     * Removes leads, also of a hidden campaign; their threads stay, without a lead. Returns the ids that existed,
     * without duplicates, ascending.
     */
    readonly remove: (organization_id: OrganizationId, ids: ReadonlyArray<LeadId>) => Stored<ReadonlyArray<LeadId>>
  }
>()("@mailroom/core/LeadStore") {}
