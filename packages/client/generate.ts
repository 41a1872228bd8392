/**
 * Writes the operations of the client and their types, from the OpenAPI document: `npm run openapi`. A test compares them with
 * the document.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

interface Schema {
  readonly $ref?: string
  readonly additionalProperties?: Schema | boolean
  readonly allOf?: ReadonlyArray<Schema>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly const?: unknown
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly items?: Schema
  readonly oneOf?: ReadonlyArray<Schema>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly type?: string | ReadonlyArray<string>
}
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
  "auth.page": "keys.list",
  "auth.revoke": "keys.revoke",
  "auth.rotate": "keys.rotate",
  "auth.session": "session.find",
  "leads.tag": "tags.assign"
}
/** `attachments.open` is not called: the `url` of an attachment is signed, and every program can open it. */
const leftOut = new Set(["attachments.open"])

const anything = "{ readonly [name: string]: unknown }"
const isNeeded = ({ required }: Parameter) => required === true
const unquoted = /^[A-Za-z_$][\w$]*$/u
const field = (name: string) => (unquoted.test(name) ? name : JSON.stringify(name))
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const union = (types: ReadonlyArray<string>) => [...new Set(types)].join(" | ")
const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf("/") + 1)
const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolve(components.schemas[nameOf(schema.$ref)] ?? {})

const comment = (...texts: ReadonlyArray<string | undefined>) => {
  const lines = texts.flatMap((text) => (text === undefined ? [] : text.trim().split("\n")))
  if (lines.length === 0) return ""
  return lines.length === 1 ? `/** ${lines[0]} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`
}
const indented = (text: string) => text.replaceAll(/^(?=.)/gmu, "  ")

const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return union(alternatives.map(typeOf))
  if (schema.type === undefined && schema.allOf !== undefined) return schema.allOf.map(typeOf).join(" & ")
  return union([schema.type ?? "unknown"].flat().map((type) => typeNamed(type, schema)))
}

const typeNamed = (type: string, schema: Schema): string => {
  if (type === "array") return `ReadonlyArray<${typeOf(schema.items ?? {})}>`
  if (type === "integer") return "number"
  if (type !== "object") return type
  if (schema.properties !== undefined) return objectOf(schema.properties, schema.required)
  const { additionalProperties: others } = schema
  const values = [...Object.values(schema.patternProperties ?? {}), ...(typeof others === "object" ? [others] : [])]
  return values.length === 0 ? anything : `{ readonly [name: string]: ${union(values.map(typeOf))} }`
}

const objectOf = (properties: Readonly<Record<string, Schema>>, required: ReadonlyArray<string> = []) => {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema)
    const rest = required.includes(name) ? `: ${type}` : `?: ${type} | undefined`
    return `${comment(schema.description)}readonly ${field(name)}${rest}\n`
  })
  return `{\n${indented(fields.join(""))}}`
}

const declare = (name: string, schema: Schema) => {
  const type = typeOf(schema)
  const start = type.startsWith("{") && schema.type === "object" ? `interface ${name} ` : `type ${name} = `
  return `${comment(schema.description)}export ${start}${type}\n`
}

