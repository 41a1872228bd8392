/** Tracks the files of transactions that are still running, or that a crash ended. */
import { Attachment, AttachmentStore, OrganizationId, type StorageError, Timestamp, UploadStore } from "@mailroom/core"
import { Duration, Effect, FileSystem, Option, Path, type PlatformError, Queue, type Scope } from "effect"

/** The file of an attachment, or of an upload. */
export interface File {
  readonly organization_id: OrganizationId
  readonly id: Attachment.AttachmentId
}

export interface Pending {
  /** Records that a transaction is about to write a file. The record is on the disk before the file. */
  readonly add: (file: File) => Effect.Effect<void, PlatformError.PlatformError>
  /** Removes a file without an attachment, then its record. */
  readonly discard: (file: File) => Effect.Effect<void, PlatformError.PlatformError>
  /** Schedules a check whether these files belong to stored attachments. */
  readonly settle: (files: ReadonlyArray<File>) => void
}

interface Options {
  /** The folder of the records. */
  readonly folder: string
  /** Creates an empty file in that folder and syncs it to the disk. Creates the folder if it does not exist. */
  readonly create: (record: string) => Effect.Effect<void, PlatformError.PlatformError>
  readonly removeFile: (file: File) => Effect.Effect<void, PlatformError.PlatformError>
}

/**
 * Longer than any transaction takes, including a host's transaction around ours. A younger file without an attachment
 * may still get one.
 */
const maximumTransaction = Duration.toMillis("1 day")

/** How often all records are checked. */
const interval = Duration.hours(1)

/**
 * Keeps a record for each file that a transaction writes: an empty file `<organization id>.<attachment id>`. When the
 * attachment or the upload is stored, the record is removed. When neither is stored after a day, the file and the record
 * are removed.
 *
 * Only files with a record are ever removed. If a database lacks attachments, because it is the wrong one or was
 * restored, at most the files are lost that were being stored when a process ended.
 *
 * Each process checks all records immediately, and then each hour until the scope closes. Concurrent or repeated checks
 * do no harm.
 */
export const make: (
  options: Options
) => Effect.Effect<Pending, never, AttachmentStore | FileSystem.FileSystem | Path.Path | Scope.Scope | UploadStore> =
  Effect.fnUntraced(function* ({ create, folder, removeFile }) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const attachments = yield* AttachmentStore
    const uploads = yield* UploadStore
    const ended = yield* Queue.unbounded<File>()

    const recordOf = ({ id, organization_id }: File) => path.join(folder, `${organization_id}.${id}`)
    const forget = (file: File) => fs.remove(recordOf(file), { force: true })
    const discard = (file: File) => Effect.andThen(removeFile(file), forget(file))

    /** Removes the record of a file that is stored. Removes file and record where nothing is stored after a day. */
    const settle = Effect.fnUntraced(
      function* (file: File): Effect.fn.Return<void, PlatformError.PlatformError | StorageError> {
        const { mtime } = yield* fs.stat(recordOf(file))
        const age = Timestamp.toMillis(yield* Timestamp.now) - Option.getOrElse(mtime, () => new Date()).getTime()
        // This fiber is not in a transaction, so it does not find attachments that a host's transaction has not
        // committed.
        const uploaded = yield* uploads.findMany(file.organization_id, [file.id])
        // After the uploads: an upload may become an attachment meanwhile.
        const found = uploaded.length > 0 || Option.isSome(yield* attachments.find(file.organization_id, file.id))
        if (found) return yield* forget(file)
        if (age < maximumTransaction) return
        yield* discard(file)
        const name = `attachment ${file.id} of organization ${file.organization_id}`
        yield* Effect.logInfo(`Removed the file of ${name}: no stored mail has it`)
      },
      // Another process has already settled this file.
      Effect.catchReason("PlatformError", "NotFound", () => Effect.void),
      Effect.ignore({ log: "Warn", message: "Cannot settle the file of an attachment" })
    )

    const settleAll = fs.readDirectory(folder).pipe(
      Effect.catchReason("PlatformError", "NotFound", () => Effect.succeed([])),
      Effect.flatMap((names) => Effect.forEach(names.flatMap(toFile), settle, { discard: true })),
      Effect.ignore({ log: "Warn", message: `Cannot read the folder ${folder}` })
    )

    yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(ended), settle)))
    yield* Effect.forkScoped(Effect.andThen(settleAll, Effect.forever(Effect.delay(settleAll, interval))))
    return {
      add: (file) => create(recordOf(file)),
      discard,
      settle: (files) => void Queue.offerAllUnsafe(ended, files)
    }
  })

/** The file that a record names; empty when the name is malformed. */
const toFile = (record: string): ReadonlyArray<File> => {
  const [, organization, attachment] = /^(\d+)\.(\d+)$/u.exec(record) ?? []
  const organization_id = OrganizationId.makeOption(Number(organization))
  const id = Attachment.AttachmentId.makeOption(Number(attachment))
  return Option.isSome(organization_id) && Option.isSome(id)
    ? [{ organization_id: organization_id.value, id: id.value }]
    : []
}
