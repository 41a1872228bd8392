import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { withSentiment } from "../activity/Transition.ts"
import { RollupChanges } from "../analytics/Rollup.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import { BlacklistStore } from "../blacklist/BlacklistStore.ts"
import { covered } from "../blacklist/Coverage.ts"
import { type CampaignId, CampaignNotFound } from "../campaigns/Campaign.ts"
import { Count } from "../Id.ts"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { OffsetPage, OffsetQuery } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import { fold, searchFor } from "../Text.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import {
  create,
  type DuplicateLead,
  type Lead,
  LeadId,
  LeadNotFound,
  LeadPatch,
  type LeadRecord,
  NewLead,
  patch
} from "./Lead.ts"
import { LeadStore } from "./LeadStore.ts"

/** The lead changed since the caller read it. */
export class LeadChanged extends Schema.TaggedError<LeadChanged>()("LeadChanged", {
  id: LeadId,
  /** The version that is stored now. */
  version: Schema.Int
}) {}

export interface LeadPageQuery extends OffsetQuery {
  readonly after_id?: LeadId | undefined
  /** A case-insensitive substring of the address. */
  readonly search?: string | undefined
}

export const OnDuplicate = Schema.Literals(["skip", "update"])
export type OnDuplicate = typeof OnDuplicate.Type

/** What became of one input of `Leads.create`. */
export const CreateResult = Schema.Struct({
  /** The input's place in the request, from 0. */
  index: Count,
  /** The lead's id: the one created, or the one that has the address. */
  id: Schema.NullOr(LeadId),
  /** `blacklisted`: created, and stopped at once. */
  status: Schema.Literals(["created", "updated", "duplicate", "blacklisted", "invalid"]),
  /** Why the input is invalid. */
  error: Schema.optionalKey(Schema.String)
})
export type CreateResult = typeof CreateResult.Type

