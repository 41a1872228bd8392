import { Context, type Effect } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { OffsetQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { Entry, EntryId, Kind, Source } from "./BlacklistEntry.ts"

/** The storage port of the blacklist. A value is unique in its organization and kind; values are normalized. */
export class BlacklistStore extends Context.Service<
  BlacklistStore,
  {
    /**
     * Inserts entries: one answer per input, in order, with the entry that has the value now, and whether it was there
     * before. An entry that is there stays as it is, except that of entries made by events (`source` is not `manual`)
     * the one with the smallest (`created_at`, `source`, `campaign_id`, `reason`) stands, no reason before any: so of
     * equal values in the input.
     */
    readonly insert: (
      organization_id: OrganizationId,
      kind: Kind,
      entries: ReadonlyArray<Omit<Entry, "id">>
    ) => Effect.Effect<ReadonlyArray<{ readonly entry: Entry; readonly added: boolean }>, StorageError>
    /** The entries whose value is among `values`, by ascending id. */
    readonly findByValues: (
      organization_id: OrganizationId,
      kind: Kind,
      values: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Entry>, StorageError>
    /** The entries whose id is among `ids`, by ascending id. */
    readonly findByIds: (
      organization_id: OrganizationId,
      kind: Kind,
      ids: ReadonlyArray<EntryId>
    ) => Effect.Effect<ReadonlyArray<Entry>, StorageError>
    /** By ascending id; `search` is a folded substring of the value, taken literally. */
    readonly page: (
      organization_id: OrganizationId,
      kind: Kind,
      query: OffsetQuery & { readonly search?: string; readonly source?: Source }
    ) => Effect.Effect<Rows<Entry>, StorageError>
    /** Removes the entries with these ids; answers those that were there, by ascending id. */
    readonly remove: (
      organization_id: OrganizationId,
      kind: Kind,
      ids: ReadonlyArray<EntryId>
    ) => Effect.Effect<ReadonlyArray<Entry>, StorageError>
  }
>()("@mailroom/core/BlacklistStore") {}
