/** The editor of a step, or of a variant of it. */
import type { Sequence } from "@mailroom/client"
import { useEffect, useRef } from "preact/hooks"
import { api } from "../../base/api.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { Failed } from "../../kit/States.tsx"
import { hasDraft, useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import type { StepProps } from "./parts.tsx"
import { faultsOf, type Field, fieldsOf, patchOf, StepNumbers, StepTexts } from "./StepFields.tsx"
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

export const StepEditor = ({ campaign_id, isAdded, onAdd, siblings, step }: EditorProps) => {
  const canWrite = useCanWrite()
  const { error, isBusy, run } = useWrite("campaigns")
  const stored = fieldsOf(step)
  const draft = useDraft(stored, draftKey(campaign_id, step.id))
  const isChanged = Object.entries(stored).some(([field, value]) => draft.value(field as Field) !== value)
  const faults = faultsOf(error, draft)
  const isPlaced = Object.values(faults).some((list) => list.length > 0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isAdded) form.current?.querySelector<HTMLElement>(step.position === 1 ? "input" : "textarea")?.focus()
  }, [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const changes = draft.changes()
    run(
      () => api.sequences.update(campaign_id, step.id, patchOf(changes)),
      () => {
        draft.forget(changes)
        toast(texts.saved)
      }
    )
  }
  const remove = () =>
    run(async () => {
      await api.sequences.remove(campaign_id, step.id)
      draft.forget()
    })
  const addVariant = () =>
    run(async () => {
      const { body, body_html, id: variant_of, subject } = siblings[0] ?? step
      onAdd((await api.sequences.create(campaign_id, { variant_of, subject, body, body_html })).id)
    })
  const title =
    siblings.length > 1 ? texts.steps.variant(step.position, step.variant) : texts.steps.title(step.position)
  return (
    <section class="sheet-section" aria-label={title}>
      <h2>{title}</h2>
      <form class="step" ref={form} onSubmit={submit}>
        <StepTexts step={step} draft={draft} faults={faults} />
        <StepNumbers step={step} siblings={siblings} draft={draft} />
        {error !== undefined && !isPlaced && <Failed error={error} />}
        {canWrite && (
          <div class="row-actions">
            <button class="button button-solid" disabled={isBusy}>
              {texts.steps.save}
            </button>
            <button type="button" class="button button-bad" disabled={isBusy} onClick={remove}>
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
