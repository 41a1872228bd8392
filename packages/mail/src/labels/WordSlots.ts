/** Finds patterns of words (`words/labels/LabelWords.ts`) in a sentence. */
import { wordsOf } from "../additions/WordList.ts"
import type { LabelWords } from "../words/labels/LabelWords.ts"

/** A word of a sentence, in the form of `wordsOf`. */
export interface Word {
  readonly text: string
  /** Whether it was written with a capital letter. */
  readonly isName: boolean
}

/** The word that stands for an address of e-mail that is not the author's. */
export const otherAddress = "otheraddress"

interface Alternative {
  readonly words: ReadonlyArray<string>
  /** Whether the last word may have any ending. */
  readonly isStem: boolean
}

type Slot =
  | { readonly _tag: "Begin" | "End" | "Name" }
  | { readonly _tag: "Gap"; readonly maximum: number; readonly isOfOthers: boolean }
  | { readonly _tag: "Words"; readonly alternatives: ReadonlyArray<Alternative>; readonly isOptional: boolean }

/** A pattern, with the words for the author in its language. */
export interface Pattern {
  readonly slots: ReadonlyArray<Slot>
  readonly self: ReadonlySet<string>
}

const alternativeOf = (text: string): Alternative => ({
  words: wordsOf(text.replaceAll("_", " ")).trim().split(" "),
  isStem: text.endsWith("*")
})

const gap = /^~(?<others>!?)(?<maximum>\d)$/u

/** The alternatives of a slot. A class stands for the words that it has. */
const alternativesOf = (text: string, classes: LabelWords["classes"]): ReadonlyArray<Alternative> =>
  text.split("|").flatMap((part): ReadonlyArray<Alternative> => {
    if (part === "<name>") return [{ words: ["<name>"], isStem: false }]
    if (part === "<address>") return [{ words: [otherAddress], isStem: false }]
    const own = /^(?<before>.*)<(?<name>\w+)>$/u.exec(part)?.groups
    const words = classes[own?.["name"] ?? ""]
    if (words === undefined) return [alternativeOf(part)]
    return words.split("|").map((word) => alternativeOf(`${own?.["before"] ?? ""}${word}`))
  })

const slotOf = (text: string, classes: LabelWords["classes"]): Slot => {
  if (text === "^") return { _tag: "Begin" }
  if (text === "$") return { _tag: "End" }
  if (text === "<name>") return { _tag: "Name" }
  const { maximum, others } = gap.exec(text)?.groups ?? {}
  if (maximum !== undefined) return { _tag: "Gap", maximum: Number(maximum), isOfOthers: others === "!" }
  const isOptional = text.endsWith("?")
  return { _tag: "Words", alternatives: alternativesOf(isOptional ? text.slice(0, -1) : text, classes), isOptional }
}

export const patternsOf = (
  patterns: ReadonlyArray<string>,
  { classes, self }: Pick<LabelWords, "classes" | "self">
): ReadonlyArray<Pattern> => {
  const own = new Set(self.split("|").flatMap((word) => alternativeOf(word).words))
  return patterns.map((pattern) => ({ slots: pattern.split(" ").map((text) => slotOf(text, classes)), self: own }))
}

/** Whether an alternative begins at a place of a sentence. */
const fits = ({ isStem, words }: Alternative, sentence: ReadonlyArray<Word>, place: number): boolean =>
  words.every((word, i) => {
    const found = sentence[place + i]
    if (found === undefined) return false
    if (word === "<name>") return found.isName
    return isStem && i === words.length - 1 ? found.text.startsWith(word) : found.text === word
  })

/** Whether the slots, from the `slot`-th on, fit at a place. */
const matches = ({ self, slots }: Pattern, sentence: ReadonlyArray<Word>, place: number, slot: number): boolean => {
  const next = slots[slot]
  const rest = (to: number) => matches({ self, slots }, sentence, to, slot + 1)
  switch (next?._tag) {
    case undefined:
      return true
    case "Begin":
      return place === 0 && rest(place)
    case "End":
      return place === sentence.length && rest(place)
    case "Name":
      return sentence[place]?.isName === true && rest(place + 1)
    case "Gap":
      for (let n = 0; n <= next.maximum; n++) {
        if (rest(place + n)) return true
        const word = sentence[place + n]
        if (word === undefined || (next.isOfOthers && self.has(word.text))) return false
      }
      return false
    case "Words":
      return (
        next.alternatives.some(
          (alternative) => fits(alternative, sentence, place) && rest(place + alternative.words.length)
        ) ||
        (next.isOptional && rest(place))
      )
  }
}

/** Whether one of the patterns is anywhere in a sentence. */
export const isIn = (patterns: ReadonlyArray<Pattern>, sentence: ReadonlyArray<Word>): boolean =>
  patterns.some((pattern) => sentence.some((_, place) => matches(pattern, sentence, place, 0)))
