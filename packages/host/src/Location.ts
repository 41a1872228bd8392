/** The faults of texts that name the place of data. They say what the text was probably meant to be, and never quote it: it may hold a password. */
import { closest } from "@mailroom/core"
import { DatabaseUrl } from "@mailroom/postgres"
import { Option, Result } from "effect"

const form = "postgres://user:password@host:port/database"

/** A folder that cannot be anything else: an absolute path, a drive, or a path that begins with `./` or `../`. */
const isPath = (text: string) => /^(?:[/\\]|\.{1,2}(?:[/\\]|$)|[a-z]:[/\\])/iu.test(text)

/** Faults of any text, whatever it names: a clause that goes on "the option …". */
const unreplaced = (text: string): string | undefined => {
  if (/^(["'`]).*\1$/su.test(text.trim())) return "must not have quotes around it"
  if (/^(?:\$\{?\w+\}?|%\w+%|\{\{.*\}\}|(?:process\.)?env\.\w+)$/u.test(text.trim())) {
    return "must be the value of the variable, not its name"
  }
  if (/^~(?:[/\\]|$)/u.test(text)) {
    return "must not begin with ~, which only shells replace: write the whole path, such as join(homedir(), …)"
  }
  return ["undefined", "null", "[object Object]"].includes(text) ? "must not be the text of a missing value" : undefined
}

/** A URL of something else, also where only its scheme says so. */
const otherScheme = (text: string): string | undefined => {
  const [, name = "", slashes] = /^\s*([a-z][a-z\d+.-]*):(\/\/)?/iu.exec(text) ?? []
  const scheme = name.toLowerCase()
  if (scheme === "jdbc") return `must not begin with jdbc: write ${form}`
  if (scheme === "sqlite" || scheme === "file") {
    return "must be a path, not a URL of a file: a folder begins with ./, ../, / or a drive, and is not a database of SQLite"
  }
  if (slashes === undefined) return undefined
  const isSimilar = /postgr|pgsql/u.test(scheme) || closest(scheme, ["postgres", "postgresql"]) !== undefined
  return `must be a URL of the form ${form}${isSimilar ? "" : ": data is stored in Postgres only"}`
}

/** An address without a scheme, and settings as other clients take them. */
const unfinishedUrl = (text: string): string | undefined => {
  if (/\b(?:host|server|dbname|database|user(?: id)?|password|data source)\s*=/iu.test(text)) {
    return `must be a URL of the form ${form}, not a list of settings`
  }
  const isAddress = text.includes("@") || /^\s*(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}(?:[/?]|\s*$)/iu.test(text)
  return isAddress ? `must begin with postgres:// to be a Postgres: ${form}` : undefined
}

const isMemory = (text: string) => {
  const word = text.toLowerCase().replaceAll(/[^a-z]/gu, "")
  return ["inmem", "inmemory", "mem", "ram"].includes(word) || closest(word, ["memory"]) !== undefined
}

/** The fault of a `database`; `undefined`: it is `"memory"`, the URL of a Postgres, or a path. */
export const databaseFault = (text: string): string | undefined => {
  if (text === "memory") return undefined
  if (text.trim() === "") return "must not be empty: is the variable of the environment set?"
  if (isPath(text)) return undefined
  if (DatabaseUrl.isDatabaseUrl(text)) return Option.getOrUndefined(Result.getFailure(DatabaseUrl.parse(text)))
  return (
    unreplaced(text) ??
    (isMemory(text)
      ? 'must be "memory", in small letters and without anything else, to keep data in memory'
      : undefined) ??
    otherScheme(text) ??
    unfinishedUrl(text) ??
    `must be "memory", the URL of a Postgres, ${form}, or a folder: ./name, ../name, /name, a drive or { folder: "name" }`
  )
}

/** The fault of the path of a folder, which may also be relative; `undefined`: none. */
export const folderFault = (text: string): string | undefined => {
  if (text.trim() === "") return "must not be empty"
  if (isPath(text)) return undefined
  const isUrl = /^\s*[a-z][a-z\d+.-]+:/iu.test(text) || unfinishedUrl(text) !== undefined
  return unreplaced(text) ?? (isUrl ? "must be the path of a folder, not a URL or an address" : undefined)
}
