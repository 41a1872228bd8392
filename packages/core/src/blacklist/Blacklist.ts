import { Context, Effect, Layer, Schema } from "effect"
import { decode, InvalidInput } from "../InvalidInput.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { CurrentOrganization, type OrganizationId } from "../Organization.ts"
import type { OffsetPage, OffsetQuery } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import { fold } from "../Text.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import { type Entry, EntryId, type Kind, normalize, Reason, type Source } from "./BlacklistEntry.ts"
import { BlacklistStore } from "./BlacklistStore.ts"

/** What became of one input of `add`. */
export interface AddResult {
  readonly input: string
  /** The normalized value; `null` when the input means none. */
  readonly value: string | null
  readonly status: "added" | "existing" | "invalid"
  readonly id: EntryId | null
  /** Why the input is invalid. */
  readonly error?: string
}

/** What became of one value or id that was to be removed. */
export interface RemoveResult {
  readonly id: EntryId | null
  readonly value: string | null
  readonly status: "removed" | "not_found"
}

const Options = Schema.Struct({ reason: Schema.optionalKey(Reason) })

/** Whom the current organization must not send to: addresses, and domains with their subdomains. */
export class Blacklist extends Context.Service<
  Blacklist,
  {
    /**
     * Adds entries and stops every lead that they match and nothing stopped before, in one transaction. One result per
     * input, in order; an invalid one stops nothing.
     */
    readonly add: (
      kind: Kind,
      inputs: ReadonlyArray<string>,
      options?: typeof Options.Type
    ) => Effect.Effect<
      { readonly data: ReadonlyArray<AddResult>; readonly leads_stopped: number },
      InvalidInput | StorageError,
      CurrentOrganization
    >
    /**
     * Removes entries, by what they name or by id, and resumes exactly the leads that are stopped as `blacklist` and
     * match no other entry, in one transaction. One result per distinct input, in order.
     */
    readonly remove: (
      kind: Kind,
      which: { readonly values: ReadonlyArray<string> } | { readonly ids: ReadonlyArray<EntryId> }
    ) => Effect.Effect<
      { readonly data: ReadonlyArray<RemoveResult>; readonly leads_resumed: number },
      StorageError,
      CurrentOrganization
    >
    /** By ascending id; `search` is a case-insensitive substring of the value. */
    readonly page: (
      kind: Kind,
      query: OffsetQuery & { readonly search?: string | undefined; readonly source?: Source | undefined }
    ) => Effect.Effect<OffsetPage<Entry>, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Blacklist") {
  static readonly layer = Layer.effect(
    Blacklist,
    Effect.gen(function* () {
      const store = yield* BlacklistStore
      const leads = yield* LeadStore
      const { transaction } = yield* Transactor
      const decodeOptions = decode(Options)
      const matching = (kind: Kind, values: ReadonlyArray<string>) =>
        kind === "email" ? { addresses: values, domains: [] } : { addresses: [], domains: values }

      /** Leads before the entries that match them, as events do it, which make no entry of a domain. */
      const hold = Effect.fnUntraced(function* (
        organization_id: OrganizationId,
        kind: Kind,
        values: ReadonlyArray<string>
      ) {
        if (kind === "domain") return
        const found = yield* leads.findByAddresses(organization_id, values)
        yield* leads.hold(
          organization_id,
          found.map(({ id }) => id)
        )
      })

      const add = Effect.fn("Blacklist.add")(function* (
        kind: Kind,
        inputs: ReadonlyArray<string>,
        options: typeof Options.Type = {}
      ) {
        const { reason = null } = yield* decodeOptions(options)
        const organization = yield* CurrentOrganization
        const now = yield* Timestamp.now
        const normalized = inputs.map((input) => normalize(kind, input))
        const values = [...new Set(normalized.flatMap((result) => ("value" in result ? [result.value] : [])))]
        yield* hold(organization.id, kind, values)
        const entries = yield* store.insert(
          organization.id,
          kind,
          values.map((value) => ({ value, source: "manual" as const, reason, campaign_id: null, created_at: now }))
        )
        const byValue = new Map(values.map((value, i) => [value, entries[i]]))
        const first = new Set<string>()
        const data = normalized.map((result, i): AddResult => {
          const input = inputs[i] ?? ""
          if ("fault" in result) return { input, value: null, status: "invalid", id: null, error: result.fault }
          const entry = byValue.get(result.value)
          const status = entry?.added === true && !first.has(result.value) ? "added" : "existing"
          first.add(result.value)
          return { input, value: result.value, status, id: entry?.entry.id ?? null }
        })
        const leads_stopped = yield* leads.stopBlacklisted(organization.id, matching(kind, values), now)
        return { data, leads_stopped }
      }, transaction)

      const removeEntries = Effect.fnUntraced(function* (kind: Kind, found: ReadonlyArray<Entry>) {
        const organization = yield* CurrentOrganization
        yield* hold(
          organization.id,
          kind,
          found.map(({ value }) => value)
        )
        const removed = yield* store.remove(
          organization.id,
          kind,
          found.map(({ id }) => id)
        )
        const values = removed.map(({ value }) => value)
        const leads_resumed = yield* leads.resumeBlacklisted(organization.id, matching(kind, values))
        return { removed, leads_resumed }
      })
      const remove = Effect.fn("Blacklist.remove")(function* (
        kind: Kind,
        which: { readonly values: ReadonlyArray<string> } | { readonly ids: ReadonlyArray<EntryId> }
      ) {
        const organization = yield* CurrentOrganization
        if ("ids" in which) {
          const { leads_resumed, removed } = yield* removeEntries(
            kind,
            yield* store.findByIds(organization.id, kind, which.ids)
          )
          const byId = new Map(removed.map((entry) => [entry.id, entry]))
          const data = [...new Set(which.ids)].map((id): RemoveResult => {
            const value = byId.get(id)?.value ?? null
            return { id, value, status: value === null ? "not_found" : "removed" }
          })
          return { data, leads_resumed }
        }
        const normalized = which.values.map((input) => ({ input, ...normalize(kind, input) }))
        const values = normalized.flatMap((result) => ("value" in result ? [result.value] : []))
        const { leads_resumed, removed } = yield* removeEntries(
          kind,
          yield* store.findByValues(organization.id, kind, values)
        )
        const byValue = new Map(removed.map((entry) => [entry.value, entry]))
        // What means no value is on no blacklist, and no storage is asked for it: it is answered as it was given.
        const named = normalized.map((result) => ("value" in result ? result.value : result.input))
        const data = [...new Set(named)].map((value): RemoveResult => {
          const id = byValue.get(value)?.id ?? null
          return { id, value, status: id === null ? "not_found" : "removed" }
        })
        return { data, leads_resumed }
      }, transaction)

      return Blacklist.of({
        add,
        remove,
        page: Effect.fn("Blacklist.page")(function* (kind, { limit, offset, search, source }) {
          const { id } = yield* CurrentOrganization
          const rows = yield* store.page(id, kind, {
            limit,
            offset,
            ...(search === undefined ? {} : { search: fold(search) }),
            ...(source === undefined ? {} : { source })
          })
          return { ...rows, offset, limit }
        })
      })
    })
  )
}
