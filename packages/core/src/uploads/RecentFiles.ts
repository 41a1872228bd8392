/** The files of steps that were read last: mails of the same step read them once. */
import { Effect } from "effect"
import type { AttachmentRecord } from "../attachments/Attachment.ts"
import type { AttachmentId, OrganizationId } from "../ids.ts"
import type { MailFile } from "../mailboxes/Mailer.ts"
import { CurrentOrganization } from "../Organization.ts"

/** Maximum number of bytes that a process keeps of the files that were read last. */
export const mostKept = 36_000_000

/** Makes the functions that share files. `readAll`: reads files, in order. */
export const makeRecentFiles = <E, R>(
  readAll: (
    files: ReadonlyArray<AttachmentRecord>
  ) => Effect.Effect<ReadonlyArray<MailFile>, E, CurrentOrganization | R>
) => {
  /** Files by organization and id. The file that was used last is at the end. */
  const kept = new Map<`${OrganizationId} ${AttachmentId}`, MailFile>()
  /** The total size of the kept files. */
  let bytes = 0
  /** The number of effects that run in `during`. */
  let users = 0

  const drop = (key: `${OrganizationId} ${AttachmentId}`, { bytes: { length } }: MailFile) => {
    kept.delete(key)
    bytes -= length
  }

  /** Keeps a file, and drops others that were not used for longest. */
  const keep = (key: `${OrganizationId} ${AttachmentId}`, file: MailFile) => {
    const known = kept.get(key)
    if (known !== undefined) drop(key, known)
    kept.set(key, file)
    bytes += file.bytes.length
    for (const [oldest, old] of kept) {
      if (bytes <= mostKept) return
      drop(oldest, old)
    }
  }

  const read = Effect.fnUntraced(function* (file: AttachmentRecord) {
    const { id } = yield* CurrentOrganization
    const key = `${id} ${file.id}` as const
    const found = kept.get(key)
    const files = found === undefined ? yield* readAll([file]) : [found]
    if (users > 0) for (const one of files) keep(key, one)
    return files
  })

  return {
    /** Like `readAll`, for files that are kept meanwhile. */
    read: (files: ReadonlyArray<AttachmentRecord>) => Effect.map(Effect.forEach(files, read), (read) => read.flat()),
    /** Runs an effect, and keeps files while it runs. When the last such effect ends, all files are forgotten. */
    during: <A, E2, R2>(effect: Effect.Effect<A, E2, R2>): Effect.Effect<A, E2, R2> =>
      Effect.acquireUseRelease(
        Effect.sync(() => void users++),
        () => effect,
        () =>
          Effect.sync(() => {
            users--
            if (users > 0) return
            kept.clear()
            bytes = 0
          })
      )
  }
}
