import { mailboxOf } from "@mailroom/mail/domain"
import { fold, searchFor } from "@mailroom/mail/text"
import { Context, Effect, Layer, Schema } from "effect"
import type { Stored } from "../StorageError.ts"
import type { UseCase } from "../UseCase.ts"
import { type BulkResult, bulkResult } from "../Bulk.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import { decode, type Fault, type Input } from "../InvalidInput.ts"
import type { FinishOptions } from "../MultiStep.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { HigherRole } from "../people/Person.ts"
import { requireRole } from "../people/RequireRole.ts"
import { type OffsetPage, offsetPage } from "../Pagination.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { BlacklistAdded } from "./BlacklistChange.ts"
import { type Entry, EntryIds, EntryQuery, BlacklistKind, normalize, Reason, Values } from "./BlacklistEntry.ts"
import { BlacklistStore } from "./BlacklistStore.ts"
import { makeSweep } from "./Sweep.ts"
import type { EntryId } from "../ids.ts"
import { makeEntryRemoval } from "./EntryRemoval.ts"

/** The result of one input of `add`. */
export interface AddResult {
  readonly input: string
  /** The normalized value; `null` when the input is invalid. */
  readonly value: string | null
  readonly status: "added" | "existing" | "invalid"
  readonly id: EntryId | null
  /** Why the input is invalid. */
  readonly errors?: ReadonlyArray<Fault>
}

/** The result of one value or id that was to be removed. */
export interface RemoveResult {
  readonly id: EntryId | null
  readonly value: string | null
  readonly status: "removed" | "not_found"
}

const Add = Schema.Struct({ kind: BlacklistKind, values: Values, reason: Schema.optionalKey(Reason) })
const RemoveByValues = Schema.Struct({ kind: BlacklistKind, values: Values })
const RemoveByIds = Schema.Struct({ kind: BlacklistKind, ids: EntryIds })

/** Addresses, and domains with their subdomains, that the current organization must not send to. */
export class Blacklist extends Context.Service<
  Blacklist,
  {
    /**
     * Adds up to 1 000 entries and stops every lead that they match. A person's later decision about a lead takes
     * precedence. One result per input, in order; an invalid input does not affect the others. A role below a member adds one
     * entry at a time.
     *
     * More than 1 000 leads are stopped in several transactions. The first transaction adds the entries, so leads that
     * are created meanwhile are stopped at once. After a failure, the same call stops the rest.
     */
    readonly add: (
      kind: BlacklistKind,
      inputs: ReadonlyArray<string>,
      options?: { readonly reason?: string }
    ) => UseCase<BulkResult<AddResult> & { readonly leads_stopped: number }, HigherRole>
    /**
     * Removes up to 1 000 entries, by value or by id, and releases exactly the leads that no other entry matches: such
     * a lead may be sent to again, unless another rule stops it. One result per distinct input, in order.
     *
     * More than 1 000 leads are released in several transactions. After a failure, the entries no longer apply, and the
     * rest is released by `finishRemovals`, or by an `add` or `remove` more than a minute later.
     */
    readonly remove: (
      kind: BlacklistKind,
      which: { readonly values: ReadonlyArray<string> } | { readonly ids: ReadonlyArray<EntryId> }
    ) => UseCase<BulkResult<RemoveResult> & { readonly leads_resumed: number }>
    /**
     * A page of the entries by ascending id. `search` is a substring of the value, ignoring case; a whole address finds its
     * mailbox.
     */
    readonly page: (kind: BlacklistKind, query: Input<EntryQuery>) => UseCase<OffsetPage<Entry>>
    /**
     * Finishes removals in all organizations (`Mailroom.finishMultiStep`). Returns the number of leads that may be sent to
     * again.
     */
    readonly finishRemovals: (options?: FinishOptions) => Stored<number>
  }
