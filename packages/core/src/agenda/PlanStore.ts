import { Context } from "effect"
import type { Stored } from "../StorageError.ts"
import type { CampaignId, OrganizationId } from "../ids.ts"
import type { KeyedStore } from "../KeyedStore.ts"
import type { PlanRecord } from "./Agenda.ts"

/**
 * The storage port of plans: at most one row for each campaign, with the campaign's id as its key. `lock` first inserts
 * `emptyPlan` for a campaign without a row, also a hidden one; a campaign that does not exist has none.
 * `CampaignStore.remove` deletes the row. Lock order: after mails (`SendStore`), before the agenda.
 */
export class PlanStore extends Context.Service<
  PlanStore,
  KeyedStore<CampaignId, PlanRecord> & {
    /** Whether the organization has a plan: whether Mailroom sends, or has sent, a campaign of it. */
    readonly any: (organization_id: OrganizationId) => Stored<boolean>
  }
>()("@mailroom/core/PlanStore") {}
