/** The editor of a step, or of a variant of it. */
import type { Sequence } from "@mailroom/client"
import { ArrowDown, ArrowUp } from "lucide-preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { Confirm } from "../../kit/Confirm.tsx"
import { IconButton } from "../../kit/Parts.tsx"
import { Failed } from "../../kit/States.tsx"
import { forgetDraft, hasDraft, useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import type { StepProps } from "./parts.tsx"
import { conditionOf, faultsOf, type Field, fieldsOf, patchOf, StepNumbers, StepTexts } from "./StepFields.tsx"
import type { Variable } from "./editor/variables.ts"
import { StepFiles } from "./StepFiles.tsx"
import { StepPreview } from "./StepPreview.tsx"
import { texts } from "./texts.ts"
import { winnerKey } from "./Winner.tsx"

/** The key of the draft of a step. Without a step, the keys of all steps begin with it. */
export const draftKey = (campaign_id: string, step: number | "" = "") => `step ${campaign_id} ${step}`

/** Whether a text of the campaign's steps has changed, and is not saved. */
export const hasDrafts = (campaign_id: string): boolean => hasDraft(draftKey(campaign_id))

interface EditorProps extends StepProps {
  /** The variants of the step, `step` among them. */
  readonly siblings: ReadonlyArray<Sequence>
  /** The lead whose values the preview shows. */
  readonly lead: { readonly id: number | undefined; readonly isNone: boolean }
  readonly variables: ReadonlyArray<Variable>
  /** Whether there is a step before it, and one after it. */
  readonly canMove: { readonly up: boolean; readonly down: boolean }
  readonly onMove: (step: Sequence, by: -1 | 1) => void
  readonly isAdded: boolean
  /** Called with the id of a variant that is added. */
  readonly onAdd: (id: number) => void
}

/** The most variants of a step. */
const mostVariants = 5

/** The fields whose texts the preview shows. */
const textsOf = ({ body, body_html, subject }: Partial<Record<Field, string>>) =>
  patchOf({
    ...(subject !== undefined && { subject }),
    ...(body !== undefined && { body }),
    ...(body_html !== undefined && { body_html })
  })

export const StepEditor = (properties: EditorProps) => {
  const { campaign_id, canMove, isAdded, lead, onAdd, onMove, siblings, step, variables } = properties
  const canWrite = useCanWrite()
  const { error, isBusy, run } = useWrite("campaigns")
  const removal = useWrite("campaigns")
  const [isAsking, setAsking] = useState(false)
  const stored = fieldsOf(step)
  const draft = useDraft(stored, draftKey(campaign_id, step.id))
  const isChanged = Object.entries(stored).some(([field, value]) => draft.value(field as Field) !== value)
  const faults = faultsOf(error, draft)
  const isPlaced = Object.values(faults).some((list) => list.length > 0)
  /** While a variable is chosen, the text is not complete. */
  const [isChoosing, setChoosing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isAdded) form.current?.querySelector<HTMLElement>(step.position === 1 ? "input" : "textarea")?.focus()
  }, [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const changes = draft.changes()
    const isConditionChanged = changes.condition !== undefined || changes.otherwise !== undefined
    const condition = conditionOf(draft.value("condition"), draft.value("otherwise"))
    run(
      () =>
        api.sequences.update(campaign_id, step.id, { ...patchOf(changes), ...(isConditionChanged && { condition }) }),
      () => {
        draft.forget(changes)
        toast(texts.saved)
      }
    )
  }
  const remove = () =>
    removal.run(async () => {
      await api.sequences.remove(campaign_id, step.id)
      draft.forget()
      const [first = step] = siblings
      if (first === step || siblings.length === 2) forgetDraft(winnerKey(campaign_id, first.id))
    })
  const addVariant = () =>
    run(async () => {
      const { attachments: files, body, body_html, id: variant_of, subject } = siblings[0] ?? step
      const attachments = files.map(({ id }) => id)
      onAdd((await api.sequences.create(campaign_id, { variant_of, subject, body, body_html, attachments })).id)
    })
  const title =
    siblings.length > 1 ? texts.steps.variant(step.position, step.variant) : texts.steps.title(step.position)
  return (
    <section class="sheet-section sheet-wide step-section" aria-label={title} data-step={step.position}>
      <header class="step-head">
        <h2>{title}</h2>
        {canWrite && step === siblings[0] && (canMove.up || canMove.down) && (
          <>
            <IconButton
              icon={ArrowUp}
              label={texts.editor.up}
              disabled={!canMove.up}
              onClick={() => onMove(step, -1)}
            />
            <IconButton
              icon={ArrowDown}
              label={texts.editor.down}
              disabled={!canMove.down}
              onClick={() => onMove(step, 1)}
            />
          </>
        )}
      </header>
      <div class="step-columns">
        <form class="step" ref={form} onSubmit={submit}>
          <StepTexts step={step} draft={draft} faults={faults} variables={variables} onChoosing={setChoosing} />
          <StepFiles campaign_id={campaign_id} step={step} />
          <StepNumbers step={step} siblings={siblings} draft={draft} />
          {error !== undefined && !isPlaced && <Failed error={error} />}
          {canWrite && (
            <div class="row-actions form-save">
              <button class="button button-solid" disabled={isBusy}>
                {texts.steps.save}
              </button>
              <button type="button" class="button button-bad" disabled={isBusy} onClick={() => setAsking(true)}>
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
        {/* The API asks for a key that may write. */}
        {canWrite && (
          <StepPreview
            campaign_id={campaign_id}
            step={step}
            lead={lead}
            isChanged={isChanged}
            isPaused={isChoosing || removal.isBusy}
            unsaved={textsOf(draft.changes())}
            value={draft.value}
          />
        )}
      </div>
      {isAsking && (
        <Confirm
          label={texts.steps.removeTitle(title)}
          text={texts.steps.removeHelp}
          cancel={texts.cancel}
          confirm={texts.steps.remove}
          write={removal}
          onClose={() => setAsking(false)}
          onConfirm={remove}
        />
      )}
    </section>
  )
}
