/** The guard of an organization. */
import { GuardStore } from "@mailroom/core"
import { Effect } from "effect"

/** Transactions run one after the other, so each of them has every guard from its beginning. */
export const guardStore = (): GuardStore["Service"] =>
  GuardStore.of({ lockShared: () => Effect.void, lockExclusive: () => Effect.void })
