/** Writes the tools from the OpenAPI document: `npm run openapi`. A test compares them with the document. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { changes, reads } from "./src/choice.ts"
import { limits } from "./src/limits.ts"
import type { InputSchema, Tool } from "./src/Tool.ts"

type Schema = Readonly<Record<string, unknown>>
interface Parameter {
  readonly description?: string
  readonly in: string
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}
interface Operation {
  readonly description?: string
  readonly operationId: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly summary: string
}
interface Document {
  readonly info: { readonly version: string }
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const document: Document = JSON.parse(readFileSync(new URL("../http/openapi.json", import.meta.url), "utf8"))
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)

/** A schema with the schemas that it refers to in their places. */
const inlined = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inlined)
  if (typeof value !== "object" || value === null) return value
  const { $ref, ...own } = value as Schema
  const target =
    typeof $ref === "string" ? inlined(document.components.schemas[$ref.slice("#/components/schemas/".length)]) : {}
  const fields = Object.entries(own).map(([name, field]) => [name, inlined(field)])
  return { ...(target as Schema), ...Object.fromEntries(fields) }
}

/** The schema of a parameter. A page is smaller than the API allows. */
const schemaOf = ({ description, name, schema }: Parameter): object => {
  const own = { ...(inlined(schema) as Schema), ...(description !== undefined && { description }) }
  return name === "limit" ? { ...own, maximum: limits.rows, default: limits.defaultRows } : own
}

const toolOf = (path: string, method: string, operation: Operation): Tool => {
  const { description, operationId, parameters = [], requestBody, summary } = operation
  const change = changes[operationId]
  const fields = parameters.filter((parameter) => parameter.in === "path" || parameter.in === "query")
  const body = inlined(requestBody?.content["application/json"]?.schema ?? {}) as Partial<InputSchema>
  return {
    name: snakeCase(operationId).replaceAll(".", "_"),
    operation: operationId,
    title: summary,
    description: [`${summary}.`, description, change?.consequence].filter(Boolean).join(" "),
    method: method.toUpperCase(),
    path: path.replaceAll(/\{(\w+)\}/gu, (_, name) => `{${snakeCase(name)}}`),
    query: fields.filter((parameter) => parameter.in === "query").map(({ name }) => snakeCase(name)),
    annotations: {
      readOnlyHint: change === undefined,
      destructiveHint: change?.isDestructive ?? false,
      idempotentHint: change?.isIdempotent ?? true,
      openWorldHint: change?.isOpenWorld ?? false
    },
    inputSchema: {
      type: "object",
      properties: {
        ...Object.fromEntries(fields.map((parameter) => [snakeCase(parameter.name), schemaOf(parameter)])),
        ...body.properties
      },
      required: [
        ...fields.filter(({ required }) => required).map(({ name }) => snakeCase(name)),
        ...(body.required ?? [])
      ],
      additionalProperties: false
    }
  }
}

const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [operation.operationId, () => toolOf(path, method, operation)] as const
    )
  )
)

/** The tools, in the order of the choice. */
export const tools: ReadonlyArray<Tool> = [...reads, ...Object.keys(changes)].map((id) => {
  const make = operations.get(id)
  if (make === undefined) throw new Error(`The API has no operation ${id}`)
  return make()
})

/** The text of the generated file. */
export const text = `// Made by \`npm run openapi\` from the OpenAPI document: do not change it here.
/* oxlint-disable max-lines */
import type { Tool } from "../Tool.ts"

export const version = ${JSON.stringify(document.info.version)}

export const tools: ReadonlyArray<Tool> = ${JSON.stringify(tools, null, 2)}
`

/** The generated file. */
export const file: string = join(import.meta.dirname, "src/generated/tools.ts")

if (import.meta.main) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
