import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { DuplicateTag, NewTag, Tag, TagId } from "./Tag.ts"

/** The storage port of tags. A name is unique in its organization by its folded form. */
export class TagStore extends Context.Service<
  TagStore,
  {
    /** Ids ascend in the order of insertion. */
    readonly insert: (organization_id: OrganizationId, tag: NewTag) => Effect.Effect<Tag, DuplicateTag | StorageError>
    /** None when it does not exist. */
    readonly find: (organization_id: OrganizationId, id: TagId) => Effect.Effect<Option.Option<Tag>, StorageError>
    /**
     * The tag, in the state that it has once it is locked; none when it does not exist. Until the surrounding
     * transaction ends, no other one locks, changes or removes it. Lock a tag before leads.
     */
    readonly lock: (organization_id: OrganizationId, id: TagId) => Effect.Effect<Option.Option<Tag>, StorageError>
    /** By ascending id. */
    readonly page: (organization_id: OrganizationId, query: PageQuery<TagId>) => Effect.Effect<Rows<Tag>, StorageError>
    /** Replaces a tag; answers whether it was there. It does not change the leads that carry it. */
    readonly replace: (organization_id: OrganizationId, tag: Tag) => Effect.Effect<boolean, DuplicateTag | StorageError>
    /** Answers whether it was there. It does not change the leads that carry it. */
    readonly remove: (organization_id: OrganizationId, id: TagId) => Effect.Effect<boolean, StorageError>
  }
>()("@mailroom/core/TagStore") {}
