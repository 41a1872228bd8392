/** The operations of the OpenAPI document. Problems and headers are components that operations share. */
import { Context, Option, Schema, SchemaAST } from "effect"
import { type HttpApiEndpoint, type HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BodyExample } from "../contract/Documented.ts"
import { Internal } from "../contract/Problems.ts"
import { Authorization } from "../pipeline/Authorization.ts"
import { Idempotent, replayedHeader } from "../pipeline/Idempotent.ts"
import { rightOf } from "../pipeline/Rights.ts"
import { OptionalBody } from "../pipeline/Validation.ts"
import { ownParameterExamples, parameterExamples } from "./Examples.ts"
import { conditions, headers } from "./Headers.ts"
import type { Json, Schemas } from "./Schemas.ts"

/** An endpoint with the schemas of its answers by status. */
interface Reflected {
  readonly endpoint: HttpApiEndpoint.Top
  readonly group: HttpApiGroup.Top
  readonly successes: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
  readonly errors: ReadonlyMap<number, ReadonlyArray<Schema.Top>>
}

const problemType = "application/problem+json"
const rateHeaders = ["RateLimit", "RateLimit-Policy"]
const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` })

export const makeOperations = (schemas: Schemas) => {
  const components: { readonly headers: Json; readonly responses: Json } = { headers: {}, responses: {} }

  const headersOf = (names: ReadonlyArray<string>) =>
    Object.fromEntries(
      names.map((name) => {
        components.headers[name] = headers[name]
        return [name, ref("headers", name)]
      })
    )

  /** The component for these kinds of problems. All have one schema; the description lists their codes. */
  const problemOf = (status: number, kinds: ReadonlyArray<Schema.Top>): Json => {
    const titles = new Map(kinds.map((kind) => [codeOf(kind), SchemaAST.resolveDescription(kind.ast)]))
    const name = [...titles.keys()].toSorted().map(pascalCase).join("Or")
    components.responses[name] ??= {
      description: Array.from(titles, ([code, title]) => `\`${code}\`: ${title}.`).join(" "),
      headers: headersOf([
        "X-Request-Id",
        ...(status === 401 ? ["WWW-Authenticate"] : rateHeaders),
        ...(status === 429 || status === 503 || titles.has("idempotency_in_progress") ? ["Retry-After"] : [])
      ]),
      content: { [problemType]: { schema: ref("schemas", "Problem") } }
    }
    return ref("responses", name)
  }

  /** A successful answer, with these headers and the headers that its schema declares. */
  const successOf = (schema: Schema.Top, ofEveryAnswer: ReadonlyArray<string>): Json => {
    const body = bodyOfAnswer(schema)
    const declared = HttpApiSchema.isWithHeaders(schema)
      ? propertiesOf(schema.headers.ast).map(({ name }) => headerName(name))
      : []
    return {
      ...(HttpApiSchema.isNoContent(body.ast)
        ? { description: "Done. There is no body." }
        : {
            description: SchemaAST.resolveDescription(body.ast),
            content: { "application/json": { schema: schemas.answer(body) } }
          }),
      headers: headersOf([...ofEveryAnswer, ...declared])
    }
  }

  /** The answers of an operation, by status. */
  const responsesOf = ({ endpoint, errors, successes }: Reflected): Json => {
    const { middlewares, payload } = endpoint
    const isSecured = middlewares.has(Authorization)
    const ofEveryAnswer = ["X-Request-Id", ...(isSecured ? rateHeaders : [])]
    const replayed = middlewares.has(Idempotent) ? [headerName(replayedHeader)] : []
    const responses: Json = {}
    for (const [status, [schema]] of successes) {
      if (schema !== undefined) responses[status] = successOf(schema, [...ofEveryAnswer, ...replayed])
    }
    if (successes.size === 0)
      responses["200"] = { ...file, headers: headersOf([...ofEveryAnswer, "Content-Disposition"]) }
    if (isTagged(endpoint, responses)) {
      responses["304"] = {
        description: "The caller has the current version.",
        headers: headersOf([...ofEveryAnswer, "ETag"])
      }
    }
    for (const [status, kinds] of errors) {
      // Middlewares declare answers about a body for all their endpoints.
      if (payload.size > 0 || (status !== 413 && status !== 415)) responses[status] = problemOf(status, kinds)
    }
    // The answer to a defect, which endpoints do not declare.
    if (isSecured) responses["500"] = problemOf(500, [Internal])
    return responses
  }

  /** The OpenAPI operation of an endpoint. */
  const operationOf = (reflected: Reflected): Json => {
    const { endpoint, group } = reflected
    const { annotations, middlewares, payload } = endpoint
    const operationId = `${group.identifier}.${endpoint.identifier}`
    const parameters = parametersOf(schemas, operationId)
    const responses = responsesOf(reflected)
    return {
      tags: [Context.getUnsafe(group.annotations, OpenApi.Title)],
      operationId,
      ...roleOf(group, endpoint),
      parameters: [
        ...parameters("path", endpoint.params),
        ...parameters("header", endpoint.headers),
        ...parameters("query", endpoint.query),
        ...(isTagged(endpoint, responses) ? [conditions["IfNoneMatch"]] : []),
        ...(middlewares.has(Idempotent) ? [conditions["IdempotencyKey"]] : [])
      ],
      // Other operations have the security of the document.
      ...(middlewares.has(Authorization) ? {} : { security: [] }),
      responses,
      description: Context.getUnsafe(annotations, OpenApi.Description),
      summary: Context.getUnsafe(annotations, OpenApi.Summary),
      ...(payload.size === 0 ? {} : { requestBody: requestBodyOf(schemas, endpoint) })
    }
  }

  return { components, operationOf }
}

