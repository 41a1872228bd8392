/** The uploads of a mail that is queued, and the bytes of the files of a mail that is sent. */
import { Array, Effect, Schema, Stream } from "effect"
import type { AttachmentRecord } from "../attachments/Attachment.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import type { AttachmentId, SendId } from "../ids.ts"
import type { Fault } from "../InvalidInput.ts"
import { InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import * as Timestamp from "../Timestamp.ts"
import { keptAfterRefusal, keptFor, maximumMail, sizeOfMail, type UploadRecord } from "./Upload.ts"
import { UploadStore } from "./UploadStore.ts"

/** The bytes of a file are not there any more. */
export class FileMissing extends Schema.TaggedError<FileMissing>()("FileMissing", { filename: Schema.String }) {
  override get message(): string {
    return `The file ${this.filename} is not there any more`
  }
}

const recordOf = ({ expires_at: _, of_send: __, ...file }: UploadRecord): AttachmentRecord => file

const faultOf = (upload: UploadRecord | undefined): string | undefined => {
  if (upload === undefined) return "is no upload: it was removed a day after it was uploaded, or never existed"
  return upload.of_send === null ? undefined : "is used by another mail: upload the file again"
}

/** Makes the functions for the files of mails. Call all but `read` in a transaction. */
export const makeMailFiles = Effect.gen(function* () {
  const blobs = yield* BlobStore
  const uploads = yield* UploadStore

  /** Fails if a mail with these files is too large. */
  const requireSize = Effect.fnUntraced(function* (
    texts: ReadonlyArray<string>,
    files: ReadonlyArray<Pick<AttachmentRecord, "size">>
  ) {
    const size = sizeOfMail(texts, files)
    if (size <= maximumMail) return
    const message = `make the mail too large: it would have ${size} bytes as it is sent, and ${maximumMail} are allowed; mail encodes files, which adds a third to their size`
    return yield* new InvalidInput({ faults: [{ pointer: "/attachments", message }] })
  })

  /**
   * Locks the uploads of a new mail, in the order of their ids. Returns their files in the order of the input. `InvalidInput`: an
   * upload is missing or used, or the mail is too large. `texts`: the texts of the mail.
   */
  const lock = Effect.fnUntraced(function* (ids: ReadonlyArray<AttachmentId>, texts: ReadonlyArray<string>) {
    if (ids.length === 0) return []
    const organization = yield* CurrentOrganization
    const locked = new Map((yield* uploads.lock(organization.id, ids)).map((upload) => [upload.id, upload]))
    const faults = ids.flatMap((id, place): ReadonlyArray<Fault> => {
      const message = faultOf(locked.get(id))
      return message === undefined ? [] : [{ pointer: `/attachments/${place}`, message }]
    })
    if (Array.isReadonlyArrayNonEmpty(faults)) return yield* new InvalidInput({ faults })
    const files = ids.flatMap((id) => locked.get(id) ?? []).map(recordOf)
    yield* requireSize(texts, files)
    return files
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

  const bytesOf = Effect.fnUntraced(function* (file: AttachmentRecord) {
    const { id } = yield* CurrentOrganization
    const bytes = yield* Stream.mkUint8Array(blobs.read(id, file.id))
    return bytes.length === file.size ? bytes : yield* new FileMissing({ filename: file.filename })
  })

  return {
    lock,
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
      yield* requireSize(texts, [...originals, ...own])
      const expires_at = Timestamp.plus(yield* Timestamp.now, keptFor)
      const copies = yield* Effect.forEach(originals, (original) =>
        Effect.gen(function* () {
          const bytes = yield* bytesOf(original)
          const { content_id: _, id: __, ...file } = original
          const upload = yield* uploads.insert(id, { ...file, of_send: null, expires_at })
          yield* blobs.put(id, upload.id, bytes)
          return recordOf(upload)
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
