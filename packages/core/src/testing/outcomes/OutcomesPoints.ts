/** Computes the points of a use case at which another one has to run. */
import type { Call } from "./OutcomesPorts.ts"

/** Methods that neither write nor lock. */
const reading = /\.(?:changes|counts|find\w*|list|messages|page|scan|series|sum|sumAccounts|unread)$/u

/** Whether a call may wait for a lock. */
export const mayWait = (method: string): boolean => !reading.test(method)

interface Footprint {
  readonly reads: ReadonlyArray<string>
  readonly writes: ReadonlyArray<string>
}

/** Methods that read or write other ports than the one they belong to. */
const special: Readonly<Record<string, Footprint>> = {
  "AccountStore.lockShared": { reads: ["AccountStore"], writes: [] },
  "CampaignStore.clearThreads": { reads: [], writes: ["CampaignStore", "ThreadStore"] },
  "CampaignStore.hide": { reads: [], writes: ["CampaignStore", "LeadStore", "SequenceStore"] },
  "CampaignStore.remove": { reads: [], writes: ["CampaignStore", "LeadStore", "SequenceStore", "ThreadStore"] },
  "DeliveryStore.findRemovedLeads": { reads: ["DeliveryStore", "LeadStore"], writes: [] },
  // The order of insertions does not matter, and no worker runs here that they could wake.
  "DeliveryStore.insert": { reads: ["DeliveryStore"], writes: [] },
  "EventStore.findRemovedLeads": { reads: ["EventStore", "LeadStore"], writes: [] },
  "GuardStore.lockShared": { reads: ["GuardStore"], writes: [] },
  "IntegrationStore.subscribers": { reads: ["IntegrationStore"], writes: [] },
  "LeadStore.insert": { reads: ["CampaignStore"], writes: ["CampaignStore", "LeadStore"] },
  "LeadStore.remove": { reads: [], writes: ["CampaignStore", "LeadStore", "ThreadStore"] },
  "ThreadStore.findByLeadEmail": { reads: ["LeadStore", "ThreadStore"], writes: [] },
  "ThreadStore.insertThreads": { reads: ["LeadStore"], writes: ["ThreadStore"] },
  // Touching only raises the revision, whose order does not matter.
  "ThreadStore.touch": { reads: [], writes: [] },
  "Transactor.transaction": { reads: [], writes: [] },
  "WorkStore.put": { reads: [], writes: [] }
}

const footprintOf = (method: string): Footprint => {
  const [port = ""] = method.split(".")
  return special[method] ?? (mayWait(method) ? { reads: [], writes: [port] } : { reads: [port], writes: [] })
}

/** The ports that calls read or write. */
export const portsOf = (calls: ReadonlyArray<Call>): ReadonlySet<string> =>
  new Set(
    calls.flatMap(({ method }) => {
      const { reads, writes } = footprintOf(method)
      return [...reads, ...writes]
    })
  )

/** Whether the order of the two calls can make a difference. */
const conflict = (a: Footprint, b: Footprint) =>
  a.writes.some((port) => b.writes.includes(port) || b.reads.includes(port)) ||
  a.reads.some((port) => b.writes.includes(port))

/** Whether `calls` is a subsequence of `others`. */
const areAmong = (calls: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean => {
  let next = 0
  for (const method of others) if (method === calls[next]) next++
  return next === calls.length
}

/** Groups the indices of calls: one group for each transaction, and one for each call outside a transaction. */
const unitsOf = (calls: ReadonlyArray<Call>): ReadonlyArray<ReadonlyArray<number>> => {
  const units: Array<Array<number>> = []
  let isOpen = false
  for (const [i, { inTransaction }] of calls.entries()) {
    if (isOpen && inTransaction) units.at(-1)?.push(i)
    else units.push([i])
    isOpen = inTransaction
  }
  return units
}

/**
 * The points of the first use case at which the second has to run, grouped by transaction. A point is a number of
 * completed calls. These points are skipped:
 *
 * - before a call that is independent of all calls of the second: the point after that call has the same end state;
 * - before independent calls only: the end state is that of the first then the second;
 * - inside a transaction whose calls are a subsequence of an earlier transaction's, as in a use case with several batches;
 * - inside all transactions, unless `insideTransactions`.
 */
export const pointsOf = (
  calls: ReadonlyArray<Call>,
  second: ReadonlyArray<Call>,
  insideTransactions: boolean
): ReadonlyArray<ReadonlyArray<number>> => {
  const footprints = second.map(({ method }) => footprintOf(method))
  const isIndifferent = ({ method }: Call) => !footprints.some((other) => conflict(footprintOf(method), other))
  const isSameLater = (i: number, unit: ReadonlyArray<number>) => {
    const next = calls[i + 1]
    return next !== undefined && unit.includes(i + 1) && isIndifferent(next)
  }
  const seen: Array<ReadonlyArray<string>> = []
  return unitsOf(calls).flatMap((unit) => {
    const methods = unit.map((i) => calls[i]?.method ?? "")
    const isInside = unit.every((i) => calls[i]?.inTransaction)
    const isRepeated = isInside && seen.some((others) => areAmong(methods, others))
    seen.push(methods)
    if (isInside && (isRepeated || !insideTransactions)) return []
    const points = unit.filter((i) => !isSameLater(i, unit) && !(!isInside && calls.slice(i + 1).every(isIndifferent)))
    return points.length === 0 ? [] : [points.map((i) => i + 1)]
  })
}
