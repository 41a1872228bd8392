/** Files of mails: keeps uploads for answers and steps, and reads the bytes of a mail that is sent. */
import { Array, Effect, Option, Schema, Stream } from "effect"
import type { AttachmentRecord } from "../attachments/Attachment.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import type { AttachmentId, SendId } from "../ids.ts"
import type { Fault } from "../InvalidInput.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { SequenceStore } from "../sequences/SequenceStore.ts"
import {
  isOfSteps,
  keptAfterRefusal,
  keptFor,
  maximumMail,
  sizeOfMail,
  type StepFile,
  toFile,
  type UploadRecord
} from "./Upload.ts"
import { UploadStore } from "./UploadStore.ts"

/** The bytes of a file are not there any more. */
export class FileMissing extends Schema.TaggedError<FileMissing>()("FileMissing", { filename: Schema.String }) {
  override get message(): string {
    return `The file ${this.filename} is not there any more`
  }
}

type User = "mail" | "step"

/** Why a mail or a step cannot use an upload; `undefined`: it can. A step shares its files with other steps. */
const faultOf = (upload: UploadRecord | undefined, user: User): string | undefined => {
  if (upload === undefined) return "is no upload: it was removed a day after it was uploaded, or never existed"
  if (upload.of_send !== null) return "is used by another mail: upload the file again"
  return user === "mail" && isOfSteps(upload) ? "is used by a step of a campaign: upload the file again" : undefined
}

/**
 * The files of these uploads for a mail or a step, in the order of `ids`. `InvalidInput`: an upload is missing or used, or the mail is
 * too large. `texts`: the texts of the mail.
 */
