/** The lines of people who opted out, by the columns that say so. The command line follows the same rules. */
import { folded, type Meaning, meaningOf, type OptOutColumn, optOuts } from "@mailroom/mail/opt-outs"
import type { CsvFile } from "./lines.ts"
import type { Mapping } from "./mapping.ts"

/** Why a line is of somebody who opted out: the column and, where it is not obvious, the value. */
export type OptOutOf = (values: ReadonlyArray<string>) => string | undefined

export interface FoundValue {
  /** Without case, and with single spaces. */
  readonly value: string
  readonly lines: number
  /** The meaning of the value by the words of many languages. */
  readonly meaning: Meaning
}

/** A column that says, or may say, who opted out. */
export interface FoundOptOuts {
  readonly header: string
  readonly index: number
  readonly column: OptOutColumn
  /** The distinct values, except the empty one: unclear ones first, then the ones that opt out, each by the number of their lines. */
  readonly values: ReadonlyArray<FoundValue>
}

/** The user's answer about the values of a column. */
export interface Answer {
  /** Whether a value means an opt-out; other values mean what the words say. */
  readonly ticks: ReadonlyMap<string, boolean>
  /** Whether the user has said that unclear values without a tick do not mean it. */
  readonly isComplete: boolean
}
/** The answers by the index of their column. */
export type Answers = ReadonlyMap<number, Answer>

/** Texts longer than this are not states. */
const maximumState = 60
/** Maximum number of distinct values of a column of states. */
const maximumValues = 2_000

const order: Readonly<Record<Meaning, number>> = { unclear: 0, out: 1, in: 2 }

const valuesOf = ({ lines }: CsvFile, column: OptOutColumn): ReadonlyArray<FoundValue> => {
  const isOther = column.kind.tag === "other"
  const counts = new Map<string, number>()
  for (const { values } of lines) {
    const raw = values[column.index] ?? ""
    if (raw === "" || (isOther && raw.length > maximumState)) continue
    counts.set(raw, (counts.get(raw) ?? 0) + 1)
    if (isOther && counts.size > maximumValues) return []
  }
  const byValue = new Map<string, number>()
  for (const [raw, count] of counts) {
    const value = folded(raw)
    if (value !== "") byValue.set(value, (byValue.get(value) ?? 0) + count)
  }
  return [...byValue]
    .map(([value, lines]) => ({ value, lines, meaning: meaningOf(column, value) }))
    .toSorted((a, b) => order[a.meaning] - order[b.meaning] || b.lines - a.lines)
}

/**
 * The columns that say that somebody opted out, or may say so: chosen by the user, by their header, or by states such as
 * `unsubscribed`.
 */
export const optOutsIn = (file: CsvFile, mapping: Mapping): ReadonlyArray<FoundOptOuts> => {
  const found = optOuts(file.header, [])
  if ("fault" in found) return []
  const known = new Map([...found.columns, ...found.others].map((column) => [column.index, column]))
  return file.header.flatMap((header, index) => {
    const isChosen = mapping[index] === "opted out"
    const guessed = known.get(index) ?? { header, index, kind: { tag: "other" } as const }
    // In a column that the user has chosen, every value other than yes and no is a question.
    const column = isChosen && guessed.kind.tag === "other" ? { ...guessed, kind: { tag: "flag" } as const } : guessed
    const values = valuesOf(file, column)
    return isChosen || values.some(({ meaning }) => meaning !== "in") ? [{ header, index, column, values }] : []
  })
}

/** Whether a value means an opt-out, by the user's answer, else by the words. */
export const isOut = ({ meaning, value }: Pick<FoundValue, "meaning" | "value">, answer: Answer | undefined): boolean =>
  answer?.ticks.get(value) ?? meaning === "out"

/** Whether the meaning of a value is still to be answered. */
export const isOpen = ({ index, values }: FoundOptOuts, answers: Answers): boolean => {
  const answer = answers.get(index)
  return (
    answer?.isComplete !== true &&
    values.some(({ meaning, value }) => meaning === "unclear" && answer?.ticks.get(value) !== true)
  )
}

/** Makes the function that says why the person of a line has opted out, by these columns and answers; `undefined`: the person has not. */
export const makeOptOutOf =
  (found: ReadonlyArray<FoundOptOuts>, answers: Answers): OptOutOf =>
  (values) => {
    for (const { column, header, index } of found) {
      const value = folded(values[index] ?? "")
      if (value === "") continue
      const meaning = meaningOf(column, value)
      if (!isOut({ meaning, value }, answers.get(index))) continue
      const isObvious = meaning === "out" && column.kind.tag !== "status"
      return isObvious ? header : `${header}: ${value}`
    }
    return undefined
  }
