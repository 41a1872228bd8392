/** The parts of an OpenAPI 3.1 document that the page shows. */

/** A JSON Schema (OpenAPI 3.1, 4.8.24). */
export interface Schema {
  /** The name of the component, if the schema was a reference. */
  readonly component?: string
  readonly type?: string | ReadonlyArray<string>
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly default?: unknown
  readonly example?: unknown
  readonly examples?: ReadonlyArray<unknown>
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly required?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly allOf?: ReadonlyArray<Schema>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
}

interface WithExamples {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>
  readonly schema?: Schema
}

export interface Parameter extends WithExamples {
  readonly name: string
  readonly in: "path" | "query" | "header" | "cookie"
  readonly description?: string
  readonly required?: boolean
  readonly explode?: boolean
}

export interface MediaType extends WithExamples {}

export interface Body {
  readonly description?: string
  readonly content?: Readonly<Record<string, MediaType>>
  readonly headers?: Readonly<Record<string, Omit<Parameter, "name" | "in">>>
}

type Security = ReadonlyArray<Readonly<Record<string, unknown>>>

interface Described {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly tags?: ReadonlyArray<string>
  readonly security?: Security
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: Body
  readonly responses?: Readonly<Record<string, Body>>
}

const methods = ["get", "post", "put", "patch", "delete"] as const

type PathItem = { readonly [method in (typeof methods)[number]]?: Described } & Pick<Described, "parameters">

interface OpenApi {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly tags?: ReadonlyArray<{
    readonly name: string
    readonly description?: string
    /** Pages of the folder `docs`, the most useful one first. Documents of others have none. */
    readonly "x-guides"?: ReadonlyArray<string>
  }>
  readonly security?: Security
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks?: Readonly<Record<string, PathItem>>
}

export interface Operation extends Described {
  /** The id of the operation in links. */
  readonly id: string
  readonly method: string
  /** The path, or the name of the webhook. */
  readonly path: string
  readonly isWebhook: boolean
  readonly needsKey: boolean
  readonly summary: string
  readonly parameters: ReadonlyArray<Parameter>
  /** The guides of its group. */
  readonly guides: ReadonlyArray<string>
}

export interface Reference extends Pick<OpenApi, "info"> {
  readonly groups: ReadonlyArray<{
    readonly name: string
    readonly description?: string | undefined
    readonly guides: ReadonlyArray<string>
    readonly operations: ReadonlyArray<Operation>
  }>
}

type Json = Record<string, any>

/** The value at a JSON pointer. If the value is a reference, follows it. */
const find = (root: Json, pointer: string): Json => {
  const keys = pointer.slice(2).split("/")
  const value = keys.reduce((node, key) => node[key.replaceAll("~1", "/").replaceAll("~0", "~")], root)
  return typeof value["$ref"] === "string" ? find(root, value["$ref"]) : value
}

/** Replaces each reference by an object that inherits from its target. So a schema may contain itself. */
const linked = (root: Json) => {
  const link = (parent: Json) => {
    for (const [key, child] of Object.entries(parent)) {
      if (typeof child !== "object" || child === null) continue
      if (typeof child.$ref === "string") {
        const { $ref, ...beside } = child
        const component = $ref.slice($ref.lastIndexOf("/") + 1)
        parent[key] = Object.assign(Object.create(find(root, $ref)), { component }, beside)
      } else link(child)
    }
  }
  link(root)
  return root as OpenApi
}

const guidesOf = (tags: OpenApi["tags"], name: string | undefined) =>
  tags?.find((tag) => tag.name === name)?.["x-guides"] ?? []

const operationsOf = (
  { security = [], tags }: OpenApi,
  paths: Readonly<Record<string, PathItem>>,
  isWebhook: boolean
) =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method): ReadonlyArray<Operation> => {
      const operation = item[method]
      if (operation === undefined) return []
      return [
        {
          ...operation,
          id: operation.operationId ?? `${method}${path}`,
          method: method.toUpperCase(),
          path,
          isWebhook,
          // An empty requirement means that no key is needed (OpenAPI 3.1, 4.8.30).
          needsKey: !isWebhook && (operation.security ?? security).some((scheme) => Object.keys(scheme).length > 0),
          summary: operation.summary ?? path,
          parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
          guides: guidesOf(tags, operation.tags?.[0])
        }
      ]
    })
  )

/** Reads a document as groups of operations, in the order of its tags. */
export const read = (json: Json): Reference => {
  const document = linked(json)
  const { info, paths, tags = [], webhooks = {} } = document
  const operations = [...operationsOf(document, paths, false), ...operationsOf(document, webhooks, true)]
  const byTag = Map.groupBy(operations, ({ tags }) => tags?.[0] ?? "Other")
  const names = new Set([...tags.map(({ name }) => name), ...byTag.keys()])
  return {
    info,
    groups: [...names].map((name) => ({
      name,
      description: tags.find((tag) => tag.name === name)?.description,
      guides: guidesOf(tags, name),
      operations: byTag.get(name) ?? []
    }))
  }
}
