import { Context, type Effect, type Option } from "effect"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { DuplicateTag, NewTag, Tag } from "./Tag.ts"
import type { OrganizationId, TagId } from "../ids.ts"

/** The storage port of tags. A name is unique in its organization by its folded form. */
export class TagStore extends Context.Service<
  TagStore,
  {
    /** Ids ascend in the order of insertion. */
    readonly insert: (organization_id: OrganizationId, tag: NewTag) => Effect.Effect<Tag, DuplicateTag | StorageError>
    /** Returns `None` if the tag does not exist. */
    readonly find: (organization_id: OrganizationId, id: TagId) => Effect.Effect<Option.Option<Tag>, StorageError>
    /**
     * Locks the tag and returns its state after locking; `None` if it does not exist. No other transaction locks,
     * changes or removes it until the surrounding transaction ends. Lock a tag before leads.
     */
    readonly lock: (organization_id: OrganizationId, id: TagId) => Effect.Effect<Option.Option<Tag>, StorageError>
    /** A page of the tags by ascending id. */
    readonly page: (organization_id: OrganizationId, query: PageQuery<TagId>) => Effect.Effect<Rows<Tag>, StorageError>
    /** Replaces a tag, and returns whether it existed. Does not change the leads with this tag. */
    readonly replace: (organization_id: OrganizationId, tag: Tag) => Effect.Effect<boolean, DuplicateTag | StorageError>
    /** Removes a tag, and returns whether it existed. Does not change the leads with this tag. */
    readonly remove: (organization_id: OrganizationId, id: TagId) => Effect.Effect<boolean, StorageError>
  }
>()("@mailroom/core/TagStore") {}
