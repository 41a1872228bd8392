import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ApiKeyId, OrganizationId } from "../ids.ts"

/** A session as it is stored. */
export interface SessionRecord {
  /** SHA-256 of the token, in lower-case hex. */
  readonly hash: string
  /** The API key that began the session. */
  readonly key_id: ApiKeyId
  readonly created_at: Timestamp
  readonly expires_at: Timestamp
}

/** A session that has expired, and its organization. */
export interface ExpiredSession {
  readonly organization_id: OrganizationId
  readonly hash: string
}

/** The storage port of sessions. A hash is unique in its organization. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    readonly insert: (organization_id: OrganizationId, session: SessionRecord) => Stored<void>
    /** The session with this hash in the organization, also when it has expired. */
    readonly find: (organization_id: OrganizationId, hash: string) => Stored<Option.Option<SessionRecord>>
    /** Moves `expires_at` of a session to this instant, unless it is later already. A missing session stays missing. */
    readonly extend: (organization_id: OrganizationId, hash: string, expires_at: Timestamp) => Stored<void>
    /**
     * Removes the sessions with these hashes. With `until`, it leaves the ones that expire later. Returns the number of
     * removed sessions.
     */
    readonly remove: (
      organization_id: OrganizationId,
      hashes: ReadonlyArray<string>,
      query?: { readonly until?: Timestamp }
    ) => Stored<number>
    /** At most `limit` sessions of all organizations whose `expires_at` is at or before `now`, the earliest first. */
    readonly findExpired: (query: {
      readonly now: Timestamp
      readonly limit: number
    }) => Stored<ReadonlyArray<ExpiredSession>>
  }
>()("@mailroom/core/SessionStore") {}
