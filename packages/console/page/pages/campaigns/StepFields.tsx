/** The fields of a step, or of a variant of it, with the faults of each. */
import type { ConditionKind, Sequence } from "@mailroom/client"
import { Braces } from "lucide-preact"
import { useRef } from "preact/hooks"
import { faultsIn, type PlacedFault } from "../../base/faults.ts"
import { number } from "../../base/format.ts"
import { useCanWrite } from "../../base/session.ts"
import { SelectField } from "../../kit/Fields.tsx"
import { StoredNow } from "../../kit/StoredNow.tsx"
import type { Draft } from "../../kit/useDraft.ts"
import { beginVariable, VariableField } from "./editor/VariableField.tsx"
import type { Variable } from "./editor/variables.ts"
import { texts } from "./texts.ts"

/** The stored values of a step, as its fields show them. */
export const fieldsOf = (step: Sequence) => ({
  subject: step.subject ?? "",
  body: step.body,
  body_html: step.body_html ?? "",
  delay_days: String(step.delay_days),
  delay_unit: step.delay_unit,
  condition: step.condition?.kind ?? "",
  otherwise: step.condition?.otherwise ?? "skip",
  weight: String(step.weight)
})

export type Field = keyof ReturnType<typeof fieldsOf>

/** The condition that its two fields stand for. */
export const conditionOf = (kind: string, otherwise: string): Sequence["condition"] =>
  kind === ""
    ? null
    : { kind: kind as ConditionKind, otherwise: otherwise as NonNullable<Sequence["condition"]>["otherwise"] }

/** The changes of a step that the fields stand for, but for its condition. */
export const patchOf = ({
  body,
  body_html,
  delay_days,
  delay_unit,
  subject,
  weight
}: Partial<Record<Field, string>>) => ({
  ...(subject !== undefined && { subject: subject.trim() === "" ? null : subject }),
  ...(body !== undefined && { body }),
  ...(body_html !== undefined && { body_html: body_html.trim() === "" ? null : body_html }),
  ...(delay_days !== undefined && { delay_days: Number(delay_days) }),
  ...(delay_unit !== undefined && { delay_unit: delay_unit as Sequence["delay_unit"] }),
  ...(weight !== undefined && { weight: Number(weight) })
})

export type Faults = Readonly<Record<"body" | "body_html" | "subject", ReadonlyArray<PlacedFault>>>

/** The faults of the texts that the server refused, by field. */
export const faultsOf = (error: unknown, draft: { readonly value: (field: keyof Faults) => string }): Faults => ({
  subject: faultsIn(error, "subject", draft.value("subject")),
  body: faultsIn(error, "body", draft.value("body")),
  body_html: faultsIn(error, "body_html", draft.value("body_html"))
})

/** The part of the leads that get a variant, in percent. */
const shareOf = ({ weight, won }: Sequence, siblings: ReadonlyArray<Sequence>): string => {
  // A variant that has won gets all further leads, whatever the weights are.
  if (siblings.some((sibling) => sibling.won !== null)) return number(won === null ? 0 : 100)
  const total = siblings.reduce((sum, sibling) => sum + sibling.weight, 0)
  return number(total === 0 ? 0 : Math.round((weight / total) * 1_000) / 10)
}

/** A field of a step with a whole number from 0 on. */
const NumberField = ({
  draft,
  max,
  name
}: {
  readonly name: "delay_days" | "weight"
  readonly max: number
  readonly draft: Pick<Draft<"delay_days" | "weight">, "type" | "value">
}) => (
  <input
    class="field step-delay"
    name={name}
    type="number"
    min={0}
    max={max}
    required
    readOnly={!useCanWrite()}
    value={draft.value(name)}
    onInput={({ currentTarget }) => draft.type(name, currentTarget.value)}
  />
)

