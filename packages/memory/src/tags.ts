/** Reply tags. */
import { Tag, type TagStore } from "@mailroom/core"
import type { Database } from "./internal/Database.ts"
import { namedStore } from "./internal/named.ts"

export const tagStore = (database: Database): TagStore["Service"] =>
  namedStore<Tag.Tag, Tag.NewTag, Tag.DuplicateTag>(database, {
    port: "TagStore",
    kind: "tags",
    make: (id, { name, sentiment }) => ({ id, name, sentiment }),
    duplicate: (name) => new Tag.DuplicateTag({ name })
  })
