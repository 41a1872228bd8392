/**
 * Writes the API reports of the packages that applications import, `packages/<name>/api.md`: `npm run reference`. A report
 * contains the declarations that the compiler emits for all files that the package's entry points reach, without
 * comments and imports. With `--check`, compares instead, and fails when a report is not up to date.
 *
 * Groups of endpoints are unions of unnamed types, which the compiler writes in a different order each time. For
 * groups, the report contains only the name, method and path of each endpoint. `openapi.json` shows all other changes
 * of the groups, and of the client that is derived from them.
 */
import { parseSync } from "oxc-parser"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, { readonly types: string }>>
}
interface Span {
  readonly start: number
  readonly end: number
}

const root = join(import.meta.dirname, "..")

const reported = ["client", "http", "node"]

const without = (text: string, spans: ReadonlyArray<Span>) =>
  spans
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { end, start }) => rest.slice(0, start) + rest.slice(end), text)

/** The declarations of these files, and of all files of the same package that they import, by file. */
const declarations = (files: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    const text = readFileSync(file, "utf8")
    const { comments, module } = parseSync(file, text)
    const short = without(text, [...comments, ...module.staticImports])
    found.set(file, short.replaceAll(/^export \{\};$/gmu, "").replaceAll(/^\s*\n/gmu, ""))
    const exports = module.staticExports.flatMap(({ entries }) => entries)
    for (const { moduleRequest } of [...module.staticImports, ...exports]) {
      const name = moduleRequest?.value ?? ""
      if (name.startsWith(".")) visit(join(dirname(file), name.replace(/\.[jt]s$/u, ".d.ts")))
    }
  }
  for (const file of files) visit(file)
  return found
}

/** The text of a file in the report. It is empty for the client, which is derived from the groups. */
const contentsOf = (file: string, text: string) => {
  if (file.endsWith("/Client.d.ts")) return ""
  if (!file.endsWith("/Group.d.ts")) return text
  const endpoints = [...text.matchAll(/HttpApiEndpoint<"(\w+)", "(\w+)", "([^"]+)"/gu)]
  return endpoints
    .map(([, name, method, path]) => `${name}: ${method} ${path}\n`)
    .toSorted()
    .join("")
}

const reportOf = (directory: string, { exports = {}, name }: Manifest) => {
  const entries = Object.values(exports).map(({ types }) => join(directory, types))
  const sections = [...declarations(entries)]
    .map(([file, text]) => [file, contentsOf(file, text)] as const)
    .filter(([, text]) => text !== "")
    .map(([file, text]) => `## ${relative(join(directory, "dist"), file)}\n\n\`\`\`ts\n${text}\`\`\`\n`)
  return [`# The public types of \`${name}\`\n`, ...sections.toSorted()].join("\n")
}

const isCheck = process.argv.includes("--check")
for (const name of reported) {
  const directory = join(root, "packages", name)
  const file = join(directory, "api.md")
  const report = reportOf(directory, JSON.parse(readFileSync(join(directory, "package.json"), "utf8")))
  if (!isCheck) writeFileSync(file, report)
  else if (!existsSync(file) || readFileSync(file, "utf8") !== report) {
    console.error(`${relative(root, file)} is not up to date: run \`npm run reference\` and review the change`)
    process.exitCode = 1
  }
}
