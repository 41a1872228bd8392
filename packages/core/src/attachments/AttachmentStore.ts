import { Context, type Option } from "effect"
import type { Stored } from "../StorageError.ts"
import type { AttachmentRecord } from "./Attachment.ts"
import type { AttachmentId, OrganizationId } from "../ids.ts"

/** The storage port of attachments. They are inserted with their message (`ThreadStore.insertMessages`). */
export class AttachmentStore extends Context.Service<
  AttachmentStore,
  {
    readonly find: (organization_id: OrganizationId, id: AttachmentId) => Stored<Option.Option<AttachmentRecord>>
  }
>()("@mailroom/core/AttachmentStore") {}
