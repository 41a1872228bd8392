/** Locks the due rows of accounts with their leads, and reads what the decisions about them need (sending design, "begin"). */
import { Effect } from "effect"
import { AgendaStore } from "../agenda/AgendaStore.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import type { LeadId } from "../ids.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization } from "../Organization.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { DueRows } from "./AccountPlan.ts"

const none: DueRows = { rows: new Map(), leads: new Map(), covered: new Set(), sends: new Map(), firsts: new Map() }

export const makeLockDueRows = Effect.gen(function* () {
  const agenda = yield* AgendaStore
  const findCovered = yield* makeFindCovered
  const leads = yield* LeadStore
  const sends = yield* SendStore

  /** Locks these leads, then their rows. Lock the organization's guard first. */
  return Effect.fnUntraced(function* (lead_ids: ReadonlyArray<LeadId>) {
    if (lead_ids.length === 0) return none
    const { id } = yield* CurrentOrganization
    const lockedLeads = yield* leads.lock(id, lead_ids)
    const covered = yield* findCovered(lockedLeads.map(({ email }) => email))
    const rows = yield* agenda.lock(id, lead_ids)
    // Read under the lock of the agenda: a person may resolve a mail of the lead at the same time.
    const earlier = yield* sends.findOfLeads(id, lead_ids)
    const fresh = new Set(rows.flatMap(({ campaign_id, step_id }) => (step_id === null ? [campaign_id] : [])))
    const underWay = fresh.size === 0 ? [] : yield* agenda.countFirsts(id, [...fresh])
    const due: DueRows = {
      rows: new Map(rows.map((row) => [row.lead_id, row])),
      leads: new Map(lockedLeads.map((lead) => [lead.id, lead])),
      covered,
      sends: Map.groupBy(earlier, ({ lead_id }) => lead_id ?? (0 as LeadId)),
      firsts: new Map(underWay.map(({ campaign_id, firsts }) => [campaign_id, firsts]))
    }
    return due
  })
})
