/** Descriptions of fields: the OpenAPI document shows them. */
import { Schema } from "effect"

/**
 * The schema of a field with its description, in Markdown. A type gets its description by `annotate`; a field of that
 * type which is not `described` shows the description of the type.
 */
export const described = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] =>
  // The document shows the encoded side, which does not inherit from the decoded one.
  schema.ast.encoding === undefined
    ? Schema.annotateKey({ description })(schema)
    : Schema.annotateEncoded({ description })(schema)

/**
 * Names default values, for a description. They are not keywords of the schema: generators would make the fields
 * required.
 */
export const defaultsOf = (defaults: object): string =>
  `Defaults: ${Object.entries(defaults)
    .map(([name, value]) => `\`${name}: ${JSON.stringify(value)}\``)
    .join(", ")}.`
