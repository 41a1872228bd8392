import { Context, Effect, Layer, Option, Schema } from "effect"
import type { UseCase } from "../UseCase.ts"
import { Changes } from "../Changes.ts"
import { decode, type Input } from "../InvalidInput.ts"
import { type LeadChanged, LeadNotFound, type LeadRecord, requireVersion } from "../leads/Lead.ts"
import { LeadTagged } from "../leads/LeadChange.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type OffsetPage, type PageQuery, pageQuery, offsetPage } from "../Pagination.ts"
import { renewed } from "../Deadline.ts"
import type { IfVersion } from "../Precondition.ts"
import { traced } from "../Traced.ts"
import { type DuplicateTag, NewTag, type Tag, TagNotFound, TagPatch } from "./Tag.ts"
import { TagStore } from "./TagStore.ts"
import { LeadId, TagId } from "../ids.ts"
import { makeTagWriter } from "./TagWriter.ts"

const Assignment = Schema.Struct({ lead_id: LeadId, tag_id: Schema.NullOr(TagId) })

/** The reply tags of the current organization, and their assignment to leads. */
export class Tags extends Context.Service<
  Tags,
  {
    readonly create: (input: NewTag) => UseCase<Tag, DuplicateTag>
    readonly find: (id: TagId) => UseCase<Tag, TagNotFound>
    /** A page of the tags by ascending id. */
    readonly page: (query: Input<PageQuery<TagId>>) => UseCase<OffsetPage<Tag>>
    /**
     * Changes a tag. Leads with the tag show its new name, and their replies count by its new sentiment. More than 1
     * 000 leads are changed in several transactions; after a failure, the same call changes the rest.
     */
    readonly update: (id: TagId, patch: TagPatch) => UseCase<Tag, DuplicateTag | TagNotFound>
    /**
     * Removes the tag from all leads that have it, and deletes it. More than 1 000 leads are changed in several
     * transactions, and the last one deletes the tag; after a failure, the same call does the rest.
     */
    readonly remove: (id: TagId) => UseCase<void, TagNotFound>
    /**
     * Sets or replaces the tag of a lead; `null` removes it. With `if_version`, only if the lead still has one of these
     * versions.
     */
    readonly assign: (
      lead_id: LeadId,
      tag_id: TagId | null,
      options?: IfVersion
    ) => UseCase<LeadRecord, LeadChanged | LeadNotFound | TagNotFound>
  }
>()("@mailroom/core/Tags") {
  static readonly layer = Layer.effect(
    Tags,
    Effect.gen(function* () {
      const store = yield* TagStore
      const leads = yield* LeadStore
      const { report, transactional } = yield* Changes
      const { put, putOnBatch } = yield* makeTagWriter
      const decodeNew = decode(NewTag)
      const decodePatch = decode(TagPatch)
      const decodeId = decode(TagId, "/id")
      const decodeAssignment = decode(Assignment)
      const decodeQuery = decode(pageQuery(TagId))

      const find = Effect.fnUntraced(function* (id: TagId) {
        const organization = yield* CurrentOrganization
        return yield* orNotFound(store.find(organization.id, id), () => new TagNotFound({ id }))
      })
      const lock = Effect.fnUntraced(function* (id: TagId) {
        const organization = yield* CurrentOrganization
        return yield* orNotFound(store.lock(organization.id, id), () => new TagNotFound({ id }))
      })

      const replace = transactional(function* (id: TagId, { label, ...changes }: TagPatch) {
        const organization = yield* CurrentOrganization
        const { label: before, ...locked } = yield* lock(id)
        const after = label === undefined ? before : label
        const tag: Tag = { ...locked, ...changes, ...(after == null ? {} : { label: after }) }
        yield* store.replace(organization.id, tag)
        return { tag, last: yield* putOnBatch(id, tag) }
      })

      /** Writes the tag as it is now: a concurrent update starts another pass over all leads. */
      const putOnNext = transactional(function* (id: TagId, before: LeadId) {
        return yield* putOnBatch(id, yield* lock(id), before)
      })

      /** Takes the tag off a batch of leads, and removes it after the last one. Returns whether it is removed. */
      const removeFromBatch = transactional(function* (id: TagId) {
        const organization = yield* CurrentOrganization
        yield* lock(id)
        const last = yield* putOnBatch(id, null)
        // While the tag is locked, no other lead can get it.
        return last === undefined && (yield* store.remove(organization.id, id))
      })

      const update = traced("Tags.update")(function* (tag_id: TagId, input: TagPatch) {
        const id = yield* decodeId(tag_id)
        const changes = yield* decodePatch(input)
        const { tag, ...first } = yield* replace(id, changes)
        let { last } = first
        while (last !== undefined) last = yield* renewed(putOnNext(id, last))
        return tag
      })

      const remove = traced("Tags.remove")(function* (tag_id: TagId) {
        const id = yield* decodeId(tag_id)
        while (!(yield* renewed(removeFromBatch(id))));
      })

      const assign = transactional(function* (
        { lead_id, tag_id }: typeof Assignment.Type,
        options: IfVersion | undefined
      ) {
        const organization = yield* CurrentOrganization
        // Tags are locked before leads, but a missing lead is reported before a missing tag.
        const tag = tag_id === null ? Option.none() : yield* store.lock(organization.id, tag_id)
        const [lead] = yield* leads.lock(organization.id, [lead_id])
        if (lead === undefined) return yield* new LeadNotFound({ id: lead_id })
        yield* requireVersion(lead, options)
        if (tag_id !== null && Option.isNone(tag)) return yield* new TagNotFound({ id: tag_id })
        const { after, changed } = yield* put([lead], Option.getOrNull(tag))
        yield* report(changed.map((change) => new LeadTagged(change)))
        return after[0]?.lead ?? lead
      })

      return Tags.of({
        assign: traced("Tags.assign")(function* (lead_id, tag_id, options) {
          return yield* assign(yield* decodeAssignment({ lead_id, tag_id }), options)
        }),
        remove,
        update,
        create: traced("Tags.create")(function* (input) {
          const { id } = yield* CurrentOrganization
          return yield* store.insert(id, yield* decodeNew(input))
        }),
        find: traced("Tags.find")(function* (id) {
          return yield* find(yield* decodeId(id))
        }),
        page: traced("Tags.page")(function* (query) {
          const part = yield* decodeQuery(query)
          const { id } = yield* CurrentOrganization
          return offsetPage(yield* store.page(id, part), part)
        })
      })
    })
  )
}
