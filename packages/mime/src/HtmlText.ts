/** Extracts the text of an HTML mail without a text part. */
import { compile } from "html-to-text"

/**
 * In UTF-16 units. The time to read HTML grows with the square of its nesting depth, which can be half its length: at
 * this length, the worst case takes half a second. A person's mail has a tenth of this length. The HTML is stored
 * completely.
 */
const maximumHtml = 131_072

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 100, ellipsis: "…" },
  selectors: [
    { selector: "a", options: { ignoreHref: true } },
    { selector: "img", format: "skip" },
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } }))
  ]
})

/** The text of an HTML document. Quoted mail is marked by `> `, as in plain text. */
export const htmlText = (html: string): string =>
  html.length > maximumHtml ? `${convert(html.slice(0, maximumHtml).replace(/\p{Cs}$/u, ""))}…` : convert(html)
