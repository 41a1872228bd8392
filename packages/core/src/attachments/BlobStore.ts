import { Context, type Effect, type Stream } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { AttachmentId } from "./Attachment.ts"

/** The storage port of the attachments' bytes. */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /**
     * Keeps the bytes of an attachment, once; part of the surrounding transaction. What a crash leaves of a transaction
     * that was not committed is removed: by a store outside of the database, within days. They never change, so a store may
     * keep the array without a copy. They come all at once, because the parser returns them so, and a transaction may
     * run again; a store that hands them on does so in pieces, as views of them.
     */
    readonly put: (
      organization_id: OrganizationId,
      id: AttachmentId,
      bytes: Uint8Array
    ) => Effect.Effect<void, StorageError>
    /**
     * Removes the bytes of these attachments. When the surrounding transaction commits, all are gone; when it fails,
     * any of them may be.
     */
    readonly remove: (
      organization_id: OrganizationId,
      ids: ReadonlyArray<AttachmentId>
    ) => Effect.Effect<void, StorageError>
    /**
     * Removes the bytes of all attachments of the organization, which may be deleted. They may be gone although a
     * surrounding transaction fails. It may take long: call it outside of transactions first, and in one for what was put
     * meanwhile.
     */
    readonly clear: (organization_id: OrganizationId) => Effect.Effect<void, StorageError>
    /** The bytes in order, in chunks of at most 256 KiB; nothing for an attachment without any. */
    readonly read: (organization_id: OrganizationId, id: AttachmentId) => Stream.Stream<Uint8Array, StorageError>
  }
>()("@mailroom/core/BlobStore") {}
