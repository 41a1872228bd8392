/** Removes leads, and erases the data about them: the use case `Leads.remove`. */
import { Array, Effect, Schema } from "effect"
import { described } from "../Described.ts"
import { bulkResult } from "../Bulk.ts"
import { Changes } from "../Changes.ts"
import { decode } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type IfVersion, requireOneId } from "../Precondition.ts"
import { renewed } from "../Deadline.ts"
import { traced } from "../Traced.ts"
import { Transactor } from "../Transactor.ts"
import { requireVersion } from "./Lead.ts"
import { LeadRemoved, LeadsErased } from "./LeadChange.ts"
import { makeLeadErasure } from "./LeadErasure.ts"
import type { RemovedLeads } from "./RemovedLeads.ts"
import { LeadStore } from "./LeadStore.ts"
import { LeadId } from "../ids.ts"

/**
 * Maximum number of leads to erase in one transaction. Finding their stored data may take seconds in a large database.
 */
const erasedAtOnce = 20

/** Leads to remove. */
export const RemoveLeads = Schema.Struct({
  ids: described(
    Schema.Array(LeadId).check(Schema.isBetweenLength(1, 1_000, { message: "must have 1 to 1000 ids" })),
    "1 to 1000 ids; repeated ids count once."
  ),
  erase: described(
    Schema.optionalKey(Schema.Boolean),
    "Also erases their mail, its attachments, stored deliveries, kept answers, and the personal data in their events."
  )
})

/** The result of one id of `Leads.remove`. */
export interface RemoveResult {
  readonly id: LeadId
  readonly status: "deleted" | "not_found"
}

/** Makes `Leads.remove` from the services that it needs. */
export const makeRemoveLeads = Effect.gen(function* () {
  const store = yield* LeadStore
  const erasure = yield* makeLeadErasure
  const { report, transactional } = yield* Changes
  const { isNested } = yield* Transactor
  const decodeIds = decode(RemoveLeads)

  /** Removes the leads that exist, and returns their ids. `knownRemoved`: for `LeadErasure.erase`; `null`: nothing is erased. */
  const removeLocked = transactional(function* (
    ids: ReadonlyArray<LeadId>,
    knownRemoved: RemovedLeads | null,
    options?: IfVersion
  ) {
    const organization = yield* CurrentOrganization
    const locked = yield* store.lock(organization.id, ids)
    for (const lead of locked) yield* requireVersion(lead, options)
    yield* report(locked.map((lead) => new LeadRemoved({ lead })))
    if (knownRemoved !== null && locked.length > 0) {
      yield* report([new LeadsErased(yield* erasure.erase(locked, knownRemoved))])
    }
    return yield* store.remove(
      organization.id,
      locked.map(({ id }) => id)
    )
  })

  return traced("Leads.remove")(function* (input: typeof RemoveLeads.Type, options: IfVersion = {}) {
    const { erase = false, ids } = yield* decodeIds(input)
    const distinct = [...new Set(ids)]
    yield* requireOneId(options, distinct)
    // Inside another transaction use a single batch: a second batch would lock leads after threads.
    const batchSize = erase && !(yield* isNested) ? erasedAtOnce : distinct.length
    const batches = Array.chunksOf(
      distinct.toSorted((a, b) => a - b),
      batchSize
    )
    const knownRemoved = erase && batches.length > 1 ? yield* erasure.findRemoved(distinct) : new Map()
    const removed = new Set<LeadId>()
    for (const batch of batches) {
      for (const id of yield* renewed(removeLocked(batch, erase ? knownRemoved : null, options))) removed.add(id)
    }
    return bulkResult<RemoveResult>(
      ["deleted", "not_found"],
      distinct.map((id) => ({ id, status: removed.has(id) ? "deleted" : "not_found" }))
    )
  })
})
