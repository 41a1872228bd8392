/** Descriptions of fields, which the OpenAPI document shows. */
import { Schema } from "effect"

/**
 * Adds a description, in Markdown, to the schema of a field. Types get their descriptions by `annotate`; a field
 * without `described` shows the description of its type.
 */
export const described = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] =>
  // The document shows the encoded side, which does not inherit descriptions from the decoded side.
  schema.ast.encoding === undefined
    ? Schema.annotateKey({ description })(schema)
    : Schema.annotateEncoded({ description })(schema)

/**
 * Lists default values as text for a description. They are not declared with the schema keyword `default`, because code
 * generators would then make the fields required.
 */
export const defaultsOf = (defaults: object): string =>
  `Defaults: ${Object.entries(defaults)
    .map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``)
    .join(", ")}.`
