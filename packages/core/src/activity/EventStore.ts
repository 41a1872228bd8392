import { Context, type Effect } from "effect"
import type { AccountId } from "../accounts/Account.ts"
import type { CampaignId } from "../CampaignId.ts"
import type { SequenceId } from "../sequences/Sequence.ts"
import type { RemovedLead } from "../leads/Erasure.ts"
import type { LeadId } from "../leads/Lead.ts"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Event, EventId, EventType } from "./Event.ts"

export interface EventQuery {
  /** Only these types; all of them when it is not given. */
  readonly types?: ReadonlyArray<EventType>
  readonly lead_id?: LeadId
  readonly account_id?: AccountId
  readonly sequence_id?: SequenceId
  /** Only what comes after this place in the list. */
  readonly before?: { readonly occurred_at: Timestamp; readonly id: EventId }
  readonly limit: number
}

/** Where an account's events are: 15 minutes of a campaign. */
export interface AccountBucket {
  readonly account_id: AccountId
  readonly campaign_id: CampaignId
  /** The beginning of the 15 minutes. */
  readonly bucket: Timestamp
}

/** A lead, and an instant. */
export interface LeadInstant {
  readonly lead_id: LeadId
  readonly at: Timestamp
}

/** An address that mail went to: in one campaign, or in any. */
export interface SentAddress {
  /** Normalized (`Domain.normalizeEmail`). */
  readonly address: string
  readonly campaign_id?: CampaignId
}

/** The storage port of events. An `identity` is unique in its organization; events are never changed, but for `erase`. */
export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * Inserts the events whose identity is new: one answer per input, in order, `null` where it is taken, be it by an
     * earlier input. Ids ascend in the order of the input.
     */
    readonly insert: (
      organization_id: OrganizationId,
      events: ReadonlyArray<Omit<Event, "id">>
    ) => Effect.Effect<ReadonlyArray<EventId | null>, StorageError>
    /**
     * A campaign's events, the newest `occurred_at` first, then the greatest id. It costs a page at any depth; with
     * `account_id` or `sequence_id` also what lies between those, and of a lead all that it has.
     */
    readonly page: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      query: EventQuery
    ) => Effect.Effect<ReadonlyArray<Event>, StorageError>
    /**
     * The `sent` events that have one of these ids as their `message_id` or `provider_message_id`, by ascending id, at
     * most `limit`.
     */
    readonly findSent: (
      organization_id: OrganizationId,
      message_ids: ReadonlyArray<string>,
      query: { readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<Event>, StorageError>
    /**
     * For each input, in order: the last `sent` event of the lead that has an `email` and occurred at the instant or before, by
     * `occurred_at`, then id; without one, the first after the instant; else `null`. Also of leads that do not exist any more.
     */
    readonly findSentToLeads: (
      organization_id: OrganizationId,
      inputs: ReadonlyArray<LeadInstant>
    ) => Effect.Effect<ReadonlyArray<Event | null>, StorageError>
    /**
     * For each input, in order: the last `sent` event whose `email` is the address, by `occurred_at`, then id; else `null`.
     * Addresses are compared normalized; an adapter may miss some, as in `findRemovedLeads`.
     */
    readonly findSentToAddresses: (
      organization_id: OrganizationId,
      inputs: ReadonlyArray<SentAddress>
    ) => Effect.Effect<ReadonlyArray<Event | null>, StorageError>
    /** Of each of these leads the events of each of these types with the earliest `occurred_at`, by ascending lead, then id. */
    readonly findFirsts: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>,
      types: ReadonlyArray<EventType>
    ) => Effect.Effect<ReadonlyArray<Event>, StorageError>
    /**
     * These events, in the state that they have once they are locked: until the surrounding transaction ends, no other one
     * erases them. Locks by ascending lead, then id, and answers in that order, without those that do not exist.
     */
    readonly lock: (
      organization_id: OrganizationId,
      events: ReadonlyArray<Pick<Event, "id" | "lead_id">>
    ) => Effect.Effect<ReadonlyArray<Event>, StorageError>
    /** Of each account the latest `occurred_at` of its `sent` events in these buckets; in any order. */
    readonly findLastSent: (
      organization_id: OrganizationId,
      buckets: ReadonlyArray<AccountBucket>
    ) => Effect.Effect<ReadonlyArray<{ readonly account_id: AccountId; readonly at: Timestamp }>, StorageError>
    /**
     * Erases what events of these leads say of people: message ids, address and data are gone, and the identity becomes
     * another one that no event has. What they count for stays. Locks them first, by ascending lead, then id, and then also
     * erases what a transaction inserted that it waited for. Returns the addresses that they had in `email` and in
     * `data.email`, once each, in any order.
     */
    readonly erase: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>
    ) => Effect.Effect<ReadonlyArray<string>, StorageError>
    /**
     * The leads that do not exist any more and have an event whose `email` is one of these addresses, each pair of lead and
     * address once, by ascending id.
     * Addresses are compared normalized (`Domain.normalizeEmail`). An adapter may miss an event whose `email` differs from
     * all of them in more than the case of ASCII letters and in characters that are not ASCII.
     */
    readonly findRemovedLeads: (
      organization_id: OrganizationId,
      addresses: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<RemovedLead>, StorageError>
    /** All events of the organization by ascending lead, then id, beyond `after` when it is given. */
    readonly scan: (
      organization_id: OrganizationId,
      query: { readonly after?: { readonly lead_id: LeadId; readonly id: EventId }; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<Event>, StorageError>
  }
>()("@mailroom/core/EventStore") {}
