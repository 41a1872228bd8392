import { Context, Effect, Layer, Option } from "effect"
import { withSentiment } from "../activity/Transition.ts"
import { RollupChanges } from "../analytics/Rollup.ts"
import { RollupStore } from "../analytics/RollupStore.ts"
import { decode, type InvalidInput } from "../InvalidInput.ts"
import { CurrentOrganization } from "../Organization.ts"
import type { OffsetPage, OffsetQuery } from "../Pagination.ts"
import type { StorageError } from "../StorageError.ts"
import * as Timestamp from "../Timestamp.ts"
import { Transactor } from "../Transactor.ts"
import { type LeadId, LeadNotFound, type LeadRecord, tagged } from "../leads/Lead.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { type DuplicateTag, NewTag, type Tag, type TagId, TagNotFound, TagPatch } from "./Tag.ts"
import { TagStore } from "./TagStore.ts"

/** How many leads are held at once while their tag changes. */
const batch = 1_000

/** The reply tags of the current organization, and which lead carries which. */
export class Tags extends Context.Service<
  Tags,
  {
    readonly create: (
      input: NewTag
    ) => Effect.Effect<Tag, DuplicateTag | InvalidInput | StorageError, CurrentOrganization>
    /** By ascending id. */
    readonly page: (query: OffsetQuery) => Effect.Effect<OffsetPage<Tag>, StorageError, CurrentOrganization>
    /** Leads that carry it show its new name, and their replies count by its new sentiment. */
    readonly update: (
      id: TagId,
      patch: TagPatch
    ) => Effect.Effect<Tag, DuplicateTag | InvalidInput | StorageError | TagNotFound, CurrentOrganization>
    /** Leads that carried it carry none. */
    readonly remove: (id: TagId) => Effect.Effect<void, StorageError | TagNotFound, CurrentOrganization>
    /** Puts a tag on a lead in place of the one it carries; `null` takes it off. */
    readonly assign: (
      lead_id: LeadId,
      tag_id: TagId | null
    ) => Effect.Effect<LeadRecord, LeadNotFound | StorageError | TagNotFound, CurrentOrganization>
  }
>()("@mailroom/core/Tags") {
  static readonly layer = Layer.effect(
    Tags,
    Effect.gen(function* () {
      const store = yield* TagStore
      const leads = yield* LeadStore
      const rollups = yield* RollupStore
      const { transaction } = yield* Transactor
      const decodeNew = decode(NewTag)
      const decodePatch = decode(TagPatch)

      const find = Effect.fnUntraced(function* (id: TagId) {
        const organization = yield* CurrentOrganization
        const found = yield* store.find(organization.id, id)
        return Option.isSome(found) ? found.value : yield* new TagNotFound({ id })
      })

      /** Gives leads that are held this tag, and counts their replies by its sentiment. */
      const put = Effect.fnUntraced(function* (held: ReadonlyArray<LeadRecord>, tag: Tag | null) {
        const { id } = yield* CurrentOrganization
        const now = yield* Timestamp.now
        const changes = new RollupChanges()
        const positive = tag?.sentiment === "positive"
        const after = held.map((lead) => tagged(lead, tag, withSentiment(lead, positive, changes), now))
        yield* leads.replaceHeld(
          id,
          after.filter((lead, i) => lead !== held[i])
        )
        yield* rollups.add(id, changes.toArray())
        return after
      })

      /** All leads that carry the tag, a batch at a time. */
      const putOnAll = Effect.fnUntraced(function* (tag_id: TagId, tag: Tag | null) {
        const { id } = yield* CurrentOrganization
        let after: { readonly after_id?: LeadId } = {}
        while (true) {
          const found = yield* leads.findByTag(id, tag_id, { ...after, limit: batch })
          const held = yield* leads.hold(
            id,
            found.map((lead) => lead.id)
          )
          yield* put(
            held.filter((lead) => lead.reply_status_tag_id === tag_id),
            tag
          )
          const last = found.at(-1)
          if (last === undefined || found.length < batch) return
          after = { after_id: last.id }
        }
      })

      const update = Effect.fn("Tags.update")(function* (id: TagId, input: TagPatch) {
        const changes = yield* decodePatch(input)
        const organization = yield* CurrentOrganization
        const tag: Tag = { ...(yield* find(id)), ...changes }
        if (!(yield* store.replace(organization.id, tag))) return yield* new TagNotFound({ id })
        yield* putOnAll(id, tag)
        return tag
      }, transaction)

      const remove = Effect.fn("Tags.remove")(function* (id: TagId) {
        const organization = yield* CurrentOrganization
        if (!(yield* store.remove(organization.id, id))) return yield* new TagNotFound({ id })
        yield* putOnAll(id, null)
      }, transaction)

      const assign = Effect.fn("Tags.assign")(function* (lead_id: LeadId, tag_id: TagId | null) {
        const organization = yield* CurrentOrganization
        // The tag before its lead, as all who hold both: so it neither changes nor goes until the lead carries it.
        const tag = tag_id === null ? null : yield* find(tag_id)
        const held = yield* leads.hold(organization.id, [lead_id])
        if (held.length === 0) return yield* new LeadNotFound({ id: lead_id })
        const [lead] = yield* put(held, tag)
        return lead ?? (yield* new LeadNotFound({ id: lead_id }))
      }, transaction)

      return Tags.of({
        assign,
        remove,
        update,
        create: Effect.fn("Tags.create")(function* (input) {
          const { id } = yield* CurrentOrganization
          return yield* store.insert(id, yield* decodeNew(input))
        }),
        page: Effect.fn("Tags.page")(function* ({ limit, offset }) {
          const { id } = yield* CurrentOrganization
          return { ...(yield* store.page(id, { limit, offset })), offset, limit }
        })
      })
    })
  )
}
