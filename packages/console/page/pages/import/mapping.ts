/** Which column of a file is which field of a lead. */
import type { NewLead } from "@mailroom/client"

export const fields = ["email", "first_name", "last_name", "company", "website", "personalization"] as const
export type Field = (typeof fields)[number]

/** A field, a custom field, or nothing. */
export type Target = Field | "" | `custom ${string}`
export type Mapping = ReadonlyArray<Target>

/** Names of columns, in letters and digits only, as programs write them. */
const names: Readonly<Record<Field, ReadonlyArray<string>>> = {
  email: ["email", "emailaddress", "mail", "emailadresse", "address", "correo", "workemail", "primaryemail"],
  first_name: ["firstname", "first", "givenname", "vorname", "prenom", "nombre", "forename"],
  last_name: ["lastname", "last", "surname", "familyname", "nachname", "name", "nom", "apellido"],
  company: [
    "company",
    "companyname",
    "organization",
    "organisation",
    "firma",
    "account",
    "accountname",
    "entreprise",
    "empresa"
  ],
  website: ["website", "url", "domain", "web", "homepage", "companywebsite", "companydomain"],
  personalization: ["personalization", "personalisation", "icebreaker", "personalline", "firstline", "opener"]
}

const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()

/** The name of a custom field, from that of a column: lower-case Latin letters, digits and `_`, a letter first. */
export const customOf = (name: string): Target => {
  const clean = name
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/gu, "_")
    .replace(/^_|_$/gu, "")
  if (clean === "") return ""
  return `custom ${(/^[a-z]/u.test(clean) ? clean : `field_${clean}`).slice(0, 64)}`
}

/** The mapping that the names of the columns suggest. Each field is used once. */
export const guess = (header: ReadonlyArray<string>): Mapping => {
  const used = new Set<Target>()
  return header.map((name) => {
    const field = fields.find((field) => !used.has(field) && names[field].includes(plain(name)))
    const target = field ?? customOf(name)
    if (used.has(target)) return ""
    used.add(target)
    return target
  })
}

/** A lead from the values of a line; `undefined` without an address. */
export const leadOf = (mapping: Mapping, values: ReadonlyArray<string>): NewLead | undefined => {
  const lead: { [field in Field]?: string } = {}
  const custom: Record<string, string> = {}
  mapping.forEach((target, i) => {
    const value = values[i]?.trim() ?? ""
    if (target === "" || value === "") return
    if (target.startsWith("custom ")) custom[target.slice("custom ".length)] = value
    else lead[target as Field] = value
  })
  const { email, ...rest } = lead
  if (email === undefined) return undefined
  return { email, ...rest, ...(Object.keys(custom).length > 0 && { custom_fields: custom }) }
}
