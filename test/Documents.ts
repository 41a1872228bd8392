/** The fenced blocks of the documentation, and what the word after their language says about them. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

export interface Block {
  readonly line: number
  readonly language: string
  /** The rest of the line that opens the block, such as the file of which a block is a slice. */
  readonly info: string
  readonly code: string
}

/** What users read, by path from the root: the README and the pages of `docs`. */
export const pages: ReadonlyArray<string> = ["README.md", ...globSync("docs/*.md", { cwd: root }).sort()]

export const read = (file: string): string => readFileSync(join(root, file), "utf8")

/** The blocks of a page, in order; also those that are indented, as in a list. */
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

/** The names in the first column of the table of a page whose head begins with this cell. */
export const namesIn = (page: string, head: string): Array<string> => {
  const [, table = ""] = read(page).split(`\n| ${head} |`)
  const [rows = ""] = table.split("\n\n")
  return rows
    .split("\n")
    .flatMap((row) => [...(row.split(" | ")[0] ?? "").matchAll(/`(\w+)`/gu)].map(([, name = ""]) => name))
}
