/**
 * Builds the documentation as a site of files: `npm run docs`. All links are relative, so the site works below any path,
 * and also without a server. A link without a target fails the build.
 */
import { Eleventy, type Config } from "@11ty/eleventy"
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { rolldown } from "rolldown"
import { docsPage, icon } from "../packages/http/src/openapi/DocsPage.ts"
import { brokenLinks } from "./docs/Links.ts"
import { amend, type Heading } from "./docs/Markdown.ts"
import { navigation, openApi, type Page, read, urlOf } from "./docs/Pages.ts"
import { operationsIn, partsOf } from "./docs/Search.ts"

const root = join(import.meta.dirname, "..")
const source = join(import.meta.dirname, "docs")
const readSource = (name: string) => readFileSync(join(source, name), "utf8")

/** Renders pages with Eleventy. Returns the HTML of each by its path in the site, and the headings of each by its file. */
const render = async (repository: string, pages: ReadonlyArray<Page>) => {
  const sections = navigation(repository)
  const order = sections.flatMap(({ entries }) => entries)
  const headings = new Map<string, ReadonlyArray<Heading>>()
  const config = (eleventy: Config) => {
    eleventy.setUseGitIgnore(false)
    eleventy.setIncludesDirectory(".")
    eleventy.setTemplateFormats(["md"])
    eleventy.amendLibrary("md", amend(repository, headings))
    for (const { file, text, title, url } of pages) {
      const place = order.findIndex((entry) => entry.url === url)
      eleventy.addTemplate(file.replace(/(?:\.md)?$/u, ".md"), text, {
        base: "../".repeat(url.split("/").length - 1),
        file,
        icon,
        layout: "page.njk",
        // A function: the headings are known when the text is rendered.
        outline: () => headings.get(file)?.filter(({ level }) => level === 2 || level === 3),
        next: place < 0 ? undefined : order[place + 1],
        path: url,
        permalink: url,
        previous: order[place - 1],
        sections,
        // Without it Nunjucks or Liquid would read the variables of mails, such as {{first_name}}.
        templateEngineOverride: "md",
        title
      })
    }
  }
  const rendered = await new Eleventy("scripts/docs", "docs-site", {
    quietMode: true,
    configPath: null,
    config
  }).toJSON()
  const html = new Map(rendered.map(({ content, url }) => [url.slice(1) || "index.html", content]))
  return { headings, html }
}

/** The reference of the API: the page that a server shows at `/docs`, with the document inside. */
const apiPage = (document: string) =>
  docsPage(`
<script>document.documentElement.dataset.scheme = localStorage.getItem("mailroom.scheme") ?? ""</script>
<script type="application/json" id="openapi">${document.replaceAll("</", String.raw`<\/`)}</script>`)

const bundled = async () => {
  const bundle = await rolldown({ input: join(source, "browser/site.ts"), platform: "browser" })
  const { output } = await bundle.generate({ format: "iife", minify: true })
  return output[0].code
}

/** Builds the site of a repository into a folder, which is emptied before. It rejects with the broken links. */
export const build = async (folder: string, repository: string = root): Promise<ReadonlyArray<Page>> => {
  const { images, pages } = read(repository)
  const { headings, html } = await render(repository, pages)
  const document = JSON.stringify(JSON.parse(readFileSync(join(root, openApi), "utf8")))
  const found = [...pages.flatMap((page) => partsOf(page, headings.get(page.file) ?? [])), ...operationsIn(document)]
  const base = readFileSync(join(root, "packages/http/docs/base.css"), "utf8")
  const files = new Map([
    ...html,
    ["api.html", apiPage(document)],
    ["openapi.json", document],
    ["assets/search.js", `globalThis.found = ${JSON.stringify(found)}`],
    ["assets/site.css", base + readSource("frame.css") + readSource("text.css")],
    ["assets/site.js", await bundled()]
  ])
  const broken = brokenLinks(new Map([...files, ...images.map((file) => [urlOf(file), ""] as const)]))
  if (broken.length > 0) throw new Error(`Links lead nowhere:\n${broken.join("\n")}`)
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const file of images) cpSync(join(repository, file), join(folder, urlOf(file)))
  return pages
}

if (import.meta.main) {
  const folder = join(root, "docs-site")
  const pages = await build(folder)
  console.log(`${pages.length} pages are in docs-site: any server of files can serve them, below any path`)
}
