/** Computes the points of a use case at which another one has to run. */
import { type Footprint, footprintOf } from "./OutcomesFootprints.ts"
import type { Call } from "./OutcomesPorts.ts"

/** Whether a call may wait for a lock. */
export const mayWait = (method: string): boolean => footprintOf(method).mayWait

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
