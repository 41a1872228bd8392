import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { StorageError } from "../StorageError.ts"
import type { AttachmentId, AttachmentRecord } from "./Attachment.ts"

/** The storage port of attachments. They are inserted with their message (`ThreadStore.insertMessages`). */
export class AttachmentStore extends Context.Service<
  AttachmentStore,
  {
    readonly find: (
      organization_id: OrganizationId,
      id: AttachmentId
    ) => Effect.Effect<Option.Option<AttachmentRecord>, StorageError>
  }
>()("@mailroom/core/AttachmentStore") {}
