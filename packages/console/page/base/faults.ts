/** The faults of a text that the server refused, with their places. */
import { MailroomError } from "@mailroom/client"

export interface PlacedFault {
  readonly message: string
  /** The line of the text at fault, from 1 on; `undefined`: unknown, or the text has one line. */
  readonly line: number | undefined
}

/** Matches a variable in the text: `{{name}}` or, with a default, `{{name|default}}`. */
const variable = /\{\{([^{}|]{1,250})(?:\|[^{}]{0,1000})?\}\}/gu
// The subject of a message of the server: a variable, the beginning of a tag, or a link as JSON.
const named = /\{\{([^{}]{1,250})\}\}/u
const tag = /^has (.{1,61}?)…?, (?:a tag of|alternatives of|whose default) /su
const link = /^has the link ("(?:[^"\\]|\\.)*")/u

const parsed = (quoted: string): string => {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted
  }
}

/**
 * The index of what a message is about in the text: a variable, a tag of another program, a link, or braces that are not closed.
 * -1: unknown.
 */
const indexOf = (text: string, message: string): number => {
  const [, foreign] = tag.exec(message) ?? []
  if (foreign !== undefined) return text.indexOf(foreign)
  const [, name] = named.exec(message) ?? []
  if (name !== undefined) return [...text.matchAll(variable)].find((use) => use[1]?.trim() === name)?.index ?? -1
  const [, quoted] = link.exec(message) ?? []
  if (quoted !== undefined) return text.indexOf(parsed(quoted))
  return message.includes("{{") ? text.replaceAll(variable, (use) => " ".repeat(use.length)).indexOf("{{") : -1
}

const lineOf = (text: string, message: string): number | undefined => {
  const index = text.includes("\n") ? indexOf(text, message) : -1
  return index === -1 ? undefined : text.slice(0, index).split("\n").length
}

/** The faults of a field of the body of the request, whose text is `text`. */
export const faultsIn = (error: unknown, field: string, text: string): ReadonlyArray<PlacedFault> => {
  const { errors = [] } = error instanceof MailroomError ? error : {}
  return errors
    .filter((fault) => fault.pointer === `/body/${field}`)
    .map(({ message }) => ({ message, line: lineOf(text, message) }))
}
