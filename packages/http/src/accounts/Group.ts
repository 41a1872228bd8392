import { Account, AccountQuery, AccountState, Count, Pagination, RemoveAccounts, UpdateAccounts } from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { Created } from "../Created.ts"
import { Idempotent } from "../Idempotent.ts"
import { id, limit, list, offset, offsetPage } from "../Parameters.ts"
import { Conflict, NotFound, PreconditionFailed, ServiceUnavailable } from "../Problems.ts"
import { optionalBody, Validation } from "../Validation.ts"

const etag = { etag: Schema.String }
/** Allowed only with exactly one id. */
const ifMatch = { "if-match": Schema.optionalKey(Schema.String) }

const result = <const Done extends string>(done: Done, order: string) =>
  Schema.Struct({
    [done]: Count,
    failed: Count,
    data: Schema.Array(
      Schema.Struct({ id: Account.AccountId, status: Schema.Literals([done, "not_found"]) }).annotate({
        identifier: `${order}AccountResult`
      })
    )
  }).annotate({ identifier: `${order}AccountsResult` })

export class AccountsGroup extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.get("page", "/accounts", {
      query: { ...AccountQuery.fields, offset, limit: limit(Pagination.maximumLimit) },
      success: offsetPage(AccountState.AccountWithState, "AccountPage"),
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the sender accounts, by ascending id" })),
    HttpApiEndpoint.post("create", "/accounts", {
      payload: Account.NewAccount,
      success: Created(AccountState.AccountWithState, etag),
      error: [Conflict, ServiceUnavailable]
    })
      .middleware(Idempotent)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add a sender account",
          description: "The address of a deleted account revives it: with the same id, and the settings of the request."
        })
      ),
    HttpApiEndpoint.patch("update", "/accounts", {
      headers: ifMatch,
      payload: UpdateAccounts.annotate({ identifier: "UpdateAccounts" }),
      success: result("updated", "Update"),
      error: [PreconditionFailed, ServiceUnavailable]
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Change settings of sender accounts",
        description: "All of them in one transaction. `If-Match` is allowed only with exactly one id."
      })
    ),
    HttpApiEndpoint.delete("remove", "/accounts", {
      headers: ifMatch,
      query: { ids: Schema.optionalKey(list(id(Account.AccountId))) },
      payload: RemoveAccounts.mapFields(({ ids }) => ({ ids: Schema.optionalKey(ids) })).annotate({
        identifier: "DeleteAccounts"
      }),
      success: result("deleted", "Delete"),
      error: [PreconditionFailed, ServiceUnavailable]
    })
      .annotateMerge(optionalBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Delete sender accounts",
          description:
            "Their leads may then get mail from any account of the campaign; events and analytics stay. `ids` of the body come before those of the query. `If-Match` is allowed only with exactly one id."
        })
      ),
    HttpApiEndpoint.get("find", "/accounts/:id", {
      params: { id: id(Account.AccountId) },
      success: HttpApiSchema.WithHeaders(AccountState.AccountWithState, etag),
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Get a sender account" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Sender accounts", description: "The mailboxes that are sent from." })) {}
