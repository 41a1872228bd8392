/** What the generated OpenAPI document does not say by itself. */
import { header, replayedHeader } from "./Idempotent.ts"
import { integerKey } from "./Parameters.ts"
import { withWebhooks } from "./Webhooks.ts"

type Json = Record<string, any>

/**
 * Integers in paths and queries are strings to the decoder: here they are integers again. Leads to create and events
 * to record are read one by one, as anything: here they are what they should be. Problems are named as in the code.
 * Webhooks are added. A read with an entity tag answers `If-None-Match`, which `Boundary` does for all of them; and what
 * takes an `Idempotency-Key` says so.
 */
export const transform = (spec: Json): Json => {
  const named: Json = JSON.parse(
    JSON.stringify(spec)
      .replaceAll(/"(\w+?)(?:Problem)?Encoded":/gu, '"$1":')
      .replaceAll(/\/schemas\/(\w+?)(?:Problem)?Encoded"/gu, '/schemas/$1"')
  )
  for (const path of Object.values<Json>(named["paths"])) {
    for (const [method, operation] of Object.entries<Json>(path)) {
      if (method === "get") declareNotModified(operation)
      if (operation["responses"]["422"] !== undefined) declareIdempotent(operation)
      for (const parameter of operation["parameters"] ?? []) {
        const range = parameter.schema.allOf?.[0][integerKey]
        if (range !== undefined) parameter.schema = { type: "integer", ...range }
      }
    }
  }
  named["components"].schemas.CreateLeads.properties.leads.items = { $ref: "#/components/schemas/NewLead" }
  named["components"].schemas.RecordEvents.properties.events.items = { $ref: "#/components/schemas/NewEvent" }
  return withWebhooks(named)
}

const declareNotModified = (operation: Json) => {
  const { etag } = operation["responses"]["200"]?.headers ?? {}
  if (etag === undefined) return
  const condition = { name: "if-none-match", in: "header", schema: { type: "string" }, required: false }
  operation["parameters"] = [...(operation["parameters"] ?? []), condition]
  operation["responses"]["304"] = { description: "The caller has this representation", headers: { etag } }
}

const declareIdempotent = (operation: Json) => {
  const key = {
    name: header,
    in: "header",
    description: "Chosen by the client. For a day, the same request with the same key gets the first success again",
    schema: { type: "string", pattern: "^[!-~]{1,255}$" },
    required: false
  }
  operation["parameters"] = [...(operation["parameters"] ?? []), key]
  for (const [status, response] of Object.entries<Json>(operation["responses"])) {
    if (!status.startsWith("2")) continue
    const description = "Present when this is the answer to an earlier request with the same key"
    response["headers"] = {
      ...response["headers"],
      [replayedHeader]: { description, schema: { type: "string", enum: ["true"] } }
    }
  }
}
