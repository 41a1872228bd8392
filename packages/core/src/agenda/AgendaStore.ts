import { Context } from "effect"
import type { Stored } from "../StorageError.ts"
import type { AccountId, CampaignId, LeadId, OrganizationId, SequenceId } from "../ids.ts"
import type { KeyedStore } from "../KeyedStore.ts"
import type { AgendaRecord, AgendaState } from "./Agenda.ts"

/** A queue of the agenda: the rows of an account and a campaign that it sends for. */
export interface AgendaQueue {
  readonly account_id: AccountId
  readonly campaign_id: CampaignId
}

/** The pool of a campaign: its rows without an account. */
export interface AgendaPool {
  readonly account_id: null
  readonly campaign_id: CampaignId
}

/**
 * The storage port of the agenda: at most one row for each lead, with the lead's id as its key. `write` keeps the campaign as
 * it is stored. The store does not check that leads, campaigns and accounts exist: use cases that remove leads and campaigns
 * remove the rows. Lock order: after plans, before threads; rows by ascending lead id, unless stated otherwise.
 */
export class AgendaStore extends Context.Service<
  AgendaStore,
  KeyedStore<LeadId, AgendaRecord> & {
    /** Inserts rows. Skips leads that have a row, also from an earlier input. Returns the inserted leads, in order. */
    readonly insert: (
      organization_id: OrganizationId,
      rows: ReadonlyArray<AgendaRecord>
    ) => Stored<ReadonlyArray<LeadId>>
    /**
     * The earliest `waiting` rows of each queue, by `due_at`, then lead id, at most `limit` of each; queue after queue, in the
     * order of the input. `only_new`: only rows without a step. Costs one index probe for each queue. A queue without an
     * account is the pool of its campaign: either all queues of a call have an account, or none has.
     */
    readonly heads: (
      organization_id: OrganizationId,
      queues: ReadonlyArray<AgendaQueue> | ReadonlyArray<AgendaPool>,
      limit: number,
      options?: { readonly only_new?: boolean }
    ) => Stored<ReadonlyArray<AgendaRecord>>
    /**
     * Gives an account the earliest `waiting` rows of the campaign that have no account, at most `limit`. Rows that another
     * transaction has locked are skipped. Returns the rows by `due_at`, then lead id; they stay locked until the
     * surrounding transaction ends.
     */
    readonly takePool: (
      organization_id: OrganizationId,
      queue: AgendaQueue,
      limit: number
    ) => Stored<ReadonlyArray<AgendaRecord>>
    /**
     * Takes the account off at most `limit` of its rows in campaigns other than `kept`, so that another account can
     * continue; `begun` rows keep it. Returns how many; call it again until it returns 0.
     */
    readonly release: (
      organization_id: OrganizationId,
      account_id: AccountId,
      query: { readonly kept: ReadonlyArray<CampaignId>; readonly limit: number }
    ) => Stored<number>
    /**
     * The leads of at most `limit` `done` rows of an account in a campaign whose step is another one than `last`, or `null`,
     * by ascending id. If there are more, it is not specified which ones. `account_id` `null`: the rows without an account.
     */
    readonly finishedBefore: (
      organization_id: OrganizationId,
      queue: { readonly account_id: AccountId | null; readonly campaign_id: CampaignId },
      query: { readonly last: SequenceId; readonly limit: number }
    ) => Stored<ReadonlyArray<LeadId>>
    /** The rows of a campaign in a state, by ascending lead id, after the lead `after`, at most `limit`. */
    readonly page: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      query: { readonly state: AgendaState; readonly after: LeadId | null; readonly limit: number }
    ) => Stored<ReadonlyArray<AgendaRecord>>
    /** The number of a campaign's rows in a state. Costs as many index entries as it counts. */
    readonly count: (organization_id: OrganizationId, campaign_id: CampaignId, state: AgendaState) => Stored<number>
    /**
     * For each of these campaigns, the number of leads whose first mail is being sent, or may have been: rows that are
     * `begun` or `unknown`, without a step. By ascending campaign id; campaigns without such rows are left out.
     */
    readonly countFirsts: (
      organization_id: OrganizationId,
      campaign_ids: ReadonlyArray<CampaignId>
    ) => Stored<ReadonlyArray<{ readonly campaign_id: CampaignId; readonly firsts: number }>>
    /** Whether a row of the campaign is in one of the `openStates`. */
    readonly hasOpen: (organization_id: OrganizationId, campaign_id: CampaignId) => Stored<boolean>
    /** Removes the rows of these leads. */
    readonly removeLeads: (organization_id: OrganizationId, lead_ids: ReadonlyArray<LeadId>) => Stored<void>
    /** Removes at most `limit` rows of the campaign. Returns how many. */
    readonly removeOfCampaign: (
      organization_id: OrganizationId,
      campaign_id: CampaignId,
      query: { readonly limit: number }
    ) => Stored<number>
  }
>()("@mailroom/core/AgendaStore") {}
