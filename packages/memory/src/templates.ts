/** Reply templates. */
import { ReplyTemplate, type ReplyTemplateStore } from "@mailroom/core"
import type { Database } from "./internal/Database.ts"
import { namedStore } from "./internal/named.ts"

export const replyTemplateStore = (database: Database): ReplyTemplateStore["Service"] =>
  namedStore<ReplyTemplate.ReplyTemplate, ReplyTemplate.ReplyTemplateDraft, ReplyTemplate.DuplicateReplyTemplate>(
    database,
    {
      port: "ReplyTemplateStore",
      kind: "reply_templates",
      make: (id, { body, created_at, name, updated_at }, stored) => ({
        id,
        name,
        body,
        created_at: stored?.created_at ?? created_at,
        updated_at
      }),
      duplicate: (name) => new ReplyTemplate.DuplicateReplyTemplate({ name })
    }
  )
