/** The OpenAPI document: emitted once from the contract, as `GET /openapi.json` answers it. */
import { Event, Lead } from "@mailroom/core"
import { HttpApi, OpenApi } from "effect/http-api"
import { Context, type Schema, SchemaAST } from "effect"
import { Api, version } from "../Api.ts"
import { bearer } from "../pipeline/Authorization.ts"
import { Guides } from "../contract/Documented.ts"
import { answerExamples } from "./AnswerExamples.ts"
import { AnyProblem } from "./AnyProblem.ts"
import { composed } from "./composed.ts"
import { bodyOfAnswer, makeOperations } from "./Operations.ts"
import { type Json, jsonSide, makeSchemas } from "./Schemas.ts"
import { webhooks, webhooksTag } from "./Webhooks.ts"

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
  "Single leads, campaigns, steps, accounts and sent mails, and the organization, have an `ETag`. With `If-None-Match`, a read of what has not changed is 304. With " +
    "`If-Match`, a write of what has changed meanwhile is 412."
]

/** The OpenAPI 3.1 document. */
export const openApi = (): Json => {
  const schemas = makeSchemas()
  const { components, operationOf } = makeOperations(schemas)
  const paths: Json = {}
  const tags: Array<Json> = []
  const answers = new Map<string, Schema.Top>()
  HttpApi.reflect(Api, {
    onGroup: ({ group: { annotations, identifier } }) => {
      tags.push({
        name: Context.getUnsafe(annotations, OpenApi.Title),
        description: Context.getUnsafe(annotations, OpenApi.Description),
        "x-guides": Context.get(annotations, Guides)
      })
      if (identifier === "integrations") tags.push(webhooksTag)
    },
    onEndpoint: (reflected) => {
      const { method, path } = reflected.endpoint
      for (const schema of [...reflected.successes.values()].flat()) {
        const body = bodyOfAnswer(schema)
        const name = SchemaAST.resolveIdentifier(jsonSide(body.ast)) ?? SchemaAST.resolveIdentifier(body.ast)
        if (name !== undefined) answers.set(name, body)
      }
      const operations = (paths[path.replaceAll(/:(\w+)/gu, "{$1}")] ??= {})
      operations[method.toLowerCase()] = operationOf(reflected)
    }
  })
  schemas.answer(AnyProblem)
  const document = {
    openapi: "3.1.0",
    info: {
      title: "Mailroom",
      version,
      description: rules.join("\n\n"),
      license: { name: "MIT", url: "https://spdx.org/licenses/MIT.html" },
      contact: { name: "The operator of this server" }
    },
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        bearer: {
          description: Context.getUnsafe(bearer.annotations, OpenApi.Description),
          type: "http",
          scheme: "Bearer"
        }
      },
      ...components
    },
    security: [{ bearer: [] }],
    tags,
    servers: [{ url: ".", description: "The server of this document: the API is next to it." }],
    webhooks: webhooks(schemas)
  }
  // Items are decoded one by one from `unknown`, so that an invalid item does not affect the others.
  schemas.components["CreateLeads"].properties.leads.items = schemas.request(Lead.NewLead)
  schemas.components["RecordEvents"].properties.events.items = schemas.request(Event.NewEvent)
  // One example for each schema, because many operations have the same answer.
  for (const [name, body] of answers) schemas.components[name].examples = [answerExamples[name] ?? composed(body, name)]
  return document
}
