/** Examples of bodies, composed of the examples of their fields and types: the third argument of `described`. */
import { type Schema, SchemaAST } from "effect"
import { jsonSide, keyAnnotationsOf } from "./Schemas.ts"

/** The example of a body. Fails with the path of a field that has none, such as `ReplyTemplate.body`. */
export const composed = (schema: Schema.Top, name: string): unknown => exampleOf(schema.ast, name)

/** An own example counts before the one that its parts make. */
const exampleOf = (from: SchemaAST.AST, path: string): unknown => {
  const ast = jsonSide(from)
  for (const annotations of [keyAnnotationsOf(from), SchemaAST.resolve(ast), SchemaAST.resolve(from)])
    if (annotations?.["example"] !== undefined) return annotations["example"]
  if (SchemaAST.isLiteral(ast)) return ast.literal
  if (SchemaAST.isUnion(ast) && ast.types[0] !== undefined) return exampleOf(ast.types[0], path)
  if (SchemaAST.isArrays(ast) && ast.rest[0] !== undefined) return [exampleOf(ast.rest[0], path)]
  if (!SchemaAST.isObjects(ast) || ast.propertySignatures.length === 0)
    throw new Error(`${path} has no example: described(schema, text, example)`)
  return Object.fromEntries(
    ast.propertySignatures
      .filter(({ type }) => !isLeftOut(type))
      .map(({ name, type }) => [name, exampleOf(type, `${path}.${String(name)}`)])
  )
}

/** A field that may be absent is in an example only if it has its own. */
const isLeftOut = (type: SchemaAST.AST) =>
  SchemaAST.isOptional(SchemaAST.toEncoded(type)) && keyAnnotationsOf(type)?.["example"] === undefined
