/** Finds links of a site that lead nowhere. */
import { posix } from "node:path"

const attribute = (name: string) => new RegExp(`<[a-z][^>]*\\s${name}="([^"]*)"`, "gu")
const valuesOf = (name: string, html: string) => [...html.matchAll(attribute(name))].map(([, value = ""]) => value)

/**
 * The links without a target, each with the page that has it. `files` has each file of the site by its path; only those
 * with HTML need a text.
 */
export const brokenLinks = (files: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const ids = new Map([...files].map(([path, html]) => [path, new Set(valuesOf("id", html))]))
  const faultIn = (page: string, link: string) => {
    const [path = "", id] = link.replaceAll("&amp;", "&").split("#")
    const target = path === "" ? page : posix.join(posix.dirname(page), decodeURI(path))
    if (!files.has(target)) return `${page} links to ${link}, and the site has no such file`
    const isFound = id === undefined || ids.get(target)?.has(decodeURIComponent(id)) === true
    return isFound ? undefined : `${page} links to ${link}, and that page has no such heading`
  }
  return [...files].flatMap(([page, html]) =>
    ["href", "src", "srcset"]
      .flatMap((name) => valuesOf(name, html))
      .filter((link) => !/^[a-z]+:/u.test(link))
      .flatMap((link) => faultIn(page, link) ?? [])
  )
}
