import {
  Campaign,
  Comparison,
  described,
  Outlook,
  OutlookQuery,
  Preview,
  PreviewInput,
  Rehearsal,
  RehearsalInput,
  Upcoming
} from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { documented, Guides } from "../contract/Documented.ts"
import { parameters } from "../contract/Parameters.ts"
import { NotFound } from "../contract/Problems.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { OptionalBody, Validation } from "../pipeline/Validation.ts"

const params = parameters({ campaignId: Campaign.CampaignIdInput })

const ComparisonList = Schema.Struct({
  data: described(Schema.Array(Comparison), "The steps that have several variants, by position.")
}).annotate({ identifier: "ComparisonList", description: "The comparisons of variants of a campaign." })

export class SendingGroup extends HttpApiGroup.make("sending")
  .add(
    HttpApiEndpoint.get("upcoming", "/campaigns/:campaignId/upcoming", {
      params,
      success: Upcoming,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "See what a campaign sends next, and why it sends nothing",
        "For each account: the next mail and its instant, or the reason why nothing goes out. Reading changes nothing: " +
          "two reads give the same instants."
      )
    ),
    HttpApiEndpoint.get("comparisons", "/campaigns/:campaignId/comparisons", {
      params,
      success: ComparisonList,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "See how the variants of each step compare",
        "For each step with several variants: to how many leads each was sent, how many opened and answered, how many are " +
          "missing until a variant can win, how sure the difference is, and the decision with its reasons. With a rule, the " +
          "figures are those that the rule is decided by, from its `since` on."
      )
    ),
    HttpApiEndpoint.get("outlook", "/upcoming", {
      query: parameters(OutlookQuery.fields),
      success: Outlook
    }).annotateMerge(
      documented(
        "See the mails of the next seven days",
        "What the accounts of the organization send by day, campaign and account, the next 100 mails, and up to 100 leads " +
          "that get none although one is due, each with the reason. It is a forecast: answers, bounces and new leads change it. " +
          "It looks at 100 accounts, and about 8000 leads, whatever the size of the organization: `accounts_left_out` and " +
          "`complete_until` say what it leaves out. Reading changes nothing."
      )
    ),
    HttpApiEndpoint.post("rehearse", "/campaigns/:campaignId/rehearse", {
      params,
      payload: RehearsalInput,
      success: Rehearsal,
      error: [NotFound]
    })
      .annotate(OptionalBody, true)
      .annotateMerge(
        documented(
          "Rehearse a campaign",
          "Plays the weeks ahead as if the campaign were started now, and returns its calendar: the mails of each day by account and " +
            "step, when it ends, where it is short of room, and what to look at before the start. Some leads answer, and some mails " +
            "bounce, as the body assumes; it is always the same ones. It looks at 10 000 leads of the campaign. The accounts' other " +
            "campaigns take their part of the room. Nothing is stored or sent; links of the steps are opened, unless `check_links` is " +
            "`false`. For 10 000 leads it takes some seconds.",
          { reply_rate: 5, bounce_rate: 2 }
        )
      ),
    HttpApiEndpoint.post("preview", "/campaigns/:campaignId/preview", {
      params,
      payload: PreviewInput,
      success: Preview,
      error: [NotFound]
    }).annotateMerge(
      documented(
        "Preview the steps of a campaign for a lead",
        "Composes the mails as the lead would get them now, and sends nothing. `missing` names the variables that have " +
          "neither a value nor a default. With `sequence_id`, texts that are not saved are shown in place of the stored ones. To get a mail in a mailbox, use `POST /campaigns/{campaignId}/test`.",
        { lead_id: 42 }
      )
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Sending", description: "What campaigns send, before it is sent." }))
  .annotate(Guides, ["sending.md", "troubleshooting.md"]) {}
