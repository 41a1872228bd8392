import { Account, AccountState, CredentialsInput, MailboxTest, SyncInput } from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { etag, ifMatch } from "../contract/EntityTag.ts"
import { parameters } from "../contract/Parameters.ts"
import { Conflict, NotFound, PreconditionFailed } from "../contract/Problems.ts"
import { OptionalBody, Validation } from "../pipeline/Validation.ts"

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
    HttpApiEndpoint.post("sync", "/accounts/:id/sync", {
      params,
      payload: SyncInput,
      success: HttpApiSchema.WithHeaders(AccountState.AccountWithState, etag).pipe(HttpApiSchema.status("Accepted")),
      error: [NotFound, Conflict]
    })
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Read the inbox of a sender account now",
          "The answer comes before the inbox is read: `inbox` of the account shows when it was. With `since`, old mail is " +
            "taken in after everything new, oldest first. What is stored already is recognized. Old mail reports no event, " +
            "unless it names a mail of ours or is later than the first mail to its lead. While old mail is taken in, a " +
            "request for later mail changes nothing, and one for earlier mail begins again there. `since` is at most 90 days ago. Where no inbox can be " +
            "read, it is a conflict, `inbox_not_read`, whose `detail` says what to do.",
          {}
        )
      ),
    HttpApiEndpoint.post("test", "/accounts/:id/test", {
      params,
      success: MailboxTest,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Log in to the servers of a sender account",
        "Sends nothing, reads no mail and changes nothing. The answer is 200 whether the login succeeds or fails."
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Mailboxes",
      description: "The credentials of sender accounts, with which Mailroom sends mail and reads inboxes."
    })
  )
  .annotate(Guides, ["mailboxes.md", "inboxes.md"]) {}
