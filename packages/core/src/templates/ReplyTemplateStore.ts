import { Context } from "effect"
import type { ListedStore, NamedRows } from "../ListedStore.ts"
import { DuplicateReplyTemplate, type ReplyTemplate, type ReplyTemplateDraft, table } from "./ReplyTemplate.ts"

/** The storage port of reply templates. */
export class ReplyTemplateStore extends Context.Service<
  ReplyTemplateStore,
  ListedStore<ReplyTemplate, ReplyTemplateDraft, DuplicateReplyTemplate>
>()("@mailroom/core/ReplyTemplateStore") {}

export const replyTemplateRows: NamedRows<DuplicateReplyTemplate> = {
  port: "ReplyTemplateStore",
  table,
  duplicate: (name) => new DuplicateReplyTemplate({ name })
}
