/** The fenced blocks of the documentation, and the word after the language of each. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

export interface Block {
  readonly line: number
  readonly language: string
  /** The rest of the line that opens the block, such as the file that the block is a part of. */
  readonly info: string
  readonly code: string
}

/** The pages that users read, by path from the root: the README and the pages of `docs`. */
export const pages: ReadonlyArray<string> = ["README.md", ...globSync("docs/*.md", { cwd: root }).sort()]

export const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** The blocks of a page, in order, including indented ones, as in lists. */
export const blocksOf = (page: string): ReadonlyArray<Block> => {
  const text = read(page)
  return [...text.matchAll(/^( *)```(\w*)(?: +(.*))?\n([\s\S]*?)^\1```$/gmu)].map((match) => {
    const [, indent = "", language = "", info = "", code = ""] = match
    const line = text.slice(0, match.index).split("\n").length
    return { line, language, info, code: code.replaceAll(new RegExp(`^${indent}`, "gmu"), "") }
  })
}

/** The code of the blocks of a page in a language, in order. */
export const codeOf = (page: string, language: string): ReadonlyArray<string> =>
  blocksOf(page).flatMap((block) => (block.language === language ? [block.code] : []))

/** The names in the first column of a table of the page. The head of the table begins with this cell. */
export const namesIn = (page: string, head: string): Array<string> => {
  const [, table = ""] = read(page).split(`\n| ${head} |`)
  const [rows = ""] = table.split("\n\n")
  return rows
    .split("\n")
    .flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`(\w+)`/gu)].map(([, name = ""]) => name))
}
