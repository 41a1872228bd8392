/** Stores the bytes of attachments in files. */
import {
  type AttachmentStore,
  BlobStore,
  type OrganizationId,
  StorageError,
  Transactor,
  Unavailable,
  type UploadStore
} from "@mailroom/core"
import { Context, Effect, Exit, FileSystem, Layer, Path, type PlatformError, Stream } from "effect"
import * as Pending from "./Pending.ts"

/** The size of a chunk when reading, in bytes. */
const chunkSize = 256 * 1024
/** Folders are private, because other users of the machine must not read mail. */
const folderMode = 0o700
const fileMode = 0o600

let stores = 0

/**
 * The `BlobStore` in a folder, on top of the storage for all other data. The folder is created if it does not exist.
 * Files that are not in the folder are read from the other storage, so a service can start to use a folder at any time.
 * Files are named `<organization id>/<attachment id>`: a name from a mail is never part of a path. Only the owner can
 * read the folders of organizations: if others can read one, its mode is tightened, with a warning. If others can read
 * `directory`, there is only a warning.
 *
 * A file is written under a temporary name, synced to the disk, and renamed, all before its transaction commits. So a
 * committed file exists and is complete, also after a crash. Files have no rollback: the `Transactor` wraps the one of
 * the storage, and removes the files of a failed transaction. Files left by a crash, or by a rolled-back transaction of
 * the host around ours, are removed a day later; records in the folder `pending` identify them (`Pending.ts`).
 * Attachment ids are never reused, so a leftover file is never read; a new file would overwrite it.
 */
export const layer = (
  directory: string
): Layer.Layer<
  BlobStore | Transactor,
  StorageError,
  AttachmentStore | BlobStore | FileSystem.FileSystem | Path.Path | Transactor | UploadStore
> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const storage = yield* BlobStore
      const { isNested, transaction } = yield* Transactor
      /** The files that the current transaction has written. Each store has a separate reference. */
      const Written = Context.Reference<Array<Pending.File> | undefined>(`@mailroom/folder/Written/${++stores}`, {
        defaultValue: () => undefined
      })

      const makeFolder = (folder: string) => fs.makeDirectory(folder, { recursive: true, mode: folderMode })
      /** Whether other users can read or change the folder. Windows has no such modes. */
      const isOpen = (folder: string) =>
        Effect.map(fs.stat(folder), ({ mode }) => process.platform !== "win32" && (mode & 0o077) !== 0)
      yield* Effect.gen(function* () {
        yield* makeFolder(directory)
        if (!(yield* isOpen(directory))) return
        yield* Effect.logWarning(`Other users can read the folder ${directory}: \`chmod 700\` makes it private`)
        for (const name of yield* fs.readDirectory(directory)) {
          const folder = path.join(directory, name)
          if (!/^\d+$/u.test(name) || !(yield* isOpen(folder))) continue
          yield* fs.chmod(folder, folderMode)
          yield* Effect.logWarning(`Other users could read ${folder}: its mode is 700 now`)
        }
      }).pipe(Effect.mapError(unavailable("FolderBlobs.layer")))

      const folderOf = (organization_id: OrganizationId) => path.join(directory, String(organization_id))
      const pathOf = ({ id, organization_id }: Pending.File) => path.join(folderOf(organization_id), String(id))
      /** The name of a file until it is complete. */
      const partOf = (file: string) => `${file}.part`

      /** Syncs a folder's entries to the disk. Operating systems that sync folders automatically may deny this. */
      const syncFolder = (folder: string) =>
        Effect.scoped(Effect.flatMap(fs.open(folder), (handle) => handle.sync)).pipe(
          Effect.catchReason("PlatformError", "PermissionDenied", () => Effect.void)
        )

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

      const removeFile = (file: Pending.File) =>
        Effect.forEach([pathOf(file), partOf(pathOf(file))], (name) => fs.remove(name, { force: true }), {
          discard: true
        })

      const pendingFolder = path.join(directory, "pending")
      const pending = yield* Pending.make({
        folder: pendingFolder,
        create: (record) =>
          ensureFolder(pendingFolder).pipe(
            Effect.andThen(fs.writeFile(record, new Uint8Array(), { mode: fileMode })),
            Effect.andThen(syncFolder(pendingFolder))
          ),
        removeFile
      })

      /** Removes unreferenced files. If a file cannot be removed, its record stays, and it is removed later. */
      const discard = (files: Array<Pending.File>) =>
        Effect.suspend(() =>
          Effect.forEach(files.splice(0), (file) => Effect.ignore(pending.discard(file), { log: "Warn" }), {
            discard: true
          })
        )

      const put = Effect.fnUntraced(function* (folder: string, file: string, bytes: Uint8Array) {
        yield* ensureFolder(folder)
        const part = partOf(file)
        yield* write(part, bytes).pipe(
          Effect.andThen(fs.rename(part, file)),
          Effect.onError(() => Effect.ignore(fs.remove(part, { force: true }), { log: "Warn" }))
        )
        yield* syncFolder(folder)
      })

      return Context.make(
        BlobStore,
        BlobStore.of({
          // Uninterruptible, because an interrupted write would continue in the background, perhaps when the same path
          // is written again.
          put: (organization_id, id, bytes) =>
            Effect.gen(function* () {
              const file = { organization_id, id }
              const written = yield* Written
              if (written !== undefined) {
                written.push(file)
                yield* pending.add(file)
              }
              yield* put(folderOf(organization_id), pathOf(file), bytes)
            }).pipe(Effect.mapError(unavailable("BlobStore.put")), Effect.uninterruptible),
          remove: (organization_id, ids) =>
            Effect.forEach(ids, (id) => removeFile({ organization_id, id }), { discard: true }).pipe(
              Effect.mapError(unavailable("BlobStore.remove")),
              Effect.andThen(storage.remove(organization_id, ids))
            ),
          clear: (organization_id) =>
            fs
              .remove(folderOf(organization_id), { recursive: true, force: true })
              .pipe(Effect.mapError(unavailable("BlobStore.clear")), Effect.andThen(storage.clear(organization_id))),
          read: (organization_id, id) =>
            fs
              .stream(pathOf({ organization_id, id }), { chunkSize })
              .pipe(
                Stream.catch((error) =>
                  error.reason._tag === "NotFound"
                    ? storage.read(organization_id, id)
                    : Stream.fail(unavailable("BlobStore.read")(error))
                )
              )
        })
      ).pipe(
        Context.add(
          Transactor,
          Transactor.of({
            isNested,
            transaction: (effect) =>
              Effect.flatMap(Written, (outer) => {
                const written: Array<Pending.File> = []
                // Files of an earlier run are discarded: a transaction that runs again was rolled back. After a failed
                // commit the files stay, because the transaction may have been stored.
                return Effect.andThen(discard(written), Effect.provideService(effect, Written, written)).pipe(
                  Effect.onExit((exit) =>
                    Exit.isSuccess(exit) ? Effect.sync(() => outer?.push(...written)) : discard(written)
                  ),
                  transaction,
                  Effect.tap(() => {
                    if (outer === undefined) pending.settle(written)
                    return Effect.void
                  })
                )
              })
          })
        )
      )
    })
  )

const unavailable = (operation: string) => (cause: PlatformError.PlatformError) =>
  new StorageError({ operation, reason: new Unavailable({ cause }) })
