/** Removes blacklist entries, and releases the leads that they match, in batches. */
import { Effect } from "effect"
import type { Stored } from "../StorageError.ts"
import { Changes } from "../Changes.ts"
import { GuardStore } from "../guards/GuardStore.ts"
import { type FinishOptions, unfinishedBefore } from "../MultiStep.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { BlacklistRemoved } from "./BlacklistChange.ts"
import { type Entry, BlacklistKind } from "./BlacklistEntry.ts"
import { BlacklistStore } from "./BlacklistStore.ts"
import { makeSweep } from "./Sweep.ts"

/** Entries that are being removed, and their values. */
interface Removal {
  readonly removed: ReadonlyArray<Entry>
  readonly values: ReadonlyArray<string>
}

const idsOf = (entries: ReadonlyArray<Entry>) => entries.map(({ id }) => id)

export const makeEntryRemoval = Effect.gen(function* () {
  const store = yield* BlacklistStore
  const guards = yield* GuardStore
  const { report } = yield* Changes
  const sweep = yield* makeSweep

  /** Removes the entries that `find` returns, and releases their leads. */
  const removeFound = Effect.fnUntraced(function* (kind: BlacklistKind, find: Stored<ReadonlyArray<Entry>>) {
    const { id } = yield* CurrentOrganization
    const start = Effect.gen(function* () {
      yield* guards.lock(id, "exclusive")
      const removed = yield* store.startRemoval(id, kind, idsOf(yield* find), yield* Timestamp.now)
      return { removed, values: removed.map(({ value }) => value) }
    })
    return yield* releaseLeads(kind, start)
  })

  /** Releases the leads of entries that are being removed, and finally deletes the entries. */
  const releaseLeads = <E, R>(kind: BlacklistKind, start: Effect.Effect<Removal, E, R>) =>
    sweep(
      kind,
      "release",
      start,
      Effect.fnUntraced(function* ({ removed }, leads) {
        if (removed.length === 0) return
        const { id } = yield* CurrentOrganization
        // Another process may have finished the removal, or an entry may have been added again.
        const values = (yield* store.finishRemoval(id, kind, idsOf(removed))).map(({ value }) => value)
        if (values.length > 0) yield* report([new BlacklistRemoved({ kind, values, leads })])
      }),
      // Records progress, so that other processes do not treat the removal as abandoned.
      Effect.fnUntraced(function* ({ removed }) {
        const { id } = yield* CurrentOrganization
        yield* store.startRemoval(id, kind, idsOf(removed), yield* Timestamp.now)
      })
    )

  /** Finishes the removals of the current organization that began before `before`. */
  const finishStarted = Effect.fnUntraced(function* (before: Timestamp.Timestamp) {
    const { id } = yield* CurrentOrganization
    let resumed = 0
    for (const kind of BlacklistKind.literals) {
      while (true) {
        const found = yield* store.findRemovals(id, kind, before)
        if (found.length === 0) break
        const start = Effect.as(guards.lock(id, "shared"), { removed: found, values: found.map(({ value }) => value) })
        resumed += (yield* releaseLeads(kind, start)).leads
      }
    }
    return resumed
  })
  const finish = (options?: FinishOptions) => Effect.flatMap(unfinishedBefore(options), finishStarted)
  // The requested change is already stored; log this failure instead of returning it.
  const alsoFinishOld = Effect.catchTag(finish(), "StorageError", (error) =>
    Effect.logError("An abandoned removal of blacklist entries is not finished", error)
  )

  return { alsoFinishOld, finish, removeFound }
})