/** Whether the answer to a GET has an entity tag, so that a caller may ask for changes only. */
const isTagged = ({ method }: HttpApiEndpoint.Top, responses: Json): boolean =>
  method === "GET" && responses["200"]?.headers.ETag !== undefined

/** Makes the function that describes parameters of an operation, with the types of their values, and not with their text form. */
const parametersOf =
  (schemas: Schemas, operationId: string) => (place: "path" | "header" | "query", schema: Schema.Top | undefined) =>
    (schema === undefined ? [] : propertiesOf(schema.ast)).map(({ name, type }) => {
      const { description, ...shown } = schemas.parameter(type)
      const parameter = place === "header" ? headerName(name) : name
      const examples = { ...parameterExamples, ...ownParameterExamples[operationId] }
      return {
        name: parameter,
        in: place,
        required: !SchemaAST.isOptional(SchemaAST.toEncoded(type)),
        description,
        ...(shown["type"] === "array" ? { style: "form", explode: false } : {}),
        schema: { ...shown, ...defaultOf(type) },
        ...(Object.hasOwn(examples, parameter) ? { example: examples[parameter] } : {})
      }
    })

/** The body that an endpoint takes, by its media type. */
const requestBodyOf = (schemas: Schemas, { annotations, payload }: HttpApiEndpoint.Top): Json => ({
  content: Object.fromEntries(
    Array.from(payload, ([type, body]) => {
      const [schema] = body.schemas
      const isJson = type === "application/json" && schema !== undefined
      return [
        type,
        { schema: isJson ? schemas.request(schema) : bytes, example: Context.get(annotations, BodyExample) }
      ]
    })
  ),
  required: !Context.get(annotations, OptionalBody)
})

/** The least role that may call the operation. */
const roleOf = (group: HttpApiGroup.Top, endpoint: HttpApiEndpoint.Top) => {
  const right = rightOf(group.identifier, endpoint.identifier)
  return right === undefined ? {} : { "x-role": right.role }
}

/** The schema of an answer's body. */
export const bodyOfAnswer = (schema: Schema.Top): Schema.Top =>
  HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema

const bytes = { type: "string", format: "binary" }
const file = {
  description: "The bytes of the file, to be saved rather than shown in a browser.",
  content: { "application/octet-stream": { schema: bytes } }
}

const propertiesOf = (ast: SchemaAST.AST) =>
  SchemaAST.isObjects(ast) ? ast.propertySignatures.map(({ name, type }) => ({ name: String(name), type })) : []

/** The default of a parameter that is required after decoding. */
const defaultOf = (type: SchemaAST.AST) => {
  const value = Schema.decodeUnknownOption(Schema.Struct({ value: Schema.make<Schema.Codec<unknown>>(type) }))({})
  return Option.isSome(value) && value.value.value !== undefined ? { default: value.value.value } : {}
}

/** The value of the field `code` of a problem. */
const codeOf = ({ ast }: Schema.Top): string => {
  const code = propertiesOf(SchemaAST.toEncoded(ast)).find(({ name }) => name === "code")
  if (code === undefined || !SchemaAST.isLiteral(code.type)) throw new Error("A problem needs a code")
  return String(code.type.literal)
}

const pascalCase = (code: string) => code.replaceAll(/(?:^|_)(\w)/gu, (_, letter: string) => letter.toUpperCase())

/** The header name as the RFCs spell it: `ETag`, `If-Match`. */
const headerName = (name: string): string =>
  name === "etag" ? "ETag" : name.replaceAll(/(?:^|-)\w/gu, (letter) => letter.toUpperCase())
