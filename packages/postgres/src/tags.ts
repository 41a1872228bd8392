/** Tags. */
import { Tag, type TagStore } from "@mailroom/core"
import * as Column from "./internal/database/columns.ts"
import type { Database } from "./internal/database/Database.ts"
import { namedStore } from "./internal/database/namedRows.ts"

export const tagStore = (database: Database): TagStore["Service"] =>
  namedStore<Tag.Tag, Tag.NewTag, Tag.DuplicateTag>(database, {
    port: "TagStore",
    table: "tags",
    columns: { id: Column.Int, name: Column.Text, sentiment: Column.Text },
    duplicate: (name) => new Tag.DuplicateTag({ name })
  })
