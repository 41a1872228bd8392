/**
 * The variables in the HTML of a step. Pure functions.
 *
 * A value never adds an element or an attribute: it is escaped in text and in attributes, and percent-encoded in links.
 * Other places may not have variables: scripts, attributes without quotes, and attributes that are read as HTML or as
 * commands.
 */
import { escape as escapeText } from "@mailroom/mail/text"
import { QuoteType } from "htmlparser2"
import { tokenize } from "../Html.ts"
import { foreignTags } from "./ForeignTags.ts"
import { type Alternatives, alternativesOf, faultsOfGroups, withHiddenGroups } from "./Spintax.ts"
import { faultsOfVariables, type Rendered, type Use, usesOf, valueOf, withHiddenUses } from "./Template.ts"
import type { Values } from "./Values.ts"
import { code, visibleTexts } from "./VisibleTexts.ts"

/**
 * The place of a variable in the HTML.
 * - `text`: between tags.
 * - `attribute`: in an attribute with quotes.
 * - `whole`: at the start of the address of a link. The value has the scheme.
 * - `link`: in the address of a link, after its start.
 */
type Place = "attribute" | "link" | "text" | "whole"

/** A part of the HTML in which all variables have the same place. */
interface Span {
  readonly start: number
  readonly end: number
  readonly place: Place | "forbidden"
}

/** Attributes whose value is an address, or a list of them. */
const addresses: ReadonlySet<string> = new Set([
  "action",
  "background",
  "cite",
  "data",
  "formaction",
  "href",
  "longdesc",
  "poster",
  "src",
  "srcset",
  "xlink:href"
])

/** Whether an attribute may have variables: not if its value is code, a document (`srcdoc`) or a command such as `refresh`. */
const mayHaveVariables = (element: string, attribute: string) =>
  element !== "meta" && attribute !== "style" && attribute !== "srcdoc" && !attribute.startsWith("on")

/** The schemes that a link may have. */
const allowed = /^\s*(?:https?:\/\/|mailto:)/iu

/** The variable whose value is a link of Mailroom. */
const ownLink = "unsubscribe_link"

/** The HTML with as many letters in the place of each variable, so that its default does not look like a tag. Indexes stay the same. */
const masked = (template: string, uses: ReadonlyArray<Use>): string => {
  let text = ""
  let end = 0
  for (const use of uses) {
    text += template.slice(end, use.start) + "x".repeat(use.end - use.start)
    end = use.end
  }
  return text + template.slice(end)
}

/**
 * Reads HTML, and calls `on` for each attribute, text and comment, with the indexes of its value. `offset`: is added to all indexes, for HTML
 * inside other HTML. `isCode`: whether the text is that of a script or a style.
 */
const read = (
  html: string,
  offset: number,
  on: {
    readonly attribute: (element: string, name: string, start: number, end: number, isQuoted: boolean) => void
    readonly text: (start: number, end: number, isCode: boolean) => void
    readonly comment: (start: number, end: number) => void
  }
): void => {
  let element = ""
  let name = ""
  let value: readonly [start: number, end: number] | undefined
  let isCode = false
  tokenize(html, {
    onattribname: (start, end) => {
      name = html.slice(start, end).toLowerCase()
      value = undefined
    },
    onattribdata: (start, end) => {
      value = [start, end]
    },
    onattribend: (quote) => {
      const isQuoted = quote === QuoteType.Double || quote === QuoteType.Single
      if (value !== undefined) on.attribute(element, name, offset + value[0], offset + value[1], isQuoted)
      value = undefined
    },
    onopentagname: (start, end) => {
      element = html.slice(start, end).toLowerCase()
      isCode = code.has(element)
    },
    onclosetag: () => {
      isCode = false
    },
    ontext: (start, end) => on.text(offset + start, offset + end, isCode),
    oncomment: (start, end) => on.comment(offset + start, offset + end),
    onselfclosingtag: () => {
      isCode = false
    }
  })
}

/** A variable, and its place. */
interface Placed extends Use {
  /** `undefined`: no variable may be there. */
  readonly place: Place | undefined
}

