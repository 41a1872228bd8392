import { Context, type Stream } from "effect"
import type { StorageError, Stored } from "../StorageError.ts"
import type { AttachmentId, OrganizationId } from "../ids.ts"

/** The storage port of the attachments' bytes. */
export class BlobStore extends Context.Service<
  BlobStore,
  {
    /**
     * Stores the bytes of an attachment, once; part of the surrounding transaction. Bytes that remain after a crash,
     * from a transaction that was not committed, are removed; a store outside of the database does that within days.
     * The caller never changes the array, so a store may keep it without a copy. The bytes are passed as one array,
     * because the parser returns them so, and a transaction may run again; a store that forwards them sends slices of
     * the array as views.
     */
    readonly put: (organization_id: OrganizationId, id: AttachmentId, bytes: Uint8Array) => Stored<void>
    /**
     * Removes the bytes of these attachments. When the surrounding transaction commits, all are removed; when it fails,
     * any of them may be removed.
     */
    readonly remove: (organization_id: OrganizationId, ids: ReadonlyArray<AttachmentId>) => Stored<void>
    /**
     * Removes the bytes of all attachments of the organization, which may already be deleted. They may be removed even
     * if a surrounding transaction fails. It may take long: call it outside of transactions first, and then in a
     * transaction for bytes that were stored meanwhile.
     */
    readonly clear: (organization_id: OrganizationId) => Stored<void>
    /** The bytes in order, in chunks of at most 256 KiB; an empty stream for an attachment without bytes. */
    readonly read: (organization_id: OrganizationId, id: AttachmentId) => Stream.Stream<Uint8Array, StorageError>
  }
>()("@mailroom/core/BlobStore") {}
