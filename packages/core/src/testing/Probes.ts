import { Context } from "effect"

/**
 * How many short transactions run while a transaction is open, before another one that has not ended counts as waiting for
 * it. Default: 100. A higher number finds a missing lock on a busier machine, too; each case that waits takes as many
 * transactions.
 */
export const Probes = Context.Reference<number>("@mailroom/core/testing/Probes", { defaultValue: () => 100 })
