/** Which column of a file is which field of a lead. */
import type { NewLead } from "@mailroom/client"

export const fields = ["email", "first_name", "last_name", "company", "website", "personalization"] as const
export type Field = (typeof fields)[number]

/** A field, a custom field, or nothing. */
export type Target = Field | "" | `custom ${string}`
export type Mapping = ReadonlyArray<Target>

/** Names of columns, in letters and digits only, as programs write them. */
const names: Readonly<Record<Field, ReadonlyArray<string>>> = {
  email: [
    ..."email emailaddress mail emailadresse address correo workemail primaryemail".split(" "),
    ..."почта электроннаяпочта адрес メール メールアドレス 邮箱 电子邮件 이메일".split(" ")
  ],
  first_name: [
    ..."firstname first givenname vorname prenom nombre forename".split(" "),
    ..."имя ім’я όνομα 名 名字 이름".split(" ")
  ],
  last_name: [
    ..."lastname last surname familyname nachname name nom apellido".split(" "),
    ..."фамилия прізвище επώνυμο 姓 姓氏 성".split(" ")
  ],
  company: [
    ..."company companyname organization organisation firma account accountname entreprise empresa".split(" "),
    ..."компания организация компанія εταιρεία 会社 会社名 公司 企业 회사".split(" ")
  ],
  website: [
    ..."website url domain web homepage companywebsite companydomain".split(" "),
    ..."сайт ιστοσελίδα ウェブサイト 网站 웹사이트".split(" ")
  ],
  personalization: "personalization personalisation icebreaker personalline firstline opener".split(" ")
}

const plain = (name: string) =>
  name
    .normalize("NFD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase()

const fieldOf = new Map(fields.flatMap((field) => names[field].map((name) => [plain(name), field] as const)))

const maximumName = 64

/**
 * The custom field with a name like this: lower-case Latin letters, digits and `_`, a letter first. Nothing if the name
 * has neither Latin letters nor digits.
 */
export const customOf = (name: string): Target => {
  const clean = name
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/gu, "_")
    .replace(/^_|_$/gu, "")
  if (clean === "") return ""
  return `custom ${(/^[a-z]/u.test(clean) ? clean : `field_${clean}`).slice(0, maximumName)}`
}

/** The custom field that is offered for a column. A column whose name has no Latin letters gets its number: `field_3`. */
export const offerOf = (name: string, index: number): Target => {
  const hasOtherLetters = /\p{L}/u.test(name) && !/[a-z]/iu.test(name.normalize("NFD"))
  return (hasOtherLetters ? "" : customOf(name)) || `custom field_${index + 1}`
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
  return header.map((name, i) => {
    if (name.trim() === "") return ""
    const exported = exportedOf(name)
    if (exported !== undefined && !taken.has(exported)) {
      taken.add(exported)
      return exported
    }
    const field = fieldOf.get(plain(name))
    const target = field !== undefined && !used.has(field) ? field : free(offerOf(name, i), used)
    used.add(target)
    return target
  })
}

/** The targets of more than one column: only one of these columns could be imported. */
export const repeatedIn = (mapping: Mapping): ReadonlyArray<Target> => [
  ...new Set(mapping.filter((target, i) => target !== "" && mapping.indexOf(target) !== i))
]

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
