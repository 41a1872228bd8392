/** The columns of a file that say who opted out, with their distinct values. Unclear values are a question. */
import { number } from "../../base/format.ts"
import { type Answer, type Answers, type FoundOptOuts, type FoundValue, isOpen, isOut } from "./optedOut.ts"
import { texts } from "./texts.ts"

const shownValues = 12

const noAnswer: Answer = { ticks: new Map(), isComplete: false }

const linesOf = (values: ReadonlyArray<FoundValue>) => number(values.reduce((sum, { lines }) => sum + lines, 0))

const Column = ({ answer = noAnswer, found, isQuestion, onChange }: ColumnProps) => {
  const { header, values } = found
  const shown = values.slice(0, values.length > shownValues + 1 ? shownValues : undefined)
  const others = values.slice(shown.length)
  const tick = (some: ReadonlyArray<FoundValue>, isTicked: boolean) =>
    onChange({ ...answer, ticks: new Map([...answer.ticks, ...some.map(({ value }) => [value, isTicked] as const)]) })
  const check = (label: string, some: ReadonlyArray<FoundValue>) => (
    <label key={label}>
      <input
        type="checkbox"
        checked={some.every((one) => isOut(one, answer))}
        onChange={({ currentTarget }) => tick(some, currentTarget.checked)}
      />{" "}
      <bdi>{label}</bdi>
    </label>
  )
  const unclear = values.some(({ meaning }) => meaning === "unclear")
  return (
    <fieldset class="choice" aria-label={header}>
      <legend>{texts.optOut(header, linesOf(values.filter((one) => isOut(one, answer))))}</legend>
      {values.length === 0 && <span class="meta">{texts.noValues}</span>}
      {shown.map((one) => check(texts.valueOf(one.value.slice(0, 60), number(one.lines)), [one]))}
      {others.length > 0 && check(texts.otherValues(number(others.length), linesOf(others)), others)}
      {unclear && (
        <label class={isQuestion ? "text-bad" : undefined}>
          <input
            type="checkbox"
            checked={!isQuestion}
            onChange={({ currentTarget }) => onChange({ ...answer, isComplete: currentTarget.checked })}
          />{" "}
          {texts.complete}
        </label>
      )}
    </fieldset>
  )
}

interface ColumnProps {
  readonly found: FoundOptOuts
  readonly answer: Answer | undefined
  readonly isQuestion: boolean
  readonly onChange: (answer: Answer) => void
}

export const OptOuts = ({
  answers,
  found,
  onChange
}: {
  readonly found: ReadonlyArray<FoundOptOuts>
  readonly answers: Answers
  readonly onChange: (answers: Answers) => void
}) =>
  found.length === 0 ? null : (
    <section aria-label={texts.optOuts}>
      <h3>{texts.optOuts}</h3>
      <p class="meta">{texts.optOutsHelp}</p>
      {found.map((one) => (
        <Column
          key={one.index}
          found={one}
          answer={answers.get(one.index)}
          isQuestion={isOpen(one, answers)}
          onChange={(answer) => onChange(new Map([...answers, [one.index, answer]]))}
        />
      ))}
    </section>
  )
