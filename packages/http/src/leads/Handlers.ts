import { Lead, Leads, Tags } from "@mailroom/core"
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import { json } from "../Answer.ts"
import { Api } from "../Api.ts"
import { Conflict, invalidBody, invalidRequest, notFound, PreconditionFailed, storage } from "../Problems.ts"
import type { CreateLeadsResult, LeadPage } from "./Group.ts"

/** A lead's entity tag (RFC 9110, 8.8.3): strong, of its version. */
const etagOf = ({ version }: Lead.LeadRecord) => `"${version}"`

/** The versions that `If-Match` allows; `undefined` when it allows any (RFC 9110, 13.1.1). */
const versionsOf = (ifMatch: string | undefined) => {
  if (ifMatch === undefined || ifMatch.trim() === "*") return Effect.succeed(undefined)
  const tags = ifMatch.split(",").map((tag) => tag.trim())
  if (!tags.every((tag) => /^(?:W\/)?"[\x21\x23-\x7e]*"$/u.test(tag))) {
    return Effect.fail(invalidRequest([{ pointer: "/header/if-match", message: "must be * or a list of entity tags" }]))
  }
  // A weak tag never matches: the comparison is the strong one.
  return Effect.succeed(tags.flatMap((tag) => /^"([1-9][0-9]{0,15})"$/u.exec(tag)?.slice(1).map(Number) ?? []))
}

export const layer = HttpApiBuilder.group(
  Api,
  "leads",
  Effect.fn(function* (handlers) {
    const leads = yield* Leads
    const tags = yield* Tags
    return handlers.handleAll({
      page: ({ params, query }) =>
        leads
          .page(params.campaignId, query)
          .pipe(
            Effect.map(json<typeof LeadPage.Encoded>),
            Effect.catchTags({ CampaignNotFound: notFound, StorageError: storage })
          ),

      find: ({ params }) =>
        leads.find(params.id).pipe(
          Effect.map((lead) =>
            HttpApiSchema.withHeaders({
              body: { ...Lead.toLead(lead), custom_fields: lead.custom_fields },
              headers: { etag: etagOf(lead) }
            })
          ),
          Effect.catchTags({ LeadNotFound: notFound, StorageError: storage })
        ),

      create: ({ payload }) =>
        leads.create(payload).pipe(
          Effect.map((data) => {
            const created = data.filter(({ status }) => status === "created" || status === "blacklisted").length
            const updated = data.filter(({ status }) => status === "updated").length
            const skipped = data.length - created - updated
            return json<typeof CreateLeadsResult.Encoded>({ created, updated, skipped, data })
          }),
          Effect.catchTags({ CampaignNotFound: notFound, StorageError: storage })
        ),

      update: Effect.fnUntraced(
        function* ({ headers, params, payload }) {
          const if_version = yield* versionsOf(headers["if-match"])
          const lead = yield* leads.update(params.id, payload, { if_version })
          return HttpApiSchema.withHeaders({ body: Lead.toLead(lead), headers: { etag: etagOf(lead) } })
        },
        Effect.catchTags({
          DuplicateLead: () =>
            new Conflict({ reason: "duplicate_lead", detail: "The campaign has a lead with this e-mail address" }),
          InvalidInput: invalidBody,
          LeadChanged: () => new PreconditionFailed({ detail: "The lead was changed since it was read" }),
          LeadNotFound: notFound,
          StorageError: storage
        })
      ),

      tag: ({ params, payload }) =>
        tags.assign(params.id, payload.tag_id).pipe(
          Effect.map((lead) => HttpApiSchema.withHeaders({ body: Lead.toLead(lead), headers: { etag: etagOf(lead) } })),
          Effect.catchTags({
            LeadNotFound: notFound,
            StorageError: storage,
            TagNotFound: () => Effect.fail(invalidRequest([{ pointer: "/body/tag_id", message: "no such tag" }]))
          })
        ),
      remove: ({ payload }) =>
        leads.remove(payload.ids).pipe(
          Effect.map((removed) => {
            const deleted = new Set(removed)
            const data = [...new Set(payload.ids)].map((id) => ({
              id,
              status: deleted.has(id) ? ("deleted" as const) : ("not_found" as const)
            }))
            return { deleted: deleted.size, not_found: data.length - deleted.size, data }
          }),
          Effect.catchTag("StorageError", storage)
        )
    })
  })
)
