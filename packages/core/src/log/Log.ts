import { Context, Effect, Layer } from "effect"
import { decode, type Input } from "../InvalidInput.ts"
import type { LogEntryId } from "../ids.ts"
import { CurrentOrganization } from "../Organization.ts"
import {
  type CursorPage,
  cursorPage,
  cursorScope,
  decodeKeyset,
  type InvalidCursor,
  filterScope
} from "../Pagination.ts"
import { CurrentActor } from "../people/Actor.ts"
import { Signer } from "../secrets/Signer.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Transactor } from "../Transactor.ts"
import type { UseCase } from "../UseCase.ts"
import { distinctSubjects, type LogEntry, LogQuery } from "./LogEntry.ts"
import { LogStore } from "./LogStore.ts"

/** The log of the current organization: who did what. */
export class Log extends Context.Service<
  Log,
  {
    /** A page of the log, the newest entry first. */
    readonly page: (query: Input<LogQuery>) => UseCase<CursorPage<LogEntry>, InvalidCursor>
    /**
     * Adds an entry for the current actor, about a change that has been made. Subjects beyond the maximum are left out.
     * Inside a transaction, such as the one of a request with an `Idempotency-Key`, a failure undoes the change. Otherwise the
     * change has been stored by then, and a failure is only a warning.
     */
    readonly record: (
      operation: string,
      subjects: ReadonlyArray<string>
    ) => Effect.Effect<void, StorageError, CurrentOrganization>
  }
>()("@mailroom/core/Log") {
  static readonly layer = Layer.effect(
    Log,
    Effect.gen(function* () {
      const store = yield* LogStore
      const signer = yield* Signer
      const { isNested } = yield* Transactor
      const decodeQuery = decode(LogQuery)

      return Log.of({
        page: traced("Log.page")(function* (input) {
          const { cursor, limit, ...filters } = yield* decodeQuery(input)
          const { id } = yield* CurrentOrganization
          const scope = cursorScope(id, "log", ...filterScope(filters))
          const before = cursor === undefined ? {} : { before: yield* decodeKeyset<LogEntryId>(signer, scope, cursor) }
          const rows = yield* store.page(id, { ...filters, ...before, limit: limit + 1 })
          return yield* cursorPage(signer, scope, rows, limit, (entry) => entry)
        }),
        record: traced("Log.record")(function* (operation, subjects) {
          const { id } = yield* CurrentOrganization
          const { actor } = yield* CurrentActor
          const entry = { at: yield* Timestamp.now, actor, operation, subjects: distinctSubjects(subjects) }
          const added = store.insert(id, entry)
          if (yield* isNested) return yield* added
          yield* Effect.catchTag(added, "StorageError", (error) => Effect.logWarning("could not write the log", error))
        })
      })
    })
  )
}
