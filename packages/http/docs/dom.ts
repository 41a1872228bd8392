/** Creates elements without parsing HTML: texts of the document or of an answer are only ever text. */

type Attribute = string | boolean | undefined | ((event: Event) => void)
export type Child = Node | string | undefined | false

/**
 * Creates an element. An attribute with a function is a listener: `onclick`. `false` and `undefined` omit an attribute
 * or a child.
 */
export const h = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: ReadonlyArray<Child>
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value)
  }
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

/** Paragraphs of text, with `code` between backticks shown as code. */
export const prose = (text: string | undefined): Child =>
  text !== undefined &&
  h("div", { class: "prose" }, ...text.split(/\n\s*\n/u).map((paragraph) => h("p", {}, ...inline(paragraph))))

/** A text within a line, with `code` between backticks shown as code. */
export const phrase = (text: string | undefined): Child => text !== undefined && h("span", {}, ...inline(text))

const inline = (text: string) => text.split(/`([^`]+)`/u).map((part, i) => (i % 2 === 1 ? h("code", {}, part) : part))

/** A details element whose content is created when it is first opened, because schemas may contain themselves. */
export const disclosure = (summary: ReadonlyArray<Child>, content: () => Child, open = false) => {
  const details = h("details", {}, h("summary", {}, ...summary))
  const fill = () => details.append(content() || "")
  details.addEventListener("toggle", fill, { once: true })
  details.open = open
  return details
}

/** A status, colored by its class. */
export const statusBadge = (status: string): Child => h("span", { class: `status s${status[0]}` }, status)

/** An indented JSON value, with a label for screen readers. */
export const jsonView = (value: unknown, label: string): Child =>
  h("pre", { tabindex: "0", "aria-label": label }, ...highlighted(JSON.stringify(value, null, 2)))

const token = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/gu

/** JSON text split into tokens, marked for their colors. */
const highlighted = (json: string): ReadonlyArray<Child> => {
  let end = 0
  const parts = [...json.matchAll(token)].flatMap((match) => {
    const [text, string, colon] = match
    const before = json.slice(end, match.index)
    end = match.index + text.length
    const kind = string === undefined ? "literal" : colon === undefined ? "string" : "property"
    return [before, h("span", { class: kind }, text)]
  })
  return [...parts, json.slice(end)]
}
