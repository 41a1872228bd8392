/**
 * Writes the operations of the client and their types, and the types of the same methods in process for
 * `@mailroom/node`, from the OpenAPI document: `npm run openapi`. Tests compare them with the document.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { methodNameOf, remoteResources, withoutMethod } from "../http/src/MethodNames.ts"
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
  readonly headers?: Readonly<Record<string, unknown>>
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

/**
 * The POSTs that are idempotent by their content (contract, section 1, "retries"): always (`once`), or when the input
 * has the field (`once:field`). They need no `Idempotency-Key`, which would cost the server more work.
 */
const onceBy: Readonly<Record<string, string>> = {
  "activity.record": "once",
  "billing.record": "once:reference",
  "intake.receive": "once",
  "mailboxes.sync": "once",
  "sends.discard": "once"
}
const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : resolved(components.schemas[nameOf(schema.$ref)] ?? {})

interface Method {
  readonly resource: string
  readonly name: string
  /** The operation in the table that the client reads at run time. */
  readonly line: string
  /** The declaration of the method in the client. */
  readonly signature: string
  /** The declaration of the method in process. */
  readonly inProcess: string
  /** The declaration of the query's type; empty if the operation has no query. */
  readonly query: string
}

const methodOf = (path: string, method: string, operation: Operation): Method => {
  const { description, operationId, parameters = [], summary } = operation
  const [resource, name] = methodNameOf(operationId)
  // The method of a page takes a single object with all parameters, as in process.
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
  const text = comment([summary, description].filter(Boolean).join("\n\n"))
  const documented = (args: ReadonlyArray<string>, result: string) =>
    `${text}readonly ${name}: (${args.join(", ")}) => ${result}\n`
  const { answer, isPage, isTagged } = resultOf(operation)
  return {
    resource,
    name,
    line: [method.toUpperCase(), route, ...(kind === "none" ? [] : [kind]), ...flags].join(" "),
    signature:
      "304" in operation.responses
        ? `${text}readonly ${name}: Reads<[${[...ids, ...args].join(", ")}], ${answer}>\n`
        : documented([...ids, ...args, `options?: ${options}`], `${isPage ? "Pages" : "Call"}<${answer}>`),
    inProcess: documented(
      [...ids, ...args, ...(has("if-match") ? ["options?: WriteOptions"] : [])],
      `${isPage ? "Pages" : isTagged ? "Tagged" : "Promise"}<${answer}>`
    ),
    query: kind === "file" || kind === "mail" || kind === "query" ? declare(queryName, queryOf(inputs)) : ""
  }
}

/** The arguments of a method between its ids and its options. */
const inputOf = ({ requestBody }: Operation, inputs: ReadonlyArray<Parameter>, queryName: string) => {
  const {
    "application/json": body,
    "application/octet-stream": file,
    "message/rfc822": mail
  } = requestBody?.content ?? {}
  if (file !== undefined) return { kind: "file", args: ["file: FileBytes", `query: ${queryName}`] }
  if (mail !== undefined) return { kind: "mail", args: ["mail: Mail", `query?: ${queryName}`] }
  if (body !== undefined && hasFields(resolved(body.schema))) {
    // If the query can contain the same data, then body or query is required: in the client, the body.
    const isRequired = requestBody?.required === true || inputs.length > 0
    return { kind: "body", args: [`input${isRequired ? "" : "?"}: ${typeOf(body.schema)}`] }
  }
  if (inputs.length === 0) return { kind: "none", args: [] }
  return { kind: "query", args: [`query${inputs.some(({ required }) => required) ? "" : "?"}: ${queryName}`] }
}

/** Whether a body has fields. The body of an operation without a body may be declared as an empty object. */
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
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? []
  const schema = response?.content?.["application/json"]?.schema
  if (schema === undefined) return { answer: "void", isPage: false, isTagged: false }
  const { properties: fields = {} } = resolved(schema)
  const isPage = "data" in fields && ("has_more" in fields || "offset" in fields)
  return {
    answer: typeOf(schema),
    isPage,
    isTagged: Object.keys(response?.headers ?? {}).some((name) => name.toLowerCase() === "etag")
  }
}

const methods = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, operation]) => !withoutMethod.has(operation.operationId))
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

const interfaceOf = (resource: string) => `${capitalized(resource)}Methods`
const declareMethods = (resource: string, signatures: ReadonlyArray<string>) =>
  `export interface ${interfaceOf(resource)} {\n${indented(signatures.join(""))}}\n`
const declareResources = (name: string, all: typeof resources) => {
  const properties = all.map(([resource]) => `readonly ${resource}: ${interfaceOf(resource)}\n`)
  return `/** The methods of each resource. */\nexport interface ${name} {\n${indented(properties.join(""))}}\n`
}
const schemas = Object.entries(components.schemas).toSorted(byName)

const types = () =>
  [
    `${header}/* oxlint-disable max-lines */`,
    `import type { Call, CallOptions, FileBytes, Mail, Pages, PostOptions, Reads, WriteOptions } from "../Call.ts"\n`,
    declareResources("Client", resources),
    ...resources.map(([resource, methods = []]) =>
      declareMethods(
        resource,
        methods.map(({ signature }) => signature)
      )
    ),
    ...methods.map(({ query }) => query).filter(Boolean),
    ...schemas.map(([name, schema]) => declare(name, schema))
  ].join("\n")

/** The schemas that these texts mention. */
const schemasIn = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const words = new Set(texts.flatMap((text) => text.replaceAll(/^\s*\/?\*.*$/gmu, "").match(/\b[A-Z]\w*/gu) ?? []))
  return schemas.map(([name]) => name).filter((name) => words.has(name))
}

/** These schemas, and all schemas that they mention. */
const withMentioned = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const texts = schemas.filter(([name]) => names.includes(name)).map(([name, schema]) => declare(name, schema))
  const all = schemasIn([...names, ...texts])
  return all.length === names.length ? all : withMentioned(all)
}

/** The methods in process. Their inputs and answers have the types of the client. */
const typesInProcess = () => {
  const local = resources.filter(([resource]) => !remoteResources.has(resource))
  const methods = local.flatMap(([, methods = []]) => methods)
  const interfaces = local.map(([resource, methods = []]) =>
    declareMethods(
      resource,
      methods.map(({ inProcess }) => inProcess)
    )
  )
  const queries = methods.flatMap(({ query }) => query.match(/(?<=^export \w+ )\w+/mu) ?? [])
  const named = [...queries, ...schemasIn(interfaces)].toSorted()
  const mentioned = schemasIn([...interfaces, ...methods.map(({ query }) => query)])
  const all = [...queries, ...withMentioned(mentioned)].toSorted()
  const listed = (names: ReadonlyArray<string>) => `{\n${indented([...new Set(names)].join(",\n"))}\n}`
  return [
    `${header}/* oxlint-disable max-lines */`,
    `import type ${listed(named)} from "@mailroom/client"`,
    `import type { FileBytes, Mail, Pages, Tagged, WriteOptions } from "../Call.ts"\n`,
    `export type ${listed(all)} from "@mailroom/client"\n`,
    declareResources("Resources", local),
    ...interfaces
  ].join("\n")
}

/** The generated files, by their path below `packages`. */
export const files: Readonly<Record<string, string>> = {
  "client/src/generated/operations.ts": operations(),
  "client/src/generated/types.ts": types(),
  "node/src/generated/types.ts": typesInProcess()
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(import.meta.dirname, "..", name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
