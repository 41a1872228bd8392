import { Account, Pagination } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authorization } from "../Authorization.ts"
import { Created } from "../Created.ts"
import { id, limit, offset, offsetPage } from "../Parameters.ts"
import { Conflict, NotFound, ServiceUnavailable } from "../Problems.ts"
import { Validation } from "../Validation.ts"

export class AccountsGroup extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.get("page", "/accounts", {
      query: { ...Account.AccountQuery.fields, offset, limit: limit(Pagination.maximumLimit) },
      success: offsetPage(Account.Account, "AccountPage"),
      error: [ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "List the sender accounts, by ascending id" })),
    HttpApiEndpoint.post("create", "/accounts", {
      payload: Account.NewAccount,
      success: Created(Account.Account),
      error: [Conflict, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Add a sender account" })),
    HttpApiEndpoint.get("find", "/accounts/:id", {
      params: { id: id(Account.AccountId) },
      success: Account.Account,
      error: [NotFound, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "Get a sender account" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Sender accounts", description: "The mailboxes that are sent from." })) {}
