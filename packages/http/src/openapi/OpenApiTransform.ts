/** Completes the generated OpenAPI document, and rewrites parts that client generators do not understand. */
import { answerExamples } from "./AnswerExamples.ts"
import { bodyExamples, ownParameterExamples, parameterExamples } from "./Examples.ts"
import { declareIdempotency, declareNotModified, shareHeaders, shareProblems } from "./OpenApiAnswers.ts"
import { type Json, parametersOf, plain, withDescriptions, withOpenAnswers } from "./OpenApiSchemas.ts"
import { withWebhooks } from "./Webhooks.ts"

/** Returns the document as it is served. */
export const transform = (spec: Json): Json => {
  const document = withWebhooks(plain(withoutSuffixes(spec)))
  const { schemas } = document["components"]
  // Items are decoded one by one from `unknown`, so that an invalid item does not affect the others.
  schemas.CreateLeads.properties.leads.items = { $ref: "#/components/schemas/NewLead" }
  schemas.RecordEvents.properties.events.items = { $ref: "#/components/schemas/NewEvent" }
  document["components"] = { ...document["components"], headers: {}, responses: {} }
  for (const path of Object.values<Json>(document["paths"])) {
    for (const [method, operation] of Object.entries<Json>(path)) {
      operation["parameters"] = parametersOf(operation)
      dropImpossible(operation)
      showExamples(operation)
      if (method === "get") declareNotModified(operation)
      if (operation["responses"]["422"] !== undefined) declareIdempotency(operation)
      shareProblems(document, operation)
      shareHeaders(document, operation)
      // Operations that need a key inherit the security at the top of the document.
      if (operation["security"].length > 0) delete operation["security"]
    }
  }
  dropProblemSchemas(schemas)
  // One example for each schema, because many operations have the same answer.
  for (const [name, example] of Object.entries(answerExamples)) schemas[name].examples = [example]
  const info = { ...document["info"], contact: { name: "The operator of this server" } }
  return withOpenAnswers(withDescriptions({ ...document, info, security: [{ bearer: [] }] }))
}

/**
 * Gives the schemas of encoded values the names of the decoded ones. References in checks become OpenAPI references.
 */
const withoutSuffixes = (spec: Json): Json =>
  JSON.parse(
    JSON.stringify(spec)
      .replaceAll(/"(\w+?)(?:Problem)?Encoded":/gu, '"$1":')
      .replaceAll('"#/$defs/', '"#/components/schemas/')
      .replaceAll(/\/schemas\/(\w+?)(?:Problem)?Encoded"/gu, '/schemas/$1"')
  )

/** Removes the schema of each kind of problem. The responses list the kinds, and all use the schema `Problem`. */
const dropProblemSchemas = (schemas: Json) => {
  for (const [name, { properties }] of Object.entries<Json>(schemas)) {
    if (properties?.type?.enum?.[0]?.startsWith("urn:mailroom:problem:")) delete schemas[name]
  }
}

const showExamples = ({ operationId, parameters, requestBody }: Json) => {
  for (const media of Object.values<Json>(requestBody?.content ?? {})) media["example"] = bodyExamples[operationId]
  const examples = { ...parameterExamples, ...ownParameterExamples[operationId] }
  for (const parameter of parameters) {
    const { name } = parameter
    if (Object.hasOwn(examples, name)) parameter.example = examples[name]
  }
}

/** Removes responses that a middleware declares but this endpoint cannot produce. */
const dropImpossible = ({ requestBody, responses }: Json) => {
  if (requestBody === undefined) {
    delete responses["413"]
    delete responses["415"]
  }
}
