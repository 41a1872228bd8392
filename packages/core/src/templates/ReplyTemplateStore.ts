import { Context, type Effect, type Option } from "effect"
import type { OrganizationId, ReplyTemplateId } from "../ids.ts"
import type { PageQuery, Rows } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import type { DuplicateReplyTemplate, ReplyTemplate, ReplyTemplateDraft } from "./ReplyTemplate.ts"

/** The storage port of reply templates. A name is unique in its organization by its folded form. */
export class ReplyTemplateStore extends Context.Service<
  ReplyTemplateStore,
  {
    /** Ids ascend in the order of insertion. */
    readonly insert: (
      organization_id: OrganizationId,
      template: ReplyTemplateDraft
    ) => Effect.Effect<ReplyTemplate, DuplicateReplyTemplate | StorageError>
    /** Returns `None` if the template does not exist. */
    readonly find: (
      organization_id: OrganizationId,
      id: ReplyTemplateId
    ) => Effect.Effect<Option.Option<ReplyTemplate>, StorageError>
    /**
     * Locks the template and returns its state after locking; `None` if it does not exist. No other transaction locks,
     * changes or removes it until the surrounding transaction ends.
     */
    readonly lock: (
      organization_id: OrganizationId,
      id: ReplyTemplateId
    ) => Effect.Effect<Option.Option<ReplyTemplate>, StorageError>
    /** A page of the templates by ascending id. */
    readonly page: (
      organization_id: OrganizationId,
      query: PageQuery<ReplyTemplateId>
    ) => Effect.Effect<Rows<ReplyTemplate>, StorageError>
    /** Replaces a template except its `created_at`, and returns whether it existed. */
    readonly replace: (
      organization_id: OrganizationId,
      template: ReplyTemplate
    ) => Effect.Effect<boolean, DuplicateReplyTemplate | StorageError>
    /** Removes a template, and returns whether it existed. */
    readonly remove: (organization_id: OrganizationId, id: ReplyTemplateId) => Effect.Effect<boolean, StorageError>
  }
>()("@mailroom/core/ReplyTemplateStore") {}
