/** The variable that is being typed in a text, such as `{{fir`, and its completion. Pure functions. */

/** A variable that has begun before the caret. */
export interface OpenVariable {
  /** The part of its name before the caret. */
  readonly name: string
  /** The index in the text at which the name begins, and the index behind it. */
  readonly start: number
  readonly end: number
  /** The end of the variable, behind its name: `}}`, or a default and `}}`. Empty: it has none yet. */
  readonly tail: string
}

/** The variable whose name the caret is in. */
export const openVariable = (text: string, caret: number): OpenVariable | undefined => {
  const [, name] = /\{\{ ?([^\s{}|]*)$/u.exec(text.slice(0, caret)) ?? []
  if (name === undefined) return undefined
  const [after = ""] = /^[^\s{}|]*(?=\}\}|\|)/u.exec(text.slice(caret)) ?? []
  const end = caret + after.length
  const [tail = ""] = /^(?:\|[^{}]*)?\}\}/u.exec(text.slice(end)) ?? []
  return { name, start: caret - name.length, end, tail }
}

/** The text to put between `start` and `end`, and the place of the caret after it. */
export interface Insertion {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly caret: number
}

/** Completes a variable. With a default, the caret is where the default is written. */
export const chosen = ({ end, start, tail }: OpenVariable, name: string, withDefault = false): Insertion => {
  const bar = withDefault && !tail.startsWith("|") ? "|" : ""
  const text = `${name}${bar}${tail === "" ? "}}" : ""}`
  const caret = start + name.length + (withDefault ? 1 : Math.max(tail.length, 2))
  return { start, end, text, caret }
}

export interface Variable {
  readonly name: string
  /** The name for people. */
  readonly label: string
}

/** The variables whose name or label has a word that begins with the typed text. */
export const matching = (known: ReadonlyArray<Variable>, typed: string): ReadonlyArray<Variable> => {
  const wanted = typed.toLowerCase()
  return known.filter(({ label, name }) =>
    [name, ...`${name} ${label}`.split(/[\s._:]+/u)].some((word) => word.toLowerCase().startsWith(wanted))
  )
}