const queryOf = (parameters: ReadonlyArray<Parameter>): Schema => ({
  type: "object",
  properties: Object.fromEntries(
    parameters.map(({ description = "", name, schema }) => [
      name,
      description === "" ? schema : { ...schema, description }
    ])
  ),
  required: parameters.filter(isNeeded).map(({ name }) => name)
})

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
  const [group = "", id = ""] = operation.operationId.split(".")
  const [resource = group, name = id] = (renamed[operation.operationId] ?? operation.operationId)
    .replace(/\.page$/u, ".list")
    .split(".")
  const { parameters = [] } = operation
  const has = (header: string) => parameters.some(({ name }) => name.toLowerCase() === header)
  const bodies = operation.requestBody?.content ?? {}
  const body = bodies["application/json"]?.schema
  const isMail = "message/rfc822" in bodies
  // A list of one campaign takes the campaign with its filters, as in process.
  const isInput = ({ in: place }: Parameter) =>
    place === "query" || (place === "path" && path === "/leads/campaign/{campaignId}")
  const inputs = parameters
    .filter(isInput)
    .map((input) => ({ ...input, name: input.name.replace("campaignId", "campaign_id") }))
  const places = parameters.filter((parameter) => parameter.in === "path" && !isInput(parameter))
  const hasBody = body !== undefined && typeOf(resolve(body)) !== anything
  // Where a body says the same as the query, the body is used.
  const hasQuery = inputs.length > 0 && body === undefined

  const queryName = `${capitalized(resource)}${capitalized(name)}Query`
  const options = `options?: ${has("if-match") ? "WriteOptions" : has("idempotency-key") ? "PostOptions" : "CallOptions"}`
  const isRequired = hasBody ? operation.requestBody?.required || inputs.length > 0 : inputs.some(isNeeded)
  const input = hasBody ? typeOf(body) : queryName
  const args = [
    ...places.map(({ name, schema }) => `${name}: ${typeOf(schema)}`),
    ...(isMail ? ["mail: Mail"] : []),
    ...(hasBody || hasQuery ? [`${hasBody ? "input" : "query"}${isRequired ? "" : "?"}: ${input}`] : []),
    options
  ]
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith("2")) ?? []
  const schema = answer?.content?.["application/json"]?.schema
  const answered = resolve(schema ?? {}).properties ?? {}
  const isPaged = "data" in answered && ("has_more" in answered || "offset" in answered)
  const result = `${isPaged ? "Pages" : "Call"}<${schema === undefined ? "void" : typeOf(schema)}>`

  const route = isMail || !hasQuery ? path : path.replace("/campaign/{campaignId}", "/campaign/{campaign_id}")
  const template = route.replaceAll(/\{(\w+)\}/gu, (whole, name) =>
    places.some((p) => p.name === name) ? `:${name}` : whole
  )
  const kind = isMail ? ["mail"] : hasBody ? ["body"] : hasQuery ? ["query"] : []
  return {
    resource,
    name,
    line: [method.toUpperCase(), template, ...kind, ...(has("idempotency-key") ? ["keyed"] : [])].join(" "),
    signature: `${comment(operation.summary, operation.description)}readonly ${name}: (${args.join(", ")}) => ${result}\n`,
    query: hasQuery ? declare(queryName, queryOf(inputs)) : ""
  }
}

const methods = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, operation]) => !leftOut.has(operation.operationId))
    .map(([method, operation]) => methodOf(path, method, operation))
)
const resources = Object.entries(Object.groupBy(methods, ({ resource }) => resource)).toSorted(([a], [b]) =>
  a < b ? -1 : 1
)

const operations = () => {
  const groups = resources.map(([resource, methods = []]) => {
    const lines = methods.map(({ line, name }) => `${name}: ${JSON.stringify(line)}`)
    return `${resource}: {\n${indented(lines.join(",\n"))}\n}`
  })
  return `${header}
/**
 * Method, path and kind of input of each operation. \`:id\` is an argument, \`{id}\` a field of the input; \`keyed\` takes an
 * \`Idempotency-Key\`.
 */
export const operations = {
${indented(groups.join(",\n"))}
}
`
}

const types = () => {
  const interfaces = resources.map(
    ([resource, methods = []]) =>
      `export interface ${capitalized(resource)}Methods {\n${indented(methods.map(({ signature }) => signature).join(""))}}\n`
  )
  const client = resources.map(([resource]) => `  readonly ${resource}: ${capitalized(resource)}Methods\n`)
  return [
    `${header}/* oxlint-disable max-lines */\nimport type { Call, CallOptions, Mail, Pages, PostOptions, WriteOptions } from "../Call.ts"\n`,
    `/** The methods of each resource. */\nexport interface Client {\n${client.join("")}}\n`,
    ...interfaces,
    ...methods.map(({ query }) => query).filter(Boolean),
    ...Object.entries(components.schemas)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => declare(name, schema))
  ].join("\n")
}

/** The files of `src/generated`, by name. */
export const files: Readonly<Record<string, string>> = { "operations.ts": operations(), "types.ts": types() }

if (import.meta.main) {
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(import.meta.dirname, "src/generated", name), text)
  }
}