/** The variables of HTML with their places, and the faults of its links, for people. */
const placesOf = (
  template: string
): { readonly placed: ReadonlyArray<Placed>; readonly faults: ReadonlyArray<string> } => {
  const uses = usesOf(template)
  const html = masked(template, uses)
  const byStart = new Map(uses.map((use) => [use.start, use]))
  const spans: Array<Span> = []
  const faults = new Set<string>()
  /** The index in `uses` of the first variable that does not begin before the address that is being read. */
  let next = 0

  /** Checks the address of a link, and returns the place of variables in it. */
  const address = (start: number, end: number): Place => {
    const text = html.slice(start, end)
    const first = byStart.get(start + text.length - text.trimStart().length)
    if (first?.name === ownLink && first.end <= end) {
      if (first.fallback === undefined) return "whole"
      faults.add(`has a default for {{${ownLink}}} in a link, which is not used there`)
      return "whole"
    }
    // A variable is masked by letters: it cannot complete a scheme.
    while (next < uses.length && (uses[next]?.start ?? 0) < start) next++
    const variable = uses[next]
    const written = template.slice(start, Math.min(end, variable?.start ?? end))
    if (allowed.test(written)) return "link"
    const hasVariable = variable !== undefined && variable.start < end
    if (hasVariable) {
      faults.add(
        `has a link that begins with the value of {{${variable.name}}}: write https://, http:// or mailto: before the variable`
      )
    } else if (written.trim() !== "" && !written.trimStart().startsWith("#")) {
      faults.add(
        `has the link ${JSON.stringify(written.slice(0, 100))}, which does not begin with https://, http:// or mailto:`
      )
    }
    return "link"
  }

  /** `isComment`: whether the HTML that is read is inside a comment. */
  const on = (isComment: boolean): Parameters<typeof read>[2] => ({
    attribute: (element, name, start, end, isQuoted) => {
      const place = addresses.has(name) ? address(start, end) : "attribute"
      spans.push({ start, end, place: isQuoted && mayHaveVariables(element, name) ? place : "forbidden" })
    },
    text: (start, end, isCode) => {
      spans.push({ start, end, place: isCode ? "forbidden" : "text" })
    },
    comment: (start, end) => {
      if (isComment) spans.push({ start, end, place: "text" })
      // Outlook shows the HTML inside of conditional comments.
      else read(html.slice(start, end), start, on(true))
    }
  })
  read(html, 0, on(false))

  // Variables and spans both ascend, so the search for the span of a variable goes on where the last one ended.
  let span = 0
  const placed = uses.map((use): Placed => {
    while (span < spans.length && (spans[span]?.end ?? 0) <= use.start) span++
    const around = spans[span]
    const isInside = around !== undefined && around.start <= use.start && use.end <= around.end
    if (!isInside || around.place === "forbidden") {
      faults.add(`has {{${use.name}}} where no variable may be: use it in text, or in an attribute with quotes`)
      return { ...use, place: undefined }
    }
    const isWhole = around.place === "whole" && html.slice(around.start, use.start).trim() === ""
    return { ...use, place: around.place === "whole" && !isWhole ? "link" : around.place }
  })
  return { placed, faults: [...faults] }
}

/**
 * The faults of HTML, for people: of its variables, tags of other programs in its texts and attributes, invalid links, and
 * variables in forbidden places.
 */
export const faultsOfHtml = (template: string): ReadonlyArray<string> => {
  const groups = alternativesOfHtml(template)
  return [
    ...faultsOfVariables(template),
    ...faultsOfGroups(groups),
    ...new Set(visibleTexts(withHiddenUses(withHiddenGroups(template, groups))).flatMap(foreignTags)),
    ...placesOf(template).faults
  ]
}

/** Matches an entity, such as `&amp;`. */
const entity = /^&[^;\s<&]{1,32};?$/u

/** The groups of alternatives in the texts of HTML. One with a tag inside is not among them. */
export const alternativesOfHtml = (template: string): ReadonlyArray<Alternatives> => {
  // A group has a bar. Without one, the HTML need not be read.
  if (!template.includes("|")) return []
  const html = masked(template, usesOf(template))
  const texts: Array<{ readonly start: number; end: number }> = []
  let isCode = false
  tokenize(html, {
    ontext: (start, end) => {
      if (isCode) return
      const last = texts.at(-1)
      const between = last === undefined ? "<" : html.slice(last.end, start)
      // An entity divides a text into parts.
      if (last !== undefined && (between === "" || entity.test(between))) last.end = end
      else texts.push({ start, end })
    },
    onopentagname: (start, end) => {
      isCode = code.has(html.slice(start, end).toLowerCase())
    },
    onclosetag: () => {
      isCode = false
    },
    onselfclosingtag: () => {
      isCode = false
    }
  })
  return texts.flatMap((text) => {
    const written = template.slice(text.start, text.end)
    const withoutEntities = written.replaceAll(/&[^;\s<&]{1,32};/gu, (entity) => "x".repeat(entity.length))
    return alternativesOf(written, withoutEntities).map(({ end, start, texts }) => ({
      start: text.start + start,
      end: text.start + end,
      texts
    }))
  })
}

/** Escapes text for HTML, also inside of attributes. */
const escape = (value: string) => escapeText(value).replaceAll('"', "&quot;").replaceAll("'", "&#39;")

/** Escapes a default, in which `&amp;` and other entities may be written. */
const escapeDefault = (value: string) => escape(value).replaceAll(/&amp;(#?[a-zA-Z0-9]{1,31};)/gu, "&$1")

/** The variables whose values may have several lines. */
const hasLines: ReadonlySet<string> = new Set(["personalization", "signature"])

/** A value as it may stand at the place of a variable; empty where none may be. */
const encode = (value: string, { name, place }: Placed): string => {
  const text = value.toWellFormed()
  switch (place) {
    case "text":
      return hasLines.has(name) ? escape(text.trim()).replaceAll(/\r\n|\r|\n/gu, "<br>\n") : escape(text)
    case "attribute":
      return escape(text)
    case "link":
      return encodeURIComponent(text).replaceAll("'", "%27")
    case "whole":
      return allowed.test(text) ? escape(text) : ""
    case undefined:
      return ""
  }
}

/**
 * Replaces the variables of HTML by their values, or by their defaults. A missing value becomes an empty text, and so
 * does a variable where none may be.
 */
export const renderHtml = (template: string, values: Values): Rendered => {
  const missing = new Set<string>()
  let text = ""
  let end = 0
  for (const use of placesOf(template).placed) {
    const value = valueOf({ ...use, fallback: undefined }, values)
    if (value === undefined && use.fallback === undefined) missing.add(use.name)
    const isDefault = value === undefined && (use.place === "attribute" || use.place === "text")
    const inserted = isDefault ? escapeDefault(use.fallback ?? "") : encode(value ?? use.fallback ?? "", use)
    text += template.slice(end, use.start) + inserted
    end = use.end
  }
  return { text: text + template.slice(end), missing: [...missing] }
}
