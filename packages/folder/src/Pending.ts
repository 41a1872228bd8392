/** The files of transactions that have not ended, or that a crash ended. */
import { Attachment, AttachmentStore, OrganizationId, type StorageError, Timestamp } from "@mailroom/core"
import { Duration, Effect, FileSystem, Option, Path, type PlatformError, Queue, type Scope } from "effect"

/** The file of an attachment. */
export interface File {
  readonly organization_id: OrganizationId
  readonly id: Attachment.AttachmentId
}

export interface Pending {
  /** Records that a transaction is about to write a file. The record is on the disk before the file is. */
  readonly add: (file: File) => Effect.Effect<void, PlatformError.PlatformError>
  /** Removes a file that no attachment has, then its record. */
  readonly discard: (file: File) => Effect.Effect<void, PlatformError.PlatformError>
  /** Looks soon whether these files belong to stored attachments. */
  readonly settle: (files: ReadonlyArray<File>) => void
}

interface Options {
  /** Of the records. */
  readonly folder: string
  /** Makes an empty file in that folder, which is made if need be, and brings it to the disk. */
  readonly create: (record: string) => Effect.Effect<void, PlatformError.PlatformError>
  readonly removeFile: (file: File) => Effect.Effect<void, PlatformError.PlatformError>
}

/** No transaction takes as long, also none of a host around ours. Until then a file without an attachment may get one. */
const patience = Duration.toMillis("1 day")

/** How often to look at all records. */
const interval = Duration.hours(1)

/**
 * Keeps a record of each file that a transaction writes: an empty file `<organization id>.<attachment id>`. The record is
 * removed when the attachment is found to be stored; when it is not stored a day later, with the file.
 *
 * Only files that have a record are ever removed. A database that lacks attachments, because it is the wrong one or was
 * restored, costs at most files that were being stored when a process ended.
 *
 * Until the scope closes, all records are looked at now and each hour, by each process. What several processes do at once,
 * or one does again, does no harm.
 */
export const make: (
  options: Options
) => Effect.Effect<Pending, never, AttachmentStore | FileSystem.FileSystem | Path.Path | Scope.Scope> =
  Effect.fnUntraced(function* ({ create, folder, removeFile }) {
    const fs = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const attachments = yield* AttachmentStore
    const ended = yield* Queue.unbounded<File>()

    const recordOf = ({ id, organization_id }: File) => path.join(folder, `${organization_id}.${id}`)
    const forget = (file: File) => fs.remove(recordOf(file), { force: true })
    const discard = (file: File) => Effect.andThen(removeFile(file), forget(file))

    const settle = Effect.fnUntraced(
      function* (file: File): Effect.fn.Return<void, PlatformError.PlatformError | StorageError> {
        const { mtime } = yield* fs.stat(recordOf(file))
        const age = Timestamp.toMillis(yield* Timestamp.now) - Option.getOrElse(mtime, () => new Date()).getTime()
        // In a fiber that is in no transaction: what a transaction of the host has not committed is not found.
        const found = yield* attachments.find(file.organization_id, file.id)
        if (Option.isSome(found)) return yield* forget(file)
        if (age < patience) return
        yield* discard(file)
        const name = `attachment ${file.id} of organization ${file.organization_id}`
        yield* Effect.logInfo(`Removed the file of ${name}: no stored mail has it`)
      },
      // Another process has settled it.
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

/** The file that a record is of. */
const toFile = (record: string): ReadonlyArray<File> => {
  const [, organization, attachment] = /^(\d+)\.(\d+)$/u.exec(record) ?? []
  const organization_id = OrganizationId.makeOption(Number(organization))
  const id = Attachment.AttachmentId.makeOption(Number(attachment))
  return Option.isSome(organization_id) && Option.isSome(id)
    ? [{ organization_id: organization_id.value, id: id.value }]
    : []
}
