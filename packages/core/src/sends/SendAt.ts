/** Checks the time that a person chose for an answer. */
import { Effect } from "effect"
import { InvalidInput } from "../InvalidInput.ts"
import * as Timestamp from "../Timestamp.ts"
import { faultOfSendAt } from "./Scheduling.ts"

/** Fails if an answer cannot be scheduled for this time; `null`: it is sent now. `cure`: what sends it now, for the error. */
export const requireSendAt = Effect.fnUntraced(function* (send_at: Timestamp.Timestamp | null, cure: string) {
  const message = send_at === null ? undefined : faultOfSendAt(send_at, yield* Timestamp.now, cure)
  if (message !== undefined) return yield* new InvalidInput({ faults: [{ pointer: "/send_at", message }] })
})
