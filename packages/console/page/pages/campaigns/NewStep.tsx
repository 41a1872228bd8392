/** A step that is written for the first time. It is on this page only, until it is saved with a text. */
import type { Sequence } from "@mailroom/client"
import { useEffect, useRef } from "preact/hooks"
import { api } from "../../base/api.ts"
import { toast } from "../../base/undo.ts"
import { Failed } from "../../kit/States.tsx"
import { useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import type { Variable } from "./editor/variables.ts"
import { draftKey } from "./StepEditor.tsx"
import { conditionOf, faultsOf, fieldsOf, patchOf, StepNumbers, StepTexts } from "./StepFields.tsx"
import { texts } from "./texts.ts"

/** The step before anything is typed. No stored step has the id 0. */
const blank = (position: number): Sequence => ({
  id: 0,
  position,
  variant: "A",
  weight: 1,
  subject: null,
  body: "",
  body_html: null,
  attachments: [],
  delay_days: position === 1 ? 0 : 3,
  delay_unit: "days",
  condition: null,
  winner_rule: null,
  won: null
})

/** The fields that are sent as they are typed, beside the text. */
const sent = ["subject", "body_html", "delay_days", "delay_unit"] as const

/** The key of the draft of a new step. */
export const newStepKey = (campaign_id: string): string => draftKey(campaign_id, blank(1).id)

interface NewStepProps {
  readonly campaign_id: string
  readonly position: number
  readonly variables: ReadonlyArray<Variable>
  /** Called with the id of the step when it is stored. */
  readonly onStored: (id: number) => void
  readonly onClose: () => void
}

export const NewStep = ({ campaign_id, onClose, onStored, position, variables }: NewStepProps) => {
  const { error, isBusy, run } = useWrite("campaigns")
  const step = blank(position)
  const draft = useDraft(fieldsOf(step), newStepKey(campaign_id))
  const faults = faultsOf(error, draft)
  const isPlaced = Object.values(faults).some((list) => list.length > 0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>(position === 1 ? "input" : "textarea")?.focus(), [])
  const close = () => {
    draft.forget()
    onClose()
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const { value } = draft
    run(
      async () => {
        const { id } = await api.sequences.create(campaign_id, {
          ...patchOf(Object.fromEntries(sent.map((name) => [name, value(name)]))),
          body: value("body"),
          condition: conditionOf(value("condition"), value("otherwise"))
        })
        onStored(id)
      },
      () => {
        close()
        toast(texts.saved)
      }
    )
  }
  const title = texts.steps.title(position)
  return (
    <section class="sheet-section sheet-wide step-section" aria-label={title} data-step={position}>
      <header class="step-head">
        <h2>{title}</h2>
      </header>
      <div class="step-columns">
        <form class="step" ref={form} onSubmit={submit}>
          <StepTexts step={step} draft={draft} faults={faults} variables={variables} onChoosing={() => {}} />
          <StepNumbers step={step} siblings={[step]} draft={draft} />
          {error !== undefined && !isPlaced && <Failed error={error} />}
          <div class="row-actions form-save">
            <button class="button button-solid" disabled={isBusy || draft.value("body").trim() === ""}>
              {texts.steps.save}
            </button>
            <button type="button" class="button" disabled={isBusy} onClick={close}>
              {texts.cancel}
            </button>
            <span class="meta">{texts.steps.unsaved}</span>
          </div>
        </form>
        <p class="step-aside meta">{texts.steps.newHelp}</p>
      </div>
    </section>
  )
}
