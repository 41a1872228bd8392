import { normalizeEmail } from "@mailroom/mail/domain"
import { searchFor } from "@mailroom/mail/text"
import { Context, Effect, Layer, Option, Struct } from "effect"
import type { UseCase } from "../UseCase.ts"
import { makeFindCovered } from "../blacklist/Coverage.ts"
import { type BulkResult } from "../Bulk.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import { decode, type Input, InvalidInput } from "../InvalidInput.ts"
import { findOne, orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import {
  type CursorPage,
  cursorScope,
  decodeCursor,
  type InvalidCursor,
  type OffsetPage,
  withKey,
  offsetPage
} from "../Pagination.ts"
import type { LogEntryDraft } from "../log/LogEntry.ts"
import { LogStore } from "../log/LogStore.ts"
import { storingEntry } from "../log/OperationEntry.ts"
import type { HigherRole } from "../people/Person.ts"
import { requireRole } from "../people/RequireRole.ts"
import { type IfVersion } from "../Precondition.ts"
import { Signer } from "../secrets/Signer.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { CreateLeads, type CreateResult, makeCreateLeads } from "./Creation.ts"
import {
  type DuplicateLead,
  type LeadChanged,
  LeadListQuery,
  isOnlyDecision,
  LeadNotFound,
  LeadPageQuery,
  LeadPatch,
  type LeadRecord,
  type ListedLead,
  patch,
  requireVersion
} from "./Lead.ts"
import { withFirst } from "./FirstFilter.ts"
import { LeadResumed, LeadStopped, stopChanges, zoneChanges } from "./LeadChange.ts"
import { LeadStore } from "./LeadStore.ts"
import * as StopSending from "./StopSending.ts"
import { type CampaignId, CampaignIdInput, CampaignNotFound, LeadId } from "../ids.ts"
import { makePauseLeads, type PauseLead, type PauseLeadResult, type PauseLeads } from "./LeadPause.ts"
import { makeRemoveLeads, RemoveLeads, type RemoveResult } from "./LeadRemoval.ts"
import { makeUpdateLeads, UpdateLeads, UpdateLeadResult } from "./LeadUpdates.ts"
import { ChangeMatching, ChangedMatching, makeChangeMatching } from "./MatchingLeads.ts"

export { PauseLead, PauseLeadResult, PauseLeads } from "./LeadPause.ts"
export { RemoveLeads, type RemoveResult } from "./LeadRemoval.ts"
export { ChangeMatching, ChangedMatching } from "./MatchingLeads.ts"
export { UpdateLeads, UpdateLeadResult } from "./LeadUpdates.ts"

/** The leads of the current organization. */
export class Leads extends Context.Service<
  Leads,
  {
    readonly find: (id: LeadId) => UseCase<LeadRecord, LeadNotFound>
    /** A page of a campaign's leads by ascending id. */
    readonly page: (
      campaign_id: CampaignId,
      query: Input<LeadPageQuery>
    ) => UseCase<OffsetPage<ListedLead>, CampaignNotFound>
    /** The leads of all campaigns, the newest first: by descending id. */
    readonly all: (query: Input<LeadListQuery>) => UseCase<CursorPage<ListedLead>, InvalidCursor>
    /**
     * Creates up to 1 000 leads: one result per input, in order. An invalid input does not affect the others. An
     * address that the campaign already has is skipped or, with `on_duplicate: "update"`, gets the input's fields.
     */
    readonly create: (input: typeof CreateLeads.Encoded) => UseCase<BulkResult<CreateResult>, CampaignNotFound>
    /**
     * Changes a lead. With `if_version`, only if the lead still has one of these versions. A role below a member may only change
     * `stop_sending`.
     */
    readonly update: (
      id: LeadId,
      patch: LeadPatch,
      options?: IfVersion
    ) => UseCase<LeadRecord, DuplicateLead | HigherRole | LeadChanged | LeadNotFound>
    /**
     * Pauses a lead: it gets no mail before `until`, which is in the future, and goes on then; `null` ends its pause. With
     * `if_version`, only if the lead still has one of these versions.
     */
    readonly pause: (
      id: LeadId,
      input: typeof PauseLead.Encoded,
      options?: IfVersion
    ) => UseCase<LeadRecord, LeadChanged | LeadNotFound>
    /**
     * Pauses up to 1 000 leads in one transaction, as `pause` does: one result per distinct id, in order, with the pause
     * before.
     */
    readonly pauseMany: (input: typeof PauseLeads.Encoded) => UseCase<BulkResult<PauseLeadResult>>
    /**
     * Changes up to 1 000 leads in one transaction, as `update` does: one result per distinct id, in order, with the values
     * before the change. With `if_version`, which requires exactly one id, only if the lead still has one of these
     * versions.
     */
    readonly updateMany: (
      input: typeof UpdateLeads.Encoded,
      options?: IfVersion
    ) => UseCase<BulkResult<UpdateLeadResult>, LeadChanged>
    /**
     * Changes the leads that pass filters, the newest first, up to 1 000 in one call and one transaction. Leads that are
     * added meanwhile are left out by the calls that follow. A call may be repeated: the same leads are changed again.
     */
    readonly changeMatching: (input: typeof ChangeMatching.Encoded) => UseCase<ChangedMatching>
    /**
     * Removes up to 1 000 leads: one result per distinct id, in order. Their events and threads stay. With
     * `if_version`, which requires exactly one id, only if the lead still has one of these versions.
     *
     * With `erase`, all data about the identity of the leads and the text of their mail is erased, except the
     * blacklist; the totals that their events count for stay. The leads are erased in batches: after a failure, call
     * again with the same ids.
     *
     * Erasing also finds:
     * - the remaining data of leads with the same address that were removed before;
     * - mail without a lead that was sent from, to or with a copy to the address;
     * - mail without a lead that mentions the address, unless we took part in the conversation.
     *
     * Erasing does not find:
     * - mail in threads of other leads, also when it mentions the address;
     * - mentions outside of the searched fields;
     * - events of a removed lead that has neither a `sent` event with its address nor a stored delivery.
     */
    readonly remove: (
      input: typeof RemoveLeads.Type,
      options?: IfVersion
    ) => UseCase<BulkResult<RemoveResult>, LeadChanged>
  }
>()("@mailroom/core/Leads") {
  static readonly layer = Layer.effect(
    Leads,
    Effect.gen(function* () {
      const store = yield* LeadStore
      const guards = yield* GuardStore
      const findCovered = yield* makeFindCovered
      const { isWanted, report, transactional } = yield* Changes
      const log = yield* LogStore
      const create = yield* makeCreateLeads
      const { pause, pauseMany } = yield* makePauseLeads
      const remove = yield* makeRemoveLeads
      const updateMany = yield* makeUpdateLeads
      const changeMatching = yield* makeChangeMatching
      const decodePatch = decode(LeadPatch)
      const decodeId = decode(LeadId, "/id")
      const decodeCampaignId = decode(CampaignIdInput, "/campaign_id")
      const decodeQuery = decode(LeadPageQuery)
      const decodeList = decode(LeadListQuery)
      const signer = yield* Signer

      const find = Effect.fnUntraced(function* (id: LeadId) {
        const organization = yield* CurrentOrganization
        return yield* orNotFound(findOne(store.findMany, organization.id, id), () => new LeadNotFound({ id }))
      })

      const page = traced("Leads.page")(function* (input: CampaignId, query: Input<LeadPageQuery>) {
        const campaign_id = yield* decodeCampaignId(input)
        const { email, include, search, ...given } = yield* decodeQuery(query)
        if (given.sort !== undefined && given.after_id !== undefined) {
          const message = "is not allowed with sort: after_id follows the order of ids; use offset"
          return yield* new InvalidInput({ faults: [{ pointer: "/after_id", message }] })
        }
        const part = yield* withFirst(given)
        const { id } = yield* CurrentOrganization
        const rows = yield* orNotFound(
          store.page(id, campaign_id, { ...part, ...searchFor(search), ...selectionOf(email, include) }),
          () => new CampaignNotFound({ id: campaign_id })
        )
        return offsetPage(rows, part)
      })

      const all = traced("Leads.all")(function* (query: Input<LeadListQuery>) {
        // The decoded keys are in the order of the schema, so equal filters have equal texts.
        const { cursor, email, include, limit, search, ...given } = yield* decodeList(query)
        const filters = yield* withFirst(given)
        const { id } = yield* CurrentOrganization
        const listing = { ...searchFor(search), ...selectionOf(email, include), ...filters }
        const scope = cursorScope(id, "leads", JSON.stringify(listing))
        const rows = yield* store.list(id, {
          ...listing,
          ...(cursor === undefined ? {} : { before: Number(yield* decodeCursor(signer, scope, cursor)) as LeadId }),
          limit: limit + 1
        })
        const part = { data: rows.slice(0, limit), has_more: rows.length > limit }
        return yield* withKey(signer, scope, part, (lead) => String(lead.id))
      })

      type Decide = (lead: LeadRecord, blacklisted: boolean) => Effect.Effect<LeadRecord, InvalidInput | LeadChanged>

      /**
       * Locks a lead, and stores the lead that `decide` returns, and the entry of the log. `email`: the new address, if there is one. A
       * change of the address also depends on the blacklist, so it locks the guard.
       */
      const updateLocked = transactional(function* (
        id: LeadId,
        email: string | undefined,
        decide: Decide,
        entry: LogEntryDraft | undefined
      ) {
        const organization = yield* CurrentOrganization
        if (email !== undefined) yield* guards.lock(organization.id, "shared")
        const [lead] = yield* store.lock(organization.id, [id])
        if (lead === undefined) return yield* new LeadNotFound({ id })
        const blacklisted = email !== undefined && (yield* findCovered([email])).has(email)
        const next = yield* decide(lead, blacklisted)
        if (entry !== undefined) yield* log.insert(organization.id, { ...entry, at: yield* Timestamp.now })
        if (next === lead) return lead
        if (!(yield* store.replace(organization.id, next, lead.version))) {
          return yield* Effect.die(new Error("A lead changed while it was locked"))
        }
        yield* report([...stopChanges(lead, next), ...zoneChanges([{ before: lead, lead: next }])])
        return next
      })

      const update = traced("Leads.update")(function* (lead_id: LeadId, input: LeadPatch, options?: IfVersion) {
        const id = yield* decodeId(lead_id)
        const changes = yield* decodePatch(input)
        if (!isOnlyDecision(changes)) yield* requireRole("member", "change other fields of a lead than `stop_sending`")
        const decide = Effect.fnUntraced(function* (lead: LeadRecord, blacklisted: boolean) {
          yield* requireVersion(lead, options)
          // Use the time after the lock: events that happened until then precede this decision.
          const patched = patch(lead, changes, yield* Timestamp.now, blacklisted)
          if ("lead" in patched) return patched.lead
          return yield* new InvalidInput({ faults: [{ pointer: "/custom_fields", message: patched.fault }] })
        })
        const { custom_fields, email, stop_sending, timezone, ...texts } = changes
        const isDecided = stop_sending !== undefined
        const dependsOnLead = [custom_fields, email, options?.if_version, timezone].some((given) => given !== undefined)
        const isReported = isDecided && (yield* isWanted(stop_sending ? LeadStopped : LeadResumed))
        // One statement is enough for texts, and for a decision about sending that no consumer wants. A transaction would cost six times
        // as much (`LeadStore.set`).
        if (!dependsOnLead && !isReported && (isDecided || Struct.keys(texts).length > 0)) {
          const organization = yield* CurrentOrganization
          const now = yield* Timestamp.now
          const settings = isDecided ? { texts, stop: StopSending.decide(stop_sending, now) } : { texts }
          const set = (entry?: LogEntryDraft) => store.set(organization.id, id, settings, now, entry)
          const lead = yield* storingEntry(now, set, Option.isSome)
          if (Option.isSome(lead)) return lead.value
        }
        return yield* storingEntry(yield* Timestamp.now, (entry) => updateLocked(id, email, decide, entry))
      })

      return Leads.of({
        find: traced("Leads.find")(function* (id) {
          return yield* find(yield* decodeId(id))
        }),
        page,
        all,
        create,
        update,
        pause: traced("Leads.pause")(function* (id, input, options) {
          return yield* pause(yield* decodeId(id), input, options)
        }),
        pauseMany,
        updateMany,
        changeMatching,
        remove
      })
    })
  )
}

/** The parts of a store's query that are not the fields of the API. */
const selectionOf = (email: string | undefined, include: LeadListQuery["include"] = []) => ({
  ...(email === undefined ? {} : { address: normalizeEmail(email) }),
  ...(include.includes("custom_fields") ? { custom_fields: true } : {})
})
