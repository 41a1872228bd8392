import { Context } from "effect"
import type { Stored } from "../StorageError.ts"
import type { AccountId, CampaignId, LeadId, OrganizationId, SequenceId, ThreadId } from "../ids.ts"
import type { KeyedStore } from "../KeyedStore.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { NewSend, SendId, SendKind, SendOutcome, SendRecord } from "./Send.ts"

/** The storage port of mails that Mailroom sends. `message_id` is unique in the organization. */
export class SendStore extends Context.Service<
  SendStore,
  KeyedStore<SendId, SendRecord> & {
    /**
     * Inserts mails. Ids ascend in the order of the input. A step that its lead already has a mail of, and a `message_id`
     * that is stored, also by an earlier input, are skipped: the answer has only the inserted mails, in order.
     */
    readonly insert: (
      organization_id: OrganizationId,
      sends: ReadonlyArray<NewSend>
    ) => Stored<ReadonlyArray<SendRecord>>
    /**
     * The open mails of an account (`isOpenSend`), the earliest `next_attempt_at` first, mails without one
     * first, then by id; at most `limit`.
     */
    readonly findOpen: (
      organization_id: OrganizationId,
      account_id: AccountId,
      limit: number
    ) => Stored<ReadonlyArray<SendRecord>>
    /** The mails of an account that are `sent` and have their `content` still, by ascending id; at most `limit`. */
    readonly findCopies: (
      organization_id: OrganizationId,
      account_id: AccountId,
      limit: number
    ) => Stored<ReadonlyArray<SendRecord>>
    /** The mails of kind `step` to these leads, by ascending id. */
    readonly findOfLeads: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>
    ) => Stored<ReadonlyArray<SendRecord>>
    /**
     * The mails of kind `step` of a step that are `begun`, `queued` or `deferred`, by ascending id, those after the id
     * `after`; at most `limit`. Costs one index probe and the mails that it answers.
     */
    readonly findOfStep: (
      organization_id: OrganizationId,
      step_id: SequenceId,
      query: { readonly after: SendId | null; readonly limit: number }
    ) => Stored<ReadonlyArray<SendRecord>>
    /**
     * For each of these spans, in order, the number of mails of kind `step` that the account began at `since` or later and
     * that are `begun` or `unknown`.
     */
    readonly countOpen: (
      organization_id: OrganizationId,
      spans: ReadonlyArray<{ readonly account_id: AccountId; readonly since: Timestamp }>
    ) => Stored<ReadonlyArray<number>>
    /**
     * The mails of kind `step` to these companies that began at `since` or later and that are `begun`, `sent` or `unknown`, in
     * any order. Costs as many index entries.
     */
    readonly findBegunTo: (
      organization_id: OrganizationId,
      companies: ReadonlyArray<string>,
      since: Timestamp
    ) => Stored<ReadonlyArray<{ readonly company: string; readonly begun_at: Timestamp }>>
    /** The mails with these Message-IDs, by ascending id. */
    readonly findByMessageIds: (
      organization_id: OrganizationId,
      message_ids: ReadonlyArray<string>
    ) => Stored<ReadonlyArray<SendRecord>>
    /** The mails whose Message-ID or `provider_message_id` is one of these, by ascending id. */
    readonly findByIds: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<string>
    ) => Stored<ReadonlyArray<SendRecord>>
    /** The mails with this outcome that are not `retired`, by ascending id, those after the id `after`; at most `limit`. */
    readonly findUnretired: (
      organization_id: OrganizationId,
      query: { readonly after: SendId | null; readonly limit: number; readonly outcome: SendOutcome }
    ) => Stored<ReadonlyArray<SendRecord>>
    /** Mails that are not `retired`, by descending id, those before the id `before`. All given filters apply. */
    readonly page: (
      organization_id: OrganizationId,
      query: {
        readonly before?: SendId
        readonly limit: number
        readonly outcome?: SendOutcome
        readonly kind?: SendKind
        /** Only answers and forwarded messages (`isWritten`) in this thread. */
        readonly thread_id?: ThreadId
        readonly account_id?: AccountId
        readonly campaign_id?: CampaignId
        readonly lead_id?: LeadId
        /** Whether the mail is scheduled (`isScheduled`). */
        readonly scheduled?: boolean
      }
    ) => Stored<ReadonlyArray<SendRecord>>
    /** The earliest `send_at` of the scheduled answers (`isScheduled`) of each of these threads that has one; in any order. */
    readonly findScheduled: (
      organization_id: OrganizationId,
      thread_ids: ReadonlyArray<ThreadId>
    ) => Stored<ReadonlyArray<readonly [thread_id: ThreadId, send_at: Timestamp]>>
    /**
     * The mails that are not sent and may go to others than their lead, by ascending id: the answers whose `content` has `cc` or `bcc`, and
     * the forwarded messages that are not erased (`isErased`).
     */
    readonly findToOthers: (organization_id: OrganizationId) => Stored<ReadonlyArray<SendRecord>>
    /**
     * Erases (`erased`) the mails of these leads, and the answers and forwarded messages (`isWritten`) in these threads and in the
     * threads of these leads. Returns the ids of the written mails among them that had a `content`, in any order.
     */
    readonly erase: (
      organization_id: OrganizationId,
      lead_ids: ReadonlyArray<LeadId>,
      thread_ids: ReadonlyArray<ThreadId>
    ) => Stored<ReadonlyArray<SendId>>
  }
>()("@mailroom/core/SendStore") {}
