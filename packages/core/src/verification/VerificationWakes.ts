/** Makes campaigns due whose leads are to be verified. Consumers of work come last, because work is locked last. */
import { Effect } from "effect"
import type { Consumer } from "../Changes.ts"
import * as Timestamp from "../Timestamp.ts"
import { WorkStore } from "../work/WorkStore.ts"
import { VerificationAsked } from "./VerificationChange.ts"
import { dueFor } from "./VerificationWork.ts"

export const verificationConsumer: Effect.Effect<Consumer, never, WorkStore> = Effect.map(WorkStore, (work) => ({
  kinds: new Set([VerificationAsked]),
  consume: Effect.fnUntraced(function* (organization_id, changes) {
    const ids = new Set(changes.flatMap((change) => (change instanceof VerificationAsked ? [change.campaign_id] : [])))
    yield* dueFor(work, organization_id, [...ids], yield* Timestamp.now)
  })
}))
