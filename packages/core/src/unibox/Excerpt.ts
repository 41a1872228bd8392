/** The part of a message's text in which a search was found. */
import { cut, foldForSearch } from "@mailroom/mail/text"
import { searchedReply } from "./Message.ts"

/** Maximum length of an excerpt, in UTF-16 units. */
export const maximumExcerpt = 150
const cutBefore = "… "
const cutAfter = " …"
/** How much of the text before the match, and from the match on, is shown. */
const before = 40
const after = maximumExcerpt - before - cutBefore.length - cutAfter.length

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

/** A text without its first word, which may be cut; the text itself if it has one word only. */
const withoutFirstWord = (text: string): string => (/\s/u.test(text) ? text.replace(/^\S*\s+/u, "") : text)
/** A text without its last word, which may be cut. White space before it may stay. */
const withoutLastWord = (text: string): string => text.replace(/\s\S*$/u, "")
/** The second half of a character above U+FFFF. */
const lowSurrogate = /^[\u{DC00}-\u{DFFF}]/u

/**
 * The part of a text around the first match of a search, which was folded by `foldForSearch`: white space folded, at most 150
 * UTF-16 units, with `…` where it is cut. `undefined` if the searched part of the text does not contain it.
 */
export const excerptOf = (reply_text: string, search: string): string | undefined => {
  const text = cut(reply_text, searchedReply)
  const match = placeOf(text, search)
  if (match === -1) return undefined
  const start = Math.max(0, match - before)
  const isCutBefore = start > 0
  const isCutAfter = match + after < text.length
  const whole = text.slice(start, match).replace(lowSurrogate, "")
  const head = isCutBefore ? withoutFirstWord(whole) : whole
  const tail = isCutAfter ? withoutLastWord(cut(text.slice(match), after)) : text.slice(match)
  const shown = (head + tail).replaceAll(/[\s\p{Cc}]+/gu, " ").trim()
  return `${isCutBefore ? cutBefore : ""}${shown}${isCutAfter ? cutAfter : ""}`.toWellFormed()
}
