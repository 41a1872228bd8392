/** Tags. */
import { Tag, type TagStore } from "@mailroom/core"
import type { Database } from "./internal/database/Database.ts"
import { namedStore } from "./internal/database/namedRows.ts"

export const tagStore = (database: Database): TagStore["Service"] =>
  namedStore<Tag.Tag, Tag.NewTag, Tag.DuplicateTag>(database, {
    port: "TagStore",
    table: Tag.table,
    duplicate: (name) => new Tag.DuplicateTag({ name })
  })
