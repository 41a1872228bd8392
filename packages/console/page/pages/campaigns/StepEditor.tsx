/** The editor of a step, or of a variant of it. */
import type { Sequence } from "@mailroom/client"
import { useEffect, useRef } from "preact/hooks"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { faultsIn, type PlacedFault } from "../../base/faults.ts"
import { Failed } from "../../kit/States.tsx"
import { StoredNow } from "../../kit/StoredNow.tsx"
import { type Draft, hasDraft, useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import type { StepProps } from "./parts.tsx"
import { StepPreview } from "./StepPreview.tsx"
import { texts } from "./texts.ts"

const draftKey = (campaign_id: string, step: number | "" = "") => `step ${campaign_id} ${step}`

/** Whether a text of the campaign's steps has changed, and is not saved. */
export const hasDrafts = (campaign_id: string): boolean => hasDraft(draftKey(campaign_id))

interface EditorProps extends StepProps {
  /** The variants of the step, `step` among them. */
  readonly siblings: ReadonlyArray<Sequence>
  readonly isAdded: boolean
  /** Called with the id of a variant that is added. */
  readonly onAdd: (id: number) => void
}

/** The most variants of a step. */
const mostVariants = 5

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

const Faults = ({ list }: { readonly list: ReadonlyArray<PlacedFault> }) =>
  list.length === 0 ? null : (
    <ul class="text-bad" role="alert">
      {list.map(({ line, message }) => (
        <li key={message}>{line === undefined ? message : texts.steps.faultAt(number(line), message)}</li>
      ))}
    </ul>
  )

export const StepEditor = ({ campaign_id, isAdded, onAdd, siblings, step }: EditorProps) => {
  const canWrite = useCanWrite()
  const { error, isBusy, run } = useWrite("campaigns")
  const stored = {
    subject: step.subject ?? "",
    body: step.body,
    body_html: step.body_html ?? "",
    delay_days: String(step.delay_days),
    weight: String(step.weight)
  }
  const hasVariants = siblings.length > 1
  const draft = useDraft(stored, draftKey(campaign_id, step.id))
  const isChanged = Object.entries(stored).some(([field, value]) => draft.value(field as keyof typeof stored) !== value)
  const faults = {
    subject: faultsIn(error, "subject", draft.value("subject")),
    body: faultsIn(error, "body", draft.value("body")),
    body_html: faultsIn(error, "body_html", draft.value("body_html"))
  }
  const isPlaced = Object.values(faults).some((list) => list.length > 0)
  const isFirst = step.position === 1
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isAdded) form.current?.querySelector<HTMLElement>(isFirst ? "input" : "textarea")?.focus()
  }, [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const changes = draft.changes()
    const { body, body_html, delay_days, subject, weight } = changes
    const patch = {
      ...(subject !== undefined && { subject: subject.trim() === "" ? null : subject }),
      ...(body !== undefined && { body }),
      ...(body_html !== undefined && { body_html: body_html.trim() === "" ? null : body_html }),
      ...(delay_days !== undefined && { delay_days: Number(delay_days) }),
      ...(weight !== undefined && { weight: Number(weight) })
    }
    run(
      () => api.sequences.update(campaign_id, step.id, patch),
      () => {
        draft.forget(changes)
        toast(texts.saved)
      }
    )
  }
  const title = hasVariants ? texts.steps.variant(step.position, step.variant) : texts.steps.title(step.position)
  const addVariant = () =>
    run(async () => {
      const { body, body_html, id: variant_of, subject } = siblings[0] ?? step
      onAdd((await api.sequences.create(campaign_id, { variant_of, subject, body, body_html })).id)
    })
  return (
    <section class="sheet-section" aria-label={title}>
      <h2>{title}</h2>
      <form class="step" ref={form} onSubmit={submit}>
        <label class="labelled">
          {texts.steps.subject}
          <input
            class="field"
            name="subject"
            value={draft.value("subject")}
            onInput={({ currentTarget }) => draft.type("subject", currentTarget.value)}
            readOnly={!canWrite}
            autocomplete="off"
          />
          {!isFirst && <span class="meta">{texts.steps.subjectHelp}</span>}
        </label>
        <StoredNow draft={draft} field="subject" />
        <Faults list={faults.subject} />
        <label class="labelled">
          {texts.steps.body}
          <textarea
            class="field"
            name="body"
            required
            readOnly={!canWrite}
            value={draft.value("body")}
            onInput={({ currentTarget }) => draft.type("body", currentTarget.value)}
          />
          <span class="meta">{texts.steps.bodyHelp}</span>
        </label>
        <StoredNow draft={draft} field="body" />
        <Faults list={faults.body} />
        <label class="labelled">
          {texts.steps.html}
          <textarea
            class="field step-html"
            name="body_html"
            spellcheck={false}
            aria-describedby={`html-help-${step.id}`}
            readOnly={!canWrite}
            value={draft.value("body_html")}
            onInput={({ currentTarget }) => draft.type("body_html", currentTarget.value)}
          />
        </label>
        <p class="meta" id={`html-help-${step.id}`}>
          {texts.steps.htmlHelp}
        </p>
        <StoredNow draft={draft} field="body_html" />
        <Faults list={faults.body_html} />
        {step === siblings[0] && (
          <>
            <label class="labelled">
              {texts.steps.delay}
              <NumberField name="delay_days" max={365} draft={draft} />
            </label>
            <StoredNow draft={draft} field="delay_days" />
          </>
        )}
        {hasVariants && (
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
        {error !== undefined && !isPlaced && <Failed error={error} />}
        {canWrite && (
          <div class="row-actions">
            <button class="button button-solid" disabled={isBusy}>
              {texts.steps.save}
            </button>
            <button
              type="button"
              class="button button-bad"
              disabled={isBusy}
              onClick={() =>
                run(async () => {
                  await api.sequences.remove(campaign_id, step.id)
                  draft.forget()
                })
              }
            >
              {texts.steps.remove}
            </button>
            {step === siblings.at(-1) && siblings.length < mostVariants && (
              <button type="button" class="button" disabled={isBusy} onClick={addVariant}>
                {texts.steps.addVariant(step.position)}
              </button>
            )}
            {isChanged && <span class="meta">{texts.steps.unsaved}</span>}
          </div>
        )}
      </form>
      <StepPreview
        // A preview shows the stored texts: it goes when they change.
        key={JSON.stringify([step.subject, step.body, step.body_html])}
        campaign_id={campaign_id}
        step={step}
        isChanged={isChanged}
      />
    </section>
  )
}
