/** The next mails of campaigns. */
import {
  type AccountId,
  type AgendaRecord,
  AgendaStore,
  emptyPlan,
  openStates,
  type PlanRecord,
  PlanStore
} from "@mailroom/core"
import { Exit } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { distinct } from "./internal/rows.ts"
import type { Tenant } from "./internal/State.ts"

export const agendaStore = ({ read, write }: Database): AgendaStore["Service"] => {
  const findMany: AgendaStore["Service"]["findMany"] = (organization_id, lead_ids) =>
    read(organization_id, ({ agenda }) => distinct(lead_ids).flatMap((id) => agenda.get(id) ?? []))

  return AgendaStore.of({
    insert: (organization_id, rows) =>
      write(organization_id, "AgendaStore.insert", (tenant) => {
        const added = rows.filter((row) => {
          if (tenant.agenda.get(row.lead_id) !== undefined) return false
          put(tenant, row)
          return true
        })
        return Exit.succeed(distinct(added.map(({ lead_id }) => lead_id)))
      }),
    findMany,
    // No other transaction runs until this one ends.
    lock: findMany,
    write: (organization_id, rows) =>
      write(organization_id, "AgendaStore.write", (tenant) => {
        for (const row of rows) {
          const stored = tenant.agenda.get(row.lead_id)
          if (stored !== undefined) put(tenant, { ...row, campaign_id: stored.campaign_id })
        }
        return Exit.void
      }),
    heads: (organization_id, lanes, limit) =>
      read(organization_id, (tenant) =>
        lanes.flatMap((lane) => waitingIn(tenant, lane.account_id, lane.campaign_id).slice(0, limit))
      ),
    takePool: (organization_id, { account_id, campaign_id }, limit) =>
      write(organization_id, "AgendaStore.takePool", (tenant) =>
        Exit.succeed(
          waitingIn(tenant, null, campaign_id)
            .slice(0, limit)
            .map((row) => put(tenant, { ...row, account_id }))
        )
      ),
    release: (organization_id, account_id, { kept, limit }) =>
      write(organization_id, "AgendaStore.release", (tenant) => {
        const rows = rowsWhere(
          tenant,
          (row) =>
            row.account_id === account_id &&
            (row.state === "waiting" || row.state === "done") &&
            !kept.includes(row.campaign_id)
        ).slice(0, limit)
        for (const row of rows) put(tenant, { ...row, account_id: null })
        return Exit.succeed(rows.length)
      }),
    reopen: (organization_id, { account_id, campaign_id }, { below, due_at, limit }) =>
      write(organization_id, "AgendaStore.reopen", (tenant) => {
        const rows = rowsWhere(
          tenant,
          (row) =>
            row.account_id === account_id &&
            row.campaign_id === campaign_id &&
            row.state === "done" &&
            row.position < below
        ).slice(0, limit)
        for (const row of rows) put(tenant, { ...row, state: "waiting", due_at })
        return Exit.succeed(rows.length)
      }),
    page: (organization_id, campaign_id, { after, limit, state }) =>
      read(organization_id, (tenant) =>
        rowsWhere(
          tenant,
          (row) => row.campaign_id === campaign_id && row.state === state && row.lead_id > (after ?? 0)
        ).slice(0, limit)
      ),
    count: (organization_id, campaign_id, state) =>
      read(
        organization_id,
        (tenant) => rowsWhere(tenant, (row) => row.campaign_id === campaign_id && row.state === state).length
      ),
    countTaken: (organization_id, campaign_ids) =>
      read(organization_id, (tenant) => {
        const taken = rowsWhere(
          tenant,
          (row) => row.position === 0 && row.account_id !== null && openStates.includes(row.state)
        )
        const groups = Map.groupBy(taken, ({ campaign_id }) => campaign_id)
        return [...new Set(campaign_ids)].sort().flatMap((campaign_id) => {
          const rows = groups.get(campaign_id)
          return rows === undefined ? [] : [{ campaign_id, taken: rows.length }]
        })
      }),
    hasOpen: (organization_id, campaign_id) =>
      read(
        organization_id,
        (tenant) =>
          rowsWhere(tenant, (row) => row.campaign_id === campaign_id && openStates.includes(row.state)).length > 0
      ),
    removeLeads: (organization_id, lead_ids) =>
      write(organization_id, "AgendaStore.removeLeads", (tenant) => {
        for (const id of lead_ids) tenant.agenda = tenant.agenda.remove(id)
        return Exit.void
      }),
    removeOfCampaign: (organization_id, campaign_id, { limit }) =>
      write(organization_id, "AgendaStore.removeOfCampaign", (tenant) => {
        const rows = rowsWhere(tenant, (row) => row.campaign_id === campaign_id).slice(0, limit)
        for (const { lead_id } of rows) tenant.agenda = tenant.agenda.remove(lead_id)
        return Exit.succeed(rows.length)
      })
  })
}

export const planStore = ({ read, write }: Database): PlanStore["Service"] => {
  const plansIn = ({ plans }: Pick<Tenant, "plans">, campaign_ids: ReadonlyArray<PlanRecord["campaign_id"]>) =>
    [...new Set(campaign_ids)].sort().flatMap((id) => plans.get(id) ?? [])
  const set = (tenant: Mutable<Tenant>, plan: PlanRecord) => {
    tenant.plans = tenant.plans.set(plan.campaign_id, Object.freeze({ ...plan }))
  }

  return PlanStore.of({
    findMany: (organization_id, campaign_ids) => read(organization_id, (tenant) => plansIn(tenant, campaign_ids)),
    // No other transaction runs until this one ends.
    lock: (organization_id, campaign_ids) =>
      write(organization_id, "PlanStore.lock", (tenant) => {
        for (const id of campaign_ids) {
          if (tenant.campaigns.get(id) !== undefined && tenant.plans.get(id) === undefined) set(tenant, emptyPlan(id))
        }
        return Exit.succeed(plansIn(tenant, campaign_ids))
      }),
    any: (organization_id) => read(organization_id, ({ plans }) => plans.size > 0),
    write: (organization_id, plans) =>
      write(organization_id, "PlanStore.write", (tenant) => {
        for (const plan of plans) if (tenant.plans.get(plan.campaign_id) !== undefined) set(tenant, plan)
        return Exit.void
      }),
    remove: (organization_id, campaign_id) =>
      write(organization_id, "PlanStore.remove", (tenant) => {
        tenant.plans = tenant.plans.remove(campaign_id)
        return Exit.void
      })
  })
}

/** The matching rows by ascending lead id. */
const rowsWhere = ({ agenda }: Pick<Tenant, "agenda">, matches: (row: AgendaRecord) => boolean) =>
  [...agenda.values()].filter(matches)

/** The waiting rows of an account in a campaign, the earliest first. */
const waitingIn = (
  tenant: Pick<Tenant, "agenda">,
  account_id: AccountId | null,
  campaign_id: AgendaRecord["campaign_id"]
) =>
  rowsWhere(
    tenant,
    (row) => row.account_id === account_id && row.campaign_id === campaign_id && row.state === "waiting"
  ).toSorted((a, b) => (a.due_at === b.due_at ? a.lead_id - b.lead_id : a.due_at < b.due_at ? -1 : 1))

const put = (tenant: Mutable<Tenant>, row: AgendaRecord): AgendaRecord => {
  const frozen = Object.freeze({ ...row })
  tenant.agenda = tenant.agenda.set(row.lead_id, frozen)
  return frozen
}
