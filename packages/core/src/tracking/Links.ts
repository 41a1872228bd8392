/** The links of a mail, in the order of its text. Pure functions. */
import { QuoteType } from "htmlparser2"
import { tokenize } from "../Html.ts"

/** A link, and where its address is written. */
export interface Link {
  readonly start: number
  readonly end: number
  /** The address that a browser opens. */
  readonly url: string
}

/** The texts of a mail. `html` is `null` for a mail of plain text. */
export interface Bodies {
  readonly text: string
  readonly html: string | null
}

/** Maximum length of an address: events have room for this. */
const maximumUrl = 2_000

/** The address that a browser opens for a link; `undefined`: not http(s), or too long. */
const urlOf = (address: string): string | undefined => {
  const written = address.trim()
  if (!/^https?:\/\//iu.test(written)) return undefined
  const url = URL.parse(written)?.href
  return url === undefined || url.length > maximumUrl ? undefined : url
}

/** The value of an attribute, as it is written, with its entities decoded. */
const decoded = (written: string): string => {
  if (!written.includes("&")) return written
  const html = `<a href="${written.replaceAll('"', "&quot;")}">`
  let value = ""
  tokenize(html, {
    onattribdata: (start, end) => {
      value += html.slice(start, end)
    },
    onattribentity: (point) => {
      value += String.fromCodePoint(point)
    }
  })
  return value
}

/** The links of HTML: the addresses of `a` and `area`. Comments have none. */
const linksOfHtml = (html: string): ReadonlyArray<Link> => {
  const links: Array<Link> = []
  /** Whether the current tag is a link whose address was not read yet. */
  let isLink = false
  /** Whether the current attribute is its address. */
  let isAddress = false
  /** Where the value of the current attribute is written; -1: it has none so far. */
  let start = -1
  let end = -1
  tokenize(html, {
    onopentagname: (from, to) => {
      isLink = /^(?:a|area)$/iu.test(html.slice(from, to))
    },
    onattribname: (from, to) => {
      isAddress = isLink && html.slice(from, to).toLowerCase() === "href"
      start = -1
    },
    onattribdata: (from, to) => {
      if (start === -1) start = from
      end = to
    },
    onattribend: (quote) => {
      if (!isAddress || quote === QuoteType.NoValue) return
      // Only the first address of a tag counts.
      isLink = false
      const url = start === -1 ? undefined : urlOf(decoded(html.slice(start, end)))
      if (url !== undefined) links.push({ start, end, url })
    }
  })
  return links
}

const webAddress = /https?:\/\/[^\s<>"]+/giu

const punctuation = ".,;:!?'*_]}"

/** The length of an address in a text, without the punctuation of the sentence that follows it. */
const lengthOf = (address: string): number => {
  // A bracket that the address opens is closed by it, too.
  const hasBracket = address.includes("(")
  const isPunctuation = (character: string) => (character === ")" ? !hasBracket : punctuation.includes(character))
  let length = address.length
  while (length > 0 && isPunctuation(address.charAt(length - 1))) length--
  return length
}

/** The links of a plain text. */
const linksOfText = (text: string): ReadonlyArray<Link> =>
  [...text.matchAll(webAddress)].flatMap(({ 0: address, index: start }) => {
    const end = start + lengthOf(address)
    const url = urlOf(text.slice(start, end))
    return url === undefined ? [] : [{ start, end, url }]
  })

/** The links of a mail: of its HTML if it has one, otherwise of its text. */
export const linksOf = ({ html, text }: Bodies): ReadonlyArray<Link> =>
  html === null ? linksOfText(text) : linksOfHtml(html)
