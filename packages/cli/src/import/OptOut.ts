/** The question about rows that may be of people who opted out. */
import { Text } from "@mailroom/core"

/** The question to the user about unclear values, by column; `undefined` when all values are clear. */
export const questionOf = (unclear: ReadonlyMap<string, ReadonlySet<string>>): string | undefined => {
  const [first] = unclear
  if (first === undefined) return undefined
  const [header, [example = ""]] = first
  const shown = [...unclear].slice(0, 3).map(([header, values]) => {
    const some = [...values].slice(0, 3).map((value) => `"${Text.cut(value, 40)}"`)
    return `"${header}": ${some.join(", ")}${values.size > some.length ? " …" : ""}`
  })
  return (
    `do these values say that a person opted out? ${shown.join("; ")}. Answer for each column, for instance with ` +
    `--opt-out "${header}=${Text.cut(example, 40)}" if it does, and with --opt-out "${header}=" if none does`
  )
}
