import { Context } from "effect"
import type { LogEntryId, OrganizationId } from "../ids.ts"
import type { CursorQuery, Keyset } from "../Pagination.ts"
import type { Stored } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { LogEntry, LogEntryDraft, LogQuery } from "./LogEntry.ts"

/** Filters and paging of the log. All given filters apply. */
export interface LogListing extends Omit<LogQuery, keyof CursorQuery> {
  /** Only entries after this position of the list. */
  readonly before?: Keyset<LogEntryId>
  readonly limit: number
}

/** The storage port of the log. Entries never change. */
export class LogStore extends Context.Service<
  LogStore,
  {
    readonly insert: (organization_id: OrganizationId, entry: LogEntryDraft) => Stored<void>
    /** The entries by descending `at`, then descending id. */
    readonly page: (organization_id: OrganizationId, listing: LogListing) => Stored<ReadonlyArray<LogEntry>>
    /** Removes entries before this instant, the earliest first, at most `limit`. Returns their number. */
    readonly removeBefore: (
      organization_id: OrganizationId,
      query: { readonly before: Timestamp; readonly limit: number }
    ) => Stored<number>
  }
>()("@mailroom/core/LogStore") {}
