/** Changes many leads at once: the use case `Leads.updateMany`. */
import { Effect, Schema, Struct } from "effect"
import { bulkResult, maximumInputs } from "../Bulk.ts"
import { Changes } from "../Changes.ts"
import { described } from "../Described.ts"
import { decode } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type IfVersion, requireOneId } from "../Precondition.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Lead, LeadPatch, type LeadRecord, patch, requireVersion } from "./Lead.ts"
import { stopChanges } from "./LeadChange.ts"
import { LeadStore } from "./LeadStore.ts"
import { LeadId } from "../ids.ts"

/** The fields that one call can set on many leads. */
const changes = Struct.pick(LeadPatch.fields, ["stop_sending"])

/** The leads that one call changes. */
export const LeadIds = described(
  Schema.Array(LeadId).check(
    Schema.isBetweenLength(1, maximumInputs, { message: `must have 1 to ${maximumInputs} ids` })
  ),
  "1 to 1000 ids; repeated ids count once."
)

export const UpdateLeads = Schema.Struct({
  ids: LeadIds,
  ...changes
}).annotate({ description: "The same change for up to 1000 leads. Absent fields stay unchanged; `null` is rejected." })
export type UpdateLeads = typeof UpdateLeads.Type

/** The fields of a lead that `UpdateLeads` can change. */
const former = Struct.pick(Lead.fields, ["stop_sending", "stop_sending_type"])

export const MissingLead = Schema.Struct({
  id: LeadId,
  status: described(Schema.Literal("not_found"), "There is no such lead.")
}).annotate({ identifier: "MissingLead", description: "An id that does not belong to a lead of the organization." })

export const UpdateLeadResult = Schema.Union([
  Schema.Struct({
    id: LeadId,
    status: described(Schema.Literal("updated"), "The lead was updated."),
    ...former
  }).annotate({
    identifier: "UpdatedLead",
    description: "The values of a lead before the update."
  }),
  MissingLead
]).annotate({
  identifier: "UpdateLeadResult",
  description: "The result of one id. For an updated lead, it contains the values before the update."
})
export type UpdateLeadResult = typeof UpdateLeadResult.Type

/** Makes `Leads.updateMany` from the services that it needs. */
export const makeUpdateLeads = Effect.gen(function* () {
  const store = yield* LeadStore
  const { report, transactional } = yield* Changes
  const decodeInput = decode(UpdateLeads)

  /** Changes the leads that exist. Returns their states before the change. */
  const updateLocked = transactional(function* (ids: ReadonlyArray<LeadId>, changes: LeadPatch, options: IfVersion) {
    const organization = yield* CurrentOrganization
    const locked = yield* store.lock(organization.id, ids)
    for (const lead of locked) yield* requireVersion(lead, options)
    const now = yield* Timestamp.now
    const changed = locked.flatMap((before) => {
      // Only a patch of custom fields can have a fault.
      const patched = patch(before, changes, now, false)
      return "fault" in patched || patched.lead === before ? [] : [{ before, lead: patched.lead }]
    })
    if (changed.length === 0) return locked
    yield* store.writeState(
      organization.id,
      changed.map(({ lead }) => lead)
    )
    yield* report(changed.flatMap(({ before, lead }) => stopChanges(before, lead)))
    return locked
  })

  return traced("Leads.updateMany")(function* (input: typeof UpdateLeads.Encoded, options: IfVersion = {}) {
    const { ids, ...changes } = yield* decodeInput(input)
    const distinct = [...new Set(ids)]
    yield* requireOneId(options, distinct)
    const locked = yield* updateLocked(distinct, changes, options)
    const before = new Map(locked.map((lead) => [lead.id, lead]))
    return bulkResult<UpdateLeadResult>(
      ["updated", "not_found"],
      distinct.map((id) => resultOf(id, before.get(id)))
    )
  })
})

const resultOf = (id: LeadId, before: LeadRecord | undefined): UpdateLeadResult =>
  before === undefined
    ? { id, status: "not_found" }
    : { id, status: "updated", stop_sending: before.stop_sending, stop_sending_type: before.stop_sending_type }
