/** Assigns the columns of a table of leads to fields, by their headers. */
import { Lead } from "@mailroom/core"
import { customFieldOf, fieldsOfColumns, isTimeZone, maximumFieldName } from "@mailroom/mail/columns"
import { same } from "@mailroom/mail/opt-outs"
import { Struct } from "effect"

type Field = Exclude<keyof Lead.NewLead, "custom_fields">

/**
 * Fields whose values are not free text, so only `--map` assigns a column to them: other products write other words for
 * the result of a verification.
 */
const chosenOnly: ReadonlyArray<Field> = ["verification_status", "chosen_sender"]

/** The user's choices for some columns, by header. */
export interface Choices {
  /** Each column with its field of the lead, or its custom field. */
  readonly map: ReadonlyArray<{ readonly header: string; readonly name: string }>
  readonly ignore: ReadonlyArray<string>
}

export interface Column {
  readonly header: string
  /** A field of the lead, or the name of a custom field; `null` for an ignored column. */
  readonly name: string | null
  readonly isCustom: boolean
}

/** Whether a column with this name is a field without `--map`. */
const isField = (name: string) => names.some((field) => field === name)

/** The columns in order, or why the table is not a list of leads. */
export const columnsOf = (
  headers: ReadonlyArray<string>,
  { ignore, map }: Choices = { ignore: [], map: [] }
): { readonly columns: ReadonlyArray<Column> } | { readonly fault: string } => {
  const unknown = [...map.map(({ header }) => header), ...ignore].find(
    (named) => !headers.some((header) => same(header, named))
  )
  if (unknown !== undefined) return { fault: `there is no column "${unknown}" among: ${headers.join(", ")}` }
  /** Names that columns get for certain. A guess must not give one of them to another column. */
  const taken = new Set([...map.map(({ name }) => name), ...headers.flatMap((header) => exportedName(header) ?? [])])
  const isOwnExport = readOnly.every((name) => headers.includes(name))
  const isIgnored = (header: string) => ignore.some((ignored) => same(header, ignored))
  // The field of each column, by its header. The columns that the user has named are not guessed.
  const guessed = fieldsOfColumns(
    headers.map((header) => (isIgnored(header) || map.some((choice) => same(header, choice.header)) ? "" : header)),
    taken
  )
  const columns = headers.map((header, index): Column => {
    if (isIgnored(header)) return { header, name: null, isCustom: false }
    const choice = map.find((choice) => same(header, choice.header))
    if (choice === undefined && isOwnExport && readOnly.includes(header)) return { header, name: null, isCustom: false }
    const name = choice?.name ?? nameOf(header, index, guessed[index], taken)
    const isChosen = choice !== undefined && chosenOnly.some((field) => field === name)
    return { header, name, isCustom: !isField(name) && !isChosen }
  })
  /** The columns that are not ignored, by their names, which must differ. */
  const seen = new Map<string, Column>()
  for (const column of columns) {
    if (column.name === null) continue
    const other = seen.get(column.name)
    if (other !== undefined) return { fault: ambiguous(column.name, other.header, column.header) }
    seen.set(column.name, column)
  }
  return seen.has("email")
    ? { columns }
    : {
        fault:
          // The list is last, because long messages are truncated.
          'there is no column for the e-mail address, such as Email; choose one with --map "COLUMN=email", ' +
          `among: ${headers.join(", ")}`
      }
}

/** The fault of a table with two columns for one name. */
const ambiguous = (name: string, one: string, other: string): string =>
  same(one, other)
    ? `there are two columns "${one}": rename one`
    : `which column is ${name}, "${one}" or "${other}"? Choose with --map "${one}=${name}", then the other becomes a custom ` +
      `field; or leave one out with --ignore "${other}"`

const names: ReadonlyArray<Field> = Struct.keys(
  Struct.omit(Lead.NewLead.fields, ["custom_fields", "verification_status", "chosen_sender"])
)
/**
 * The fields that only Mailroom sets, such as `id`. A table with all of them is an output of `mailroom leads export`, and
 * they do not become custom fields.
 */
const readOnly: ReadonlyArray<string> = Struct.keys(Lead.Lead.fields).filter((name) => !isField(name))
/** The custom field of a column that the console's export calls `custom.status`, because it has a column `status`, too. */
const exportedName = (header: string): string | undefined => {
  const [, name = ""] = /^custom\.([a-z][a-z\d_]{0,63})$/u.exec(header.trim()) ?? []
  return name === "" || isField(name) ? undefined : name
}

/**
 * The name of a column that the user did not map: the custom field of an exported column, the guessed `field`, or a
 * custom field from its header. A custom field with a name that is taken begins with `other_`.
 */
const nameOf = (header: string, index: number, field: string | undefined, taken: ReadonlySet<string>): string => {
  const exported = exportedName(header)
  if (exported !== undefined) return exported
  if (field !== undefined) return field
  const name = customFieldOf(header, index)
  return isField(name) || taken.has(name) ? `other_${name}`.slice(0, maximumFieldName) : name
}

/**
 * Converts a row to input for `Leads.create`, which validates it; or returns why it cannot. Empty cells are omitted; an
 * empty row is `null`.
 */
export const leadOf = (
  columns: ReadonlyArray<Column>,
  cells: ReadonlyArray<string>
): { readonly lead: Readonly<Record<string, unknown>> } | { readonly fault: string } | null => {
  const lead: Record<string, unknown> = {}
  const custom: Record<string, string> = {}
  let filled = 0
  for (const [index, cell] of cells.entries()) {
    const value = cell.trim()
    if (value === "") continue
    const column = columns[index]
    // An extra comma moves every value after it, so the row is rejected rather than imported wrongly.
    if (column === undefined) return { fault: `has ${cells.length} cells, the header has ${columns.length}` }
    if (column.name === null) continue
    filled++
    // Core reads other names of time zones, such as `PST`, from a custom field.
    if (column.isCustom || (column.name === "timezone" && !isTimeZone(value))) custom[column.name] = value
    else lead[column.name] = column.name === "chosen_sender" && /^[1-9]\d{0,15}$/u.test(value) ? Number(value) : value
  }
  if (filled === 0) return null
  if (lead["email"] === undefined) return { fault: "has no e-mail address" }
  return { lead: Object.keys(custom).length === 0 ? lead : { ...lead, custom_fields: custom } }
}
