/** Where the columns of a table of leads go, by their headers. */
import type { Lead } from "@mailroom/core"

type Field = Exclude<keyof Lead.NewLead, "custom_fields">

/** Headers as people export them, without case, white space and signs. */
const synonyms: Record<Field, ReadonlyArray<string>> = {
  email: ["email", "emailaddress", "mail", "mailaddress", "workemail", "businessemail"],
  first_name: ["firstname", "first", "fname", "givenname", "forename"],
  last_name: ["lastname", "last", "lname", "surname", "familyname"],
  company: ["company", "companyname", "organization", "organisation", "organizationname", "organisationname"],
  website: ["website", "websiteurl", "companywebsite", "homepage", "url", "web"],
  personalization: ["personalization", "personalisation", "icebreaker", "firstline"]
}

const fields = new Map(
  (Object.keys(synonyms) as ReadonlyArray<Field>).flatMap((field) => synonyms[field].map((name) => [name, field]))
)

export interface Column {
  readonly header: string
  /** A field of the lead, or the name of a custom field. */
  readonly name: string
  readonly isCustom: boolean
}

/** The columns in their order, or why the table is no list of leads. */
export const columnsOf = (
  headers: ReadonlyArray<string>
): { readonly columns: ReadonlyArray<Column> } | { readonly fault: string } => {
  const columns = headers.map((header, index): Column => {
    const field = fields.get(
      header
        .normalize("NFKC")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]/gu, "")
    )
    return field === undefined
      ? { header, name: customName(header, index + 1), isCustom: true }
      : { header, name: field, isCustom: false }
  })
  const seen = new Map<string, Column>()
  for (const column of columns) {
    const other = seen.get(column.name)
    if (other !== undefined) {
      return { fault: `the columns "${other.header}" and "${column.header}" both go to ${column.name}: rename one` }
    }
    seen.set(column.name, column)
  }
  return seen.has("email")
    ? { columns }
    : { fault: `there is no column for the e-mail address, such as Email, among: ${headers.join(", ")}` }
}

/** `Job Title` and `jobTitle` are `job_title`. What cannot be spelled in ASCII goes by its position. */
const customName = (header: string, position: number): string => {
  const words = header
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, "_")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/gu, "_")
    .replaceAll(/^_|_$/gu, "")
  const name = words === "" ? `column_${position}` : /^\d/u.test(words) ? `column_${words}` : words
  return name.slice(0, maximumName).replace(/_$/u, "")
}

const maximumName = 64

/**
 * A row as input for `Leads.create`, which judges it; or why it cannot be one. Empty cells are left out, and a row
 * without any is `null`.
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
    // One comma too many moves every value after it: better no lead than a wrong one.
    if (column === undefined) return { fault: `has ${cells.length} cells, the header has ${columns.length}` }
    filled++
    if (column.isCustom) custom[column.name] = value
    else lead[column.name] = value
  }
  if (filled === 0) return null
  if (lead["email"] === undefined) return { fault: "has no e-mail address" }
  return { lead: Object.keys(custom).length === 0 ? lead : { ...lead, custom_fields: custom } }
}
