import { Context } from "effect"

/**
 * The number of short transactions that run while a transaction is open. Another transaction that has not ended after
 * them counts as waiting for it. Default: 100. A higher number finds a missing lock also on a busier machine; each case
 * that waits then runs that many transactions.
 */
export const Probes = Context.Reference<number>("@mailroom/core/testing/Probes", { defaultValue: () => 100 })
