/** Whether the disk of an embedded database takes writes. Its database does not tell: small rows fit into files that it has. */
import { OrganizationStore, StorageError, Unavailable } from "@mailroom/core"
import { Effect, Layer } from "effect"
import { rm, writeFile } from "node:fs/promises"
import { join } from "node:path"

/** As much as must fit, in bytes. */
const size = 2 ** 20

/** Writes a file in the folder, and removes it. */
const tryDisk = (folder: string) => {
  const file = join(folder, `probe-${process.pid}`)
  return Effect.tryPromise({
    try: () => writeFile(file, Buffer.alloc(size), { mode: 0o600 }).finally(() => rm(file, { force: true })),
    catch: (cause) => new StorageError({ operation: "disk of the database", reason: new Unavailable({ cause }) })
  })
}

/** The organizations of an embedded database in a folder. Storage is unreachable while the disk is full. */
export const layer = (folder: string): Layer.Layer<OrganizationStore, never, OrganizationStore> =>
  Layer.effect(
    OrganizationStore,
    Effect.map(OrganizationStore, (store) => ({
      ...store,
      unreachable: Effect.andThen(tryDisk(folder), store.unreachable)
    }))
  )
