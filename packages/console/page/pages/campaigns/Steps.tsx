/** The steps of a campaign: the rail, and each step with its editor and its preview. */
import type { Sequence } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { useCanWrite } from "../../base/session.ts"
import { done } from "../../base/undo.ts"
import { stepsQuery } from "../../data/campaigns.ts"
import { useDelayed } from "../../kit/hooks.ts"
import { Denied } from "../../kit/roles/Reserved.tsx"
import { Empty, Failed, Loaded, QueryFailed } from "../../kit/States.tsx"
import { undoing } from "../../kit/undoing.ts"
import { hasDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { useLead, useVariables } from "./editor/leads.ts"
import { Rail } from "./editor/Rail.tsx"
import { Moves } from "./Moves.tsx"
import "./editor/editor.css"
import { NewStep, newStepKey } from "./NewStep.tsx"
import { StepEditor } from "./StepEditor.tsx"
import { texts } from "./texts.ts"
import { Winner } from "./Winner.tsx"

export { hasDrafts } from "./StepEditor.tsx"
export { isUploading } from "./StepFiles.tsx"

/** The variants of each step. */
const stepsOf = (sequences: ReadonlyArray<Sequence>) => [...Map.groupBy(sequences, ({ position }) => position).values()]

/** Whether a step has several variants. */
const hasVariants = (siblings: ReadonlyArray<Sequence>): siblings is readonly [Sequence, ...ReadonlyArray<Sequence>] =>
  siblings.length > 1

export const Steps = ({ id }: { readonly id: string }) => {
  const canWrite = useCanWrite()
  const steps = useQuery(stepsQuery(id))
  const { error, isBusy, run } = useWrite("campaigns")
  const [added, setAdded] = useState<number>()
  const [typed, setTyped] = useState<string>()
  const email = useDelayed(typed?.trim() ?? "", 200)
  const lead = useLead(id, email)
  const variables = useVariables(id)
  // The draft of a new step stays while another page is open.
  const [isNew, setNew] = useState(() => hasDraft(newStepKey(id)))
  const moveTo = (step: Sequence, position: number) => api.sequences.update(id, step.id, { position })
  /** Moves a step with all its variants; Z moves it back. */
  const move = (step: Sequence, by: -1 | 1) => {
    const { position } = step
    const last = steps.data?.data.at(-1)?.position ?? 0
    if (isBusy || position + by < 1 || position + by > last) return
    const undo = undoing("campaigns", () => moveTo(step, position), texts.editor.notMoved)
    run(
      () => moveTo(step, position + by),
      () => done(texts.editor.moved(position, position + by), () => void undo())
    )
  }
  return (
    <>
      <QueryFailed query={lead.query} />
      <Loaded query={steps}>
        {({ data }) => (
          <>
            {data.length === 0 ? (
              !isNew && (
                <Empty title={texts.steps.empty}>
                  <p>{texts.steps.emptyHelp}</p>
                </Empty>
              )
            ) : (
              <div class="rail-bar">
                <Rail steps={stepsOf(data)} onMove={move} />
                <label class="rail-lead">
                  {texts.editor.previewFor}
                  <input
                    class="field"
                    type="email"
                    list="preview-leads"
                    autocomplete="off"
                    value={typed ?? lead.first ?? ""}
                    onInput={({ currentTarget }) => setTyped(currentTarget.value)}
                  />
                </label>
                <datalist id="preview-leads">
                  {lead.leads?.map(({ email, first_name, last_name, id }) => (
                    <option value={email} key={id}>
                      {`${first_name} ${last_name}`.trim()}
                    </option>
                  ))}
                </datalist>
              </div>
            )}
            {error !== undefined && <Failed error={error} />}
            {data.length > 0 && <Denied role="member" />}
            {stepsOf(data).flatMap((siblings, index, all) => [
              ...siblings.map((step) => (
                <StepEditor
                  campaign_id={id}
                  step={step}
                  siblings={siblings}
                  lead={lead}
                  variables={variables}
                  canMove={{ up: index > 0, down: index < all.length - 1 }}
                  onMove={move}
                  isAdded={step.id === added}
                  onAdd={setAdded}
                  key={number(step.id)}
                />
              )),
              ...(hasVariants(siblings)
                ? [<Winner campaign_id={id} variants={siblings} key={`winner ${siblings[0].id}`} />]
                : [])
            ])}
            {canWrite && isNew && (
              <NewStep
                campaign_id={id}
                position={stepsOf(data).length + 1}
                variables={variables}
                onStored={setAdded}
                onClose={() => setNew(false)}
              />
            )}
            {canWrite && !isNew && (
              <div class="sheet-more">
                <button
                  type="button"
                  class={data.length === 0 ? "button button-solid" : "button"}
                  onClick={() => setNew(true)}
                >
                  {texts.steps.add}
                </button>
              </div>
            )}
            <Moves id={id} />
          </>
        )}
      </Loaded>
    </>
  )
}
