import { Context, type Option, Schema } from "effect"
import { described } from "../Described.ts"
import type { ExpiringStore } from "../ExpiringStore.ts"
import type { Stored } from "../StorageError.ts"
import * as Table from "../Table.ts"
import { Timestamp } from "../Timestamp.ts"
import { Count } from "../Id.ts"
import { ApiKeyId, type OrganizationId, PersonId } from "../ids.ts"

/** A session as it is stored. */
export const SessionRecord = Schema.Struct({
  hash: described(Schema.String, "SHA-256 of the token, in lower-case hex."),
  key_id: described(Schema.NullOr(ApiKeyId), "The API key that began the session; `null` for a session of a person."),
  person_id: described(Schema.NullOr(PersonId), "The person who signed in; `null` for a session of an API key."),
  generation: described(
    Schema.NullOr(Count),
    "The `generation` of the person at the beginning; the session ends when it grows. `null` for a session of an API key."
  ),
  created_at: Timestamp,
  expires_at: Timestamp
})
export type SessionRecord = typeof SessionRecord.Type

export const sessionTable = Table.of("sessions", SessionRecord, {
  key: ["hash"],
  fixed: ["key_id", "person_id", "generation", "created_at"]
})

/** The storage port of sessions. A hash is unique in its organization. */
export class SessionStore extends Context.Service<
  SessionStore,
  ExpiringStore<string> & {
    readonly insert: (organization_id: OrganizationId, session: SessionRecord) => Stored<void>
    /** The session with this hash in the organization, also when it has expired. */
    readonly find: (organization_id: OrganizationId, hash: string) => Stored<Option.Option<SessionRecord>>
    /** Moves `expires_at` of a session to this instant, unless it is later already. A missing session stays missing. */
    readonly extend: (organization_id: OrganizationId, hash: string, expires_at: Timestamp) => Stored<void>
    /** Removes a session, and returns whether it existed. */
    readonly remove: (organization_id: OrganizationId, hash: string) => Stored<boolean>
  }
>()("@mailroom/core/SessionStore") {}
