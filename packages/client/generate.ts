/**
 * Writes the operations of the client and their types, from the OpenAPI document: `npm run openapi`. A test compares
 * them with the document.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { comment, declare, indented, nameOf, type Schema, typeOf } from "./schemas.ts"

interface Parameter {
  readonly description?: string
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
  readonly required?: boolean
}
interface Operation {
  readonly description?: string
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
  readonly summary: string
}
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const header = "// Made by `npm run openapi` from the OpenAPI document: do not change it here.\n"
const document: Document = JSON.parse(readFileSync(new URL("../http/openapi.json", import.meta.url), "utf8"))
const { components, paths } = document

/** Where a method has another name than its operation: the name of the same use case in process. */
const renamed: Readonly<Record<string, string>> = {
  "analytics.log": "activity.log",
  "analytics.overview": "overview.summary",
  "analytics.overviewByAccount": "overview.byAccount",
  "analytics.overviewByCampaign": "overview.byCampaign",
  "analytics.overviewEvents": "overview.events",
  "auth.create": "keys.create",
  "auth.find": "keys.find",
  "auth.page": "keys.list",
  "auth.revoke": "keys.revoke",
  "auth.rotate": "keys.rotate",
  "auth.session": "session.find",
  "leads.tag": "tags.assign"
}
/**
 * POSTs that do once what they are asked for twice, by what they contain (contract, section 1, "retries"): always (`once`),
 * or where the input has the field (`once:field`). They need no `Idempotency-Key`, with which the server does more work.
 */
const onceBy: Readonly<Record<string, string>> = {
  "activity.record": "once",
  "billing.record": "once:reference",
  "intake.receive": "once"
}
/** `attachments.open` is not called: the `url` of an attachment is signed, and every program can open it. */
const leftOut = new Set(["attachments.open"])

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(components.schemas[nameOf(schema.$ref)] ?? {})

interface Method {
  readonly resource: string
  readonly name: string
  /** What the runtime reads. */
  readonly line: string
  /** What the compiler reads. */
  readonly signature: string
  /** The query's type, if the operation has one. */
  readonly query: string
}

const methodOf = (path: string, method: string, operation: Operation): Method => {
  const { description, operationId, parameters = [], summary } = operation
  const [resource = "", name = ""] = (renamed[operationId] ?? operationId).replace(/\.page$/u, ".list").split(".")
  // A page takes all in one object, as in process.
  const isInput = ({ in: place }: Parameter) => place === "query" || (place === "path" && operationId.endsWith(".page"))
  const inputs = parameters.filter(isInput)
  const places = parameters.filter((parameter) => parameter.in === "path" && !isInput(parameter))
  const route = path.replaceAll(/\{(\w+)\}/gu, (_, name) =>
    places.some((place) => place.name === name) ? `:${name}` : `{${snakeCase(name)}}`
  )
  const has = (header: string) => parameters.some(({ name }) => name.toLowerCase() === header)
  const once = onceBy[operationId]
  const isKeyed = has("idempotency-key") && once !== "once"
  const kinds = [...(isKeyed ? ["PostOptions"] : []), ...(has("if-match") ? ["WriteOptions"] : [])]
  const options = kinds.join(" & ") || "CallOptions"
  const flags = [...(isKeyed ? ["keyed"] : []), ...(once === undefined ? [] : [once])]

  const queryName = `${capitalized(resource)}${capitalized(name)}Query`
  const { args, kind } = inputOf(operation, inputs, queryName)
  const ids = places.map(({ name, schema }) => `${name}: ${typeOf(schema)}`)
  const signature = `(${[...ids, ...args, `options?: ${options}`].join(", ")}) => ${resultOf(operation)}`
  return {
    resource,
    name,
    line: [method.toUpperCase(), route, ...(kind === "none" ? [] : [kind]), ...flags].join(" "),
    signature: `${comment([summary, description].filter(Boolean).join("\n\n"))}readonly ${name}: ${signature}\n`,
    query: kind === "mail" || kind === "query" ? declare(queryName, queryOf(inputs)) : ""
  }
}

