/** The steps of a campaign, each with its editor and its preview. */
import type { Sequence } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { useCanWrite } from "../../base/session.ts"
import { stepsQuery } from "../../data/campaigns.ts"
import { Empty, Failed, Loaded } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { StepEditor } from "./StepEditor.tsx"
import { texts } from "./texts.ts"

export { hasDrafts } from "./StepEditor.tsx"

/** The variants of each step. */
const stepsOf = (sequences: ReadonlyArray<Sequence>) => [...Map.groupBy(sequences, ({ position }) => position).values()]

export const Steps = ({ id }: { readonly id: string }) => {
  const canWrite = useCanWrite()
  const steps = useQuery(stepsQuery(id))
  const { error, isBusy, run } = useWrite("campaigns")
  const [added, setAdded] = useState<number>()
  const add = (count: number) =>
    run(async () => {
      const step = await api.sequences.create(id, {
        subject: count === 0 ? "{{company}}" : null,
        body: "Hello {{first_name|there}},\n\n",
        delay_days: count === 0 ? 0 : 3
      })
      setAdded(step.id)
    })
  return (
    <Loaded query={steps}>
      {({ data }) => (
        <>
          {data.length === 0 && (
            <Empty title={texts.steps.empty}>
              <p>{texts.steps.emptyHelp}</p>
            </Empty>
          )}
          {stepsOf(data).flatMap((siblings) =>
            siblings.map((step) => (
              <StepEditor
                campaign_id={id}
                step={step}
                siblings={siblings}
                isAdded={step.id === added}
                onAdd={setAdded}
                key={`${step.id} ${number(step.position)}`}
              />
            ))
          )}
          {canWrite && (
            <div class="sheet-more">
              <button type="button" class="button" disabled={isBusy} onClick={() => add(data.length)}>
                {texts.steps.add}
              </button>
            </div>
          )}
          {error !== undefined && <Failed error={error} />}
        </>
      )}
    </Loaded>
  )
}
