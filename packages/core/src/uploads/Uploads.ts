import { Context, Effect, Layer } from "effect"
import type { UseCase } from "../UseCase.ts"
import { inAllOrganizations } from "../AllOrganizations.ts"
import { describe } from "../attachments/Attachment.ts"
import { BlobStore } from "../attachments/BlobStore.ts"
import { AttachmentId } from "../ids.ts"
import { decode, type Input } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { SendRecord } from "../sends/Send.ts"
import { SendStore } from "../sends/SendStore.ts"
import type { Stored } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import { Transactor } from "../Transactor.ts"
import {
  FileTooLarge,
  isOfSteps,
  keptFor,
  maximumFile,
  NewUpload,
  toUpload,
  type Upload,
  UploadInUse,
  UploadNotFound
} from "./Upload.ts"
import { UploadStore } from "./UploadStore.ts"

/** An answer that was refused, after these files of it were removed. */
const withoutFiles = (send: SendRecord, removed: ReadonlySet<AttachmentId>): SendRecord => {
  if (send.content?.attachments === undefined) return send
  const attachments = send.content.attachments.filter(({ id }) => !removed.has(id))
  const reply = `${send.reply ?? ""} (its files were removed after a week: add them again)`
  return { ...send, reply, content: { ...send.content, attachments } }
}

/** Files that are uploaded, to be attached to mails of the current organization. */
export class Uploads extends Context.Service<
  Uploads,
  {
    /** Stores a file for a day. A mail or a step that uses it until then keeps it. The caller never changes the bytes. */
    readonly create: (bytes: Uint8Array, input: Input<NewUpload>) => UseCase<Upload, FileTooLarge>
    readonly find: (id: AttachmentId) => UseCase<Upload, UploadNotFound>
    /** Removes an upload that neither a mail nor a step uses. */
    readonly remove: (id: AttachmentId) => UseCase<void, UploadInUse | UploadNotFound>
    /**
     * Removes the uploads of all organizations that nothing has used for a day, in batches. Returns their number. The uploads of an
     * answer are removed a week after it was refused; then its `reply` says so.
     */
    readonly removeExpired: Stored<number>
  }
>()("@mailroom/core/Uploads") {
  static readonly layer = Layer.effect(
    Uploads,
    Effect.gen(function* () {
      const blobs = yield* BlobStore
      const sends = yield* SendStore
      const store = yield* UploadStore
      const { transaction } = yield* Transactor
      const decodeId = decode(AttachmentId, "/id")
      const decodeNew = decode(NewUpload)

      const insert = Effect.fnUntraced(function* (
        bytes: Uint8Array,
        { content_type = "application/octet-stream", filename }: NewUpload
      ) {
        const { id } = yield* CurrentOrganization
        const expires_at = Timestamp.plus(yield* Timestamp.now, keptFor)
        const upload = yield* store.insert(id, {
          ...describe(filename, content_type.toLowerCase(), bytes.length),
          of_send: null,
          expires_at
        })
        yield* blobs.put(id, upload.id, bytes)
        return toUpload(upload)
      }, transaction)

      const removeUnused = Effect.fnUntraced(function* (id: AttachmentId) {
        const organization = yield* CurrentOrganization
        const [upload] = yield* store.lock(organization.id, [id])
        if (upload === undefined) return yield* new UploadNotFound({ id })
        if (upload.of_send !== null || isOfSteps(upload)) return yield* new UploadInUse({ id })
        yield* blobs.remove(organization.id, yield* store.remove(organization.id, [id]))
      }, transaction)

      return Uploads.of({
        create: traced("Uploads.create")(function* (bytes, input) {
          const upload = yield* decodeNew(input)
          if (bytes.length > maximumFile) return yield* new FileTooLarge({ size: bytes.length })
          return yield* insert(bytes, upload)
        }),
        find: traced("Uploads.find")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          const [upload] = yield* store.findMany(organization.id, [id])
          return upload === undefined ? yield* new UploadNotFound({ id }) : toUpload(upload)
        }),
        remove: traced("Uploads.remove")(function* (input) {
          yield* removeUnused(yield* decodeId(input))
        }),
        removeExpired: inAllOrganizations({
          find: store.findExpired,
          handle: Effect.fnUntraced(function* (organization_id, expired, now) {
            const ids = expired.map(({ key }) => key)
            // Only the uploads of refused answers expire although a mail uses them.
            const mailIds = (yield* store.findMany(organization_id, ids)).flatMap(({ of_send }) => of_send ?? [])
            const refused = mailIds.length === 0 ? [] : yield* sends.lock(organization_id, [...new Set(mailIds)])
            const removed = yield* store.removeExpired(organization_id, ids, now)
            const removedIds = new Set(removed)
            const changed = refused
              .filter(({ content }) => content?.attachments?.some(({ id }) => removedIds.has(id)))
              .map((send) => withoutFiles(send, removedIds))
            if (changed.length > 0) yield* sends.write(organization_id, changed)
            yield* blobs.remove(organization_id, removed)
            return removed.length
          }, transaction)
        }).pipe(Effect.withSpan("Uploads.removeExpired"))
      })
    })
  )
}
