/** Reply templates. */
import { ReplyTemplate, type ReplyTemplateStore } from "@mailroom/core"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { namedStore } from "./internal/database/namedRows.ts"

export const replyTemplateStore = (database: Database): ReplyTemplateStore["Service"] =>
  namedStore<ReplyTemplate.ReplyTemplate, ReplyTemplate.ReplyTemplateDraft, ReplyTemplate.DuplicateReplyTemplate>(
    database,
    {
      port: "ReplyTemplateStore",
      table: "reply_templates",
      columns: {
        id: Column.Int,
        name: Column.Text,
        body: Column.Text,
        created_at: Column.Instant,
        updated_at: Column.Instant
      },
      duplicate: (name) => new ReplyTemplate.DuplicateReplyTemplate({ name })
    }
  )