/** What a method takes between ids and options. */
const inputOf = ({ requestBody }: Operation, inputs: ReadonlyArray<Parameter>, queryName: string) => {
  const { "application/json": body, "message/rfc822": mail } = requestBody?.content ?? {}
  if (mail !== undefined) return { kind: "mail", args: ["mail: Mail", `query?: ${queryName}`] }
  if (body !== undefined && hasFields(resolved(body.schema))) {
    // Where the query can say the same, one of both is required: here the body.
    const isRequired = requestBody?.required === true || inputs.length > 0
    return { kind: "body", args: [`input${isRequired ? "" : "?"}: ${typeOf(body.schema)}`] }
  }
  if (inputs.length === 0) return { kind: "none", args: [] }
  return { kind: "query", args: [`query${inputs.some(({ required }) => required) ? "" : "?"}: ${queryName}`] }
}

/** The body of an operation that needs none may be an empty object. */
const hasFields = ({ anyOf, properties }: Schema) => anyOf !== undefined || properties !== undefined

const queryOf = (inputs: ReadonlyArray<Parameter>): Schema => ({
  type: "object",
  properties: Object.fromEntries(
    inputs.map(({ description, name, schema }) => [
      snakeCase(name),
      description === undefined ? schema : { ...schema, description }
    ])
  ),
  required: inputs.filter(({ required }) => required).map(({ name }) => snakeCase(name))
})

const resultOf = ({ responses }: Operation) => {
  const [, answer] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? []
  const schema = answer?.content?.["application/json"]?.schema
  if (schema === undefined) return "Call<void>"
  const { properties: fields = {} } = resolved(schema)
  const isPage = "data" in fields && ("has_more" in fields || "offset" in fields)
  return `${isPage ? "Pages" : "Call"}<${typeOf(schema)}>`
}

const methods = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, operation]) => !leftOut.has(operation.operationId))
    .map(([method, operation]) => methodOf(path, method, operation))
)
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)
const resources = Object.entries(Object.groupBy(methods, ({ resource }) => resource)).toSorted(byName)

const operations = () => {
  const groups = resources.map(([resource, methods = []]) => {
    const lines = methods.map(({ line, name }) => `${name}: ${JSON.stringify(line)}`)
    return `${resource}: {\n${indented(lines.join(",\n"))}\n}`
  })
  return `${header}
/**
 * Method, path and kind of input of each operation. \`:id\` is an argument, \`{id}\` a field of the input; \`keyed\`
 * takes an \`Idempotency-Key\`; \`once\` changes nothing the second time, without a key; \`once:field\` where the input has the
 * field.
 */
export const operations = {
${indented(groups.join(",\n"))}
}
`
}

const types = () => {
  const nameOf = (resource: string) => `${capitalized(resource)}Methods`
  const client = resources.map(([resource]) => `readonly ${resource}: ${nameOf(resource)}\n`)
  const interfaces = resources.map(([resource, methods = []]) => {
    const signatures = methods.map(({ signature }) => signature)
    return `export interface ${nameOf(resource)} {\n${indented(signatures.join(""))}}\n`
  })
  const schemas = Object.entries(components.schemas).toSorted(byName)
  return [
    `${header}/* oxlint-disable max-lines */`,
    `import type { Call, CallOptions, Mail, Pages, PostOptions, WriteOptions } from "../Call.ts"\n`,
    `/** The methods of each resource. */\nexport interface Client {\n${indented(client.join(""))}}\n`,
    ...interfaces,
    ...methods.map(({ query }) => query).filter(Boolean),
    ...schemas.map(([name, schema]) => declare(name, schema))
  ].join("\n")
}

/** The files of `src/generated`, by name. */
export const files: Readonly<Record<string, string>> = { "operations.ts": operations(), "types.ts": types() }

if (import.meta.main) {
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(import.meta.dirname, "src/generated", name), text)
  }
}
