/** The list of the files of each package, with their first sentences: `docs/internals/where.md`. */
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

const root = join(import.meta.dirname, "../..")
const folders = ["packages/*/src", "packages/console/page", "packages/http/docs", "scripts"]

/** Files whose name says what they are, cases of the conformance suite, and generated files. */
const leftOut = /\/(?:Group|Handlers|Examples|DocsAssets)\.ts$|\/(?:generated|testing\/\w+)\//u

/** Comments, and the name of what is declared below each. */
const comments =
  /\/\*\*((?:(?!\*\/)[^])*)\*\/\n(?:(?:export )?(?:abstract )?(?:class|const|function|interface|type) (\w+))?/gu
const startsWithComment = /^(?:(?:#!|\/\/).*\n)*\/\*\*/u

/**
 * The first sentence of the comment at the head of a file, or of the declaration with the name of the file. Empty when
 * there is neither.
 */
export const firstSentence = (file: string, source: string): string => {
  const name = basename(file).replace(/\.\w+$/u, "")
  const all = [...source.matchAll(comments)]
  const head = startsWithComment.test(source) ? all[0] : undefined
  const ofName = all.find(([, , declared]) => declared === name)
  // A comment right above another declaration is about that alone.
  const [, comment = ""] = (head?.[2] === undefined ? (head ?? ofName) : (ofName ?? head)) ?? []
  const [paragraph = ""] = comment
    .replaceAll(/^ *\* ?/gmu, "")
    .trim()
    .split("\n\n")
  const [sentence = ""] = paragraph.replaceAll(/\s+/gu, " ").split(/(?<=\.) (?=[A-Z`])/u)
  return sentence.trim()
}

/** The files that the list has, by path from the root. */
export const files: ReadonlyArray<string> = globSync(
  folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
  { cwd: root }
)
  .filter((file) => !leftOut.test(file))
  .toSorted()

const read = (file: string) => readFileSync(join(root, file), "utf8")
const row = (file: string) =>
  `- \`${basename(file)}\`: ${firstSentence(file, read(file)).replaceAll("<", String.raw`\<`)}`

const page = `# Where things are

The first sentence of each file. \`npm run reference\` makes this list: do not change it here. In \`packages/http/src\`, the folder of
each capability has also \`Group.ts\`, a part of the contract, and \`Handlers.ts\`, which answers it.
`

export const where = (): string =>
  [page, ...[...Map.groupBy(files, dirname)].map(([folder, of]) => `## ${folder}\n\n${of.map(row).join("\n")}\n`)].join(
    "\n"
  )
