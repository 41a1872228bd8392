/** Reply templates. */
import { ReplyTemplate, type ReplyTemplateStore } from "@mailroom/core"
import type { Database } from "./internal/database/Database.ts"
import { namedStore } from "./internal/database/namedRows.ts"

export const replyTemplateStore = (database: Database): ReplyTemplateStore["Service"] =>
  namedStore<ReplyTemplate.ReplyTemplate, ReplyTemplate.ReplyTemplateDraft, ReplyTemplate.DuplicateReplyTemplate>(
    database,
    {
      port: "ReplyTemplateStore",
      table: ReplyTemplate.table,
      duplicate: (name) => new ReplyTemplate.DuplicateReplyTemplate({ name })
    }
  )
