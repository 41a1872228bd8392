/** Reply tags. */
import { Tag, TagStore, Text } from "@mailroom/core"
import { Exit, Option } from "effect"
import { type Database, makeSequence } from "./internal/Database.ts"
import { pageOf } from "./internal/rows.ts"

export const tagStore = ({ read, write }: Database): TagStore["Service"] => {
  const nextId = makeSequence<Tag.TagId>()
  return TagStore.of({
    insert: (organization_id, { name, sentiment }) =>
      write(organization_id, "TagStore.insert", (tenant) => {
        const folded = Text.fold(name)
        if (tenant.tagsByName.get(folded) !== undefined) return Exit.fail(new Tag.DuplicateTag({ name }))
        const tag = Object.freeze({ id: nextId(), name, sentiment })
        tenant.tags = tenant.tags.set(tag.id, tag)
        tenant.tagsByName = tenant.tagsByName.set(folded, tag.id)
        return Exit.succeed(tag)
      }),
    find: (organization_id, id) => read(organization_id, ({ tags }) => Option.fromUndefinedOr(tags.get(id))),
    // No other transaction runs until this one ends.
    lock: (organization_id, id) => read(organization_id, ({ tags }) => Option.fromUndefinedOr(tags.get(id))),
    page: (organization_id, query) => read(organization_id, ({ tags }) => pageOf(tags, query)),
    replace: (organization_id, { id, name, sentiment }) =>
      write(organization_id, "TagStore.replace", (tenant) => {
        const stored = tenant.tags.get(id)
        if (stored === undefined) return Exit.succeed(false)
        const folded = Text.fold(name)
        const holder = tenant.tagsByName.get(folded)
        if (holder !== undefined && holder !== id) return Exit.fail(new Tag.DuplicateTag({ name }))
        tenant.tags = tenant.tags.set(id, Object.freeze({ id, name, sentiment }))
        tenant.tagsByName = tenant.tagsByName.remove(Text.fold(stored.name)).set(folded, id)
        return Exit.succeed(true)
      }),
    remove: (organization_id, id) =>
      write(organization_id, "TagStore.remove", (tenant) => {
        const stored = tenant.tags.get(id)
        if (stored === undefined) return Exit.succeed(false)
        tenant.tags = tenant.tags.remove(id)
        tenant.tagsByName = tenant.tagsByName.remove(Text.fold(stored.name))
        return Exit.succeed(true)
      })
  })
}
