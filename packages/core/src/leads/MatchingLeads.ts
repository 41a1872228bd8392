/** Changes all leads that pass filters, a batch at a time: the use case `Leads.changeMatching`. */
import { searchFor } from "@mailroom/mail/text"
import { searchTextOfAddress } from "@mailroom/mail/domain"
import { Effect, Option, Schema, Struct } from "effect"
import { maximumInputs } from "../Bulk.ts"
import { Changes } from "../Changes.ts"
import { described } from "../Described.ts"
import { Count } from "../Id.ts"
import { CampaignIdInput, LeadId, TagId } from "../ids.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import { Search } from "../Pagination.ts"
import { TagStore } from "../tags/TagStore.ts"
import { makeTagWriter } from "../tags/TagWriter.ts"
import { traced } from "../Traced.ts"
import { FirstQuery } from "./FirstEvent.ts"
import { withFirst } from "./FirstFilter.ts"
import { LeadFilter } from "./Lead.ts"
import { LeadTagged } from "./LeadChange.ts"
import { makePauseLeads, PauseLead } from "./LeadPause.ts"
import { makeRemoveLeads } from "./LeadRemoval.ts"
import { LeadStore } from "./LeadStore.ts"
import { makeUpdateLeads } from "./LeadUpdates.ts"

/** Maximum number of leads that one call erases: finding the data of one may take a long time. */
const maximumErased = 100

const Filter = Schema.Struct({
  campaign_id: described(Schema.optionalKey(CampaignIdInput), "Only leads of this campaign."),
  search: described(
    Schema.optionalKey(Search),
    "A substring: with `campaign_id` of the address, as in `GET /leads/campaign/{campaignId}`; else also of the names and the company, as in `GET /leads`."
  ),
  ...Struct.pick(LeadFilter.fields, ["status", "stop_sending", "tag_id", "verification_status"]),
  ...FirstQuery.fields
}).annotate({ identifier: "MatchingFilter", description: "The filters that a lead must pass: at least one." })

const Action = Schema.Literals(["stop", "resume", "pause", "tag", "delete", "erase"]).annotate({
  identifier: "LeadAction",
  description:
    "`stop` and `resume` are decisions of a person about sending. `pause` waits until an instant. `tag` sets the reply tag. `delete` and `erase` are those of `DELETE /leads`, without and with `erase`."
})

export const ChangeMatching = Schema.Struct({
  filter: Filter,
  action: Action,
  tag_id: described(
    Schema.optionalKey(Schema.NullOr(TagId)),
    "The tag to set; `null` takes the tag off. Required with the action `tag`, and not allowed with others."
  ),
  until: described(
    Schema.optionalKey(PauseLead.fields.until),
    "The leads get no mail before this instant, which is in the future; `null` ends their pauses. Required with the action " +
      "`pause`, and not allowed with others."
  ),
  before_id: described(
    Schema.optionalKey(LeadId),
    "`next_before_id` of the call before. Without it, the call begins with the newest lead."
  ),
  limit: described(
    Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maximumInputs }))),
    `The most leads to look at in this call: 1 to ${maximumInputs}, which is the default; \`erase\` takes ${maximumErased} at most.`
  )
}).annotate({ identifier: "ChangeMatching", description: "A change of all leads that pass filters." })
export type ChangeMatching = typeof ChangeMatching.Type

export const ChangedMatching = Schema.Struct({
  changed: described(Count, "The number of leads that this call has changed or removed, or that were as wanted.", 1000),
  next_before_id: described(
    Schema.NullOr(LeadId),
    "Call again with it as `before_id` for the next leads; `null`: all leads that pass are done.",
    41
  )
}).annotate({ identifier: "ChangedMatching", description: "The progress of a change of all leads that pass filters." })
export type ChangedMatching = typeof ChangedMatching.Type

const invalid = (pointer: string, message: string) => new InvalidInput({ faults: [{ pointer, message }] })

