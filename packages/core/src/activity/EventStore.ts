import { Context } from "effect"
import type { Stored } from "../StorageError.ts"
import type { RemovedLeadStore } from "../RemovedLeadStore.ts"
import type { Keyset } from "../Pagination.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Event, EventData, EventType } from "./Event.ts"
import type { AccountId, CampaignId, EventId, LeadId, OrganizationId, SequenceId } from "../ids.ts"

export interface EventQuery {
  /** Only events of these types. Default: all types. */
  readonly types?: ReadonlyArray<EventType>
  readonly lead_id?: LeadId
  readonly account_id?: AccountId
  readonly sequence_id?: SequenceId
  /** Only events after this position in the list. */
  readonly before?: Keyset<EventId>
  /** Whether retired events are found, too; with `lead_id`. Default: they are not. */
  readonly with_retired?: boolean
  readonly limit: number
}

/** The clicks on one link. */
export interface LinkClicks {
  readonly url: string
  readonly clicked: number
  /** The number of leads. */
  readonly unique_clicked: number
}

/** A lead, and an instant. */
export interface LeadInstant {
  readonly lead_id: LeadId
  readonly at: Timestamp
}

/** An address that mail was sent to, in one campaign or in any. */
export interface SentAddress {
  /** Normalized (`Domain.normalizeEmail`). */
  readonly address: string
  readonly campaign_id?: CampaignId
}

/**
 * The storage port of events. An `identity` is unique in its organization. Only `erase` and `retire` change stored events.
 * Retired events are found by every method but `page`.
 */
export class EventStore extends Context.Service<
  EventStore,
  RemovedLeadStore & {
    /**
     * Inserts the events whose identity is new. One answer per input, in order: the id, or `null` if the identity is
     * already taken, whether by a stored event or by an earlier input. Ids ascend in the order of the input.
     */
    readonly insert: (
      organization_id: OrganizationId,
      events: ReadonlyArray<Omit<Event, "id">>
    ) => Stored<ReadonlyArray<EventId | null>>
    /**
     * The events of a campaign, or of all campaigns if it is `null`, by descending `occurred_at`, then by descending
     * id. A page costs the same at any depth. With both `account_id` and `sequence_id`, or with one of them in all campaigns, it
     * also costs the events between the matching ones; with `lead_id`, all events of the lead.
     */
    readonly page: (
      organization_id: OrganizationId,
      campaign_id: CampaignId | null,
      query: EventQuery
    ) => Stored<ReadonlyArray<Event>>
    /**
     * The `sent` events that have one of these ids as their `message_id` or `provider_message_id`, by ascending id, at
     * most `limit`.
     */
    readonly findSent: (
      organization_id: OrganizationId,
      message_ids: ReadonlyArray<string>,
      query: { readonly limit: number }
    ) => Stored<ReadonlyArray<Event>>
    /**
     * For each input, in order: the latest `sent` event of the lead that has an `email` and occurred at or before the
     * instant, by `occurred_at`, then id. If there is none, the first such event after the instant, else `null`. Also
     * for leads that do not exist any more.
     */
    readonly findSentToLeads: (
      organization_id: OrganizationId,
      inputs: ReadonlyArray<LeadInstant>
    ) => Stored<ReadonlyArray<Event | null>>
    /**
     * For each input, in order: the latest `sent` event whose `email` is the address, by `occurred_at`, then id; else
     * `null`. Addresses are compared normalized; an adapter may miss some events, as in `findRemovedLeads`.
     */
    readonly findSentToAddresses: (
      organization_id: OrganizationId,
      inputs: ReadonlyArray<SentAddress>
    ) => Stored<ReadonlyArray<Event | null>>
    /**
     * For each lead and each type: the events with the earliest `occurred_at`, several if they are equal. By ascending
     * lead, then id.
     */
    readonly findFirsts: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>,
      types: ReadonlyArray<EventType>
    ) => Stored<ReadonlyArray<Event>>
    /**
     * Locks these events and returns their state after locking: no other transaction erases them until the surrounding
     * transaction ends. Locks, and returns, by ascending lead, then id; events that do not exist are left out.
     */
    readonly lock: (
      organization_id: OrganizationId,
      events: ReadonlyArray<Pick<Event, "id" | "lead_id">>
    ) => Stored<ReadonlyArray<Event>>
    /**
     * For each account: the latest `occurred_at` of its `sent` events, in any order. An adapter may look only at the events
     * of the latest bucket of the sums (`RollupStore`) in which the account sent mail.
     */
    readonly findLastSent: (
      organization_id: OrganizationId,
      account_ids: ReadonlyArray<AccountId>
    ) => Stored<ReadonlyArray<{ readonly account_id: AccountId; readonly at: Timestamp }>>
    /**
     * The clicks of a campaign by the `url` in their data, from `start` until just before `end`; `null`: no bound. The most
     * clicks first, then by `url`; at most `limit` links. Clicks without `url` are left out. It costs all clicks of the time.
     */
    readonly countLinks: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      query: { readonly start: Timestamp | null; readonly end: Timestamp | null; readonly limit: number }
    ) => Stored<ReadonlyArray<LinkClicks>>
    /**
     * Retires events that occurred before the instant, the earliest first, at most `limit`: only the `kept` fields of
     * their data stay. Skips events that another transaction has locked. Returns the number of retired events. Its cost depends on
     * the events that it retires, not on all that are stored.
     */
    readonly retire: (
      organization_id: OrganizationId,
      query: { readonly before: Timestamp; readonly kept: ReadonlyArray<keyof EventData>; readonly limit: number }
    ) => Stored<number>
    /**
     * Erases personal data from the events of these leads: message ids, address and data are removed, and the identity
     * is replaced by a new unique one. What the events count for stays. It locks the events first, by ascending lead,
     * then id. Events of a transaction that it waited for are erased, too. Returns the addresses that the events had in
     * `email` and in `data.email`, without duplicates, in any order.
     */
    readonly erase: (organization_id: OrganizationId, lead_ids: ReadonlyArray<LeadId>) => Stored<ReadonlyArray<string>>
    /** All events of the organization by ascending lead, then id; with `after`, only the events after that position. */
    readonly scan: (
      organization_id: OrganizationId,
      query: { readonly after?: { readonly lead_id: LeadId; readonly id: EventId }; readonly limit: number }
    ) => Stored<ReadonlyArray<Event>>
  }
>()("@mailroom/core/EventStore") {}
