/** Pauses leads until an instant, or ends their pauses: the use cases `Leads.pause` and `Leads.pauseMany`. */
import { Effect, Schema } from "effect"
import { bulkResult } from "../Bulk.ts"
import { Changes } from "../Changes.ts"
import { described } from "../Described.ts"
import { LeadId } from "../ids.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { IfVersion } from "../Precondition.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { nextVersion } from "../Version.ts"
import { LeadNotFound, type LeadRecord, requireVersion } from "./Lead.ts"
import { LeadPaused } from "./LeadChange.ts"
import { LeadStore } from "./LeadStore.ts"
import { LeadIds, MissingLead } from "./LeadUpdates.ts"
import { decide, PauseState } from "./Pause.ts"

const until = described(
  Schema.NullOr(Timestamp.TimestampInput),
  "The lead gets no mail before this instant, which is in the future. `null`: its pause ends now."
)

export const PauseLead = Schema.Struct({ until }).annotate({
  identifier: "PauseLead",
  description: "Until when a lead waits."
})

export const PauseLeads = Schema.Struct({ ids: LeadIds, until }).annotate({
  identifier: "PauseLeads",
  description: "Until when up to 1000 leads wait."
})

export const PauseLeadResult = Schema.Union([
  Schema.Struct({
    id: LeadId,
    status: described(Schema.Literal("updated"), "The lead was paused, or its pause was ended."),
    paused_until: PauseState.fields.paused_until
  }).annotate({
    identifier: "PausedLead",
    description: "A lead that was paused, with the end of its pause before; `null`: it did not wait."
  }),
  MissingLead
]).annotate({ identifier: "PauseLeadResult", description: "The result of one id." })
export type PauseLeadResult = typeof PauseLeadResult.Type

/** Makes `Leads.pause` and `Leads.pauseMany` from the services that they need. */
export const makePauseLeads = Effect.gen(function* () {
  const store = yield* LeadStore
  const { report, transactional } = yield* Changes
  const decodeOne = decode(PauseLead)
  const decodeMany = decode(PauseLeads)

  /** Pauses the leads that exist. Returns them before and after that, by ascending id. */
  const pauseLocked = transactional(function* (
    ids: ReadonlyArray<LeadId>,
    until: Timestamp.Timestamp | null,
    options: IfVersion = {}
  ) {
    const organization = yield* CurrentOrganization
    const locked = yield* store.lock(organization.id, ids)
    for (const lead of locked) yield* requireVersion(lead, options)
    // Use the time after the lock: automatic replies until then precede this decision.
    const now = yield* Timestamp.now
    if (until !== null && until <= now) {
      const message = "must be later than now; null ends the pause"
      return yield* new InvalidInput({ faults: [{ pointer: "/until", message }] })
    }
    const pauseOne = (lead: LeadRecord) => nextVersion(lead, { ...lead, ...decide(until, now) }, now)
    const changed = locked.map((before) => ({ before, lead: pauseOne(before) }))
    if (changed.length === 0) return changed
    yield* store.writeState(
      organization.id,
      changed.map(({ lead }) => lead)
    )
    yield* report(changed.map(({ lead }) => new LeadPaused({ lead })))
    return changed
  })

  return {
    /** For a valid id. */
    pause: Effect.fnUntraced(function* (id: LeadId, input: typeof PauseLead.Encoded, options?: IfVersion) {
      const { until } = yield* decodeOne(input)
      const [paused] = yield* pauseLocked([id], until, options)
      return paused === undefined ? yield* new LeadNotFound({ id }) : paused.lead
    }),
    pauseMany: traced("Leads.pauseMany")(function* (input: typeof PauseLeads.Encoded) {
      const { ids, until } = yield* decodeMany(input)
      const distinct = [...new Set(ids)]
      // Nothing is required of the versions.
      const paused = yield* Effect.catchTag(pauseLocked(distinct, until), "LeadChanged", Effect.die)
      const before = new Map(paused.map(({ before }) => [before.id, before]))
      return bulkResult<PauseLeadResult>(
        ["updated", "not_found"],
        distinct.map((id) => {
          const lead = before.get(id)
          return lead === undefined
            ? { id, status: "not_found" }
            : { id, status: "updated", paused_until: lead.paused_until }
        })
      )
    })
  }
})
