/** The guard of an organization. */
import { GuardStore } from "@mailroom/core"
import { Effect } from "effect"

/** Does nothing: transactions run one after the other, so they never wait for a guard. */
export const guardStore = (): GuardStore["Service"] => GuardStore.of({ lock: () => Effect.void })
