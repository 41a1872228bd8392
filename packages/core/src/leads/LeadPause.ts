/** Pauses a lead until an instant, or ends its pause: the use case `Leads.pause`. */
import { Effect, Schema } from "effect"
import { Changes } from "../Changes.ts"
import { described } from "../Described.ts"
import { type LeadId } from "../ids.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { IfVersion } from "../Precondition.ts"
import * as Timestamp from "../Timestamp.ts"
import { nextVersion } from "../Version.ts"
import { LeadNotFound, requireVersion } from "./Lead.ts"
import { LeadPaused } from "./LeadChange.ts"
import { LeadStore } from "./LeadStore.ts"
import { decide } from "./Pause.ts"

export const PauseLead = Schema.Struct({
  until: described(
    Schema.NullOr(Timestamp.TimestampInput),
    "The lead gets no mail before this instant, which is in the future. `null`: its pause ends now."
  )
}).annotate({ identifier: "PauseLead", description: "Until when a lead waits." })

/** Makes `Leads.pause` from the services that it needs, for a valid id. */
export const makePauseLead = Effect.gen(function* () {
  const store = yield* LeadStore
  const { report, transactional } = yield* Changes
  const decodeInput = decode(PauseLead)

  return transactional(function* (id: LeadId, input: typeof PauseLead.Encoded, options: IfVersion | undefined) {
    const { until } = yield* decodeInput(input)
    const organization = yield* CurrentOrganization
    const [lead] = yield* store.lock(organization.id, [id])
    if (lead === undefined) return yield* new LeadNotFound({ id })
    yield* requireVersion(lead, options)
    // Use the time after the lock: automatic replies until then precede this decision.
    const now = yield* Timestamp.now
    if (until !== null && until <= now) {
      const message = "must be later than now; null ends the pause"
      return yield* new InvalidInput({ faults: [{ pointer: "/until", message }] })
    }
    const paused = nextVersion(lead, { ...lead, ...decide(until, now) }, now)
    yield* store.writeState(organization.id, [paused])
    yield* report([new LeadPaused({ lead: paused })])
    return paused
  })
})
