import { Context } from "effect"
import type { ExpiringStore } from "../ExpiringStore.ts"
import type { ListedStore } from "../ListedStore.ts"
import type { Stored } from "../StorageError.ts"
import type { AttachmentId, OrganizationId, SendId } from "../ids.ts"
import type { KeyedStore } from "../KeyedStore.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { UploadRecord } from "./Upload.ts"

/** An upload that has expired. */
export interface ExpiredUpload {
  readonly organization_id: OrganizationId
  readonly id: AttachmentId
}

/**
 * The storage port of uploads. Uploads and attachments share one sequence of ids, and the `BlobStore` has the bytes. An upload ends when it is
 * removed, or when a message gets it as an attachment (`ThreadStore.insertMessages`): then no method finds it any more.
 */
export class UploadStore extends Context.Service<
  UploadStore,
  ExpiringStore<ExpiredUpload> &
    KeyedStore<AttachmentId, UploadRecord> &
    Pick<ListedStore<UploadRecord, Omit<UploadRecord, "id">>, "insert"> & {
      /** Removes uploads. Returns the ids of the removed ones, whose bytes stay in the `BlobStore`. */
      readonly remove: (
        organization_id: OrganizationId,
        ids: ReadonlyArray<AttachmentId>
      ) => Stored<ReadonlyArray<AttachmentId>>
      /** Like `remove`, for the uploads that these mails use. */
      readonly removeOfSends: (
        organization_id: OrganizationId,
        send_ids: ReadonlyArray<SendId>
      ) => Stored<ReadonlyArray<AttachmentId>>
      /**
       * Like `remove`, for the uploads with these ids whose `expires_at` is not after `now`. An upload that another transaction has
       * locked is left out.
       */
      readonly removeExpired: (
        organization_id: OrganizationId,
        ids: ReadonlyArray<AttachmentId>,
        now: Timestamp
      ) => Stored<ReadonlyArray<AttachmentId>>
    }
>()("@mailroom/core/UploadStore") {}
