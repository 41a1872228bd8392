import { Context } from "effect"
import type { NamedStore } from "../NamedStore.ts"
import type { DuplicateReplyTemplate, ReplyTemplate, ReplyTemplateDraft } from "./ReplyTemplate.ts"

/** The storage port of reply templates. */
export class ReplyTemplateStore extends Context.Service<
  ReplyTemplateStore,
  NamedStore<ReplyTemplate, ReplyTemplateDraft, DuplicateReplyTemplate>
>()("@mailroom/core/ReplyTemplateStore") {}
