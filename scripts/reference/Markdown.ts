/** Generates parts of Markdown pages. */

/** A table; empty when it has no rows. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  if (rows.length === 0) return ""
  const line = (cells: ReadonlyArray<string>) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n")
}

/** Replaces the text between the comments `<!-- generated: name -->` and `<!-- end -->` in a page. */
export const replaced = (page: string, name: string, text: string): string => {
  const begin = `<!-- generated: ${name}, by \`npm run reference\` -->\n`
  const end = "\n<!-- end -->"
  const from = page.indexOf(begin) + begin.length
  const to = page.indexOf(end, from)
  if (from < begin.length || to < 0) throw new Error(`The page has no place for ${name}`)
  return `${page.slice(0, from)}${text}${page.slice(to)}`
}
