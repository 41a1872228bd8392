/** The pages of the documentation: which files they show, in which order, and at which path each is. */
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { dirname, join, posix } from "node:path"

/** A page. `file` is a path from the root of the repository, and may be a folder; `url` is a path from the root of the site. */
export interface Page {
  readonly file: string
  readonly url: string
  /** The text as Markdown. A file that is not Markdown is one block of code. */
  readonly text: string
  readonly title: string
}

/** A link of the navigation. */
interface Entry {
  readonly title: string
  readonly url: string
}

export interface Section {
  readonly title: string
  readonly entries: ReadonlyArray<Entry>
}

/** The document that the reference of the API shows. */
export const openApi = "packages/http/openapi.json"
const contents = "docs/README.md"

/** Text without its blocks of code. */
const withoutCode = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```$/gmu, "")

const isImage = (file: string) => /\.(?:png|svg)$/u.test(file)

/** Where the site has a file of the repository. */
export const urlOf = (file: string): string => {
  if (file === "README.md") return "index.html"
  if (file === contents) return "contents.html"
  if (file === openApi) return "api.html"
  if (file.startsWith("docs/") && (file.endsWith(".md") || isImage(file))) {
    return file.slice("docs/".length).replace(/\.md$/u, ".html")
  }
  if (/^[A-Z]+\.md$/u.test(file)) return `internals/${file.toLowerCase().replace(/md$/u, "html")}`
  if (file.endsWith("/README.md")) return `${dirname(file)}.html`
  // Next names folders with brackets, which have a meaning in URLs.
  return file.endsWith(".md") ? file.replace(/md$/u, "html") : `source/${file.replaceAll(/[[\]]/gu, "")}.html`
}

/** The file of the repository to which a link of another one leads, without its heading. A folder is its README, if it has one. */
export const targetOf = (root: string, from: string, link: string): string => {
  const [path = ""] = link.split("#")
  const file = path === "" ? from : posix.join(posix.dirname(from), path)
  const target = file.replace(/\/$/u, "")
  return existsSync(join(root, target, "README.md")) ? posix.join(target, "README.md") : target
}

/** The file that a block of code is a part of: the line that opens the block names it. */
export const sourceOf = (root: string, info: string, code: string): string | undefined => {
  const path = join(root, info)
  const isFile = /^[\w./[\]-]+\.\w+$/u.test(info) && existsSync(path)
  const isPart = isFile && code.split("\n").every((line) => readFileSync(path, "utf8").includes(line.trim()))
  return isPart ? info : undefined
}

/** The local targets of the links, the images and the blocks of code in a text. */
const targetsIn = (root: string, file: string, text: string): ReadonlyArray<string> => {
  const links = [...withoutCode(text).matchAll(/\]\((?![a-z]+:|#)([^)\s]+)|\bsrc(?:set)?="([^":]+)"/gu)]
  const blocks = [...text.matchAll(/^( *)```\w+ +(.*)\n([\s\S]*?)^\1```$/gmu)]
  return [
    ...links.map(([, link, image]) => targetOf(root, file, link ?? image ?? "")),
    ...blocks.flatMap(([, , info = "", code = ""]) => sourceOf(root, info, code) ?? [])
  ].filter((target) => existsSync(join(root, target)))
}

const languages: Readonly<Record<string, string>> = { cjs: "js", mjs: "js", service: "ini", env: "sh", conf: "ini" }

/** A file as Markdown. */
const textOf = (root: string, file: string): string => {
  const read = (path: string) => readFileSync(join(root, path), "utf8")
  if (file.endsWith(".md")) return read(file)
  const block = (path: string) => {
    const extension = posix.extname(path).slice(1)
    return `~~~~~~${languages[extension] ?? extension}\n${read(path).trimEnd()}\n~~~~~~\n`
  }
  if (!statSync(join(root, file)).isDirectory()) return `# ${file}\n\n${block(file)}`
  const parts = globSync(`${file}/**/*`, { cwd: root, exclude: ["**/node_modules/**"] })
    .filter((path) => statSync(join(root, path)).isFile())
    .toSorted()
    .map((path) => `## ${posix.relative(file, path)}\n\n${block(path)}`)
  return `# ${file}\n\n${parts.join("\n")}`
}

/** The first heading of a text, as plain text. */
const titleOf = (text: string) => (/^# (.*)$/mu.exec(withoutCode(text))?.[1] ?? "").replaceAll(/[`*]/gu, "")

/** The pages, and the images that they show: the README, all of `docs`, and the files of the repository that these link to. */
export const read = (root: string): { pages: ReadonlyArray<Page>; images: ReadonlyArray<string> } => {
  const pages: Array<Page> = []
  const images: Array<string> = []
  const files = new Set(["README.md", ...globSync("docs/**/*.md", { cwd: root }).toSorted()])
  // A loop over a set also visits what is added meanwhile.
  for (const file of files) {
    if (isImage(file)) images.push(file)
    else if (file !== openApi) {
      const text = textOf(root, file)
      pages.push({ file, url: urlOf(file), text, title: titleOf(text) })
      if (file.endsWith(".md")) for (const target of targetsIn(root, file, text)) files.add(target)
    }
  }
  return { pages, images }
}

/** The navigation: the sections of `docs/README.md`, with the pages that their tables list. */
export const navigation = (root: string): ReadonlyArray<Section> => {
  const [, ...parts] = readFileSync(join(root, contents), "utf8").split(/^## /mu)
  const sections = parts.map((part) => {
    const rows = [...part.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\)/gmu)]
    const entries = rows.map(([, title = "", link = ""]) => ({ title, url: urlOf(targetOf(root, contents, link)) }))
    return { title: (part.split("\n")[0] ?? "").replace(/^\d+\. /u, ""), entries }
  })
  const [first, ...rest] = sections.filter(({ entries }) => entries.length > 0)
  const overview = { title: "Overview", url: urlOf("README.md") }
  return first === undefined ? [] : [{ ...first, entries: [overview, ...first.entries] }, ...rest]
}
