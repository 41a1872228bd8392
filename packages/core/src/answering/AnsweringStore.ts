import { Context } from "effect"
import type { OrganizationId, ThreadId } from "../ids.ts"
import type { Stored } from "../StorageError.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { AnsweringRecord } from "./Answering.ts"

/** The storage port of people who are answering. */
export class AnsweringStore extends Context.Service<
  AnsweringStore,
  {
    /**
     * Stores a row, or moves the `until` of the row of this thread and actor. Removes the rows of the organization whose
     * `until` is at or before `now`. Returns whether the row is new.
     */
    readonly put: (organization_id: OrganizationId, row: AnsweringRecord, now: Timestamp) => Stored<boolean>
    /** Removes the row of this thread and actor. Returns whether it existed. */
    readonly remove: (organization_id: OrganizationId, thread_id: ThreadId, actor_key: string) => Stored<boolean>
    /** The rows of the thread whose `until` is after `now`, by `actor_key`. */
    readonly find: (
      organization_id: OrganizationId,
      thread_id: ThreadId,
      now: Timestamp
    ) => Stored<ReadonlyArray<AnsweringRecord>>
  }
>()("@mailroom/core/AnsweringStore") {}
