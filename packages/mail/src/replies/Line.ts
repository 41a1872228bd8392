/** A line of a text, with the properties that decide whether it introduces quoted mail. */
import { labels, type Role } from "../words/replies/Labels.ts"

/** Only the beginning of a longer line is looked at. */
const longest = 500
const longestLabel = 40

interface Label {
  /** `undefined` for a label of an unknown language. */
  readonly roles: ReadonlyArray<Role> | undefined
  readonly value: string
}

interface Frame {
  readonly words: string
  /** Whether there are at least two dashes on either side. */
  readonly isClosed: boolean
}

export class Line {
  static readonly none = new Line("")

  readonly raw: string
  readonly isBlank: boolean
  readonly isQuoted: boolean
  #text: string | undefined
  #label: Label | undefined | null = null
  #hasDate: boolean | undefined
  #hasAddress: boolean | undefined

  constructor(raw: string) {
    this.raw = raw
    this.isBlank = raw.trim() === ""
    this.isQuoted = /^ {0,3}>/u.test(raw)
  }

  /** The line without invisible characters, with simple spaces, and without the stars of bold text. */
  get text(): string {
    return (this.#text ??= simple(this.raw))
  }

  get label(): Label | undefined {
    if (this.#label === null) this.#label = labelOf(this.text)
    return this.#label
  }

  /** The dashes around the words of the line. */
  get frame(): Frame | undefined {
    return frameOf(this.text)
  }

  /** Whether the line only separates what follows: a line of dashes, or a few words between dashes. */
  get isSeparator(): boolean {
    const { frame } = this
    return frame !== undefined && (frame.words === "" || (frame.isClosed && frame.words.length < 60))
  }

  /** Whether the line has a date with a year. */
  get hasDate(): boolean {
    return (this.#hasDate ??= fullDate.test(this.text))
  }

  get withoutDate(): string {
    return this.text.replace(fullDate, " ")
  }

  get hasAddress(): boolean {
    return (this.#hasAddress ??= /[^\s<>"()[\]@]@[\p{L}\p{N}]/u.test(this.text))
  }

  get wordCount(): number {
    return this.text.split(" ").length
  }
}

const simple = (line: string): string =>
  line
    .slice(0, longest)
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
    .replaceAll(/[\p{Zs}\t]/gu, " ")
    // `toLowerCase` makes two characters of it.
    .replaceAll("İ", "I")
    .replace(/^[ *]+/u, "")
    .replace(/(?<![ *])[ *]+$/u, "")

const labelOf = (text: string): Label | undefined => {
  const colon = text.slice(0, longestLabel).search(/[:：]/u)
  if (colon < 1 || text.startsWith("//", colon + 1)) return undefined
  const label = simple(text.slice(0, colon)).toLowerCase()
  const roles = labels.get(label)
  const isName = roles !== undefined || (/^\p{L}[\p{L}\p{M}\- '.]*$/u.test(label) && label.split(" ").length <= 3)
  return isName ? { roles, value: simple(text.slice(colon + 1)) } : undefined
}

const dash = /[-_=—–~]/u
/** The dashes around the words; `undefined` without any before them. */
const frameOf = (text: string): Frame | undefined => {
  let start = 0
  let end = text.length
  while (start < end && dash.test(text[start] ?? "")) start++
  if (start === 0 || (start === end && start < 2)) return undefined
  while (end > start && dash.test(text[end - 1] ?? "")) end--
  return { words: simple(text.slice(start, end)), isClosed: start > 1 && text.length - end > 1 }
}

const fullDate = new RegExp(
  [
    // 24.11.2026, 2026-11-24, 24. 11. 2026, 24/11/26
    String.raw`(?<!\p{Nd})\p{Nd}{1,4}[./-] ?\p{Nd}{1,2}[./-] ?\p{Nd}{2,4}(?!\p{Nd})`,
    // 2026年11月24日, 2026년 11월 24일
    String.raw`\p{Nd}{4} ?[年년] ?\p{Nd}{1,2} ?[月월]`,
    // 24 Nov 2026; Nov 24, 2026; 24 de nov. de 2026
    String.raw`(?<!\p{Nd})\p{Nd}{1,2}(?:st|nd|rd|th)?[.,]?[ \-/][\p{L}\p{M}.,'’׳״॰ \-/]{0,24}\p{Nd}{4}(?!\p{Nd})`,
    // 2026. nov. 24.; 2026. gada 24. nov.
    String.raw`(?<!\p{Nd})\p{Nd}{4}[., \-][\p{L}\p{M}., \-]{0,24}\p{Nd}{1,2}(?!\p{Nd}|[:.h]\p{Nd})`
  ].join("|"),
  "u"
)
