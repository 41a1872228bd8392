import { Account, AccountState, CredentialsInput, MailboxTest } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { etag, ifMatch } from "../contract/EntityTag.ts"
import { parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound, PreconditionFailed } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const params = parameters({ id: Account.AccountId })

export class MailboxesGroup extends HttpApiGroup.make("mailboxes")
  .add(
    HttpApiEndpoint.put("connect", "/accounts/:id/credentials", {
      params,
      headers: ifMatch,
      payload: CredentialsInput,
      success: HttpApiSchema.WithHeaders(AccountState.AccountWithState, etag),
      error: [NotFound, PreconditionFailed, Conflict]
    }).annotateMerge(
      documented(
        "Set the credentials of a sender account",
        "Replaces all previous credentials: a field that is left out is removed, so no stored secret is sent to another " +
          "server. Mails that wait are tried at once. Answers never contain secrets. Hosts must be public, and the ports " +
          "25, 465, 587 or 2525 for SMTP, 993 or 143 for IMAP. Without a key to encrypt secrets with, it is a conflict, " +
          "`encryption_not_configured`.",
        {
          smtp: {
            host: "smtp.mailroom.example",
            port: 465,
            auth: { type: "password", user: "sales@mailroom.example", password: "app password of the mailbox" }
          }
        }
      )
    ),
    HttpApiEndpoint.delete("disconnect", "/accounts/:id/credentials", {
      params,
      headers: ifMatch,
      success: HttpApiSchema.NoContent,
      error: [NotFound, PreconditionFailed]
    }).annotateMerge(
      documented(
        "Remove the credentials of a sender account",
        "The account sends nothing any more, and mails that wait are refused. An account without credentials does not change."
      )
    ),
    HttpApiEndpoint.post("test", "/accounts/:id/test", {
      params,
      success: MailboxTest,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Log in to the servers of a sender account",
        "Sends nothing and changes nothing. The answer is 200 whether the login succeeds or fails."
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Mailboxes",
      description: "The credentials of sender accounts, with which Mailroom sends mail."
    })
  ) {}