/** The fault of fields that do not belong together. */
const faultOf = ({ action, filter, tag_id, until }: ChangeMatching): InvalidInput | undefined => {
  if (Struct.keys(filter).length === 0) return invalid("/filter", "needs at least one filter, such as campaign_id")
  if (action === "tag" && tag_id === undefined) return invalid("/tag_id", 'is required with the action "tag"')
  if (action !== "tag" && tag_id !== undefined) return invalid("/tag_id", 'is allowed with the action "tag" only')
  if (action === "pause" && until === undefined) return invalid("/until", 'is required with the action "pause"')
  if (action !== "pause" && until !== undefined) return invalid("/until", 'is allowed with the action "pause" only')
  return undefined
}

/** Whether the list of the lead's campaign would show it for a search: that list searches the address only. */
const isInCampaignList = (email: string, search: string): boolean => searchTextOfAddress(email).includes(search)

/** Makes `Leads.changeMatching` from the services that it needs. */
export const makeChangeMatching = Effect.gen(function* () {
  const store = yield* LeadStore
  const tags = yield* TagStore
  const { report, transactional } = yield* Changes
  const { put } = yield* makeTagWriter
  const { pauseMany } = yield* makePauseLeads
  const remove = yield* makeRemoveLeads
  const update = yield* makeUpdateLeads
  const decodeInput = decode(ChangeMatching)

  const setTags = transactional(function* (ids: ReadonlyArray<LeadId>, tag_id: TagId | null) {
    const { id } = yield* CurrentOrganization
    // Tags are locked before leads.
    const tag = tag_id === null ? Option.none() : yield* tags.lock(id, tag_id)
    if (tag_id !== null && Option.isNone(tag)) return yield* invalid("/tag_id", "the tag does not exist")
    const locked = yield* store.lock(id, ids)
    const { changed } = yield* put(locked, Option.getOrNull(tag))
    yield* report(changed.map((change) => new LeadTagged(change)))
    return locked.length
  })

  /** Carries out the action on these leads. Returns the number of leads that it changed, or that were as wanted. */
  const act = Effect.fnUntraced(function* (
    { action, tag_id = null, until = null }: ChangeMatching,
    ids: ReadonlyArray<LeadId>
  ) {
    if (action === "tag") return yield* setTags(ids, tag_id)
    if (ids.length === 0) return 0
    if (action === "pause") return (yield* pauseMany({ ids, until })).counts.updated
    if (action === "delete" || action === "erase") {
      return (yield* remove({ ids, erase: action === "erase" })).counts.deleted
    }
    return (yield* update({ ids, stop_sending: action === "stop" })).counts.updated
  })

  return traced("Leads.changeMatching")(function* (input: typeof ChangeMatching.Encoded) {
    const decoded = yield* decodeInput(input)
    const fault = faultOf(decoded)
    if (fault !== undefined) return yield* fault
    const { action, before_id, filter } = decoded
    const limit = Math.min(decoded.limit ?? maximumInputs, action === "erase" ? maximumErased : maximumInputs)
    const { search: _, ...given } = filter
    const conditions = yield* withFirst(given, "/filter")
    const { search } = searchFor(filter.search)
    const organization = yield* CurrentOrganization
    const found = yield* store.list(organization.id, {
      ...conditions,
      ...(search !== undefined && { search }),
      ...(before_id !== undefined && { before: before_id }),
      limit
    })
    const matching =
      search === undefined || filter.campaign_id === undefined
        ? found
        : found.filter(({ email }) => isInCampaignList(email, search))
    const ids = matching.map(({ id }) => id)
    // Nothing is required of the versions.
    const changed = yield* Effect.catchTag(act(decoded, ids), "LeadChanged", Effect.die)
    const last = found.length < limit ? undefined : found.at(-1)
    return { changed, next_before_id: last?.id ?? null } satisfies ChangedMatching
  })
})
