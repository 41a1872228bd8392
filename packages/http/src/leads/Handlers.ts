import { type BulkResult, type CreateResult, decode, Lead, Leads, Sending, Tags } from "@mailroom/core"
import { Effect } from "effect"
import { etags, flat } from "../Conversions.ts"
import { idsInQuery } from "../pipeline/Ids.ts"
import { operation, operationsOf } from "../pipeline/Operation.ts"
import { AssignTag } from "./Group.ts"
import { etagWithState, leadWithState, stated, statedPage } from "./States.ts"

const decodeTag = decode(AssignTag)
const lead = { body: Lead.toLead, etag: etags.lead, isEncoded: true } as const

/** Like `flat`, with the counts of the contract: `created` includes leads with blacklisted addresses. */
const leadsCreated = ({ counts, data }: BulkResult<CreateResult>) => ({
  created: counts.created + counts.blacklisted,
  updated: counts.updated,
  skipped: counts.duplicate + counts.invalid,
  data
})

const services = Effect.all({ leads: Leads, sending: Sending, tags: Tags })

export const operations = operationsOf("leads", services, ({ leads, sending, tags }) => ({
  page: operation(
    (campaignId, query) => Effect.flatMap(leads.page(campaignId, query), (page) => statedPage(sending, query, page)),
    { isEncoded: true }
  ),
  all: operation((query) => Effect.flatMap(leads.all(query), (page) => statedPage(sending, query, page)), {
    isEncoded: true
  }),
  create: operation(leads.create, { body: leadsCreated, isEncoded: true }),
  find: operation((id) => Effect.flatMap(leads.find(id), (lead) => stated(sending, lead)), {
    body: leadWithState,
    etag: etagWithState,
    isEncoded: true
  }),
  pause: operation(
    (id, input, precondition) => Effect.flatMap(leads.pause(id, input, precondition), (lead) => stated(sending, lead)),
    { body: leadWithState, etag: etagWithState, isEncoded: true }
  ),
  pauseMany: operation(leads.pauseMany, { body: flat }),
  update: operation(leads.update, lead),
  updateMany: operation(leads.updateMany, { body: flat }),
  changeMatching: operation(leads.changeMatching),
  remove: operation(idsInQuery(leads.remove), { body: flat }),
  tag: operation(
    (id, input, precondition) =>
      Effect.flatMap(decodeTag(input), ({ tag_id }) => tags.assign(id, tag_id, precondition)),
    { ...lead, faults: { TagNotFound: () => ({ pointer: "/tag_id", message: "the tag does not exist" }) } }
  )
}))
