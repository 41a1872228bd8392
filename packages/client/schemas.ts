/** Converts the schemas of an OpenAPI document to TypeScript: the part of JSON Schema that Mailroom's document uses. */

export interface Schema {
  readonly $ref?: string
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: ReadonlyArray<Schema>
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly items?: Schema
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly type?: string
}

/** The name of the schema to which a reference points. */
export const nameOf = ($ref: string) => $ref.slice($ref.lastIndexOf("/") + 1)

export const indented = (text: string) => text.replaceAll(/^(?=.)/gmu, "  ")

export const comment = (text = "") => {
  if (text === "") return ""
  const lines = text.split("\n")
  return lines.length === 1
    ? `/** ${text} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */\n`
}

const union = (types: ReadonlyArray<string>) => [...new Set(types)].join(" | ")

export const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf !== undefined) return union(schema.anyOf.map(typeOf))
  if (schema.type === "array") return `ReadonlyArray<${typeOf(schema.items ?? {})}>`
  if (schema.type === "integer") return "number"
  if (schema.type !== "object") return schema.type ?? "unknown"
  return schema.properties === undefined ? recordOf(schema) : fieldsOf(schema.properties, schema.required)
}

const recordOf = ({ additionalProperties: others, patternProperties = {} }: Schema) => {
  const values = [...Object.values(patternProperties), ...(typeof others === "object" ? [others] : [])]
  return `{ readonly [name: string]: ${values.length === 0 ? "unknown" : union(values.map(typeOf))} }`
}

const fieldsOf = (properties: Readonly<Record<string, Schema>>, required: ReadonlyArray<string> = []) => {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const type = required.includes(name) ? `: ${typeOf(schema)}` : `?: ${typeOf(schema)} | undefined`
    return `${comment(schema.description)}readonly ${name}${type}\n`
  })
  return `{\n${indented(fields.join(""))}}`
}

/** An exported type with this name, and with the description of the schema. */
export const declare = (name: string, schema: Schema) => {
  const start = schema.type === "object" && schema.$ref === undefined ? `interface ${name}` : `type ${name} =`
  return `${comment(schema.description)}export ${start} ${typeOf(schema)}\n`
}
