/** Which column of a file is which field of a lead. The command line follows the same rules. */
import type { NewLead } from "@mailroom/client"
import {
  columnFields,
  customFieldCalled,
  customFieldOf,
  fieldsOfColumns,
  isTimeZone,
  maximumFieldName as maximumName
} from "@mailroom/mail/columns"
import { optOuts } from "@mailroom/mail/opt-outs"

export const fields = columnFields
export type Field = (typeof fields)[number]

/** A field, a custom field, whether the person opted out, or nothing. */
export type Target = Field | "" | "opted out" | `custom ${string}`
export type Mapping = ReadonlyArray<Target>

/** The custom field with a name like this. Nothing if the name has neither Latin letters nor digits. */
export const customOf = (name: string): Target => {
  const custom = customFieldCalled(name)
  return custom === undefined ? "" : `custom ${custom}`
}

/** The custom field that is offered for a column. A column whose name has no Latin letters gets its number: `field_3`. */
export const offerOf = (name: string, index: number): Target => `custom ${customFieldOf(name, index)}`

const flags: ReadonlySet<string> = new Set(["flag", "consent", "mark"])

/** The columns that only say whether somebody opted out. One with several states may say more. */
const onlyOptOuts = (header: ReadonlyArray<string>): ReadonlySet<number> => {
  const found = optOuts(header, [])
  const columns = "columns" in found ? found.columns : []
  return new Set(columns.flatMap(({ index, kind }) => (flags.has(kind.tag) ? [index] : [])))
}

/** The target with a number at its end, if it is used already. */
const free = (target: Target, used: ReadonlySet<Target>): Target => {
  for (let i = 2, next = target; ; i++) {
    if (!used.has(next)) return next
    const end = `_${i}`
    next = `${target.slice(0, "custom ".length + maximumName - end.length)}${end}` as Target
  }
}

/** The custom field of a column that an export calls `custom.status`, because it has a column `status`, too. */
const exportedOf = (name: string): Target | undefined => {
  const [, field] = /^custom\.([a-z][a-z0-9_]{0,63})$/u.exec(name.trim()) ?? []
  return field === undefined ? undefined : `custom ${field}`
}

/** The mapping that the names of the columns suggest. Each field is used once; a column without a name is left out. */
export const guess = (header: ReadonlyArray<string>): Mapping => {
  const used = new Set(header.flatMap((name) => exportedOf(name) ?? []))
  const taken = new Set<Target>()
  const found = fieldsOfColumns(header)
  const optedOut = onlyOptOuts(header)
  return header.map((name, i) => {
    if (name.trim() === "") return ""
    const exported = exportedOf(name)
    if (exported !== undefined && !taken.has(exported)) {
      taken.add(exported)
      return exported
    }
    if (optedOut.has(i)) return "opted out"
    const field = found[i]
    const target = field !== undefined && !used.has(field) ? field : free(offerOf(name, i), used)
    used.add(target)
    return target
  })
}

/** The targets of more than one column: only one of these columns could be imported. */
export const repeatedIn = (mapping: Mapping): ReadonlyArray<Target> => [
  ...new Set(mapping.filter((target, i) => target !== "" && target !== "opted out" && mapping.indexOf(target) !== i))
]

/** A lead from the values of a line; `undefined` without an address. */
export const leadOf = (mapping: Mapping, values: ReadonlyArray<string>): NewLead | undefined => {
  const lead: { [field in Field]?: string } = {}
  const custom: Record<string, string> = {}
  mapping.forEach((target, i) => {
    const value = values[i]?.trim() ?? ""
    if (target === "" || target === "opted out" || value === "") return
    if (target.startsWith("custom ")) custom[target.slice("custom ".length)] = value
    else if (target === "timezone" && !isTimeZone(value)) custom["timezone"] = value
    else lead[target as Field] = value
  })
  const { email, ...rest } = lead
  if (email === undefined) return undefined
  return { email, ...rest, ...(Object.keys(custom).length > 0 && { custom_fields: custom }) }
}
