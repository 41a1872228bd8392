/** The lines of exported leads. */
import type { LeadWithState } from "@mailroom/client"

/** A lead with its custom fields. */
export type ExportedLead = Omit<
  LeadWithState,
  "effective_state" | "moved_from" | "moved_to" | "reply_status_by" | "verification"
>

/** The columns that each lead has. An import reads the first seven by their names. */
const columns = [
  "email",
  "first_name",
  "last_name",
  "company",
  "website",
  "personalization",
  "timezone",
  "status",
  "stop_sending_type",
  "verification_status",
  "reply_status",
  "amount_sequences_sent",
  "date_last_sequence_send"
] as const

/** A custom field with the name of another column is called `custom.status`: an import reads that. */
const columnOf = (name: string) => (columns.some((column) => column === name) ? `custom.${name}` : name)

/** The names of the columns, then one line for each lead. Custom fields follow, in the order in which they first occur. */
export const linesOf = (leads: ReadonlyArray<ExportedLead>): ReadonlyArray<ReadonlyArray<string>> => {
  const custom = [...new Set(leads.flatMap(({ custom_fields }) => Object.keys(custom_fields)))]
  return [
    [...columns, ...custom.map(columnOf)],
    ...leads.map((lead) => [
      ...columns.map((name) => String(lead[name] ?? "")),
      ...custom.map((name) => (Object.hasOwn(lead.custom_fields, name) ? String(lead.custom_fields[name]) : ""))
    ])
  ]
}
