/** The files in a folder, by organization and id. */
import type { OrganizationId } from "@mailroom/core"
import { Effect, FileSystem, Path } from "effect"
import type * as Pending from "./Pending.ts"

/** The size of a chunk when reading, in bytes. */
const chunkSize = 256 * 1024
/** Folders are private, because other users of the machine must not read mail. */
const folderMode = 0o700
const fileMode = 0o600

/**
 * Creates the folder, and makes it private. A file is complete as soon as it has its name, also after a crash: it is written
 * under a temporary name, synced to the disk, and renamed.
 */
export const makeFiles = Effect.fnUntraced(function* (directory: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const makeFolder = (folder: string) => fs.makeDirectory(folder, { recursive: true, mode: folderMode })
  /** Whether other users can read or change the folder. Windows has no such modes. */
  const isOpen = (folder: string) =>
    Effect.map(fs.stat(folder), ({ mode }) => process.platform !== "win32" && (mode & 0o077) !== 0)
  /** Creates the folder, and tightens the modes of the folders of organizations. */
  const makePrivate = Effect.gen(function* () {
    yield* makeFolder(directory)
    if (!(yield* isOpen(directory))) return
    yield* Effect.logWarning(`Other users can read the folder ${directory}: \`chmod 700\` makes it private`)
    for (const name of yield* fs.readDirectory(directory)) {
      const folder = path.join(directory, name)
      const isOrganization = /^\d+$/u.test(name)
      if (!isOrganization || !(yield* isOpen(folder))) continue
      yield* fs.chmod(folder, folderMode)
      yield* Effect.logWarning(`Other users could read ${folder}: its mode is 700 now`)
    }
  })
  yield* makePrivate

  const folderOf = (organization_id: OrganizationId) => path.join(directory, String(organization_id))
  const pathOf = ({ id, organization_id }: Pending.File) => path.join(folderOf(organization_id), String(id))
  /** The name of a file until it is complete. */
  const partOf = (file: string) => `${file}.part`

  /** Syncs a folder's entries to the disk. Operating systems that sync folders automatically may deny this. */
  const syncFolder = (folder: string) =>
    Effect.scoped(Effect.flatMap(fs.open(folder), (handle) => handle.sync)).pipe(
      Effect.catchReason("PlatformError", "PermissionDenied", () => Effect.void)
    )

  /** Writes the bytes, and waits until they are on the disk. */
  const write = Effect.fnUntraced(function* (file: string, bytes: Uint8Array) {
    const handle = yield* fs.open(file, { flag: "w", mode: fileMode })
    yield* handle.writeAll(bytes)
    yield* handle.sync
  }, Effect.scoped)

  const ensureFolder = Effect.fnUntraced(function* (folder: string) {
    if (yield* fs.exists(folder)) return
    yield* makeFolder(folder)
    yield* syncFolder(directory)
  })

  const remove = (file: Pending.File) =>
    Effect.forEach([pathOf(file), partOf(pathOf(file))], (name) => fs.remove(name, { force: true }), {
      discard: true
    })

  const pending = path.join(directory, "pending")

  /** Stores a file, whole or not at all. */
  const put = Effect.fnUntraced(function* (file: Pending.File, bytes: Uint8Array) {
    const folder = folderOf(file.organization_id)
    const target = pathOf(file)
    const part = partOf(target)
    yield* ensureFolder(folder)
    yield* write(part, bytes).pipe(
      Effect.andThen(fs.rename(part, target)),
      Effect.onError(() => Effect.ignore(fs.remove(part, { force: true }), { log: "Warn" }))
    )
    yield* syncFolder(folder)
  })

  return {
    /** The folder of records about files. */
    pending,
    /** Creates an empty record in that folder. */
    note: (record: string) =>
      ensureFolder(pending).pipe(
        Effect.andThen(fs.writeFile(record, new Uint8Array(), { mode: fileMode })),
        Effect.andThen(syncFolder(pending))
      ),
    put,
    /** Removes a file, also one that is not complete. */
    remove,
    /** Removes all files of an organization. */
    clear: (organization_id: OrganizationId) => fs.remove(folderOf(organization_id), { recursive: true, force: true }),
    read: (file: Pending.File) => fs.stream(pathOf(file), { chunkSize })
  }
})
