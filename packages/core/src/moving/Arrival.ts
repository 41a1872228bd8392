/** Checks rows that arrive from a file, and changes what must not go on in two places. Pure functions. */
import { Result, Schema } from "effect"
import { faultsOf } from "../InvalidInput.ts"
import type { MovedItem } from "./MovedRows.ts"
import { schemas } from "./MovedSchemas.ts"

/** The highest id that is taken: beyond it there is room for as many new ids. */
export const maximumId = 2 ** 52

const decoders = new Map(
  Object.entries<Schema.ConstraintDecoder<unknown>>(schemas).map(([kind, schema]) => [
    kind,
    Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })
  ])
)

/** The path and the message of a fault: `send_window.days.0 must be a day from 1 to 7`. */
const faultIn = (error: Schema.SchemaError): string => {
  const [fault] = faultsOf(error)
  const path = fault?.pointer.slice(1).replaceAll("/", ".") ?? ""
  return path === "" ? `its row ${fault?.message}` : `${path} ${fault?.message}`
}

/** The item in a line of a file, or its fault. The row is checked by the rules for input of the API. */
export const itemOf = (value: unknown): { readonly item: MovedItem } | { readonly fault: string } => {
  const { kind, row } = (typeof value === "object" && value !== null ? value : {}) as {
    readonly kind?: unknown
    readonly row?: unknown
  }
  const decode = decoders.get(String(kind))
  if (decode === undefined) return { fault: "it has no known kind" }
  if (typeof row !== "object" || row === null) return { fault: "it has no row" }
  const decoded = decode(row)
  if (Result.isFailure(decoded)) return { fault: faultIn(decoded.failure) }
  const { id } = row as { readonly id?: unknown }
  if (typeof id === "number" && id > maximumId) return { fault: `id must be at most ${maximumId}` }
  return { item: { kind, row } as MovedItem }
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
