/** Checks rows that arrive from a file, and changes what must not go on in two places. Pure functions. */
import { faultsOfHtml } from "../sequences/HtmlTemplate.ts"
import { faultsOfText } from "../sequences/Template.ts"
import { columnsOf, type ColumnType, type MovedItem, type MovedKind, movedKinds, type Nullable } from "./MovedRows.ts"

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/u
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u

/** The highest id that is taken: beyond it there is room for as many new ids. */
export const maximumId = 2 ** 52

const checks: { readonly [Type in ColumnType]: (value: unknown) => boolean } = {
  bool: (value) => typeof value === "boolean",
  instant: (value) => typeof value === "string" && instant.test(value) && !Number.isNaN(Date.parse(value)),
  int: (value) => Number.isSafeInteger(value),
  json: (value) => typeof value === "object" && value !== null,
  list: (value) =>
    Array.isArray(value) && value.every((item) => typeof item === "string" || Number.isSafeInteger(item)),
  text: (value) => typeof value === "string" && !value.includes("\0"),
  uuid: (value) => typeof value === "string" && uuid.test(value)
}

const isValid = (type: ColumnType | Nullable, value: unknown): boolean =>
  type.endsWith("?")
    ? value === null || checks[type.slice(0, -1) as ColumnType](value)
    : checks[type as ColumnType](value)

const base64 = /^[A-Za-z0-9+/]*={0,2}$/u
const bytesColumns = { attachment_id: "int", position: "int", bytes: "text", is_last: "bool" } as const

/** The first fault of a text with variables, such as a tag of another program: it would be sent as it is. */
const faultOfTexts = ({ kind, row }: MovedItem): string | undefined => {
  if (kind !== "sequences" && kind !== "reply_templates") return undefined
  const { body, body_html = null, subject = null }: Texts = row
  const [name, faults] =
    Object.entries({
      subject: faultsOfText(subject ?? ""),
      body: faultsOfText(body),
      body_html: faultsOfHtml(body_html ?? "")
    }).find(([, faults]) => faults.length > 0) ?? []
  return name === undefined
    ? undefined
    : `its field ${name} ${faults?.[0] ?? ""}. Correct ${kind === "sequences" ? "the step" : "the template"} where it was exported`
}

interface Texts {
  readonly body: string
  readonly body_html?: string | null
  readonly subject?: string | null
}

/** The item in a line of a file, or its fault. */
export const itemOf = (value: unknown): { readonly item: MovedItem } | { readonly fault: string } => {
  const { kind, row } = (typeof value === "object" && value !== null ? value : {}) as {
    readonly kind?: unknown
    readonly row?: unknown
  }
  if (kind !== "bytes" && !movedKinds.includes(kind as MovedKind)) return { fault: "it has no known kind" }
  if (typeof row !== "object" || row === null) return { fault: "it has no row" }
  const columns = kind === "bytes" ? bytesColumns : columnsOf(kind as MovedKind)
  const given = row as Readonly<Record<string, unknown>>
  const invalid = Object.entries(columns).find(([name, type]) => !isValid(type, given[name]))
  if (invalid !== undefined) return { fault: `its field ${invalid[0]} is missing or invalid` }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(columns, name))
  if (unknown !== undefined) return { fault: "it has an unknown field" }
  const { bytes } = given
  if (kind === "bytes" && !(typeof bytes === "string" && bytes.length % 4 === 0 && base64.test(bytes))) {
    return { fault: "its bytes are not base64" }
  }
  const id = given["id"]
  if (typeof id === "number" && (id < 1 || id > maximumId)) return { fault: "its id is out of range" }
  const item = { kind, row } as MovedItem
  const fault = faultOfTexts(item)
  return fault === undefined ? { item } : { fault }
}

/**
 * An item as it is stored in its new database. An active campaign is paused, so that it is not sent from two places. An
 * integration is disabled, because its secrets do not move. The tracking domain is left out, because it still leads to the
 * service that the organization came from.
 */
export const arrived = (item: MovedItem): MovedItem => {
  if (item.kind === "campaigns" && item.row.status === "active") {
    return { kind: item.kind, row: { ...item.row, status: "paused", status_reason: "moved" } }
  }
  if (item.kind === "settings") return { kind: item.kind, row: { ...item.row, tracking_domain: null } }
  if (item.kind === "integrations") {
    return { kind: item.kind, row: { ...item.row, status: "disabled", retry_at: null } }
  }
  return item
}
