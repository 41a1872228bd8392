import { Context } from "effect"
import type { ExpiringStore } from "../ExpiringStore.ts"
import type { ListedStore } from "../ListedStore.ts"
import type { Stored } from "../StorageError.ts"
import type { AttachmentId, OrganizationId, SendId } from "../ids.ts"
import type { KeyedStore } from "../KeyedStore.ts"
import type { UploadRecord } from "./Upload.ts"

/**
 * The storage port of uploads. Uploads and attachments share one sequence of ids, and the `BlobStore` has the bytes. An upload ends when it is
 * removed, or when a message gets it as an attachment (`ThreadStore.insertMessages`): then no method finds it any more.
 */
export class UploadStore extends Context.Service<
  UploadStore,
  ExpiringStore<AttachmentId> &
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
    }
>()("@mailroom/core/UploadStore") {}
