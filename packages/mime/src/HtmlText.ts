/** Extracts the text of an HTML mail without a text part. */
import { quoteMark } from "@mailroom/mail/reply-text"
import { compile, type FormatCallback } from "html-to-text"

/**
 * In UTF-16 units. The time to read HTML grows with the square of its nesting depth, which can be half its length: at
 * this length, the worst case takes half a second. A person's mail has a tenth of this length. The HTML is stored
 * completely.
 */
const maximumHtml = 131_072

/** Elements that contain quoted mail, or its introduction, and the mail programs that write them. */
const quotes: ReadonlyArray<readonly [selector: string, source: string]> = [
  ["div.gmail_attr", "Gmail"],
  ["div.yahoo_quoted", "Yahoo"],
  ["div.moz-cite-prefix", "Thunderbird"],
  ["div.moz-forward-container", "Thunderbird"],
  ["p#reply-intro", "Roundcube"],
  ["div.protonmail_quote", "Proton"],
  ["div.zmail_extra", "Zoho"],
  ["div#isReplyContent", "163"],
  ["div#isForwardContent", "163"],
  ["div[name=quote]", "GMX, WEB.DE"],
  ["div#OLK_SRC_BODY_SECTION", "Outlook for Mac"],
  ["div#mail-editor-reference-message-container", "Outlook for Windows and the web"],
  ["div.ms-outlook-mobile-reference-message", "Outlook for phones"]
]

/** Elements after which quoted mail goes on to the end, and the mail programs that write them. */
const marks: ReadonlyArray<readonly [selector: string, source: string]> = [
  ["div#divRplyFwdMsg", "Outlook for the web, Hotmail"],
  ["div#x_divRplyFwdMsg", "Outlook for the web, quoted once more"],
  ["div#appendonsend", "Outlook for the web"],
  ["div[id^=divRpF]", "Outlook Web App 2010"],
  ["hr#stopSpelling", "Hotmail"],
  ["hr#zwchr", "Zimbra"],
  ["hr[data-marker=__DIVIDER__]", "Zimbra"],
  ['div[style*="border-top:solid #E1E1E1"]', "Outlook 2013 and later"],
  ['div[style*="border-top:solid #B5C4DF"]', "Outlook 2007 and 2010"]
]

/** Elements with the signature that a mail program adds. They are paragraphs, so that their text does not join the author's. */
const signatures: ReadonlyArray<readonly [selector: string, source: string]> = [
  ["div#ms-outlook-mobile-signature", "Outlook for phones"],
  ["div#composer_signature", "Samsung Email"],
  ["div#Signature", "Outlook for the web"],
  ["div.gmail_signature", "Gmail"],
  ["div.moz-signature", "Thunderbird"],
  ["div.protonmail_signature_block", "Proton"],
  ["div#AppleMailSignature", "Apple Mail"]
]

/** The last id, class or value of each selector. HTML without any of them marks no quoted mail. */
const names = ["blockquote", "gmail_quote"].concat(
  [...quotes, ...marks].flatMap(([selector]) => selector.match(/[\w-]+/gu)?.at(-1) ?? [])
)

type Node = Parameters<FormatCallback>[0]

const isBlockquote = ({ name }: Node) => name === "blockquote"
const attribute = ({ attribs }: Node, name: string): string => attribs?.[name] ?? ""

const quoted: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2, reservedLineLength: 2 })
  walk(element.children, builder)
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) =>
      text
        .replaceAll(/^\n+|(?<!\n)\n+$/gu, "")
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n")
  })
}

/** Quoted text, but not what the author indented: mail programs write that as a quotation without a border. */
const blockquote: FormatCallback = (element, walk, builder) => {
  const isIndented = /border: ?none/u.test(attribute(element, "style")) && attribute(element, "type") !== "cite"
  if (!isIndented) return quoted(element, walk, builder, {})
  builder.openBlock({ leadingLineBreaks: 1 })
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 1 })
}

/**
 * The element that Gmail adds: the introduction, and the quoted mail as a quotation. The author may have written below
 * the quotation. Without a quotation the whole element is a forwarded mail.
 */
const gmailQuote: FormatCallback = (element, walk, builder) => {
  const children: ReadonlyArray<Node> = element.children ?? []
  const first = children.findIndex(isBlockquote)
  if (first === -1 && !children.some((child) => hasBlockquote(child, 8))) return quoted(element, walk, builder, {})
  builder.openBlock({ leadingLineBreaks: 1 })
  const introduction = { ...element, children: children.slice(0, first) }
  if (first > 0) quoted(introduction, walk, builder, {})
  walk(children.slice(Math.max(first, 0)) as typeof element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 1 })
}

/** Whether a quotation is among the next levels: all levels of nested elements would take quadratic time. */
const hasBlockquote = (node: Node, levels: number): boolean =>
  isBlockquote(node) || (levels > 0 && (node.children ?? []).some((child: Node) => hasBlockquote(child, levels - 1)))

const mark: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 })
  builder.addInline(quoteMark)
  builder.closeBlock({ trailingLineBreaks: 1 })
  builder.openBlock({ leadingLineBreaks: 1 })
  walk(element.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder)
  builder.addInline(" ")
}

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 100, ellipsis: "…" },
  formatters: { blockquote, cell, gmailQuote, mark, quoted },
  selectors: [
    { selector: "a", options: { ignoreHref: true } },
    { selector: "img", format: "skip" },
    { selector: "tr", format: "block", options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...["td", "th"].map((selector) => ({ selector, format: "cell" })),
    { selector: "blockquote", format: "blockquote" },
    { selector: "div.gmail_quote", format: "gmailQuote" },
    ...quotes.map(([selector]) => ({ selector, format: "quoted" })),
    ...marks.map(([selector]) => ({ selector, format: "mark" })),
    ...signatures.map(([selector]) => ({
      selector,
      format: "block",
      options: { leadingLineBreaks: 2, trailingLineBreaks: 2 }
    })),
    ...["h1", "h2", "h3", "h4", "h5", "h6"].map((selector) => ({ selector, options: { uppercase: false } }))
  ]
})

export interface HtmlText {
  readonly text: string
  /** The text with a `quoteMark` in the line after which quoted mail begins. */
  readonly marked: string
}

/** The text of an HTML document. Quoted mail begins with `> `, as in plain text. */
export const htmlText = (html: string): HtmlText => {
  const isWhole = html.length <= maximumHtml
  const input = (isWhole ? html : html.slice(0, maximumHtml).replace(/\p{Cs}$/u, "")).replaceAll(quoteMark, "")
  const marked = `${convert(input)}${isWhole ? "" : "…"}`
  return { text: marked.replaceAll(new RegExp(`${quoteMark}\n*`, "gu"), ""), marked }
}

/** Whether the HTML may mark where quoted mail begins. */
export const marksQuotes = (html: string): boolean => names.some((name) => html.includes(name))
