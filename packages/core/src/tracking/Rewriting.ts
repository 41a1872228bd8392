/** Puts the links of tracking into a mail. Pure functions. */
import { Option } from "effect"
import { atEnd, htmlOf } from "../sends/Composition.ts"
import { type Bodies, type Link, linksOf } from "./Links.ts"
import { clickPath, parse } from "./Token.ts"

/** Maximum number of links of a mail that are tracked: the first ones. */
const maximumLinks = 200

/** Whether a URL is below another one, in any scheme. */
const isBelow = (url: string, base: string): boolean => {
  const parsed = URL.parse(url)
  const parsedBase = URL.parse(base)
  if (parsed === null || parsedBase === null || parsed.host !== parsedBase.host) return false
  const basePath = parsedBase.pathname.replace(/\/$/u, "")
  return parsed.pathname === basePath || parsed.pathname.startsWith(`${basePath}/`)
}

/** Whether a URL is a link of tracking, of whatever host: then the mail has been tracked already. */
const isOfTracking = (url: string): boolean => {
  const [token = "", directory] = URL.parse(url)?.pathname.split("/").toReversed() ?? []
  return `/${directory}` === clickPath && Option.isSome(parse(token))
}

/** Whether a URL leads to Mailroom: below a URL in `own`, or as a link of tracking. */
const isOwn = (url: string, own: ReadonlyArray<string>): boolean =>
  isOfTracking(url) || own.some((base) => isBelow(url, base))

/** A link of a mail that is tracked. */
export interface TrackedLink {
  /** Its place among all links of the mail, from 0. */
  readonly number: number
  readonly url: string
}

/** The links of a mail that are tracked. A link to Mailroom is not, such as the unsubscribe link. `own`: the URLs of Mailroom. */
export const trackedLinks = (bodies: Bodies, own: ReadonlyArray<string>): ReadonlyArray<TrackedLink> =>
  linksOf(bodies)
    .map(({ url }, number) => ({ number, url }))
    .filter(({ url }) => !isOwn(url, own))
    .slice(0, maximumLinks)

/** The link with a number, if it is tracked. */
export const trackedLink = (bodies: Bodies, number: number, own: ReadonlyArray<string>): string | undefined => {
  const url = linksOf(bodies)[number]?.url
  return url === undefined || isOwn(url, own) ? undefined : url
}

/** The URLs of Mailroom that are put into a mail. */
export interface Urls {
  /** The URLs of tracked links, by their numbers. */
  readonly links: ReadonlyMap<number, string>
  /** The URL of the image; `null`: none. */
  readonly image: string | null
}

const attribute = (url: string) => url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#39;")

/** HTML with other addresses of its links. The rest stays as it is. */
const withAddresses = (html: string, links: ReadonlyArray<Link>, urls: Urls["links"]): string => {
  let result = ""
  let end = 0
  for (const [number, link] of links.entries()) {
    const url = urls.get(number)
    if (url === undefined) continue
    result += html.slice(end, link.start) + attribute(url)
    end = link.end
  }
  return result + html.slice(end)
}

/** A plain text as HTML, with its links. */
const htmlOfText = (text: string, links: ReadonlyArray<Link>, urls: Urls["links"]): string => {
  let result = ""
  let end = 0
  for (const [number, link] of links.entries()) {
    const url = attribute(urls.get(number) ?? link.url)
    result += `${htmlOf(text.slice(end, link.start))}<a href="${url}">${htmlOf(text.slice(link.start, link.end))}</a>`
    end = link.end
  }
  return `<div>${result}${htmlOf(text.slice(end))}</div>\n`
}

/** The HTML of a mail with the links of tracking. A mail without them stays as it is. */
export const tracked = (bodies: Bodies, urls: Urls): string | null => {
  const { html, text } = bodies
  const { image, links } = urls
  if (links.size === 0 && image === null) return html
  const all = linksOf(bodies)
  const linked = html === null ? htmlOfText(text, all, links) : withAddresses(html, all, links)
  return image === null ? linked : atEnd(linked, `<img src="${attribute(image)}" width="1" height="1" alt="">\n`)
}
