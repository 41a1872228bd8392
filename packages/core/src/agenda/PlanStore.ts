import { Context, type Effect } from "effect"
import type { CampaignId, OrganizationId } from "../ids.ts"
import type { StorageError } from "../StorageError.ts"
import type { PlanRecord } from "./Agenda.ts"

/**
 * The storage port of plans: at most one row for each campaign, which `CampaignStore.remove` deletes. Lock order: after mails (`SendStore`), before the agenda.
 */
export class PlanStore extends Context.Service<
  PlanStore,
  {
    /** The stored plans of these campaigns, without duplicates, by ascending campaign id. */
    readonly findMany: (
      organization_id: OrganizationId,
      campaign_ids: ReadonlyArray<CampaignId>
    ) => Effect.Effect<ReadonlyArray<PlanRecord>, StorageError>
    /**
     * Like `findMany`, and locks the rows in this order until the surrounding transaction ends. A campaign without a row
     * gets `emptyPlan` first, also a hidden one; a campaign that does not exist has none.
     */
    readonly lock: (
      organization_id: OrganizationId,
      campaign_ids: ReadonlyArray<CampaignId>
    ) => Effect.Effect<ReadonlyArray<PlanRecord>, StorageError>
    /** Whether the organization has a plan: whether Mailroom sends, or has sent, a campaign of it. */
    readonly any: (organization_id: OrganizationId) => Effect.Effect<boolean, StorageError>
    /** Stores locked plans as a whole, without comparing. */
    readonly write: (
      organization_id: OrganizationId,
      plans: ReadonlyArray<PlanRecord>
    ) => Effect.Effect<void, StorageError>
  }
>()("@mailroom/core/PlanStore") {}
