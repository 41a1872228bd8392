/**
 * The HTTP API as a value: routes, schemas, errors. The server, the OpenAPI document and the typed client are derived
 * from it. Each capability has a folder: `Group.ts` is its part of the contract, `Handlers.ts` implements it.
 */
import { Event, Lead } from "@mailroom/core"
import { HttpApi, OpenApi } from "effect/http-api"
import { AccountsGroup } from "./accounts/Group.ts"
import { ActivityGroup } from "./activity/Group.ts"
import { AnalyticsGroup } from "./analytics/Group.ts"
import { AnyProblem } from "./openapi/AnyProblem.ts"
import { AttachmentsGroup } from "./attachments/Group.ts"
import { AuthGroup } from "./auth/Group.ts"
import { BillingGroup } from "./billing/Group.ts"
import { BlacklistGroup } from "./blacklist/Group.ts"
import { CampaignsGroup } from "./campaigns/Group.ts"
import { IntakeGroup } from "./intake/Group.ts"
import { IntegrationsGroup } from "./integrations/Group.ts"
import { LeadsGroup } from "./leads/Group.ts"
import { transform } from "./openapi/OpenApiTransform.ts"
import { Internal } from "./contract/Problems.ts"
import { SequencesGroup } from "./sequences/Group.ts"
import { SystemGroup } from "./system/Group.ts"
import { TagsGroup } from "./tags/Group.ts"
import { UniboxGroup } from "./unibox/Group.ts"
import { strict } from "./pipeline/Validation.ts"
import { payloadSchemas } from "./openapi/Webhooks.ts"

export const version = "0.1.0"

/** The rules for every operation (contract, section 1), one paragraph each. */
const rules = [
  "Outbound e-mail campaigns: leads, sender accounts and a unified inbox.",
  "Bodies are JSON in UTF-8, at most 1 MiB unless an operation says otherwise. Unknown fields and parameters are rejected. " +
    "Answers may get further fields: ignore those that you do not know.",
  "Instants are UTC with milliseconds, `2026-08-07T09:30:00.000Z`. Inputs may be any date-time of RFC 3339.",
  "Lists are of two kinds. With `offset` and `limit`, `total` is the number of rows of all pages; to read them all, send the id " +
    "of the last row as `after_id`, until a page has fewer rows than `limit`. With `cursor`, send the `next_cursor` of a page to " +
    "get the one after it, as long as `has_more` is true. So a loop that removes or changes what it reads skips nothing.",
  "Errors are problems of RFC 9457: the schema `Problem`. `code` is for programs. What belongs to another organization does " +
    "not exist: 404.",
  "Requests at the same time wait their turn, about a second at most. A 429 means that the organization is over its rate, a 503 that " +
    "the server gets more than it can do, or that storage does not answer: wait as many seconds as `Retry-After` says.",
  "A `POST` with an `Idempotency-Key` can be sent again for 24 hours: it is carried out once. Bulk operations answer 200 with " +
    "a result for each input: look at the `status` of each.",
  "Single leads, campaigns and accounts have an `ETag`. With `If-None-Match`, a read of what has not changed is 304. With " +
    "`If-Match`, a write of what has changed meanwhile is 412."
]

export class Api extends HttpApi.make("mailroom")
  .add(
    LeadsGroup,
    TagsGroup,
    UniboxGroup,
    AttachmentsGroup,
    IntakeGroup,
    CampaignsGroup,
    SequencesGroup,
    AccountsGroup,
    BlacklistGroup,
    ActivityGroup,
    AnalyticsGroup,
    AuthGroup,
    BillingGroup,
    IntegrationsGroup,
    SystemGroup
  )
  .annotate(HttpApi.PayloadParseOptions, strict)
  .annotate(HttpApi.QueryParseOptions, strict)
  .annotate(HttpApi.ParamsParseOptions, { errors: "all" })
  .annotate(HttpApi.AdditionalSchemas, [Lead.NewLead, Event.NewEvent, AnyProblem, Internal, ...payloadSchemas])
  .annotateMerge(
    OpenApi.annotations({
      title: "Mailroom",
      version,
      description: rules.join("\n\n"),
      servers: [{ url: ".", description: "The server of this document: the API is next to it." }],
      license: { name: "MIT", url: "https://spdx.org/licenses/MIT.html" },
      transform
    })
  ) {}

/** The OpenAPI 3.1 document, as `GET /openapi.json` answers it. */
export const openApi = (): OpenApi.OpenAPISpec => OpenApi.fromApi(Api)
