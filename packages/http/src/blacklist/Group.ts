import { BlacklistEntry, Count, Pagination } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { Idempotent } from "../Idempotent.ts"
import { id as idParameter, limit, list, offset, offsetPage } from "../Parameters.ts"
import { ServiceUnavailable } from "../Problems.ts"
import { optionalBody, Validation } from "../Validation.ts"

const query = { ...BlacklistEntry.EntryQuery.fields, offset, limit: limit(Pagination.maximumLimit) }
const idList = Schema.optionalKey(list(idParameter(BlacklistEntry.EntryId)))
const reason = Schema.optionalKey(BlacklistEntry.Reason)
const id = Schema.NullOr(BlacklistEntry.EntryId)
const value = Schema.NullOr(Schema.String)

const addResult = {
  input: Schema.String,
  status: Schema.Literals(["added", "existing", "invalid"]).annotate({ identifier: "BlacklistStatus" }),
  id,
  error: Schema.optionalKey(Schema.String)
}
const added = { added: Count, existing: Count, invalid: Count, leads_stopped: Count }
const removeResult = {
  id,
  status: Schema.Literals(["removed", "not_found"]).annotate({ identifier: "UnblacklistStatus" })
}
const removed = { removed: Count, not_found: Count, leads_resumed: Count }

export class BlacklistGroup extends HttpApiGroup.make("blacklist")
  .add(
    HttpApiEndpoint.get("emails", "/blacklist/emails", {
      query,
      success: offsetPage(BlacklistEntry.BlacklistedEmail, "BlacklistedEmailPage"),
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the blacklisted addresses, by ascending id" })),
    HttpApiEndpoint.post("addEmails", "/blacklist/emails", {
      payload: Schema.Struct({ emails: BlacklistEntry.Values, reason }).annotate({ identifier: "BlacklistEmails" }),
      success: Schema.Struct({
        ...added,
        data: Schema.Array(
          Schema.Struct({ ...addResult, email: value }).annotate({ identifier: "BlacklistEmailResult" })
        )
      }).annotate({ identifier: "BlacklistEmailsResult" }),
      error: [ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotateMerge(OpenApi.annotations({ summary: "Blacklist addresses, and stop their leads" })),
    HttpApiEndpoint.delete("removeEmails", "/blacklist/emails", {
      query: { ids: idList },
      payload: Schema.Struct({
        emails: Schema.optionalKey(BlacklistEntry.Values),
        ids: Schema.optionalKey(BlacklistEntry.EntryIds)
      }).annotate({
        identifier: "UnblacklistEmails"
      }),
      success: Schema.Struct({
        ...removed,
        data: Schema.Array(
          Schema.Struct({ ...removeResult, email: value }).annotate({ identifier: "UnblacklistEmailResult" })
        )
      }).annotate({ identifier: "UnblacklistEmailsResult" }),
      error: [ServiceUnavailable]
    })
      .annotateMerge(optionalBody)
      .annotateMerge(OpenApi.annotations({ summary: "Take addresses off the blacklist, and resume their leads" })),
    HttpApiEndpoint.get("domains", "/blacklist/domains", {
      query,
      success: offsetPage(BlacklistEntry.BlacklistedDomain, "BlacklistedDomainPage"),
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the blacklisted domains, by ascending id" })),
    HttpApiEndpoint.post("addDomains", "/blacklist/domains", {
      payload: Schema.Struct({ domains: BlacklistEntry.Values, reason }).annotate({ identifier: "BlacklistDomains" }),
      success: Schema.Struct({
        ...added,
        data: Schema.Array(
          Schema.Struct({ ...addResult, domain: value }).annotate({ identifier: "BlacklistDomainResult" })
        )
      }).annotate({ identifier: "BlacklistDomainsResult" }),
      error: [ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotateMerge(OpenApi.annotations({ summary: "Blacklist domains with their subdomains, and stop their leads" })),
    HttpApiEndpoint.delete("removeDomains", "/blacklist/domains", {
      query: { ids: idList },
      payload: Schema.Struct({
        domains: Schema.optionalKey(BlacklistEntry.Values),
        ids: Schema.optionalKey(BlacklistEntry.EntryIds)
      }).annotate({
        identifier: "UnblacklistDomains"
      }),
      success: Schema.Struct({
        ...removed,
        data: Schema.Array(
          Schema.Struct({ ...removeResult, domain: value }).annotate({ identifier: "UnblacklistDomainResult" })
        )
      }).annotate({ identifier: "UnblacklistDomainsResult" }),
      error: [ServiceUnavailable]
    })
      .annotateMerge(optionalBody)
      .annotateMerge(OpenApi.annotations({ summary: "Take domains off the blacklist, and resume their leads" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Blacklist", description: "Whom never to send to." })) {}
