/** Descriptions of fields: the OpenAPI document shows them. */
import { Schema } from "effect"

/**
 * The schema of a field with its description, in Markdown. Describe a type itself by `annotate`: a field of it without
 * a description of its own has that one.
 */
export const described = <S extends Schema.Top>(schema: S, description: string): S["Rebuild"] =>
  // The document shows the encoded side, which does not inherit from the decoded one.
  schema.ast.encoding === undefined
    ? Schema.annotateKey({ description })(schema)
    : Schema.annotateEncoded({ description })(schema)
