import { Context, Effect, Layer, Schema } from "effect"
import type { UseCase } from "../UseCase.ts"
import { AccountStore } from "../accounts/AccountStore.ts"
import { Changes } from "../Changes.ts"
import { ThreadId } from "../ids.ts"
import { decode, type Input } from "../InvalidInput.ts"
import { LeadStore } from "../leads/LeadStore.ts"
import { orNotFound } from "../NotFound.ts"
import { CurrentOrganization } from "../Organization.ts"
import { type OffsetPage, offsetPage, type PageQuery, pageQuery } from "../Pagination.ts"
import * as Timestamp from "../Timestamp.ts"
import { traced } from "../Traced.ts"
import type { ThreadNotFound } from "../unibox/Thread.ts"
import { findThread, ThreadStore } from "../unibox/ThreadStore.ts"
import {
  type DuplicateReplyTemplate,
  fill,
  type FilledReplyTemplate,
  NewReplyTemplate,
  patch,
  type ReplyTemplate,
  ReplyTemplateId,
  ReplyTemplateNotFound,
  ReplyTemplatePatch
} from "./ReplyTemplate.ts"
import { ReplyTemplateStore } from "./ReplyTemplateStore.ts"

const Filling = Schema.Struct({ thread_id: ThreadId, id: ReplyTemplateId })

/** The reply templates of the current organization, and their texts for conversations. */
export class ReplyTemplates extends Context.Service<
  ReplyTemplates,
  {
    readonly create: (input: NewReplyTemplate) => UseCase<ReplyTemplate, DuplicateReplyTemplate>
    readonly find: (id: ReplyTemplateId) => UseCase<ReplyTemplate, ReplyTemplateNotFound>
    /** A page of the templates by ascending id. */
    readonly page: (query: Input<PageQuery<ReplyTemplateId>>) => UseCase<OffsetPage<ReplyTemplate>>
    readonly update: (
      id: ReplyTemplateId,
      patch: ReplyTemplatePatch
    ) => UseCase<ReplyTemplate, DuplicateReplyTemplate | ReplyTemplateNotFound>
    readonly remove: (id: ReplyTemplateId) => UseCase<void, ReplyTemplateNotFound>
    /**
     * The text of a template for a thread: with the values of its lead and of its account, unless they are deleted.
     * Values are inserted as they are: the result is plain text, never HTML.
     */
    readonly fill: (
      thread_id: ThreadId,
      id: ReplyTemplateId
    ) => UseCase<FilledReplyTemplate, ReplyTemplateNotFound | ThreadNotFound>
  }
>()("@mailroom/core/ReplyTemplates") {
  static readonly layer = Layer.effect(
    ReplyTemplates,
    Effect.gen(function* () {
      const accounts = yield* AccountStore
      const leads = yield* LeadStore
      const store = yield* ReplyTemplateStore
      const threads = yield* ThreadStore
      const { transactional } = yield* Changes
      const decodeNew = decode(NewReplyTemplate)
      const decodePatch = decode(ReplyTemplatePatch)
      const decodeId = decode(ReplyTemplateId, "/id")
      const decodeFilling = decode(Filling)
      const decodeQuery = decode(pageQuery(ReplyTemplateId))

      const find = Effect.fnUntraced(function* (id: ReplyTemplateId) {
        const organization = yield* CurrentOrganization
        return yield* orNotFound(store.find(organization.id, id), () => new ReplyTemplateNotFound({ id }))
      })

      const update = transactional(function* (id: ReplyTemplateId, changes: ReplyTemplatePatch) {
        const organization = yield* CurrentOrganization
        const before = yield* orNotFound(store.lock(organization.id, id), () => new ReplyTemplateNotFound({ id }))
        const template = patch(before, changes, yield* Timestamp.now)
        if (template !== before) yield* store.replace(organization.id, template)
        return template
      })

      return ReplyTemplates.of({
        create: traced("ReplyTemplates.create")(function* (input) {
          const { id } = yield* CurrentOrganization
          const now = yield* Timestamp.now
          return yield* store.insert(id, { ...(yield* decodeNew(input)), created_at: now, updated_at: now })
        }),
        find: traced("ReplyTemplates.find")(function* (id) {
          return yield* find(yield* decodeId(id))
        }),
        page: traced("ReplyTemplates.page")(function* (query) {
          const part = yield* decodeQuery(query)
          const { id } = yield* CurrentOrganization
          return offsetPage(yield* store.page(id, part), part)
        }),
        update: traced("ReplyTemplates.update")(function* (id, input) {
          return yield* update(yield* decodeId(id), yield* decodePatch(input))
        }),
        remove: traced("ReplyTemplates.remove")(function* (input) {
          const id = yield* decodeId(input)
          const organization = yield* CurrentOrganization
          if (!(yield* store.remove(organization.id, id))) return yield* new ReplyTemplateNotFound({ id })
        }),
        fill: traced("ReplyTemplates.fill")(function* (thread_id, template_id) {
          const decoded = yield* decodeFilling({ thread_id, id: template_id })
          const organization = yield* CurrentOrganization
          const thread = yield* findThread(threads, organization.id, decoded.thread_id)
          const template = yield* find(decoded.id)
          const [lead] = thread.lead_id === undefined ? [] : yield* leads.findMany(organization.id, [thread.lead_id])
          const [account] =
            thread.account_id === undefined ? [] : yield* accounts.findMany(organization.id, [thread.account_id])
          return fill(template, lead, account?.deleted_at === null ? account : undefined)
        })
      })
    })
  )
}
