import { Context } from "effect"
import type { ListedStore } from "../ListedStore.ts"
import type { AttachmentRecord } from "./Attachment.ts"

/** The storage port of attachments. They are inserted with their message (`ThreadStore.insertMessages`). */
export class AttachmentStore extends Context.Service<
  AttachmentStore,
  Pick<ListedStore<AttachmentRecord, never>, "find">
>()("@mailroom/core/AttachmentStore") {}
