import {
  Campaign,
  described,
  Message,
  NewForward,
  NewReply,
  NewSeedTest,
  NewTestMail,
  RescheduleSend,
  ResolveSend,
  Send,
  SendId,
  SendQuery,
  Thread
} from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { etag, ifMatch } from "../contract/EntityTag.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Idempotent } from "../pipeline/Idempotent.ts"
import { cursorPage, parameters } from "../contract/Parameters.ts"
import { Conflict, InvalidCursorProblem, NotFound, PreconditionFailed } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const SendPage = Schema.Struct(cursorPage(Send)).annotate({
  identifier: "SendPage",
  description: "A page of mails that Mailroom sends."
})

const params = parameters({ id: SendId })
/** The mail is stored, and not sent yet. */
const accepted = Send.pipe(HttpApiSchema.status("Accepted"))

const seedTests = Schema.Struct({
  data: described(Schema.Array(Send), "The mails, one for each address, in the order of the setting.")
})
  .annotate({ identifier: "SeedTests", description: "The tests that were queued to seed addresses." })
  .pipe(HttpApiSchema.status("Accepted"))

export class SendsGroup extends HttpApiGroup.make("sends")
  .add(
    HttpApiEndpoint.get("page", "/sends", {
      query: parameters(SendQuery.fields),
      success: SendPage,
      error: [InvalidCursorProblem]
    }).annotateMerge(
      documented(
        "List the mails that Mailroom sends, the newest first",
        "All filters apply. A filter for something that does not exist matches no mails. A cursor is valid for the filters " +
          "with which it was created. `thread_id` lists the answers of a conversation, also those that were not sent. " +
          "Mails that the host reports with `POST /events` are not listed."
      )
    ),
    HttpApiEndpoint.get("find", "/sends/:id", {
      params,
      success: HttpApiSchema.WithHeaders(Send, etag),
      error: [NotFound]
    }).annotateMerge(documented("Get a mail that Mailroom sends", "Returns what became of it so far.")),
    HttpApiEndpoint.post("resolve", "/sends/:id/resolve", {
      params,
      payload: ResolveSend,
      success: Send,
      error: [NotFound, Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Say what became of a mail with an unknown outcome",
          "`sent` ends it, and an answer then stands in its thread. `unsent` sends it again, with the same Message-ID; a step " +
            "that its lead does not get any more, because a later one may have gone out or it was deleted, ends as `refused`. " +
            "A mail whose outcome is known is a conflict, `send_not_unknown`. A role below `member` resolves only its own answers.",
          { outcome: "sent" }
        )
      ),
    HttpApiEndpoint.patch("reschedule", "/sends/:id", {
      params,
      headers: ifMatch,
      payload: RescheduleSend,
      success: HttpApiSchema.WithHeaders(Send, etag),
      error: [NotFound, Conflict, PreconditionFailed]
    }).annotateMerge(
      documented(
        "Change when an answer is sent",
        "The answer waits for its `send_at`, and gets another one; `null` sends it now. With `If-Match`, a time that somebody else " +
          "has chosen meanwhile stays. Any other mail is a conflict, " +
          "`send_not_scheduled`: also an answer that mail of a person has refused meanwhile. A role below `member` moves only its own answers.",
        { send_at: null }
      )
    ),
    HttpApiEndpoint.post("cancel", "/sends/:id/cancel", {
      params,
      success: Send,
      error: [NotFound, Conflict]
    }).annotateMerge(
      documented(
        "Cancel an answer that waits for its time",
        "It becomes `refused` with the `reason` `cancelled`, and keeps its text and files, so that it can be " +
          "written again: `POST /sends/{id}/discard` discards them. An answer that is being sent, or any other mail, is a conflict, `send_not_scheduled`. " +
          "A role below `member` cancels only its own answers."
      )
    ),
    HttpApiEndpoint.post("discard", "/sends/:id/discard", {
      params,
      success: Send,
      error: [NotFound, Conflict]
    }).annotateMerge(
      documented(
        "Discard the text of an answer that was refused",
        "The text, `body_text`, is kept so that the answer can be written again. Discard it once that is done, or nobody wants " +
          "to: `GET /sends?kind=reply&outcome=refused` then has it without a text. Discarding it again changes nothing. " +
          "A later answer in its conversation discards it, too, as soon as it is `sent`. Any other mail is a conflict, `send_not_refused`. " +
          "A role below `member` discards only its own texts."
      )
    ),
    HttpApiEndpoint.post("reply", "/unibox/threads/:id/reply", {
      params: parameters({ id: Thread.ThreadId }),
      payload: NewReply,
      success: accepted,
      error: [NotFound, Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Answer a conversation",
          "The mail goes to the sender of the newest incoming mail, at once or at `send_at`: also outside of windows and limits, and while " +
            "sending is switched off. The signature of the account stands below it. When the server has accepted it, it " +
            "is a message of the thread, whose messages are marked as seen at once. Conflicts: `no_recipient`, `recipient_unsubscribed` and `account_not_connected`; " +
            "`reply` of `GET /unibox/threads/{id}` says so before. With `last_message_id`, an answer that its writer has not seen is a conflict, `newer_message`, and nothing is sent.",
          { body_text: "Hello Ada, shall we talk on Tuesday at 10?" }
        )
      ),
    HttpApiEndpoint.post("forward", "/unibox/threads/:threadId/messages/:id/forward", {
      params: parameters({ threadId: Thread.ThreadId, id: Message.MessageId }),
      payload: NewForward,
      success: accepted,
      error: [NotFound, Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Forward a message of a conversation",
          "The mail has `body_text` and the signature of the account, below it a header block and the plain text of the message, and " +
            "its attachments. It goes out at once, as answers do. Then it is a message of the thread, of the kind `forward`. It is no " +
            "mail to the lead: nothing about the lead changes, and who answers it does not answer as the lead. Conflicts: " +
            "`recipient_unsubscribed` and `account_not_connected`.",
          { to: ["charles@example.com"], body_text: "Charles, can you answer this?" }
        )
      ),
    HttpApiEndpoint.post("test", "/campaigns/:campaignId/test", {
      params: parameters({ campaignId: Campaign.CampaignIdInput }),
      payload: NewTestMail,
      success: accepted,
      error: [NotFound, Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Send a test of a step",
          "The mail is the one that a lead would get, with `[Test] ` before its subject. It goes to an account of the " +
            "organization, or to the address `to_email`: an organization sends at most 100 tests to addresses within 24 hours, then " +
            "they are a conflict, `too_many_tests`. It leaves no event: neither the lead nor analytics change, and its links unsubscribe nobody. " +
            "A variable without a value is a 400 that names it. An account without credentials is a conflict, " +
            "`account_not_connected`.",
          { lead_id: 42, sequence_id: 12, account_id: 3 }
        )
      ),
    HttpApiEndpoint.post("testSeeds", "/campaigns/:campaignId/test/seeds", {
      params: parameters({ campaignId: Campaign.CampaignIdInput }),
      payload: NewSeedTest,
      success: seedTests,
      error: [NotFound, Conflict]
    })
      .middleware(Idempotent)
      .annotateMerge(
        documented(
          "Send a test of a step to the seed addresses",
          "Each address of `seed_addresses` of the organization, except those on the blacklist, gets the mail that a lead would " +
            "get, with the subject that leads get, because filters judge it. Then look where it arrived: in the inbox, or as spam. " +
            "All mails are queued, or none: they count as tests to addresses, `too_many_tests`. Without such addresses the " +
            "call is a conflict, `no_seed_addresses`. Otherwise it is as `POST /campaigns/{campaignId}/test`.",
          { lead_id: 42, sequence_id: 12, account_id: 3 }
        )
      )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(
    OpenApi.annotations({
      title: "Sent mail",
      description: "The mails that Mailroom sends through the servers of accounts, and what became of them."
    })
  )
  .annotate(Guides, ["sending.md"]) {}
