/** The values of variables: of a lead, and of the account that sends. Pure functions. */
import type { Lead } from "../leads/Lead.ts"

/** The values of variables by their names. An absent or empty value counts as missing. */
export type Values = Readonly<Record<string, string>>

/** Matches a character that shows nothing: white space, also without a break, and letters without a width. */
const invisible =
  /^(?:\u034F|\uFE0F|[\s\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u2800\u3164\uFEFF\uFFA0])$/u

/** A text without white space and invisible letters around it. */
export const trimmed = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && invisible.test(text[start] ?? "")) start++
  while (end > start && invisible.test(text[end - 1] ?? "")) end--
  return text.slice(start, end)
}

/** Texts that exports write for a missing value, in lower case. */
const placeholders = new Set([
  ..."null nil undefined none n/a n.a. n.a n\\a n-a n/d n.d. n.v. k.a. k.a s/o s/d b/d n.n. n.n #n/a #na #null! #ref! #value! #name? #div/0! #num! #error! #wert! #bezug! #nv #n/v #valeur! #¡valor! \\n \\0 nan tbd tba".split(
    " "
  ),
  ..."empty blank missing unknown unspecified noname".split(" "),
  "[object object]",
  "not available",
  "not provided",
  "not set",
  "not given",
  "not specified",
  "not applicable",
  "not known",
  "not found",
  "no data",
  "no value",
  "no name",
  "no first name",
  "keine angabe",
  "ohne angabe",
  "nicht angegeben",
  "nicht bekannt",
  "nicht vorhanden",
  "unbekannt",
  "leer",
  "inconnu",
  "non renseigné",
  "non renseigne",
  "non disponible",
  "vide",
  "desconocido",
  "sin datos",
  "sin nombre",
  "no disponible",
  "vacío",
  "sconosciuto",
  "non disponibile",
  "vuoto",
  "desconhecido",
  "não informado",
  "nao informado",
  "não disponível",
  "onbekend",
  "leeg",
  "okänd",
  "ukendt",
  "ukjent",
  "tuntematon",
  "nieznany",
  "brak",
  "brak danych",
  "neznámý",
  "neuvedeno",
  "неизвестно",
  "нет данных",
  "не указано",
  "невідомо",
  "не вказано",
  "bilinmiyor",
  "不明",
  "なし",
  "未入力",
  "未知",
  "无",
  "未填写",
  "없음"
])

/** Placeholders that are also names of people or firms. Written as a name, such as `Nan`, they do not count. */
const names = new Set(["null", "nil", "nan", "none", "blank", "brak", "leer"])

/** Whether a text has one pair of brackets around it. */
const inBrackets = /^(?:\([^()]*\)|\[[^[\]]*\]|<[^<>]*>)$/u

/** Whether a value is what exports write for a missing one, such as `null`, `N/A`, `-` and `(blank)`. */
export const isPlaceholder = (text: string): boolean => {
  const value = trimmed(text)
  if (value === "" || value.length > 40) return false
  // Only punctuation, such as `-`; a sign of a currency or an emoji may be meant.
  if (!/[\p{L}\p{N}]/u.test(value))
    return /^[\s\p{P}\p{S}]*$/u.test(value) && !/[\p{Sc}\p{Emoji_Presentation}❤]/u.test(value)
  // An abbreviation of `not available`; `Na` is a name.
  if (value === "NA" || value === "<NA>" || value === "<na>") return true
  const name = inBrackets.test(value) ? value.slice(1, -1).trim() : value
  const lower = name.toLowerCase().replaceAll(/\s+/gu, " ")
  if (!placeholders.has(lower) && !placeholders.has(value.toLowerCase())) return false
  const isWrittenAsName = /^\p{Lu}\p{Ll}+$/u.test(value) && value !== "None"
  return !(names.has(lower) && isWrittenAsName)
}

/** The fields of an account that variables insert. */
interface Sender {
  readonly email: string
  readonly settings: { readonly first_name: string; readonly last_name: string; readonly signature: string }
}

/** The values of the account that sends. */
export const valuesOfSender = ({ email, settings }: Sender): Values => ({
  "sender.first_name": settings.first_name,
  "sender.last_name": settings.last_name,
  "sender.email": email,
  signature: settings.signature
})

type LeadTexts = Pick<Lead, "company" | "email" | "first_name" | "last_name" | "personalization" | "website"> & {
  readonly custom_fields: Readonly<Record<string, unknown>>
}

/** The values of a lead as they are stored, as texts. */
const storedValues = (lead: LeadTexts): Values => ({
  ...Object.fromEntries(
    Object.entries(lead.custom_fields).map(([key, value]) => [`custom.${key}`, value === null ? "" : String(value)])
  ),
  email: lead.email,
  first_name: lead.first_name,
  last_name: lead.last_name,
  company: lead.company,
  website: lead.website,
  personalization: lead.personalization
})

/** The values of a lead, without white space around them. A placeholder of an export is an empty text. */
export const valuesOfLead = (lead: LeadTexts): Values =>
  Object.fromEntries(
    Object.entries(storedValues(lead)).map(([name, value]) => [name, isPlaceholder(value) ? "" : trimmed(value)])
  )

/** The values of a lead that count as missing because they are placeholders of an export, by variable. */
export const placeholdersOf = (lead: LeadTexts): Values =>
  Object.fromEntries(Object.entries(storedValues(lead)).filter(([, value]) => isPlaceholder(value)))
