import {
  Account,
  AccountQuery,
  AccountState,
  Count,
  described,
  DnsQuery,
  DnsReport,
  RemoveAccounts,
  UpdateAccounts
} from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Created } from "../contract/Created.ts"
import { etag, ifMatch } from "../contract/EntityTag.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { DeletionStatus, offsetPage, parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound, PreconditionFailed } from "../contract/Problems.ts"
import { OptionalBody, Validation } from "../pipeline/Validation.ts"

const UpdateStatus = Schema.Literals(["updated", "not_found"]).annotate({
  identifier: "UpdateStatus",
  description: "The result for an account."
})

const result = <const Done extends string, S extends Schema.Top>(done: Done, command: string, status: S) =>
  Schema.Struct({
    [done]: described(Count, `The number of ${done} accounts.`),
    failed: described(Count, "The number of ids without an account in the organization."),
    data: described(
      Schema.Array(
        Schema.Struct({
          id: Account.AccountId,
          status
        }).annotate({
          identifier: `${command}AccountResult`,
          description: "The result for one account."
        })
      ),
      "One result per distinct id, in order."
    )
  }).annotate({ identifier: `${command}AccountsResult`, description: "The result of a change of several accounts." })

export class AccountsGroup extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.get("page", "/accounts", {
      query: parameters(AccountQuery.fields),
      success: offsetPage(AccountState.AccountWithState, "AccountPage", "sender accounts")
    }).annotateMerge(
      documented(
        "List the sender accounts, by ascending id",
        "Filters apply together, and `total` counts the remaining rows."
      )
    ),
    HttpApiEndpoint.post("create", "/accounts", {
      payload: Account.NewAccount,
      success: Created(AccountState.AccountWithState, etag),
      error: [Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Add a sender account",
          "The address of a deleted account restores it with the same id, and the settings of the request. The " +
            "address of another account is a conflict, `duplicate_account`.",
          { email: "sales@mailroom.example", provider: "google", settings: { first_name: "Lee" } }
        )
      ),
    HttpApiEndpoint.patch("update", "/accounts", {
      headers: ifMatch,
      payload: UpdateAccounts.annotate({
        identifier: "UpdateAccounts",
        description: "The same settings for up to 500 accounts."
      }),
      success: result("updated", "Update", UpdateStatus),
      error: [PreconditionFailed]
    }).annotateMerge(
      documented(
        "Change settings of sender accounts",
        "Changes all accounts in one transaction; one result per distinct id. `If-Match` is allowed only with exactly one id.",
        { ids: [3, 4], settings: { daily_limit: 40, ramp_up: { enabled: true } } }
      )
    ),
    HttpApiEndpoint.delete("remove", "/accounts", {
      headers: ifMatch,
      query: parameters({
        ids: described(
          Schema.optionalKey(Schema.Array(Account.AccountId)),
          "The accounts to delete, if the body has no `ids`."
        )
      }),
      payload: RemoveAccounts.mapFields(({ ids }) => ({ ids: Schema.optionalKey(ids) })).annotate({
        identifier: "DeleteAccounts",
        description: "The accounts to delete."
      }),
      success: result("deleted", "Delete", DeletionStatus),
      error: [PreconditionFailed]
    })
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Delete sender accounts",
          "Their leads may then get mail from any account of the campaign; events and analytics stay. `ids` of the " +
            "body have priority over those of the query. `If-Match` is allowed only with exactly one id.",
          { ids: [3, 4] }
        )
      ),
    HttpApiEndpoint.get("find", "/accounts/:id", {
      params: parameters({ id: Account.AccountId }),
      success: HttpApiSchema.WithHeaders(AccountState.AccountWithState, etag),
      error: [NotFound]
    }).annotateMerge(documented("Get a sender account", "Returns its settings and its current state.")),
    HttpApiEndpoint.get("dns", "/accounts/:id/dns", {
      params: parameters({ id: Account.AccountId }),
      query: parameters(DnsQuery.fields),
      success: DnsReport,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Check the DNS of a sender account",
        "Asks the name servers for the domain of the account's address: MX, SPF, DKIM, DMARC, and PTR of its server. " +
          "Each check says in one line what to set. Takes at most 15 s, and stores nothing."
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Sender accounts", description: "The mailboxes that send mail." }))
  .annotate(Guides, ["mailboxes.md", "dns.md", "limits.md"]) {}
