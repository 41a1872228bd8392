/** The next mails of campaigns. */
import {
  type AccountId,
  type AgendaRecord,
  type AgendaState,
  AgendaStore,
  agendaTable,
  emptyPlan,
  openStates,
  type PlanRecord,
  PlanStore,
  planTable
} from "@mailroom/core"
import { Effect, Exit } from "effect"
import type { Database, Mutable } from "./internal/Database.ts"
import { keyedStore } from "./internal/keyed.ts"
import { campaignsIn, distinct } from "./internal/rows.ts"
import type { AgendaPlace, Tenant } from "./internal/State.ts"

export const agendaStore = (database: Database): AgendaStore["Service"] => {
  const { read, write } = database

  return AgendaStore.of({
    insert: (organization_id, rows) =>
      write(organization_id, "AgendaStore.insert", (tenant) => {
        const added = rows.filter((row) => {
          if (tenant.agenda.get(row.lead_id) !== undefined) return false
          putAgenda(tenant, row)
          return true
        })
        return Exit.succeed(distinct(added.map(({ lead_id }) => lead_id)))
      }),
    ...keyedStore(database, { port: "AgendaStore", table: agendaTable, part: "agenda", put: putAgenda }),
    heads: (organization_id, queues, limit, { only_new = false } = {}) =>
      read(organization_id, (tenant) =>
        queues.flatMap((queue) =>
          inQueue(tenant, queue.campaign_id, "waiting", queue.account_id)
            .filter(({ step_id }) => !only_new || step_id === null)
            .slice(0, limit)
        )
      ),
    takePool: (organization_id, { account_id, campaign_id }, limit) =>
      write(organization_id, "AgendaStore.takePool", (tenant) =>
        Exit.succeed(
          inQueue(tenant, campaign_id, "waiting", null)
            .slice(0, limit)
            .map((row) => putAgenda(tenant, { ...row, account_id }))
        )
      ),
    release: (organization_id, account_id, { kept, limit }) =>
      write(organization_id, "AgendaStore.release", (tenant) => {
        const rows = campaignsIn(tenant.agendaByQueue, behind)
          .filter((campaign_id) => !kept.includes(campaign_id))
          .flatMap((campaign_id) =>
            (["done", "stopped", "unknown", "waiting"] as const).flatMap((state) =>
              inQueue(tenant, campaign_id, state, account_id)
            )
          )
          .slice(0, limit)
        for (const row of rows) putAgenda(tenant, { ...row, account_id: null })
        return Exit.succeed(rows.length)
      }),
    finishedBefore: (organization_id, { account_id, campaign_id }, { last, limit }) =>
      read(organization_id, (tenant) =>
        inQueue(tenant, campaign_id, "done", account_id)
          .flatMap(({ lead_id, step_id }) => (step_id === last ? [] : [lead_id]))
          .slice(0, limit)
          .toSorted((a, b) => a - b)
      ),
    page: (organization_id, campaign_id, { after, limit, state }) =>
      read(organization_id, (tenant) =>
        inState(tenant, campaign_id, state)
          .filter(({ lead_id }) => lead_id > (after ?? 0))
          .toSorted((a, b) => a.lead_id - b.lead_id)
          .slice(0, limit)
      ),
    count: (organization_id, campaign_id, state) =>
      read(organization_id, (tenant) => inState(tenant, campaign_id, state).length),
    countFirsts: (organization_id, campaign_ids) =>
      read(organization_id, (tenant) =>
        [...new Set(campaign_ids)].sort().flatMap((campaign_id) => {
          const tried = (["begun", "unknown"] as const).flatMap((state) => inState(tenant, campaign_id, state))
          const firsts = tried.filter(({ step_id }) => step_id === null).length
          return firsts === 0 ? [] : [{ campaign_id, firsts }]
        })
      ),
    hasOpen: (organization_id, campaign_id) =>
      read(organization_id, (tenant) => openStates.some((state) => inState(tenant, campaign_id, state).length > 0)),
    removeLeads: (organization_id, lead_ids) =>
      write(organization_id, "AgendaStore.removeLeads", (tenant) => {
        for (const id of lead_ids) remove(tenant, id)
        return Exit.void
      }),
    removeOfCampaign: (organization_id, campaign_id, { limit }) =>
      write(organization_id, "AgendaStore.removeOfCampaign", (tenant) => {
        const rows = tenant.agendaByQueue.between({ ...lowest, campaign_id }, behind(campaign_id)).slice(0, limit)
        for (const { lead_id } of rows) remove(tenant, lead_id)
        return Exit.succeed(rows.length)
      })
  })
}

export const planStore = (database: Database): PlanStore["Service"] => {
  const { read, write } = database
  const put = (tenant: Mutable<Tenant>, plan: PlanRecord) => {
    tenant.plans = tenant.plans.set(plan.campaign_id, Object.freeze({ ...plan }))
  }
  const keyed = keyedStore<PlanRecord["campaign_id"], PlanRecord>(database, {
    port: "PlanStore",
    table: planTable,
    part: "plans",
    put
  })

  return PlanStore.of({
    ...keyed,
    lock: (organization_id, campaign_ids) =>
      Effect.andThen(
        write(organization_id, "PlanStore.lock", (tenant) => {
          for (const id of campaign_ids) {
            if (tenant.campaigns.get(id) !== undefined && tenant.plans.get(id) === undefined) put(tenant, emptyPlan(id))
          }
          return Exit.void
        }),
        keyed.lock(organization_id, campaign_ids)
      ),
    any: (organization_id) => read(organization_id, ({ plans }) => plans.size > 0)
  })
}

const lowest: AgendaPlace = { campaign_id: "", state: "", account_id: -1, due_at: "", lead_id: 0 }
/** Behind all rows of a campaign. */
const behind = (campaign_id: string): AgendaPlace => ({ ...lowest, campaign_id, state: "~" })

const placeOf = ({ account_id, campaign_id, due_at, lead_id, state }: AgendaRecord): AgendaPlace => ({
  campaign_id,
  state,
  account_id: account_id ?? lowest.account_id,
  due_at,
  lead_id
})

/** The rows of a campaign in a state. */
const inState = ({ agendaByQueue }: Pick<Tenant, "agendaByQueue">, campaign_id: string, state: AgendaState) => {
  const from = { ...lowest, campaign_id, state }
  return agendaByQueue.between(from, { ...from, account_id: Infinity })
}

/** The rows of an account, or of the pool, in a campaign and a state, the earliest first. */
const inQueue = (
  { agendaByQueue }: Pick<Tenant, "agendaByQueue">,
  campaign_id: string,
  state: AgendaState,
  account: AccountId | null
) => {
  const account_id = account ?? lowest.account_id
  const from = { ...lowest, campaign_id, state, account_id }
  return agendaByQueue.between(from, { ...from, account_id: account_id + 1 })
}

const remove = (tenant: Mutable<Tenant>, lead_id: AgendaRecord["lead_id"]) => {
  const row = tenant.agenda.get(lead_id)
  if (row === undefined) return
  tenant.agenda = tenant.agenda.remove(lead_id)
  tenant.agendaByQueue = tenant.agendaByQueue.remove(placeOf(row))
}

export const putAgenda = (tenant: Mutable<Tenant>, row: AgendaRecord): AgendaRecord => {
  remove(tenant, row.lead_id)
  const frozen = Object.freeze({ ...row })
  tenant.agenda = tenant.agenda.set(row.lead_id, frozen)
  tenant.agendaByQueue = tenant.agendaByQueue.set(placeOf(frozen), frozen)
  return frozen
}
