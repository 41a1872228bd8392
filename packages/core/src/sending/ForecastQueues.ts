/** The leads of a forecast in the order in which accounts look at them: thousands of turns ask for the first ones. */
import type { AgendaRecord } from "../agenda/Agenda.ts"
import type { AccountId, CampaignId, LeadId } from "../ids.ts"
import { byDue } from "./Choice.ts"

/** The number of items at the beginning of a sorted list for which a condition holds. It holds for none after them. */
export const countWhile = <A>(sorted: ReadonlyArray<A>, holds: (item: A) => boolean): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = sorted[middle]
    if (item !== undefined && holds(item)) low = middle + 1
    else high = middle
  }
  return low
}

/** The index of the first row of a sorted list that does not come before `row`. */
const indexOf = (sorted: ReadonlyArray<AgendaRecord>, row: AgendaRecord): number =>
  countWhile(sorted, (other) => byDue(other, row) < 0)

/** The rows of the agenda, with the waiting ones of each account by their instants. */
export class ForecastRows {
  readonly #byLead = new Map<LeadId, AgendaRecord>()
  readonly #waiting = new Map<AccountId | null, Array<AgendaRecord>>()
  readonly #counts = new Map<CampaignId, number>()

  constructor(rows: ReadonlyArray<AgendaRecord>) {
    for (const row of rows.toSorted(byDue)) this.set(row)
  }

  /** Stores the row of its lead, in place of the one before. */
  set(row: AgendaRecord): void {
    const before = this.#byLead.get(row.lead_id)
    this.#byLead.set(row.lead_id, row)
    if (before?.state === "waiting") {
      const queue = this.#waiting.get(before.account_id)
      queue?.splice(indexOf(queue, before), 1)
      this.#count(before, -1)
    }
    if (row.state !== "waiting") return
    const queue = this.#waiting.get(row.account_id) ?? []
    queue.splice(indexOf(queue, row), 0, row)
    this.#waiting.set(row.account_id, queue)
    this.#count(row, 1)
  }

  #count({ campaign_id }: AgendaRecord, change: number): void {
    this.#counts.set(campaign_id, (this.#counts.get(campaign_id) ?? 0) + change)
  }

  /** The row of a lead; `undefined`: no account has taken it. */
  find(lead_id: LeadId): AgendaRecord | undefined {
    return this.#byLead.get(lead_id)
  }

  /** The waiting rows of an account, the earliest first. */
  of(account_id: AccountId): ReadonlyArray<AgendaRecord> {
    return this.#waiting.get(account_id) ?? []
  }

  /** Whether leads of a campaign wait. */
  hasWaiting(campaign_id: CampaignId): boolean {
    return (this.#counts.get(campaign_id) ?? 0) > 0
  }
}

/** Leads that no account has taken, by campaign, in the order in which they are taken. */
export class ForecastLeads<Lead extends { readonly campaign_id: CampaignId }> {
  readonly #queues: Map<CampaignId, ReadonlyArray<Lead>>

  constructor(leads: ReadonlyArray<Lead>) {
    this.#queues = Map.groupBy(leads, ({ campaign_id }) => campaign_id)
  }

  of(campaign_id: CampaignId): ReadonlyArray<Lead> {
    return this.#queues.get(campaign_id) ?? []
  }

  /** Takes the first leads of a campaign away. */
  drop(campaign_id: CampaignId, count: number): void {
    if (count > 0) this.#queues.set(campaign_id, this.of(campaign_id).slice(count))
  }

  /** All leads that are left. */
  get all(): ReadonlyArray<Lead> {
    return [...this.#queues.values()].flat()
  }
}
