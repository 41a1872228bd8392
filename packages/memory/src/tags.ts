/** Reply tags. */
import { Tag, TagStore, Text } from "@mailroom/core"
import { Exit, Option } from "effect"
import type { Database } from "./internal/Database.ts"
import { pageOf } from "./internal/rows.ts"
import type { Tenant } from "./internal/State.ts"

export const tagStore = ({ read, sequence, write }: Database): TagStore["Service"] => {
  const { next: nextId } = sequence<Tag.TagId>("tags")
  return TagStore.of({
    insert: (organization_id, { name, sentiment }) =>
      write(organization_id, "TagStore.insert", (tenant) => {
        if (holderOf(tenant, name) !== undefined) return Exit.fail(new Tag.DuplicateTag({ name }))
        const tag = Object.freeze({ id: nextId(), name, sentiment })
        tenant.tags = tenant.tags.set(tag.id, tag)
        return Exit.succeed(tag)
      }),
    find: (organization_id, id) => read(organization_id, ({ tags }) => Option.fromUndefinedOr(tags.get(id))),
    // No other transaction runs until this one ends.
    lock: (organization_id, id) => read(organization_id, ({ tags }) => Option.fromUndefinedOr(tags.get(id))),
    page: (organization_id, query) => read(organization_id, ({ tags }) => pageOf(tags, query)),
    replace: (organization_id, { id, name, sentiment }) =>
      write(organization_id, "TagStore.replace", (tenant) => {
        if (tenant.tags.get(id) === undefined) return Exit.succeed(false)
        if ((holderOf(tenant, name) ?? id) !== id) return Exit.fail(new Tag.DuplicateTag({ name }))
        tenant.tags = tenant.tags.set(id, Object.freeze({ id, name, sentiment }))
        return Exit.succeed(true)
      }),
    remove: (organization_id, id) =>
      write(organization_id, "TagStore.remove", (tenant) => {
        const { tags } = tenant
        tenant.tags = tags.remove(id)
        return Exit.succeed(tenant.tags !== tags)
      })
  })
}

/** The id of the tag with this name, in any case of letters. */
const holderOf = ({ tags }: Tenant, name: string) =>
  [...tags.values()].find((tag) => Text.fold(tag.name) === Text.fold(name))?.id
