/** The texts of HTML that people may see. Pure functions. */
import { tokenize } from "../Html.ts"

/** Elements whose content is not text for people. */
export const code: ReadonlySet<string> = new Set(["script", "style"])

/** Whether people do not see the value of an attribute, because it is code or the name of a style. */
const isCode = (attribute: string) => attribute === "style" || attribute === "class" || attribute.startsWith("on")

/** A value with the braces, brackets, bars and stars that editors have encoded in the address of a link. */
const withBraces = (value: string) =>
  value.replaceAll(/%(?:7b|7c|7d|5b|5d|2a)/giu, (encoded) => decodeURIComponent(encoded))

/**
 * The text of HTML without its tags, then the text of its comments, and the values of its attributes, with entities decoded.
 * Scripts and styles are left out.
 */
export const visibleTexts = (html: string): ReadonlyArray<string> => {
  const attributes: Array<string> = []
  const comments: Array<string> = []
  let text = ""
  let isInCode = false
  let name = ""
  let value = ""
  tokenize(html, {
    ontext: (start, end) => {
      if (!isInCode) text += html.slice(start, end)
    },
    ontextentity: (point) => {
      if (!isInCode) text += String.fromCodePoint(point)
    },
    onattribname: (start, end) => {
      name = html.slice(start, end).toLowerCase()
      value = ""
    },
    onattribdata: (start, end) => {
      value += html.slice(start, end)
    },
    onattribentity: (point) => {
      value += String.fromCodePoint(point)
    },
    onattribend: () => {
      if (value !== "" && !isCode(name)) attributes.push(withBraces(value))
      value = ""
    },
    onopentagname: (start, end) => {
      const element = html.slice(start, end).toLowerCase()
      isInCode = code.has(element)
      // An unknown element, such as `<first_name>`, is a tag of another program: browsers show nothing.
      if (element.includes("_") || element === "firstname" || element === "lastname") attributes.push(`<${element}>`)
      else if (!inline.has(element)) text += "\n"
    },
    onclosetag: () => {
      isInCode = false
    },
    onselfclosingtag: () => {
      isInCode = false
    },
    oncomment: (start, end) => {
      comments.push(html.slice(start, end))
    },
    onprocessinginstruction: (start, end) => {
      text += `<${html.slice(start, end)}>`
    }
  })
  return [text, ...comments.flatMap((comment) => visibleTexts(comment.replaceAll("<!--", ""))), ...attributes]
}

/** Elements that begin no new line. */
const inline: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s small span strike strong sub sup tt u var wbr".split(
    " "
  )
)
