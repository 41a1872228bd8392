import {
  ByAccount,
  ByLink,
  BySequence,
  Campaign,
  Event,
  OverviewByAccount,
  OverviewByCampaign,
  OverviewQuery,
  OverviewSeries,
  OverviewSeriesQuery,
  OverviewSummary,
  Period,
  Series,
  SeriesQuery,
  Summary
} from "@mailroom/core"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { EventPage } from "../activity/Group.ts"
import { documented, Guides } from "../contract/Documented.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { parameters } from "../contract/Parameters.ts"
import { InvalidCursorProblem, NotFound } from "../contract/Problems.ts"
import { Validation } from "../pipeline/Validation.ts"

const params = parameters({ campaignId: Campaign.CampaignIdInput })
const query = parameters(Period.PeriodQuery.fields)
const error = NotFound

const acrossQuery = parameters(OverviewQuery.fields)

export class AnalyticsGroup extends HttpApiGroup.make("analytics")
  .add(
    HttpApiEndpoint.get("summary", "/analytics/campaigns/:campaignId/summary", {
      params,
      query,
      success: Summary,
      error
    }).annotateMerge(
      documented(
        "A campaign's leads, metrics and rates",
        "Leads are counted as they are now, metrics and rates of the period. The default period is all time."
      )
    ),
    HttpApiEndpoint.get("events", "/analytics/campaigns/:campaignId/events", {
      params,
      query: parameters(SeriesQuery.fields),
      success: Series,
      error
    }).annotateMerge(
      documented(
        "A campaign's metrics over time",
        "Every interval of the period, in order, including those without events. The default period is the last " +
          "30 days. `all_time` is from the first day with numbers to today; of more than 3661 days, ask by week or month."
      )
    ),
    HttpApiEndpoint.get("byAccount", "/analytics/campaigns/:campaignId/by-account", {
      params,
      query,
      success: ByAccount,
      error
    }).annotateMerge(
      documented(
        "A campaign's metrics by sender account",
        "The accounts of the campaign by ascending id, then others with numbers, then `null`. The default period is " +
          "all time."
      )
    ),
    HttpApiEndpoint.get("bySequence", "/analytics/campaigns/:campaignId/by-sequence", {
      params,
      query,
      success: BySequence,
      error
    }).annotateMerge(
      documented(
        "A campaign's metrics by sequence",
        "The steps by position, then deleted ones with numbers, then `null`. The default period is all time."
      )
    ),
    HttpApiEndpoint.get("byLink", "/analytics/campaigns/:campaignId/by-link", {
      params,
      query,
      success: ByLink,
      error
    }).annotateMerge(
      documented(
        "A campaign's clicks by link",
        "The 100 links with the most clicks, by the `url` in the data of their events. The default period is all time."
      )
    ),
    HttpApiEndpoint.get("overview", "/analytics/summary", {
      query: acrossQuery,
      success: OverviewSummary,
      error
    }).annotateMerge(
      documented(
        "Leads, metrics and rates of all campaigns, or of some",
        "Deleted campaigns do not count. The default period is all time."
      )
    ),
    HttpApiEndpoint.get("overviewEvents", "/analytics/events", {
      query: parameters(OverviewSeriesQuery.fields),
      success: OverviewSeries,
      error
    }).annotateMerge(
      documented(
        "Metrics of all campaigns, or of some, over time",
        "Every interval of the period, in order, including those without events. The default period is the last " +
          "30 days. `all_time` is from the first day with numbers to today; of more than 3661 days, ask by week or month."
      )
    ),
    HttpApiEndpoint.get("overviewByAccount", "/analytics/by-account", {
      query: acrossQuery,
      success: OverviewByAccount,
      error
    }).annotateMerge(
      documented(
        "Metrics of all campaigns, or of some, by sender account",
        "The accounts of the campaigns by ascending id, then others with numbers, then `null`. The default period is " +
          "all time."
      )
    ),
    HttpApiEndpoint.get("overviewByCampaign", "/analytics/by-campaign", {
      query: acrossQuery,
      success: OverviewByCampaign,
      error
    }).annotateMerge(
      documented(
        "Leads, metrics and rates by campaign",
        "In the order of creation, also campaigns without numbers. The default period is all time."
      )
    ),
    HttpApiEndpoint.get("log", "/analytics/campaigns/:campaignId/activity", {
      params,
      query: parameters(Event.LogQuery.fields),
      success: EventPage,
      error: [NotFound, InvalidCursorProblem]
    }).annotateMerge(
      documented("A campaign's events one by one, the newest first", "Ordered by `occurred_at`, then id.")
    )
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Analytics", description: "Metrics of campaigns." }))
  .annotate(Guides, ["analytics.md"]) {}