/** The leads of the current organization. */
export class Leads extends Context.Service<
  Leads,
  {
    readonly find: (id: LeadId) => Effect.Effect<LeadRecord, LeadNotFound | StorageError, CurrentOrganization>
    /** A page of a campaign's leads by ascending id. */
    readonly page: (
      campaign_id: CampaignId,
      query: LeadPageQuery
    ) => Effect.Effect<OffsetPage<Lead>, CampaignNotFound | StorageError, CurrentOrganization>
    /**
     * Creates leads: one result per input, in order. An input that is no `NewLead` is `invalid` and stops nothing. An
     * address that the campaign has is left alone or, `on_duplicate: "update"`, gets the input's fields.
     */
    readonly create: (input: {
      readonly campaign_id: CampaignId
      readonly leads: ReadonlyArray<unknown>
      readonly on_duplicate?: OnDuplicate | undefined
    }) => Effect.Effect<ReadonlyArray<CreateResult>, CampaignNotFound | StorageError, CurrentOrganization>
    /** Changes a lead. With `if_version`, only if the lead still has one of these versions. */
    readonly update: (
      id: LeadId,
      patch: LeadPatch,
      options?: { readonly if_version?: ReadonlyArray<number> | undefined }
    ) => Effect.Effect<
      LeadRecord,
      DuplicateLead | InvalidInput | LeadChanged | LeadNotFound | StorageError,
      CurrentOrganization
    >
    /** Removes leads; answers the ids that were there, ascending. */
    readonly remove: (
      ids: ReadonlyArray<LeadId>
    ) => Effect.Effect<ReadonlyArray<LeadId>, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Leads") {
  static readonly layer = Layer.effect(
    Leads,
    Effect.gen(function* () {
      const store = yield* LeadStore
      const rollups = yield* RollupStore
      const blacklist = yield* BlacklistStore
      const { transaction } = yield* Transactor
      const decodeNewLead = decode(NewLead)
      const decodePatch = decode(LeadPatch)

      const find = Effect.fn("Leads.find")(function* (id: LeadId) {
        const organization = yield* CurrentOrganization
        const found = yield* store.find(organization.id, id)
        return Option.isSome(found) ? found.value : yield* new LeadNotFound({ id })
      })

      const page = Effect.fn("Leads.page")(function* (campaign_id: CampaignId, query: LeadPageQuery) {
        const { id } = yield* CurrentOrganization
        const { after_id, limit, offset, search } = query
        const rows = yield* store.page(id, campaign_id, {
          limit,
          offset,
          ...(after_id === undefined ? {} : { after_id }),
          ...searchFor(search)
        })
        if (Option.isNone(rows)) return yield* new CampaignNotFound({ id: campaign_id })
        return { total: rows.value.total, offset, limit, data: rows.value.data }
      })

      /** Reads, changes and writes a lead until no one else wrote in between. */
      const change = <E>(
        id: LeadId,
        f: (lead: LeadRecord) => Effect.Effect<LeadRecord, E>
      ): Effect.Effect<LeadRecord, DuplicateLead | E | LeadNotFound | StorageError, CurrentOrganization> =>
        Effect.gen(function* () {
          const organization = yield* CurrentOrganization
          while (true) {
            const lead = yield* find(id)
            const next = yield* f(lead)
            if (next === lead || (yield* store.replace(organization.id, next, lead.version))) return next
          }
        })

      const isBlacklisted = Effect.fnUntraced(function* (email: string | undefined) {
        if (email === undefined) return false
        const organization = yield* CurrentOrganization
        return (yield* covered(blacklist, organization.id, [email])).has(email)
      })

      const update = Effect.fn("Leads.update")(function* (
        id: LeadId,
        input: LeadPatch,
        options?: { readonly if_version?: ReadonlyArray<number> | undefined }
      ) {
        const changes = yield* decodePatch(input)
        const now = yield* Timestamp.now
        const blacklisted = yield* isBlacklisted(changes.email)
        return yield* change(
          id,
          Effect.fnUntraced(function* (lead) {
            if (options?.if_version !== undefined && !options.if_version.includes(lead.version)) {
              return yield* new LeadChanged({ id, version: lead.version })
            }
            const patched = patch(lead, changes, now, blacklisted)
            if ("lead" in patched) return patched.lead
            return yield* new InvalidInput({ faults: [{ pointer: "/custom_fields", message: patched.fault }] })
          })
        )
      })

      const createAll = Effect.fn("Leads.create")(function* (input: {
        readonly campaign_id: CampaignId
        readonly leads: ReadonlyArray<unknown>
        readonly on_duplicate?: OnDuplicate | undefined
      }) {
        const organization = yield* CurrentOrganization
        const now = yield* Timestamp.now
        const decoded = yield* Effect.forEach(input.leads, (lead) => Effect.result(decodeNewLead(lead)))
        const valid = decoded.flatMap((result) => (Result.isSuccess(result) ? [result.success] : []))
        const blacklisted = yield* covered(
          blacklist,
          organization.id,
          valid.map(({ email }) => email)
        )
        if (input.on_duplicate === "update") {
          // Leads before their campaign, which `insert` holds: as all who hold both.
          const emails = valid.map(({ email }) => fold(email))
          const present = yield* store.findByEmails(organization.id, input.campaign_id, emails)
          yield* store.hold(
            organization.id,
            present.map(({ id }) => id)
          )
        }
        const ids = yield* store.insert(
          organization.id,
          input.campaign_id,
          valid.map((lead) => create(input.campaign_id, lead, now, blacklisted.has(lead.email)))
        )
        const taken = valid.flatMap((lead, i) => (ids[i] === null ? [fold(lead.email)] : []))
        const known = new Map(
          taken.length === 0
            ? []
            : (yield* store.findByEmails(organization.id, input.campaign_id, taken)).map((lead) => [
                fold(lead.email),
                lead.id
              ])
        )
        const results: Array<CreateResult> = []
        let next = 0
        for (const [index, result] of decoded.entries()) {
          if (Result.isFailure(result)) {
            results.push({ index, id: null, status: "invalid", error: result.failure.message })
            continue
          }
          const { email, ...fields } = result.success
          const created = ids[next++] ?? null
          const id = created ?? known.get(fold(email)) ?? null
          if (created !== null) results.push({ index, id, status: blacklisted.has(email) ? "blacklisted" : "created" })
          else if (id === null || input.on_duplicate !== "update") results.push({ index, id, status: "duplicate" })
          else results.push(yield* updateDuplicate(index, id, fields, now))
        }
        return results
      }, transaction)

      const updateDuplicate = (
        index: number,
        id: LeadId,
        fields: LeadPatch,
        now: Timestamp.Timestamp
      ): Effect.Effect<CreateResult, StorageError, CurrentOrganization> =>
        change(
          id,
          Effect.fnUntraced(function* (lead) {
            const patched = patch(lead, fields, now, false)
            return "lead" in patched ? patched.lead : yield* Effect.fail(patched.fault)
          })
        ).pipe(
          Effect.as<CreateResult>({ index, id, status: "updated" }),
          Effect.catchIf(
            (error) => typeof error === "string",
            (error) => Effect.succeed<CreateResult>({ index, id, status: "invalid", error })
          ),
          // The address is not changed, and a lead removed meanwhile is as good as skipped.
          Effect.catchTag(["DuplicateLead", "LeadNotFound"], () =>
            Effect.succeed<CreateResult>({ index, id: null, status: "duplicate" })
          )
        )

      const remove = Effect.fn("Leads.remove")(function* (ids: ReadonlyArray<LeadId>) {
        const { id } = yield* CurrentOrganization
        const held = yield* store.hold(id, [...new Set(ids)])
        // What a tag said of a reply goes with the lead; what happened stays in the sums.
        const changes = new RollupChanges()
        for (const lead of held) withSentiment(lead, false, changes)
        yield* rollups.add(id, changes.toArray())
        return yield* store.remove(
          id,
          held.map((lead) => lead.id)
        )
      }, transaction)

      return Leads.of({
        find,
        page,
        update,
        create: createAll,
        remove
      })
    })
  )
}
