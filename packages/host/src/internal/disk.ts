/**
 * Whether the disk of an embedded database takes writes. The database does not notice a full disk, because small rows fit into
 * existing files.
 */
import { OrganizationStore, StorageError, Unavailable } from "@mailroom/core"
import { Effect, Exit, Layer } from "effect"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** The number of bytes that must fit on the disk. */
const size = 2 ** 20

/** Writes a file in the folder, and removes it. */
const tryDisk = (folder: string) => {
  const file = join(folder, `probe-${process.pid}`)
  return Effect.tryPromise({
    try: () => writeFile(file, Buffer.alloc(size), { mode: 0o600 }).finally(() => rm(file, { force: true })),
    catch: (cause) => new StorageError({ operation: "disk of the database", reason: new Unavailable({ cause }) })
  })
}

/**
 * The organizations of an embedded database in a folder. Storage is unreachable while the disk is full. A success counts for ten
 * seconds, as that of `makeWriteTrial` does, and requests at the same time share a try.
 */
export const layer = (folder: string): Layer.Layer<OrganizationStore, never, OrganizationStore> =>
  Layer.effect(
    OrganizationStore,
    Effect.gen(function* () {
      const store = yield* OrganizationStore
      const trial = yield* Effect.cachedWithTTL(tryDisk(folder), (exit) => (Exit.isSuccess(exit) ? "10 seconds" : 0))
      return { ...store, unreachable: Effect.andThen(trial, store.unreachable) }
    })
  )
