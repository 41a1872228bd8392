/** Stores the bytes of attachments in files. */
import {
  type AttachmentStore,
  BlobStore,
  StorageError,
  Transactor,
  Unavailable,
  type UploadStore
} from "@mailroom/core"
import { Context, Effect, Exit, type FileSystem, Layer, type Path, type PlatformError, Stream } from "effect"
import { makeFiles } from "./Files.ts"
import * as Pending from "./Pending.ts"

/** The number of stores that this process has made: each needs a name that no other one has. */
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
      const storage = yield* BlobStore
      const { isNested, transaction } = yield* Transactor
      /** The files that the current transaction has written; `undefined` outside of transactions. */
      const Written = Context.Reference<Array<Pending.File> | undefined>(`@mailroom/folder/Written/${++stores}`, {
        defaultValue: () => undefined
      })

      const files = yield* Effect.mapError(makeFiles(directory), unavailable("FolderBlobs.layer"))
      const pending = yield* Pending.make({
        folder: files.pending,
        create: files.note,
        removeFile: files.remove
      })

      /** Removes unreferenced files. If a file cannot be removed, its record stays, and it is removed later. */
      const discard = (written: Array<Pending.File>) =>
        Effect.suspend(() =>
          Effect.forEach(written.splice(0), (file) => Effect.ignore(pending.discard(file), { log: "Warn" }), {
            discard: true
          })
        )

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
              yield* files.put(file, bytes)
            }).pipe(Effect.mapError(unavailable("BlobStore.put")), Effect.uninterruptible),
          remove: (organization_id, ids) =>
            Effect.forEach(ids, (id) => files.remove({ organization_id, id }), { discard: true }).pipe(
              Effect.mapError(unavailable("BlobStore.remove")),
              Effect.andThen(storage.remove(organization_id, ids))
            ),
          clear: (organization_id) =>
            files
              .clear(organization_id)
              .pipe(Effect.mapError(unavailable("BlobStore.clear")), Effect.andThen(storage.clear(organization_id))),
          read: (organization_id, id) =>
            files
              .read({ organization_id, id })
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
                // The storage runs `effect` again after a conflict: then the files of the run before are discarded
                // first, because it was rolled back. After a failed commit the files stay, because the transaction may
                // have been stored.
                return Effect.andThen(discard(written), Effect.provideService(effect, Written, written)).pipe(
                  Effect.onExit((exit) =>
                    // The files of an inner transaction belong to the outer one, which may still fail.
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
