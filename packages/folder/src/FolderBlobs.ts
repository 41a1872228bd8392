/** The attachments' bytes in files. */
import { type Attachment, BlobStore, type OrganizationId, StorageError, Transactor, Unavailable } from "@mailroom/core"
import { Context, Effect, Exit, FileSystem, Layer, Path, type PlatformError, Stream } from "effect"

/** In bytes: what is read at a time. */
const chunkSize = 256 * 1024
/** Other users of the machine must not read mail. */
const folderMode = 0o700
const fileMode = 0o600

let stores = 0

/**
 * The `BlobStore` in a folder, which is made if need be, over the storage that keeps the rest: what the folder does not
 * have is read from there, so that a service can begin to use a folder at any time. Files are called
 * `<organization id>/<attachment id>`: no name from a mail is ever part of a path. Only the owner can read the folders of
 * organizations: one that others can read is tightened, with a warning. `directory` gets the warning only.
 *
 * A file is written under another name, brought to the disk, and renamed, all before its transaction commits: what is
 * committed is there, whole, through a crash. Files know no rollback: the `Transactor` is that of the storage, which
 * besides removes what a transaction wrote that failed. What a crash leaves behind, or a transaction of the host's
 * around ours, has an id that no other attachment gets; and were it to get it, its own bytes would take the place.
 */
export const layer = (
  directory: string
): Layer.Layer<BlobStore | Transactor, StorageError, BlobStore | FileSystem.FileSystem | Path.Path | Transactor> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const storage = yield* BlobStore
      const { transaction } = yield* Transactor
      /** The files that the current transaction has written; each store has a reference of its own. */
      const Written = Context.Reference<Array<string> | undefined>(`@mailroom/folder/Written/${++stores}`, {
        defaultValue: () => undefined
      })

      const makeFolder = (folder: string) => fs.makeDirectory(folder, { recursive: true, mode: folderMode })
      /** Whether other users can read or change it. Windows has no such modes. */
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
      const fileOf = (organization_id: OrganizationId, id: Attachment.AttachmentId) =>
        path.join(folderOf(organization_id), String(id))
      /** What a file is called until it is whole. */
      const partOf = (file: string) => `${file}.part`

      /** Syncs a folder's entries to the disk. Systems that do so by themselves may deny it. */
      const syncFolder = (folder: string) =>
        Effect.scoped(Effect.flatMap(fs.open(folder), (handle) => handle.sync)).pipe(
          Effect.catchReason("PlatformError", "PermissionDenied", () => Effect.void)
        )

      const write = Effect.fnUntraced(function* (file: string, bytes: Uint8Array) {
        const handle = yield* fs.open(file, { flag: "w", mode: fileMode })
        yield* handle.writeAll(bytes)
        yield* handle.sync
      }, Effect.scoped)

      /** Removes what nothing refers to. A file that cannot be removed does no harm. */
      const remove = (file: string) => Effect.ignore(fs.remove(file, { force: true }), { log: "Warn" })
      const discard = (files: Array<string>) =>
        Effect.suspend(() => Effect.forEach(files.splice(0), remove, { discard: true }))

      const put = Effect.fnUntraced(function* (folder: string, file: string, bytes: Uint8Array) {
        if (!(yield* fs.exists(folder))) {
          yield* makeFolder(folder)
          yield* syncFolder(directory)
        }
        const part = partOf(file)
        yield* write(part, bytes).pipe(
          Effect.andThen(fs.rename(part, file)),
          Effect.onError(() => remove(part))
        )
        yield* syncFolder(folder)
      })

      return Context.make(
        BlobStore,
        BlobStore.of({
          // To its end: an interrupted write would go on, perhaps when the file is another one.
          put: (organization_id, id, bytes) =>
            Effect.flatMap(Written, (written) => {
              const file = fileOf(organization_id, id)
              written?.push(file)
              return put(folderOf(organization_id), file, bytes)
            }).pipe(Effect.mapError(unavailable("BlobStore.put")), Effect.uninterruptible),
          remove: (organization_id, ids) =>
            Effect.forEach(
              ids.map((id) => fileOf(organization_id, id)).flatMap((file) => [file, partOf(file)]),
              (file) => fs.remove(file, { force: true }),
              { discard: true }
            ).pipe(
              Effect.mapError(unavailable("BlobStore.remove")),
              Effect.andThen(storage.remove(organization_id, ids))
            ),
          clear: (organization_id) =>
            fs
              .remove(folderOf(organization_id), { recursive: true, force: true })
              .pipe(Effect.mapError(unavailable("BlobStore.clear")), Effect.andThen(storage.clear(organization_id))),
          read: (organization_id, id) =>
            fs
              .stream(fileOf(organization_id, id), { chunkSize })
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
            transaction: (effect) =>
              Effect.flatMap(Written, (outer) => {
                const written: Array<string> = []
                // A transaction that runs again was rolled back. After a failed commit files stay: it may be stored.
                return Effect.andThen(discard(written), Effect.provideService(effect, Written, written)).pipe(
                  Effect.onExit((exit) =>
                    Exit.isSuccess(exit) ? Effect.sync(() => outer?.push(...written)) : discard(written)
                  ),
                  transaction
                )
              })
          })
        )
      )
    })
  )

const unavailable = (operation: string) => (cause: PlatformError.PlatformError) =>
  new StorageError({ operation, reason: new Unavailable({ cause }) })
