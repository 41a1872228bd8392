/** The fields of a step, or of a variant of it, with the faults of each. */
import type { Sequence } from "@mailroom/client"
import { faultsIn, type PlacedFault } from "../../base/faults.ts"
import { number } from "../../base/format.ts"
import { useCanWrite } from "../../base/session.ts"
import { StoredNow } from "../../kit/StoredNow.tsx"
import type { Draft } from "../../kit/useDraft.ts"
import { texts } from "./texts.ts"

/** The stored values of a step, as its fields show them. */
export const fieldsOf = (step: Sequence) => ({
  subject: step.subject ?? "",
  body: step.body,
  body_html: step.body_html ?? "",
  delay_days: String(step.delay_days),
  weight: String(step.weight)
})

export type Field = keyof ReturnType<typeof fieldsOf>

/** The changes of a step that the fields stand for. */
export const patchOf = ({ body, body_html, delay_days, subject, weight }: Partial<Record<Field, string>>) => ({
  ...(subject !== undefined && { subject: subject.trim() === "" ? null : subject }),
  ...(body !== undefined && { body }),
  ...(body_html !== undefined && { body_html: body_html.trim() === "" ? null : body_html }),
  ...(delay_days !== undefined && { delay_days: Number(delay_days) }),
  ...(weight !== undefined && { weight: Number(weight) })
})

type Faults = Readonly<Record<"body" | "body_html" | "subject", ReadonlyArray<PlacedFault>>>

/** The faults of the texts that the server refused, by field. */
export const faultsOf = (error: unknown, draft: Draft<Field>): Faults => ({
  subject: faultsIn(error, "subject", draft.value("subject")),
  body: faultsIn(error, "body", draft.value("body")),
  body_html: faultsIn(error, "body_html", draft.value("body_html"))
})

/** The part of the leads that get a variant, in percent. */
const shareOf = ({ weight }: Sequence, siblings: ReadonlyArray<Sequence>): string => {
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

const FaultList = ({ list }: { readonly list: ReadonlyArray<PlacedFault> }) =>
  list.length === 0 ? null : (
    <ul class="text-bad" role="alert">
      {list.map(({ line, message }) => (
        <li key={message}>{line === undefined ? message : texts.steps.faultAt(number(line), message)}</li>
      ))}
    </ul>
  )

interface TextsProps {
  readonly step: Sequence
  readonly draft: Draft<Field>
  readonly faults: Faults
}

/** The subject, the text, and the HTML. */
export const StepTexts = ({ draft, faults, step }: TextsProps) => {
  const readOnly = !useCanWrite()
  return (
    <>
      <label class="labelled">
        {texts.steps.subject}
        <input
          class="field"
          name="subject"
          value={draft.value("subject")}
          onInput={({ currentTarget }) => draft.type("subject", currentTarget.value)}
          readOnly={readOnly}
          autocomplete="off"
        />
        {step.position !== 1 && <span class="meta">{texts.steps.subjectHelp}</span>}
      </label>
      <StoredNow draft={draft} field="subject" />
      <FaultList list={faults.subject} />
      <label class="labelled">
        {texts.steps.body}
        <textarea
          class="field"
          name="body"
          required
          readOnly={readOnly}
          value={draft.value("body")}
          onInput={({ currentTarget }) => draft.type("body", currentTarget.value)}
        />
        <span class="meta">{texts.steps.bodyHelp}</span>
      </label>
      <StoredNow draft={draft} field="body" />
      <FaultList list={faults.body} />
      <label class="labelled">
        {texts.steps.html}
        <textarea
          class="field step-html"
          name="body_html"
          spellcheck={false}
          aria-describedby={`html-help-${step.id}`}
          readOnly={readOnly}
          value={draft.value("body_html")}
          onInput={({ currentTarget }) => draft.type("body_html", currentTarget.value)}
        />
      </label>
      <p class="meta" id={`html-help-${step.id}`}>
        {texts.steps.htmlHelp}
      </p>
      <StoredNow draft={draft} field="body_html" />
      <FaultList list={faults.body_html} />
    </>
  )
}

interface NumbersProps {
  readonly step: Sequence
  readonly siblings: ReadonlyArray<Sequence>
  readonly draft: Draft<Field>
}

/** The delay, which the first variant has for all, and the weight where there are several. */
export const StepNumbers = ({ draft, siblings, step }: NumbersProps) => (
  <>
    {step === siblings[0] && (
      <>
        <label class="labelled">
          {texts.steps.delay}
          <NumberField name="delay_days" max={365} draft={draft} />
        </label>
        <StoredNow draft={draft} field="delay_days" />
      </>
    )}
    {siblings.length > 1 && (
      <>
        <label class="labelled">
          {texts.steps.weight}
          <NumberField name="weight" max={100} draft={draft} />
          <span class="meta">{texts.steps.weightHelp}</span>
          <span class="meta">{texts.steps.share(shareOf(step, siblings))}</span>
        </label>
        <StoredNow draft={draft} field="weight" />
      </>
    )}
  </>
)
