/** Generates the table of options of `createMailroom` from the docstrings of its interface. */
import { type Comment, parseSync, type TSPropertySignature } from "oxc-parser"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { table } from "./Markdown.ts"

const root = join(import.meta.dirname, "../..")

/** The docstring directly before the property, as one line. */
const docstring = (text: string, comments: ReadonlyArray<Comment>, { start }: TSPropertySignature) =>
  comments
    .filter(({ end }) => end <= start && text.slice(end, start).trim() === "")
    .map(({ value }) =>
      value
        .slice(1)
        .replaceAll(/\s*\n\s*\*?\s*/gu, " ")
        .trim()
    )
    .join(" ")

const rowsOf = (file: string): ReadonlyArray<ReadonlyArray<string>> => {
  const path = join(root, "packages", file)
  const text = readFileSync(path, "utf8")
  const { comments, program } = parseSync(path, text)
  const options = program.body
    .flatMap((node) => (node.type === "ExportNamedDeclaration" && node.declaration !== null ? [node.declaration] : []))
    .find((node) => node.type === "TSInterfaceDeclaration" && node.id.name === "Options")
  if (options?.type !== "TSInterfaceDeclaration") throw new Error(`${file} has no interface Options`)
  if (options.extends.length > 0) throw new Error(`${file}: the options of a parent would be missing`)
  return options.body.body.flatMap((property) => {
    if (property.type !== "TSPropertySignature" || property.key.type !== "Identifier") return []
    const description = docstring(text, comments, property)
    if (description === "") throw new Error(`${file}: ${property.key.name} has no docstring`)
    return [[`\`${property.key.name}\``, `${description}${property.optional ? "" : " Required."}`]]
  })
}

export const createMailroomOptions: string = table(["option", "what it is"], rowsOf("node/src/Options.ts"))
