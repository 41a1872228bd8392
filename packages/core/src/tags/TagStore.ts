import { Context } from "effect"
import type { NamedStore } from "../NamedStore.ts"
import type { DuplicateTag, NewTag, Tag } from "./Tag.ts"

/** The storage port of tags. Lock a tag before leads. No method changes the leads with a tag. */
export class TagStore extends Context.Service<TagStore, NamedStore<Tag, NewTag, DuplicateTag>>()(
  "@mailroom/core/TagStore"
) {}
