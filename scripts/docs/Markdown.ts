/** Turns the Markdown of the documentation into HTML: ids of headings as on GitHub, links between pages, code in colours. */
import type { Markdown, Token } from "@11ty/eleventy"
import highlighter from "highlight.js"
import { posix } from "node:path"
import { slug } from "./Slug.ts"
import { sourceOf, targetOf, urlOf } from "./Pages.ts"

export interface Heading {
  readonly id: string
  readonly level: number
  readonly title: string
  /** The text below the heading, up to the next one, for the search. */
  text: string
}

/** The text of a token, without its markup. */
const plain = ({ children, content }: Token): string =>
  children === null
    ? content
    : children.map(({ content, type }) => (type === "softbreak" || type === "hardbreak" ? " " : content)).join("")

/** Gives each heading its id. Returns the headings. */
const headingsOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<Heading> => {
  const headings: Array<Heading> = []
  const used = new Map<string, number>()
  for (const [i, token] of tokens.entries()) {
    const next = tokens[i + 1]
    if (token.type === "heading_open" && next !== undefined) {
      const title = plain(next)
      const id = slug(title)
      const count = used.get(id) ?? 0
      used.set(id, count + 1)
      token.attrSet("id", count === 0 ? id : `${id}-${count}`)
      headings.push({ id: token.attrGet("id") ?? id, level: Number(token.tag.slice(1)), title, text: "" })
    } else if (token.type === "inline" || token.type === "fence") {
      const current = headings.at(-1)
      const isTitle = tokens[i - 1]?.type === "heading_open"
      if (current !== undefined && !isTitle) current.text += `${plain(token)} `
    }
  }
  return headings
}

/** A path from a page to another file of the site. */
const relative = (from: string, to: string): string => posix.relative(posix.dirname(from), to)

interface Environment {
  /** The file that is rendered. */
  readonly file: string
}
const fileOf = (env: object) => (env as Environment).file

/** Prepares the parser for the files of a repository. Each file that is rendered leaves its headings in `headings`. */
export const amend =
  (root: string, headings: Map<string, ReadonlyArray<Heading>>) =>
  (markdown: Markdown): void => {
    const { core, renderer, utils } = markdown
    const { rules } = renderer

    core.ruler.push("headings", ({ env, tokens }) => void headings.set(fileOf(env), headingsOf(tokens)))

    const linked = (file: string, link: string) => {
      const target = targetOf(root, file, link)
      const [path, heading] = link.split("#")
      const url = path === "" ? "" : relative(urlOf(file), urlOf(target))
      return heading === undefined ? url : `${url}#${heading}`
    }
    const isLocal = (link: string) => !/^[a-z]+:/u.test(link)
    rules["link_open"] = (tokens, i, options, env, self) => {
      const link = tokens[i]?.attrGet("href") ?? ""
      if (isLocal(link)) tokens[i]?.attrSet("href", linked(fileOf(env), decodeURI(link)))
      return self.renderToken(tokens, i, options)
    }
    const html = (text: string, file: string) =>
      text.replaceAll(/\b(src|srcset)="([^":]+)"/gu, (_, name, link) => `${name}="${linked(file, link)}"`)
    for (const type of ["html_block", "html_inline"]) {
      rules[type] = (tokens, i, _options, env) => html(tokens[i]?.content ?? "", fileOf(env))
    }

    // A wide table scrolls, also with the keyboard.
    rules["table_open"] = () => `<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n`
    rules["table_close"] = () => "</table></div>\n"
    // A head without text heads no column.
    rules["th_open"] = (tokens, i) => (tokens[i + 1]?.content === "" ? "<td>" : "<th>")
    rules["th_close"] = (tokens, i) => (tokens[i - 1]?.content === "" ? "</td>" : "</th>")

    rules["fence"] = (tokens, i, _options, env) => {
      const { content = "", info = "" } = tokens[i] ?? {}
      const [, language = "", rest = ""] = /^(\w*)\s*(.*)$/u.exec(info) ?? []
      const isKnown = highlighter.getLanguage(language) !== undefined
      const code = isKnown ? highlighter.highlight(content, { language }).value : utils.escapeHtml(content)
      const source = sourceOf(root, rest, content)
      const link = source === undefined ? "" : relative(urlOf(fileOf(env)), urlOf(source))
      const caption = source === undefined ? "" : `<figcaption><a href="${link}">${source}</a></figcaption>`
      return `<figure class="code">${caption}<pre tabindex="0"><code>${code}</code></pre></figure>\n`
    }
  }
