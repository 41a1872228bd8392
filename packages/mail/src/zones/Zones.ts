/** The time zone of a person by what a table says about them: a zone, an offset from UTC, a country and a part of it. Pure functions. */
import { isTimeZone, namesOfTimeZone } from "../columns/ColumnNames.ts"
import { plainName } from "../text/PlainName.ts"
import { countryNames, ofCountries, ofNames, ofOffsets, ofParts, partNames } from "./ZoneTable.ts"

const known = new Map<string, boolean>()

/** `isTimeZone`, with a memory: the same texts are asked about again and again. */
const isZone = (name: string): boolean => {
  if (known.size > 2_000) known.clear()
  const isKnown = known.get(name) ?? isTimeZone(name)
  known.set(name, isKnown)
  return isKnown
}

/** The zone with this offset from UTC, in minutes; `undefined`: no zone has it. Offsets of whole hours have no summer time. */
const zoneWithOffset = (minutes: number): string | undefined => {
  if (minutes === 0) return "UTC"
  if (minutes % 60 !== 0) return ofOffsets[String(minutes)]
  const hours = minutes / 60
  // Names of this form have the signs of POSIX: west is positive.
  return hours < -12 || hours > 14 ? undefined : `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`
}

const offset = /^(?:utc|gmt)?\s*([+\-−])\s*(\d{1,2})(?::?([0-5]\d))?$/iu

/** The zone of an offset such as `+05:45`, `UTC-3` or `GMT+0200`. */
const zoneOfOffset = (text: string): string | undefined => {
  const [, sign, hours, minutes = "0"] = offset.exec(text.trim()) ?? []
  if (hours === undefined) return undefined
  return zoneWithOffset((Number(hours) * 60 + Number(minutes)) * (sign === "+" ? 1 : -1))
}

/**
 * The zone that a text names: a name of the IANA database, one of Windows or Outlook, an abbreviation such as `PST`, or an
 * offset from UTC. `undefined`: it names none.
 */
export const zoneCalled = (text: string): string | undefined => {
  const given = text.trim()
  // `(UTC+01:00) Amsterdam, Berlin, Bern, …`
  const [, ahead, rest = given] = /^\(([^)]*)\)\s*(.+)$/su.exec(given) ?? []
  const name = rest.trim()
  const iana = name.replaceAll(" ", "_")
  return (
    ofNames.get(plainName(name)) ??
    zoneOfOffset(name) ??
    (isZone(iana) ? iana : undefined) ??
    (ahead === undefined ? undefined : zoneOfOffset(ahead))
  )
}

/** The languages in which names of countries are known. */
const languages = "en de fr es it pt nl da nb sv fi pl cs sk hu ro hr sl et lv lt tr el ru uk bg ja zh ko ar he".split(
  " "
)

const tableOfCountries = () => {
  const codes = new Set([...zoneOfCountry.keys(), ...Object.keys(ofParts)])
  const table = new Map<string, string>()
  for (const language of languages) {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" })
    for (const code of codes) {
      const name = plainName(names.of(code) ?? "")
      if (name !== "" && !table.has(name)) table.set(name, code)
    }
  }
  for (const [name, code] of Object.entries(countryNames)) table.set(name, code)
  return table
}
let countries: ReadonlyMap<string, string> | undefined

const zoneOfCountry: ReadonlyMap<string, string> = new Map(
  Object.entries(ofCountries).flatMap(([area, list]) =>
    list
      .trim()
      .split(/,\s+/u)
      .map((entry) => [entry.slice(0, 2), `${area}/${entry.slice(3)}`] as const)
  )
)

/** The code of a country by its code or its name in many languages; `undefined`: no country has this name. */
const countryCalled = (text: string): string | undefined => {
  const code = text.trim().toUpperCase()
  if (zoneOfCountry.has(code) || code in ofParts) return code
  countries ??= tableOfCountries()
  return countries.get(plainName(text))
}

const zoneOfPart: ReadonlyMap<string, string> = new Map(
  Object.entries(ofParts).flatMap(([country, zones]) =>
    Object.entries(zones).flatMap(([zone, codes]) =>
      codes.split(" ").map((code) => [`${country} ${code}`, zone] as const)
    )
  )
)
const partCalled: ReadonlyMap<string, string> = new Map(
  Object.entries(partNames).flatMap(([country, list]) =>
    list.split(/,\s+/u).map((entry) => {
      const [code = "", name = ""] = entry.split(" ")
      return [`${country} ${name}`, code] as const
    })
  )
)

/** The zone of a country, or of a part of it where it has several. A part is a code such as `CA` or `US-CA`, or a name. */
const zoneOfPlace = (country: string, part: string | undefined): string | undefined => {
  const code = countryCalled(country)
  if (code === undefined) return undefined
  const whole = zoneOfCountry.get(code)
  if (whole !== undefined || part === undefined) return whole
  const given = part
    .trim()
    .toUpperCase()
    .replace(new RegExp(`^${code}[- ]`, "u"), "")
  return zoneOfPart.get(`${code} ${partCalled.get(`${code} ${plainName(part)}`) ?? given}`)
}

/** Names of fields, without case, white space and signs. */
const fieldNames = {
  country: `country countrycode countryname companycountry contactcountry leadcountry personcountry land landkode landcode laendercode staat pays pais
    paese nazione kraj zeme krajina orszag maa ulke tara drzava riik valsts salis`,
  part: `state stateprovince stateregion stateorprovince statecode province region companystate contactstate leadstate personstate bundesland
    provincia estado uf`,
  offset: "utcoffset gmtoffset timezoneoffset tzoffset offset utc gmt"
} as const
const fieldOf = new Map([
  ...Object.entries(fieldNames).flatMap(([field, list]) => list.split(/\s+/u).map((name) => [name, field] as const)),
  ...[...namesOfTimeZone].map((name) => [name, "zone"] as const)
])

type Value = string | number | boolean
const textOf = (value: Value | undefined): string | undefined =>
  value === undefined || value === "" ? undefined : String(value)

/** The zone of an offset as a text, or as a number of hours, or of minutes from 15 on. */
const zoneOfOffsetValue = (value: Value): string | undefined => {
  const isNumber = typeof value === "number" || /^-?\d+(?:\.\d+)?$/u.test(String(value))
  if (!isNumber) return zoneCalled(String(value))
  // Hours are at most 14, so that greater numbers are minutes.
  const offset = Number(value)
  return zoneWithOffset(Math.abs(offset) >= 15 ? offset : offset * 60)
}

/**
 * The zone that custom fields give a person, by their names: the first that is known of a time zone, a country with its part, an
 * offset from UTC. `undefined`: none is known.
 */
export const zoneOfFields = (fields: Readonly<Record<string, Value>>): string | undefined => {
  const found: { [field: string]: Value } = {}
  for (const [name, value] of Object.entries(fields)) {
    const field = fieldOf.get(plainName(name))
    if (field !== undefined) found[field] ??= value
  }
  const zone = textOf(found["zone"])
  const country = textOf(found["country"])
  return (
    (zone === undefined ? undefined : zoneCalled(zone)) ??
    (country === undefined ? undefined : zoneOfPlace(country, textOf(found["part"]))) ??
    (found["offset"] === undefined ? undefined : zoneOfOffsetValue(found["offset"]))
  )
}
