/** The text of an HTML mail that brings no text of its own. */
import { compile } from "html-to-text"

/**
 * In UTF-16 units. Reading HTML takes time quadratic in how deep its elements nest, which can be half its length: half
 * a second for the worst of this length. A person's mail is a tenth of that; the HTML itself is kept whole.
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

/** Quoted mail is marked by `> `, as in plain text. */
export const htmlText = (html: string): string =>
  html.length > maximumHtml ? `${convert(html.slice(0, maximumHtml).replace(/\p{Cs}$/u, ""))}…` : convert(html)
