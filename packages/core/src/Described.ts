/** Descriptions of fields, which the OpenAPI document shows. */
import { Schema } from "effect"

/**
 * Adds a description, in Markdown, to the schema of a field, and an example of its value, which examples of answers are
 * composed of. Examples are about the same lead, campaign and so on. Types get both by `annotate`; a field without its own
 * shows what its type has.
 */
export const described = <S extends Schema.Top>(schema: S, description: string, example?: unknown): S["Rebuild"] => {
  const annotations = { description, ...(example === undefined ? {} : { example }) }
  // The document shows the encoded side, which does not inherit annotations from the decoded side.
  return schema.ast.encoding === undefined
    ? Schema.annotateKey(annotations)(schema)
    : Schema.annotateEncoded(annotations)(schema)
}

/**
 * Lists default values as text for a description. They are not declared with the schema keyword `default`, because code
 * generators would then make the fields required.
 */
export const defaultsOf = (defaults: object): string =>
  `Defaults: ${Object.entries(defaults)
    .map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``)
    .join(", ")}.`
