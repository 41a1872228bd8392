import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../Organization.ts"
import type { OffsetQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { DuplicateTag, NewTag, Tag, TagId } from "./Tag.ts"

/** The storage port of tags. A name is unique in its organization by its folded form. */
export class TagStore extends Context.Service<
  TagStore,
  {
    /** Ids ascend in the order of insertion. */
    readonly insert: (organization_id: OrganizationId, tag: NewTag) => Effect.Effect<Tag, DuplicateTag | StorageError>
    /** Inside a transaction no one else finds it there, changes or removes it until the end. */
    readonly find: (organization_id: OrganizationId, id: TagId) => Effect.Effect<Option.Option<Tag>, StorageError>
    /** By ascending id. */
    readonly page: (organization_id: OrganizationId, query: OffsetQuery) => Effect.Effect<Rows<Tag>, StorageError>
    /** Replaces a tag; answers whether it was there. Leads that carry it are the caller's care. */
    readonly replace: (organization_id: OrganizationId, tag: Tag) => Effect.Effect<boolean, DuplicateTag | StorageError>
    /** Answers whether it was there. Leads that carry it are the caller's care. */
    readonly remove: (organization_id: OrganizationId, id: TagId) => Effect.Effect<boolean, StorageError>
  }
>()("@mailroom/core/TagStore") {}
