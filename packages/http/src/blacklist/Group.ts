import { BlacklistEntry, Count, described } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { Idempotent } from "../Idempotent.ts"
import { id as idParameter, list, offsetPage, offsetQuery } from "../Parameters.ts"
import { ServiceUnavailable } from "../Problems.ts"
import { optionalBody, Validation } from "../Validation.ts"

const query = { ...BlacklistEntry.EntryQuery.fields, ...offsetQuery(idParameter(BlacklistEntry.EntryId)) }
const idList = described(
  Schema.optionalKey(list(idParameter(BlacklistEntry.EntryId))),
  "The entries to remove, unless the body names them."
)
const reason = described(Schema.optionalKey(BlacklistEntry.Reason), "Why, for people: at most 500 characters.")
const id = described(Schema.NullOr(BlacklistEntry.EntryId), "The id of the entry; `null` when there is none.")
const value = described(Schema.NullOr(Schema.String), "The normalized value; `null` when there is none.")

const addResult = {
  input: described(Schema.String, "The input as it was given."),
  status: Schema.Literals(["added", "existing", "invalid"]).annotate({
    identifier: "BlacklistStatus",
    description: "What became of an input. `existing`: the value was on the blacklist."
  }),
  id,
  error: described(Schema.optionalKey(Schema.String), "Why the input is `invalid`.")
}
const added = {
  added: described(Count, "How many entries are new."),
  existing: described(Count, "How many entries were there."),
  invalid: described(Count, "How many inputs are invalid."),
  leads_stopped: described(Count, "How many leads were stopped.")
}
const removeResult = {
  id,
  status: Schema.Literals(["removed", "not_found"]).annotate({
    identifier: "UnblacklistStatus",
    description: "What became of an entry."
  })
}
const removed = {
  removed: described(Count, "How many entries were removed."),
  not_found: described(Count, "How many entries were not there."),
  leads_resumed: described(Count, "How many leads may be sent to again.")
}

export const BlacklistEmails = Schema.Struct({
  emails: described(BlacklistEntry.Values, "1 to 1000 addresses."),
  reason
}).annotate({ identifier: "BlacklistEmails", description: "The addresses to add to the blacklist." })
export const UnblacklistEmails = Schema.Struct({
  emails: described(Schema.optionalKey(BlacklistEntry.Values), "1 to 1000 addresses."),
  ids: described(Schema.optionalKey(BlacklistEntry.EntryIds), "1 to 1000 ids of entries.")
}).annotate({
  identifier: "UnblacklistEmails",
  description: "The addresses to take off the blacklist, by value or by id."
})
export const BlacklistDomains = Schema.Struct({
  domains: described(BlacklistEntry.Values, "1 to 1000 domains."),
  reason
}).annotate({ identifier: "BlacklistDomains", description: "The domains to add to the blacklist." })
export const UnblacklistDomains = Schema.Struct({
  domains: described(Schema.optionalKey(BlacklistEntry.Values), "1 to 1000 domains."),
  ids: described(Schema.optionalKey(BlacklistEntry.EntryIds), "1 to 1000 ids of entries.")
}).annotate({
  identifier: "UnblacklistDomains",
  description: "The domains to take off the blacklist, by value or by id."
})

export class BlacklistGroup extends HttpApiGroup.make("blacklist")
  .add(
    HttpApiEndpoint.get("emails", "/blacklist/emails", {
      query,
      success: offsetPage(BlacklistEntry.BlacklistedEmail, "BlacklistedEmailPage", "blacklisted addresses"),
      error: [ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the blacklisted addresses, by ascending id",
        description: "Filters apply together, and `total` counts what they leave."
      })
    ),
    HttpApiEndpoint.post("addEmails", "/blacklist/emails", {
      payload: BlacklistEmails,
      success: Schema.Struct({
        ...added,
        data: described(
          Schema.Array(
            Schema.Struct({ ...addResult, email: value }).annotate({
              identifier: "BlacklistEmailResult",
              description: "What became of one input."
            })
          ),
          "One result per input, in order."
        )
      }).annotate({ identifier: "BlacklistEmailsResult", description: "What became of the addresses to add." }),
      error: [ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Blacklist addresses, and stop their leads",
          description:
            "One result per input, in order; an invalid input does not affect the others. Leads that match are " +
            "stopped, and new ones are stopped when they are created. If no answer comes, repeat the request. A domain, " +
            "such as `*@evil.example`, is invalid: `POST /blacklist/domains` takes it."
        })
      ),
    HttpApiEndpoint.delete("removeEmails", "/blacklist/emails", {
      query: { ids: idList },
      payload: UnblacklistEmails,
      success: Schema.Struct({
        ...removed,
        data: described(
          Schema.Array(
            Schema.Struct({ ...removeResult, email: value }).annotate({
              identifier: "UnblacklistEmailResult",
              description: "What became of one entry."
            })
          ),
          "One result per input, in order."
        )
      }).annotate({ identifier: "UnblacklistEmailsResult", description: "What became of the addresses to remove." }),
      error: [ServiceUnavailable]
    })
      .annotateMerge(optionalBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Take addresses off the blacklist, and resume their leads",
          description:
            "Give values or ids, not both. What the body names comes before `ids` of the query. A lead that another " +
            "entry or another rule stops stays stopped."
        })
      ),
    HttpApiEndpoint.get("domains", "/blacklist/domains", {
      query,
      success: offsetPage(BlacklistEntry.BlacklistedDomain, "BlacklistedDomainPage", "blacklisted domains"),
      error: [ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List the blacklisted domains, by ascending id",
        description: "Filters apply together, and `total` counts what they leave."
      })
    ),
    HttpApiEndpoint.post("addDomains", "/blacklist/domains", {
      payload: BlacklistDomains,
      success: Schema.Struct({
        ...added,
        data: described(
          Schema.Array(
            Schema.Struct({ ...addResult, domain: value }).annotate({
              identifier: "BlacklistDomainResult",
              description: "What became of one input."
            })
          ),
          "One result per input, in order."
        )
      }).annotate({ identifier: "BlacklistDomainsResult", description: "What became of the domains to add." }),
      error: [ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Blacklist domains with their subdomains, and stop their leads",
          description:
            "One result per input, in order; an invalid input does not affect the others. Leads that match are " +
            "stopped, and new ones are stopped when they are created. If no answer comes, repeat the request. A URL " +
            "stands for its domain. An address is invalid, and so is a public suffix, such as `co.uk`."
        })
      ),
    HttpApiEndpoint.delete("removeDomains", "/blacklist/domains", {
      query: { ids: idList },
      payload: UnblacklistDomains,
      success: Schema.Struct({
        ...removed,
        data: described(
          Schema.Array(
            Schema.Struct({ ...removeResult, domain: value }).annotate({
              identifier: "UnblacklistDomainResult",
              description: "What became of one entry."
            })
          ),
          "One result per input, in order."
        )
      }).annotate({ identifier: "UnblacklistDomainsResult", description: "What became of the domains to remove." }),
      error: [ServiceUnavailable]
    })
      .annotateMerge(optionalBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Take domains off the blacklist, and resume their leads",
          description:
            "Give values or ids, not both. What the body names comes before `ids` of the query. A lead that another " +
            "entry or another rule stops stays stopped."
        })
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Blacklist", description: "Whom never to send to." })) {}
