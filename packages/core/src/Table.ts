/** Tables: what adapters, exports and imports know about stored rows. Each one is declared beside the schema of its rows. */
import { Schema, SchemaAST, Struct } from "effect"

type ItemType = "int" | "text" | "uuid"

/** The type of a column. `int[]`: a list of integers. `json`: an object, or a list of objects. */
export type ColumnType = ItemType | `${ItemType}[]` | "bool" | "instant" | "json"

export interface Column {
  readonly type: ColumnType
  /** Whether a stored row may lack the value: in Postgres, the column may be NULL. */
  readonly isNullable: boolean
  /** For a row without the value. `true`: the field is absent; `false`: the field is `null`. */
  readonly isOptional: boolean
}

/** The columns by name, in the order of the fields. */
export type Columns = Readonly<Record<string, Column>>

/** A table, or the schema of an object. */
export interface Described<Fields extends Schema.Struct.Fields = Schema.Struct.Fields> {
  readonly fields: Fields
}

/** The rows, or objects, of a table or a schema. */
export type RowOf<T> = T extends Described<infer Fields> ? Schema.Struct.Type<Fields> : never

export interface Table<Fields extends Schema.Struct.Fields = Schema.Struct.Fields> extends Described<Fields> {
  /** The name in the database. */
  readonly name: string
  /** The columns that identify a row in its organization. Rows are ordered by them. */
  readonly key: ReadonlyArray<string>
  /** The columns that never change once a row exists, beside the key. */
  readonly fixed: ReadonlyArray<string>
  /** The text column whose folded form is unique in an organization. Default: none. */
  readonly unique?: string
}

interface Options<Fields> {
  readonly key: ReadonlyArray<keyof Fields & string>
  /** Default: none. */
  readonly fixed?: ReadonlyArray<keyof Fields & string>
  readonly unique?: keyof Fields & string
}

/** The table of the rows that a schema describes. */
export const of = <Fields extends Schema.Struct.Fields>(
  name: string,
  { fields }: Schema.Struct<Fields>,
  { fixed = [], ...options }: Options<Fields>
): Table<Fields> => ({ name, fields, fixed, ...options })

/** A table without some of its columns. */
export const without = <Fields extends Schema.Struct.Fields, const Names extends ReadonlyArray<keyof Fields>>(
  table: Table<Fields>,
  names: Names
): Table<Omit<Fields, Names[number]>> => ({ ...table, fields: Struct.omit(table.fields, names) }) as never

/** A table with some of its columns only. */
export const only = <Fields extends Schema.Struct.Fields, const Names extends ReadonlyArray<keyof Fields>>(
  table: Table<Fields>,
  names: Names
): Table<Pick<Fields, Names[number]>> => ({ ...table, fields: Struct.pick(table.fields, names) }) as never

/** The columns of a table, or of a schema. */
export const columnsOf = ({ fields }: Described): Columns =>
  Object.fromEntries(Object.entries(fields).map(([name, { ast }]) => [name, columnOf(name, SchemaAST.toType(ast))]))

const columnOf = (name: string, ast: SchemaAST.AST): Column => {
  const [type, ...others] = new Set(valuesOf(ast).map(typeOf))
  if (type === undefined || others.length > 0) throw new Error(`No column can have the values of the field ${name}`)
  const isOptional = SchemaAST.isOptional(ast)
  return { type, isNullable: isOptional || membersOf(ast).some(SchemaAST.isNull), isOptional }
}

const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(membersOf) : [ast]

/** The values that are possible beside `null`. */
const valuesOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  membersOf(ast).filter((member) => !SchemaAST.isNull(member))

/** The type of a column with such values; `undefined` if there is none. */
const typeOf = (ast: SchemaAST.AST): ColumnType | undefined => {
  if (SchemaAST.isBoolean(ast)) return "bool"
  if (SchemaAST.isObjects(ast)) return "json"
  if (SchemaAST.isArrays(ast)) return listOf(ast)
  if (SchemaAST.isNumber(ast)) return "int"
  if (SchemaAST.isLiteral(ast)) return typeof ast.literal === "number" ? "int" : "text"
  if (!SchemaAST.isString(ast)) return undefined
  const formats = ast.checks?.map(({ annotations }) => annotations?.["format"]) ?? []
  return formats.includes("date-time") ? "instant" : formats.includes("uuid") ? "uuid" : "text"
}

const listOf = ({ rest }: SchemaAST.Arrays): ColumnType => {
  const [type] = rest.flatMap(valuesOf).map(typeOf)
  return type === "int" || type === "text" || type === "uuid" ? `${type}[]` : "json"
}
