/** The tags of labels. An organization gets the tag of a label when it first needs it. */
import { fold } from "@mailroom/mail/text"
import { Effect, Option } from "effect"
import type { OrganizationId, TagId } from "../ids.ts"
import { defaultTags, type ReplyLabel } from "../tags/ReplyLabel.ts"
import type { Tag } from "../tags/Tag.ts"
import { TagStore } from "../tags/TagStore.ts"

const pageSize = 100

export const makeLabelTags = Effect.gen(function* () {
  const tags = yield* TagStore

  /** The oldest tag that passes. */
  const findTag = Effect.fnUntraced(function* (organization_id: OrganizationId, passes: (tag: Tag) => boolean) {
    for (let offset = 0; ; offset += pageSize) {
      const { data: rows } = yield* tags.page(organization_id, { offset, limit: pageSize })
      const found = rows.find(passes)
      if (found !== undefined || rows.length < pageSize) return found
    }
  })

  /** Inserts the tag of a label, or gives the label to the tag that has its name. */
  const insertTag = Effect.fnUntraced(function* (organization_id: OrganizationId, label: ReplyLabel) {
    const made = { ...defaultTags[label], label }
    return yield* tags
      .insert(organization_id, made)
      .pipe(
        Effect.catchTag("DuplicateTag", () => findTag(organization_id, ({ name }) => fold(name) === fold(made.name)))
      )
  })

  /** Locks a new tag of a label, or the tag that has its name; `null` if it was removed meanwhile. */
  const lockNewTag = Effect.fnUntraced(function* (organization_id: OrganizationId, label: ReplyLabel) {
    const tag = yield* insertTag(organization_id, label)
    if (tag === undefined) return null
    const locked = Option.getOrNull(yield* tags.lock(organization_id, tag.id))
    if (locked === null || locked.label !== undefined) return locked
    const labelled: Tag = { ...locked, label }
    yield* tags.replace(organization_id, labelled).pipe(Effect.catchTag("DuplicateTag", Effect.die))
    return labelled
  })

  /** Locks the tag of a label, so that it stays as it is; `null` if it was removed meanwhile. */
  const lockTagOf = Effect.fnUntraced(function* (organization_id: OrganizationId, label: ReplyLabel) {
    while (true) {
      const found = yield* findTag(organization_id, (tag) => tag.label === label)
      if (found === undefined) return yield* lockNewTag(organization_id, label)
      const locked = Option.getOrNull(yield* tags.lock(organization_id, found.id, "shared"))
      // A tag that got another label meanwhile is not found again.
      if (locked === null || locked.label === label) return locked
    }
  })

  /** The label of a tag; `undefined` for a tag that a person uses for something else. */
  const labelOf = Effect.fnUntraced(function* (organization_id: OrganizationId, id: TagId) {
    return Option.getOrUndefined(yield* tags.find(organization_id, id))?.label
  })

  return { labelOf, lockTagOf }
})
