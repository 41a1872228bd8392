import {
  Account,
  ByAccount,
  BySequence,
  Event,
  Lead,
  OverviewByAccount,
  OverviewByCampaign,
  OverviewQuery,
  OverviewSeries,
  OverviewSeriesQuery,
  OverviewSummary,
  Pagination,
  Period,
  Sequence,
  Series,
  SeriesQuery,
  Summary
} from "@mailroom/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { EventPage, types } from "../activity/Group.ts"
import { Authorization } from "../Authorization.ts"
import { campaignId, id, limit, list } from "../Parameters.ts"
import { InvalidCursorProblem, NotFound, ServiceUnavailable } from "../Problems.ts"
import { Validation } from "../Validation.ts"

const params = { campaignId }
const query = Period.PeriodQuery.fields
const error = [NotFound, ServiceUnavailable] as const

/** Which campaigns, separated by commas; all unless given. */
const campaign_ids = Schema.optionalKey(list(campaignId))
const acrossQuery = { ...OverviewQuery.fields, campaign_ids }

export class AnalyticsGroup extends HttpApiGroup.make("analytics")
  .add(
    HttpApiEndpoint.get("summary", "/analytics/campaigns/:campaignId/summary", {
      params,
      query,
      success: Summary,
      error
    }).annotateMerge(OpenApi.annotations({ summary: "A campaign's leads, metrics and rates" })),
    HttpApiEndpoint.get("events", "/analytics/campaigns/:campaignId/events", {
      params,
      query: { ...SeriesQuery.fields, types },
      success: Series,
      error
    }).annotateMerge(OpenApi.annotations({ summary: "A campaign's metrics over time" })),
    HttpApiEndpoint.get("byAccount", "/analytics/campaigns/:campaignId/by-account", {
      params,
      query,
      success: ByAccount,
      error
    }).annotateMerge(OpenApi.annotations({ summary: "A campaign's metrics by sender account" })),
    HttpApiEndpoint.get("bySequence", "/analytics/campaigns/:campaignId/by-sequence", {
      params,
      query,
      success: BySequence,
      error
    }).annotateMerge(OpenApi.annotations({ summary: "A campaign's metrics by sequence" })),
    HttpApiEndpoint.get("overview", "/analytics/summary", {
      query: acrossQuery,
      success: OverviewSummary,
      error
    }).annotateMerge(OpenApi.annotations({ summary: "Leads, metrics and rates of all campaigns, or of some" })),
    HttpApiEndpoint.get("overviewEvents", "/analytics/events", {
      query: { ...OverviewSeriesQuery.fields, types, campaign_ids },
      success: OverviewSeries,
      error
    }).annotateMerge(OpenApi.annotations({ summary: "Metrics of all campaigns, or of some, over time" })),
    HttpApiEndpoint.get("overviewByAccount", "/analytics/by-account", {
      query: acrossQuery,
      success: OverviewByAccount,
      error
    }).annotateMerge(OpenApi.annotations({ summary: "Metrics of all campaigns, or of some, by sender account" })),
    HttpApiEndpoint.get("overviewByCampaign", "/analytics/by-campaign", {
      query: acrossQuery,
      success: OverviewByCampaign,
      error
    }).annotateMerge(OpenApi.annotations({ summary: "Leads, metrics and rates by campaign" })),
    HttpApiEndpoint.get("log", "/analytics/campaigns/:campaignId/activity", {
      params,
      query: {
        ...Event.LogQuery.fields,
        types,
        lead_id: Schema.optionalKey(id(Lead.LeadId)),
        account_id: Schema.optionalKey(id(Account.AccountId)),
        sequence_id: Schema.optionalKey(id(Sequence.SequenceId)),
        limit: limit(Pagination.maximumCursorLimit)
      },
      success: EventPage,
      error: [NotFound, InvalidCursorProblem, ServiceUnavailable]
    }).annotateMerge(OpenApi.annotations({ summary: "A campaign's events one by one, the newest first" }))
  )
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Analytics", description: "Numbers of campaigns." })) {}