/** The faults of a text. `isQuiet`: they are not announced, as somebody is still writing. */
export const FaultList = ({
  isQuiet = false,
  list
}: {
  readonly list: ReadonlyArray<PlacedFault>
  readonly isQuiet?: boolean
}) =>
  list.length === 0 ? null : (
    <ul class="text-bad" role={isQuiet ? undefined : "alert"}>
      {list.map(({ line, message }) => (
        <li key={message}>{line === undefined ? message : texts.steps.faultAt(number(line), message)}</li>
      ))}
    </ul>
  )

interface TextsProps {
  readonly step: Sequence
  readonly draft: Draft<Field>
  readonly faults: Faults
  readonly variables: ReadonlyArray<Variable>
  readonly onChoosing: (isChoosing: boolean) => void
}

const helpOf = (name: keyof Faults, { position }: Sequence): string | undefined => {
  if (name === "subject") return position === 1 ? undefined : texts.steps.subjectHelp
  return name === "body" ? undefined : texts.steps.htmlHelp
}

/** The subject, the text, and the HTML. */
export const StepTexts = ({ draft, faults, onChoosing, step, variables }: TextsProps) => {
  const isReadOnly = !useCanWrite()
  const last = useRef<"body" | "body_html" | "subject">("body")
  const field = (name: keyof Faults, label: string) => {
    const help = helpOf(name, step)
    return (
      <div onFocusIn={() => (last.current = name)}>
        <VariableField
          id={`step-${step.id}-${name}`}
          name={name}
          label={label}
          {...(help !== undefined && { help })}
          value={draft.value(name)}
          variables={variables}
          isReadOnly={isReadOnly}
          onChoosing={onChoosing}
          onInput={(value) => draft.type(name, value)}
        />
        <StoredNow draft={draft} field={name} />
        <FaultList list={faults[name]} />
      </div>
    )
  }
  const begin = () => {
    const found = document.querySelector<HTMLTextAreaElement>(`#step-${step.id}-${last.current}`)
    if (found !== null) beginVariable(found)
  }
  return (
    <>
      {field("subject", texts.steps.subject)}
      {field("body", texts.steps.body)}
      {!isReadOnly && (
        <button type="button" class="button step-insert" aria-haspopup="listbox" onClick={begin}>
          <Braces size={16} aria-hidden="true" />
          {texts.editor.insert}
        </button>
      )}
      {field("body_html", texts.steps.html)}
    </>
  )
}

interface NumbersProps {
  readonly step: Sequence
  readonly siblings: ReadonlyArray<Sequence>
  readonly draft: Draft<Field>
}

/** The delay and the condition, which the first variant has for all, and the weight where there are several: in one row. */
export const StepNumbers = ({ draft, siblings, step }: NumbersProps) => {
  const isFirst = step === siblings[0]
  /** The first step goes out at once: it has no step before it. */
  const hasDays = isFirst && step.position > 1
  const hasCondition = isFirst && (step.position > 1 || draft.value("condition") !== "")
  const hasWeight = siblings.length > 1
  if (!hasDays && !hasCondition && !hasWeight) return null
  return (
    <div>
      <div class="step-numbers">
        {hasDays && (
          <label class="labelled">
            {texts.steps.delay}
            <NumberField name="delay_days" max={365} draft={draft} />
          </label>
        )}
        {hasDays && (
          <SelectField draft={draft} name="delay_unit" label={texts.steps.delayUnit} values={texts.steps.delayUnits} />
        )}
        {hasCondition && (
          <SelectField draft={draft} name="condition" label={texts.steps.condition} values={texts.steps.conditions} />
        )}
        {hasCondition && draft.value("condition") !== "" && (
          <SelectField draft={draft} name="otherwise" label={texts.steps.otherwise} values={texts.steps.otherwises} />
        )}
        {hasWeight && (
          <label class="labelled">
            {texts.steps.weight}
            <NumberField name="weight" max={100} draft={draft} />
          </label>
        )}
        {hasWeight && (
          <p class="meta step-share">
            {texts.steps.share(shareOf(step, siblings))}
            <br />
            {texts.steps.weightHelp}
          </p>
        )}
      </div>
      {hasDays && <StoredNow draft={draft} field="delay_days" />}
      {hasWeight && <StoredNow draft={draft} field="weight" />}
    </div>
  )
}