const filesOf = (
  user: User,
  ids: ReadonlyArray<AttachmentId>,
  uploads: ReadonlyArray<UploadRecord>,
  texts: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<StepFile>, InvalidInput> => {
  const byId = new Map(uploads.map((upload) => [upload.id, upload]))
  const faults = ids.flatMap((id, place): ReadonlyArray<Fault> => {
    const message = faultOf(byId.get(id), user)
    return message === undefined ? [] : [{ pointer: `/attachments/${place}`, message }]
  })
  if (Array.isReadonlyArrayNonEmpty(faults)) return Effect.fail(new InvalidInput({ faults }))
  const files = ids.flatMap((id) => byId.get(id) ?? []).map(toFile)
  return Effect.as(requireSize(texts, files), files)
}

/** Fails with `InvalidInput` if a mail with these texts and files is too large. `pointer`: the field that names the files. */
export const requireSize = (
  texts: ReadonlyArray<string>,
  files: ReadonlyArray<StepFile>,
  pointer = "/attachments"
): Effect.Effect<void, InvalidInput> => {
  const size = sizeOfMail(texts, files)
  if (files.length === 0 || size <= maximumMail) return Effect.void
  const message = `make the mail too large: it would have ${size} bytes as it is sent, and ${maximumMail} are allowed; mail encodes files, which adds a third to their size`
  return Effect.fail(new InvalidInput({ faults: [{ pointer, message }] }))
}

/** Makes the functions for the files of mails. Call all but `read` in a transaction. */
export const makeMailFiles = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const sequences = yield* SequenceStore
  const uploads = yield* UploadStore

  /**
   * Locks the uploads of a new mail, in the order of their ids. Returns their files in the order of the input. `InvalidInput`: an
   * upload is missing or used, or the mail is too large. `texts`: the texts of the mail.
   */
  const lock = Effect.fnUntraced(function* (ids: ReadonlyArray<AttachmentId>, texts: ReadonlyArray<string>) {
    if (ids.length === 0) return []
    const organization = yield* CurrentOrganization
    return yield* filesOf("mail", ids, yield* uploads.lock(organization.id, ids), texts)
  })

  /** Changes who uses locked uploads. */
  const write = Effect.fnUntraced(function* (ids: ReadonlyArray<AttachmentId>, change: Partial<UploadRecord>) {
    if (ids.length === 0) return
    const { id } = yield* CurrentOrganization
    const locked = yield* uploads.lock(id, ids)
    yield* uploads.write(
      id,
      locked.map((upload) => ({ ...upload, ...change }))
    )
  })

  /**
   * Keeps uploads for a step that names them from now on. Returns their files in the order of `ids`, and fails as `lock` does. `before`: the
   * uploads that it named, which are locked with them.
   */
  const keepForStep = Effect.fnUntraced(function* (
    ids: ReadonlyArray<AttachmentId>,
    before: ReadonlyArray<AttachmentId>,
    texts: ReadonlyArray<string>
  ) {
    if (ids.length + before.length === 0) return []
    const { id } = yield* CurrentOrganization
    const locked = yield* uploads.lock(id, [...new Set([...ids, ...before])])
    const files = yield* filesOf("step", ids, locked, texts)
    const named = new Set(ids)
    const newOfSteps = locked.filter((upload) => named.has(upload.id) && !isOfSteps(upload))
    if (newOfSteps.length > 0) {
      yield* uploads.write(
        id,
        newOfSteps.map((upload) => ({ ...upload, expires_at: null }))
      )
    }
    return files
  })

  /**
   * Lets the uploads of a step that does not name them any more expire in a day, unless another step names them. Call it after the step is
   * written. It locks the uploads before it looks for other steps: of two steps that drop a file at the same time, the later one lets it
   * expire.
   */
  const dropFromStep = Effect.fnUntraced(function* (ids: ReadonlyArray<AttachmentId>) {
    if (ids.length === 0) return
    const { id } = yield* CurrentOrganization
    const locked = yield* uploads.lock(id, [...new Set(ids)])
    const named = new Set(yield* sequences.findNamed(id, ids))
    const free = locked.filter((upload) => isOfSteps(upload) && !named.has(upload.id))
    if (free.length === 0) return
    const expires_at = Timestamp.plus(yield* Timestamp.now, keptFor)
    yield* uploads.write(
      id,
      free.map((upload) => ({ ...upload, expires_at }))
    )
  })

  /** Whether the bytes of a file are there: of a file without bytes, none are missing. */
  const hasBytes = Effect.fnUntraced(function* (file: StepFile) {
    if (file.size === 0) return true
    const { id } = yield* CurrentOrganization
    return Option.isSome(yield* Stream.runHead(blobs.read(id, file.id)))
  })

  /** The files of steps that are not uploads any more, or whose bytes are lost. */
  const missingOf = Effect.fnUntraced(function* (files: ReadonlyArray<StepFile>) {
    const byId = new Map(files.map((file) => [file.id, file]))
    if (byId.size === 0) return []
    const { id } = yield* CurrentOrganization
    const stored = new Set((yield* uploads.findMany(id, [...byId.keys()])).map((upload) => upload.id))
    return yield* Effect.filter([...byId.values()], (file) =>
      stored.has(file.id) ? Effect.map(hasBytes(file), (isThere) => !isThere) : Effect.succeed(true)
    )
  })

  const bytesOf = Effect.fnUntraced(function* (file: AttachmentRecord) {
    const { id } = yield* CurrentOrganization
    const bytes = yield* Stream.mkUint8Array(blobs.read(id, file.id))
    return bytes.length === file.size ? bytes : yield* new FileMissing({ filename: file.filename })
  })

  return {
    lock,
    missingOf,
    keepForStep,
    dropFromStep,
    /**
     * Like `lock`, with copies of these attachments of messages before the uploads: the copies are new uploads, so a mail keeps them
     * when its original is removed.
     */
    copy: Effect.fnUntraced(function* (
      originals: ReadonlyArray<AttachmentRecord>,
      added: ReadonlyArray<AttachmentId>,
      texts: ReadonlyArray<string>
    ) {
      const { id } = yield* CurrentOrganization
      const own = yield* lock(added, texts)
      yield* requireSize(texts, [...originals, ...own], "/forwarded_attachments")
      const expires_at = Timestamp.plus(yield* Timestamp.now, keptFor)
      const copies = yield* Effect.forEach(originals, (original) =>
        Effect.gen(function* () {
          const bytes = yield* bytesOf(original)
          const { content_id: _, id: __, ...file } = original
          const upload = yield* uploads.insert(id, { ...file, of_send: null, expires_at })
          yield* blobs.put(id, upload.id, bytes)
          return toFile(upload)
        })
      )
      return [...copies, ...own]
    }),
    /** Keeps uploads for a mail. */
    hold: (ids: ReadonlyArray<AttachmentId>, of_send: SendId) => write(ids, { of_send, expires_at: null }),
    /** Lets the uploads of a refused mail expire in a week, unless the mail is discarded before. */
    expire: Effect.fnUntraced(function* (ids: ReadonlyArray<AttachmentId>) {
      yield* write(ids, { expires_at: Timestamp.plus(yield* Timestamp.now, keptAfterRefusal) })
    }),
    /** Frees the uploads of a discarded mail: another mail may use them for a day. */
    release: Effect.fnUntraced(function* (ids: ReadonlyArray<AttachmentId>) {
      yield* write(ids, { of_send: null, expires_at: Timestamp.plus(yield* Timestamp.now, keptFor) })
    }),
    /** Removes uploads with their bytes. */
    remove: Effect.fnUntraced(function* (ids: ReadonlyArray<AttachmentId>) {
      if (ids.length === 0) return
      const { id } = yield* CurrentOrganization
      yield* blobs.remove(id, yield* uploads.remove(id, ids))
    }),
    /** The files of a mail with their bytes, in order. */
    read: Effect.fnUntraced(function* (files: ReadonlyArray<AttachmentRecord>) {
      return yield* Effect.forEach(files, (file) =>
        Effect.map(bytesOf(file), (bytes) => ({ filename: file.filename, content_type: file.content_type, bytes }))
      )
    })
  }
})
