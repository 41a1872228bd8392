/** Reply templates. */
import { ReplyTemplate, type ReplyTemplateStore, Text } from "@mailroom/core"
import { Exit, Option } from "effect"
import type { Database } from "./internal/Database.ts"
import { pageOf } from "./internal/rows.ts"
import type { Tenant } from "./internal/State.ts"

export const replyTemplateStore = ({ read, sequence, write }: Database): ReplyTemplateStore["Service"] => {
  const { next: nextId } = sequence<ReplyTemplate.ReplyTemplateId>("replyTemplates")
  const find: ReplyTemplateStore["Service"]["find"] = (organization_id, id) =>
    read(organization_id, ({ replyTemplates }) => Option.fromUndefinedOr(replyTemplates.get(id)))
  return {
    insert: (organization_id, { body, created_at, name, updated_at }) =>
      write(organization_id, "ReplyTemplateStore.insert", (tenant) => {
        if (holderOf(tenant, name) !== undefined) return Exit.fail(new ReplyTemplate.DuplicateReplyTemplate({ name }))
        const template = Object.freeze({ id: nextId(), name, body, created_at, updated_at })
        tenant.replyTemplates = tenant.replyTemplates.set(template.id, template)
        return Exit.succeed(template)
      }),
    find,
    // No other transaction runs until this one ends.
    lock: find,
    page: (organization_id, query) => read(organization_id, ({ replyTemplates }) => pageOf(replyTemplates, query)),
    replace: (organization_id, { body, id, name, updated_at }) =>
      write(organization_id, "ReplyTemplateStore.replace", (tenant) => {
        const stored = tenant.replyTemplates.get(id)
        if (stored === undefined) return Exit.succeed(false)
        if ((holderOf(tenant, name) ?? id) !== id) return Exit.fail(new ReplyTemplate.DuplicateReplyTemplate({ name }))
        const { created_at } = stored
        tenant.replyTemplates = tenant.replyTemplates.set(id, Object.freeze({ id, name, body, created_at, updated_at }))
        return Exit.succeed(true)
      }),
    remove: (organization_id, id) =>
      write(organization_id, "ReplyTemplateStore.remove", (tenant) => {
        const { replyTemplates } = tenant
        tenant.replyTemplates = replyTemplates.remove(id)
        return Exit.succeed(tenant.replyTemplates !== replyTemplates)
      })
  }
}

/** The id of the template with this name, in any case of letters. */
const holderOf = ({ replyTemplates }: Tenant, name: string) =>
  [...replyTemplates.values()].find((template) => Text.fold(template.name) === Text.fold(name))?.id
