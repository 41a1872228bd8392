/** The question about rows that may be of people who opted out. */
import { Text } from "@mailroom/core"

const shownColumns = 3
const shownValues = 10

/**
 * The question to the user about unclear values, by column, with the number of their rows; `undefined` when all values are
 * clear.
 */
export const questionOf = (unclear: ReadonlyMap<string, ReadonlyMap<string, number>>): string | undefined => {
  const [first] = unclear
  if (first === undefined) return undefined
  const [header, values] = first
  const [example = ""] = values.keys()
  const shown = [...unclear].slice(0, shownColumns).map(([header, values]) => {
    const frequent = [...values].toSorted(([, a], [, b]) => b - a).slice(0, shownValues)
    const examples = frequent.map(([value, rows]) => `"${Text.cut(value, 40)}"${rows > 1 ? ` (${rows})` : ""}`)
    return `"${header}": ${examples.join(", ")}${values.size > examples.length ? " …" : ""}`
  })
  return (
    `do these values say that a person opted out? ${shown.join("; ")}. Answer for each column, for instance with ` +
    `--opt-out "${header}=${Text.cut(example, 40)}" if it does, with --opt-out "${header}" if all its values do, and with ` +
    `--opt-out "${header}=" if none does`
  )
}
