import { BlacklistEntry, Count, described } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { offsetPage, parameters } from "../contract/Parameters.ts"
import { OptionalBody, Validation } from "../pipeline/Validation.ts"

const query = parameters(BlacklistEntry.EntryQuery.fields)
const idsQuery = parameters({
  ids: described(
    Schema.optionalKey(Schema.Array(BlacklistEntry.EntryId)),
    "The entries to remove, if the body has neither values nor `ids`."
  )
})
const reason = described(Schema.optionalKey(BlacklistEntry.Reason), "The reason, for people: at most 500 characters.")
const id = described(Schema.NullOr(BlacklistEntry.EntryId), "The id of the entry; `null` without an entry.")
const value = described(Schema.NullOr(Schema.String), "The normalized value; `null` without one.")

const addResult = {
  input: described(Schema.String, "The unchanged input."),
  status: Schema.Literals(["added", "existing", "invalid"]).annotate({
    identifier: "BlacklistStatus",
    description: "The result for an input. `existing`: the value was already on the blacklist."
  }),
  id,
  error: described(Schema.optionalKey(Schema.String), "Why the input is `invalid`.")
}
const added = {
  added: described(Count, "The number of new entries."),
  existing: described(Count, "The number of entries that existed before."),
  invalid: described(Count, "The number of invalid inputs."),
  leads_stopped: described(Count, "The number of stopped leads.")
}
const removeResult = {
  id,
  status: Schema.Literals(["removed", "not_found"]).annotate({
    identifier: "UnblacklistStatus",
    description: "The result for an entry."
  })
}
const removed = {
  removed: described(Count, "The number of removed entries."),
  not_found: described(Count, "The number of entries that were not found."),
  leads_resumed: described(Count, "The number of leads that may get mail again.")
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
      success: offsetPage(BlacklistEntry.BlacklistedEmail, "BlacklistedEmailPage", "blacklisted addresses")
    }).annotateMerge(
      documented(
        "List the blacklisted addresses, by ascending id",
        "Filters apply together, and `total` counts the remaining rows."
      )
    ),
    HttpApiEndpoint.post("addEmails", "/blacklist/emails", {
      payload: BlacklistEmails,
      success: Schema.Struct({
        ...added,
        data: described(
          Schema.Array(
            Schema.Struct({ ...addResult, email: value }).annotate({
              identifier: "BlacklistEmailResult",
              description: "The result for one input."
            })
          ),
          "One result per input, in order."
        )
      }).annotate({ identifier: "BlacklistEmailsResult", description: "The result of adding addresses." })
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Blacklist addresses, and stop their leads",
          "One result per input, in order; an invalid input does not affect the others. Leads that match are " +
            "stopped, and new ones are stopped when they are created. If there is no answer, repeat the request. A domain, " +
            "such as `*@evil.example`, is invalid: `POST /blacklist/domains` takes it. A role below `member` adds one address at a time.",
          { emails: ["grace@example.com"], reason: "Asked us by phone" }
        )
      ),
    HttpApiEndpoint.delete("removeEmails", "/blacklist/emails", {
      query: idsQuery,
      payload: UnblacklistEmails,
      success: Schema.Struct({
        ...removed,
        data: described(
          Schema.Array(
            Schema.Struct({ ...removeResult, email: value }).annotate({
              identifier: "UnblacklistEmailResult",
              description: "The result for one entry."
            })
          ),
          "One result per input, in order."
        )
      }).annotate({ identifier: "UnblacklistEmailsResult", description: "The result of removing addresses." })
    })
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Take addresses off the blacklist, and resume their leads",
          "Give values or ids, not both. The body has priority over `ids` of the query. A lead that another " +
            "entry or another rule stops stays stopped.",
          { emails: ["grace@example.com"] }
        )
      ),
    HttpApiEndpoint.get("domains", "/blacklist/domains", {
      query,
      success: offsetPage(BlacklistEntry.BlacklistedDomain, "BlacklistedDomainPage", "blacklisted domains")
    }).annotateMerge(
      documented(
        "List the blacklisted domains, by ascending id",
        "Filters apply together, and `total` counts the remaining rows."
      )
    ),
    HttpApiEndpoint.post("addDomains", "/blacklist/domains", {
      payload: BlacklistDomains,
      success: Schema.Struct({
        ...added,
        data: described(
          Schema.Array(
            Schema.Struct({ ...addResult, domain: value }).annotate({
              identifier: "BlacklistDomainResult",
              description: "The result for one input."
            })
          ),
          "One result per input, in order."
        )
      }).annotate({ identifier: "BlacklistDomainsResult", description: "The result of adding domains." })
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Blacklist domains with their subdomains, and stop their leads",
          "One result per input, in order; an invalid input does not affect the others. Leads that match are " +
            "stopped, and new ones are stopped when they are created. If there is no answer, repeat the request. A URL " +
            "stands for its domain. An address is invalid, and so is a public suffix, such as `co.uk`.",
          { domains: ["competitor.example"], reason: "A competitor" }
        )
      ),
    HttpApiEndpoint.delete("removeDomains", "/blacklist/domains", {
      query: idsQuery,
      payload: UnblacklistDomains,
      success: Schema.Struct({
        ...removed,
        data: described(
          Schema.Array(
            Schema.Struct({ ...removeResult, domain: value }).annotate({
              identifier: "UnblacklistDomainResult",
              description: "The result for one entry."
            })
          ),
          "One result per input, in order."
        )
      }).annotate({ identifier: "UnblacklistDomainsResult", description: "The result of removing domains." })
    })
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Take domains off the blacklist, and resume their leads",
          "Give values or ids, not both. The body has priority over `ids` of the query. A lead that another " +
            "entry or another rule stops stays stopped.",
          { domains: ["competitor.example"] }
        )
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Blacklist", description: "Addresses and domains that never get mail." }))
  .annotate(Guides, ["unsubscribe.md", "intake.md"]) {}
