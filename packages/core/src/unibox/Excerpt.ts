/** The part of a message's text in which a search was found. */
import { cut, foldForSearch } from "@mailroom/mail/text"
import { searchedReply } from "./Message.ts"

/** Maximum length of an excerpt, in UTF-16 units. */
export const maximumExcerpt = 150
/** How much of the text before the match, and from the match on, is shown. */
const before = 40
const after = maximumExcerpt - before - 4

/** The place of a folded text in a text, in UTF-16 units; -1: nowhere. */
const placeOf = (text: string, search: string): number => {
  let folded = ""
  /** The place in the text of each unit of `folded`. */
  const places: Array<number> = []
  let place = 0
  for (const character of text) {
    const unit = foldForSearch(character)
    folded += unit
    for (let i = 0; i < unit.length; i++) places.push(place)
    place += character.length
  }
  return places[folded.indexOf(search)] ?? -1
}

const withoutFirst = (text: string): string => (/\s/u.test(text) ? text.replace(/^\S*\s+/u, "") : text)
/** White space before the last word may stay. */
const withoutLast = (text: string): string => text.replace(/\s\S*$/u, "")

/**
 * The part of a text around the first match of a search, which was folded by `foldForSearch`: white space folded, at most 150
 * UTF-16 units, with `…` where it is cut. `undefined` if the searched part of the text does not contain it.
 */
export const excerptOf = (reply_text: string, search: string): string | undefined => {
  const text = cut(reply_text, searchedReply)
  const at = placeOf(text, search)
  if (at === -1) return undefined
  const [start, end] = [Math.max(0, at - before), at + after]
  const isCut = end < text.length
  const head = text.slice(start, at).replace(/^[\u{DC00}-\u{DFFF}]/u, "")
  const tail = isCut ? withoutLast(cut(text.slice(at), after)) : text.slice(at)
  const shown = ((start === 0 ? head : withoutFirst(head)) + tail).replaceAll(/[\s\p{Cc}]+/gu, " ").trim()
  return `${start === 0 ? "" : "… "}${shown}${isCut ? " …" : ""}`.toWellFormed()
}
