import { Context } from "effect"
import type { ListedStore, NamedRows } from "../ListedStore.ts"
import { DuplicateTag, type NewTag, table, type Tag } from "./Tag.ts"

/** The storage port of tags. Lock a tag before leads. No method changes the leads with a tag. */
export class TagStore extends Context.Service<TagStore, ListedStore<Tag, NewTag, DuplicateTag>>()(
  "@mailroom/core/TagStore"
) {}

export const tagRows: NamedRows<DuplicateTag> = {
  port: "TagStore",
  table,
  duplicate: (name) => new DuplicateTag({ name })
}