>()("@mailroom/core/Blacklist") {
  static readonly layer = Layer.effect(
    Blacklist,
    Effect.gen(function* () {
      const store = yield* BlacklistStore
      const guards = yield* GuardStore
      const { report } = yield* Changes
      const sweep = yield* makeSweep
      const { alsoFinishOld, finish, removeFound } = yield* makeEntryRemoval
      const decodeKind = decode(BlacklistKind, "/kind")
      const decodeQuery = decode(EntryQuery)
      const decodeAdd = decode(Add)
      const decodeRemoveByValues = decode(RemoveByValues)
      const decodeRemoveByIds = decode(RemoveByIds)

      const add = traced("Blacklist.add")(function* (
        kind: BlacklistKind,
        inputs: ReadonlyArray<string>,
        options: { readonly reason?: string } = {}
      ) {
        const { reason = null } = yield* decodeAdd({ kind, values: inputs, ...options })
        if (inputs.length > 1) yield* requireRole("member", "block several addresses in a call")
        const organization = yield* CurrentOrganization
        const normalized = inputs.map((input) => ({ input, ...normalize(kind, input) }))
        // A step for 1 000 inputs takes some milliseconds: let other fibers run in between.
        yield* Effect.yieldNow
        const values = [...new Set(normalized.flatMap((result) => ("value" in result ? [result.value] : [])))]
        const insert = Effect.gen(function* () {
          yield* guards.lock(organization.id, "exclusive")
          const created_at = yield* Timestamp.now
          const rows = values.map(
            (value) => ({ value, source: "manual", reason, campaign_id: null, created_at }) as const
          )
          return { values, entries: yield* store.insert(organization.id, kind, rows) }
        })
        const { entries, leads } = yield* sweep(kind, "stop", insert, ({ entries }, leads) => {
          const added = entries.flatMap(({ added, entry }) => (added ? [entry.value] : []))
          return added.length + leads === 0 ? Effect.void : report([new BlacklistAdded({ kind, values: added, leads })])
        })
        yield* alsoFinishOld

        // One result for each input. Of several equal inputs, only the first one is "added".
        const byValue = new Map(entries.map((inserted) => [inserted.entry.value, inserted]))
        const seen = new Set<string>()
        const data = normalized.map((result): AddResult => {
          const { input } = result
          if ("fault" in result) {
            return { input, value: null, status: "invalid", id: null, errors: [{ pointer: "", message: result.fault }] }
          }
          const { value } = result
          const inserted = byValue.get(value)
          const status = inserted?.added === true && !seen.has(value) ? "added" : "existing"
          seen.add(value)
          return { input, value, status, id: inserted?.entry.id ?? null }
        })
        return { ...bulkResult(["added", "existing", "invalid"], data), leads_stopped: leads }
      })

      const remove = traced("Blacklist.remove")(function* (
        kind: BlacklistKind,
        which: { readonly values: ReadonlyArray<string> } | { readonly ids: ReadonlyArray<EntryId> }
      ) {
        const organization = yield* CurrentOrganization
        if ("ids" in which) {
          const { ids } = yield* decodeRemoveByIds({ kind, ...which })
          const { leads, removed } = yield* removeFound(kind, store.find(organization.id, kind, { ids }))
          yield* alsoFinishOld
          const byId = new Map(removed.map((entry) => [entry.id, entry]))
          return removalResult(
            [...new Set(ids)].map((id) => ({ id, value: byId.get(id)?.value ?? null, found: byId.has(id) })),
            leads
          )
        }
        const inputs = (yield* decodeRemoveByValues({ kind, ...which })).values
        const normalized = inputs.map((input) => ({ input, ...normalize(kind, input) }))
        const values = normalized.flatMap((result) => ("value" in result ? [result.value] : []))
        const { leads, removed } = yield* removeFound(kind, store.find(organization.id, kind, { values }))
        yield* alsoFinishOld
        const byValue = new Map(removed.map((entry) => [entry.value, entry]))
        // An invalid input cannot match an entry: its result has the input as it was given, and the status `not_found`.
        const named = normalized.map((result) => ("value" in result ? result.value : result.input))
        return removalResult(
          [...new Set(named)].map((value) => ({
            id: byValue.get(value)?.id ?? null,
            value,
            found: byValue.has(value)
          })),
          leads
        )
      })

      return Blacklist.of({
        add,
        remove,
        page: traced("Blacklist.page")(function* (input, query) {
          const kind = yield* decodeKind(input)
          const { search, ...part } = yield* decodeQuery(query)
          const { id } = yield* CurrentOrganization
          const rows = yield* store.page(id, kind, {
            ...part,
            ...searchFor(search, (text) => (text.includes("@") ? mailboxOf(fold(text)) : fold(text)))
          })
          return offsetPage(rows, part)
        }),
        finishRemovals: traced("Blacklist.finishRemovals")(function* (options) {
          const organizations = yield* store.organizationsWithRemovals
          const resumed = yield* Effect.forEach(organizations, (id) =>
            Effect.provideService(finish(options), CurrentOrganization, { id })
          )
          return resumed.reduce((sum, leads) => sum + leads, 0)
        })
      })
    })
  )
}

const removalResult = (
  data: ReadonlyArray<Omit<RemoveResult, "status"> & { readonly found: boolean }>,
  leads_resumed: number
) => ({
  ...bulkResult<RemoveResult>(
    ["removed", "not_found"],
    data.map(({ found, id, value }) => ({ id, value, status: found ? "removed" : "not_found" }))
  ),
  leads_resumed
})
