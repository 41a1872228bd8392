/** Orders that take several transactions, and may be left unfinished by a process that is killed. */
import { Effect } from "effect"
import * as Timestamp from "./Timestamp.ts"

/** Which unfinished orders to finish: those without progress for a minute, or with `all` also those under way. */
export interface FinishOptions {
  readonly all?: boolean
}

/** After this time without a batch, in milliseconds, an order counts as abandoned. */
const abandonedAfter = 60_000

/** Orders whose last batch is older than this instant are to be finished. */
export const unfinishedBefore = ({ all = false }: FinishOptions = {}): Effect.Effect<Timestamp.Timestamp> =>
  Effect.map(Timestamp.now, (now) => Timestamp.plus(now, all ? Timestamp.clockTolerance : -abandonedAfter))
