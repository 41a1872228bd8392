import { Context } from "effect"
import type { Stored } from "../StorageError.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Entry, BlacklistKind, Source } from "./BlacklistEntry.ts"
import type { EntryId, OrganizationId } from "../ids.ts"

/**
 * The storage port of the blacklist. A value is unique in its organization and kind; values are mailboxes
 * (`Domain.mailboxOf`) and normalized domains.
 *
 * An entry that is being removed (`startRemoval`) stays stored until its leads are released (`finishRemoval`). Until
 * then only `findRemovals` finds it: for all other methods it does not exist. Entries are written only by transactions
 * that have locked the organization's guard exclusively, except entries that are being removed.
 */
export class BlacklistStore extends Context.Service<
  BlacklistStore,
  {
    /**
     * Inserts entries: one answer per input, in order, with the entry that now has the value, and whether it is new. An
     * existing entry stays unchanged, with one exception: of entries made by events (`source` is not `manual`) the one
     * with the smallest (`created_at`, `source`, `campaign_id`, `reason`) is kept, `null` first. The same applies to
     * equal values in the input. An entry that is being removed is replaced by a new one, with a new id.
     */
    readonly insert: (
      organization_id: OrganizationId,
      kind: BlacklistKind,
      entries: ReadonlyArray<Omit<Entry, "id">>
    ) => Stored<ReadonlyArray<{ readonly entry: Entry; readonly added: boolean }>>
    /** The entries with these values or ids, without duplicates, by ascending id. */
    readonly find: (
      organization_id: OrganizationId,
      kind: BlacklistKind,
      which: { readonly values: ReadonlyArray<string> } | { readonly ids: ReadonlyArray<EntryId> }
    ) => Stored<ReadonlyArray<Entry>>
    /** The values of entries for one of these mailboxes or domains, in any order. */
    readonly findCovering: (
      organization_id: OrganizationId,
      values: { readonly addresses: ReadonlyArray<string>; readonly domains: ReadonlyArray<string> }
    ) => Stored<ReadonlyArray<string>>
    /**
     * A page of the entries by ascending id; `search` is a folded substring of the value, taken literally. The `total` is
     * counted once for the same filters, until entries come or go.
     */
    readonly page: (
      organization_id: OrganizationId,
      kind: BlacklistKind,
      query: PageQuery<EntryId> & { readonly search?: string; readonly source?: Source }
    ) => Stored<Rows<Entry>>
    /**
     * Marks the entries with these ids as being removed since `at`, also entries that are already being removed.
     * Returns the entries that exist, by ascending id.
     */
    readonly startRemoval: (
      organization_id: OrganizationId,
      kind: BlacklistKind,
      ids: ReadonlyArray<EntryId>,
      at: Timestamp
    ) => Stored<ReadonlyArray<Entry>>
    /** Deletes the entries with these ids that are being removed. Returns the deleted entries, by ascending id. */
    readonly finishRemoval: (
      organization_id: OrganizationId,
      kind: BlacklistKind,
      ids: ReadonlyArray<EntryId>
    ) => Stored<ReadonlyArray<Entry>>
    /** The entries of this kind whose removal started before `before`, by ascending id, at most 1 000. */
    readonly findRemovals: (
      organization_id: OrganizationId,
      kind: BlacklistKind,
      before: Timestamp
    ) => Stored<ReadonlyArray<Entry>>
    /** The organizations with an entry that is being removed, ascending. */
    readonly organizationsWithRemovals: Stored<ReadonlyArray<OrganizationId>>
  }
>()("@mailroom/core/BlacklistStore") {}
