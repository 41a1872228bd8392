/** The rule by which a variant of a step gets all further leads, and the decision. */
import type { Sequence, WinnerGoal } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { dateAndTime, number } from "../../base/format.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { comparisonsQuery } from "../../data/campaigns.ts"
import { Confirm } from "../../kit/Confirm.tsx"
import { FormEnd, InputField, SelectField } from "../../kit/Fields.tsx"
import { percent } from "../../kit/figures.tsx"
import { useDraft } from "../../kit/useDraft.ts"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const defaultMinimum = 100

/** The key of the draft of a rule. `step` is the first variant of the step. */
export const winnerKey = (campaign_id: string, step: number): string => `winner ${campaign_id} ${step}`

/** The variant that has won, with its figures, and the button that splits the leads again. */
const Decision = ({ campaign_id, step }: { readonly campaign_id: string; readonly step: Sequence }) => {
  const canWrite = useCanWrite()
  const write = useWrite("campaigns")
  const [isAsking, setAsking] = useState(false)
  if (step.won === null) return null
  const { at, figures, goal } = step.won
  return (
    <>
      <p>
        <strong>{texts.winner.won(step.variant)}</strong> {texts.winner.decided(dateAndTime(at))}
      </p>
      <ul>
        {figures.map(({ answered, contacted, variant }) => (
          <li key={variant}>{texts.winner.figures(variant, number(answered), number(contacted), goal)}</li>
        ))}
      </ul>
      {canWrite && (
        <div class="row-actions">
          <button type="button" class="button" onClick={() => setAsking(true)}>
            {texts.winner.split}
          </button>
        </div>
      )}
      {isAsking && (
        <Confirm
          label={texts.winner.splitTitle}
          text={texts.winner.splitHelp}
          cancel={texts.cancel}
          confirm={texts.winner.split}
          write={write}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            write.run(
              () => api.sequences.update(campaign_id, step.id, { winner_rule: null }),
              () => toast(texts.winner.splitAgain)
            )
          }
        />
      )}
    </>
  )
}

/** The figures of the variants so far, and how sure a winner is. */
const Figures = ({ campaign_id, position }: { readonly campaign_id: string; readonly position: number }) => {
  const { data } = useQuery(comparisonsQuery(campaign_id))
  const found = data?.data.find((comparison) => comparison.position === position)
  if (found === undefined) return null
  const { certainty, leader, variants, winner_rule } = found
  const goal = winner_rule?.goal ?? "replied"
  return (
    <>
      <ul>
        {variants.map(({ answered, contacted, missing, opened, variant }) => (
          <li key={variant}>
            {texts.winner.figures(variant, number(answered), number(contacted), goal)},{" "}
            {texts.winner.opened(number(opened))}
            {missing > 0 && `; ${texts.winner.missing(missing, number(missing))}`}
          </li>
        ))}
      </ul>
      {certainty !== null && (
        <p>
          {leader === null
            ? texts.winner.noLeader
            : texts.winner.leads(leader, percent(Math.floor(certainty * 1_000) / 1_000))}
        </p>
      )}
    </>
  )
}

interface WinnerProps {
  readonly campaign_id: string
  /** The variants of a step, at least two. */
  readonly variants: readonly [Sequence, ...ReadonlyArray<Sequence>]
}

export const Winner = ({ campaign_id, variants }: WinnerProps) => {
  const [first] = variants
  const write = useWrite("campaigns")
  const stored = {
    winner_goal: first.winner_rule?.goal ?? "",
    winner_minimum: String(first.winner_rule?.minimum_contacted ?? defaultMinimum)
  }
  const draft = useDraft(stored, winnerKey(campaign_id, first.id))
  const won = variants.find((variant) => variant.won !== null)
  const goal = draft.value("winner_goal")
  const isChanged =
    goal !== stored.winner_goal || (goal !== "" && draft.value("winner_minimum") !== stored.winner_minimum)
  const save = (event: SubmitEvent) => {
    event.preventDefault()
    const winner_rule =
      goal === "" ? null : { goal: goal as WinnerGoal, minimum_contacted: Number(draft.value("winner_minimum")) }
    write.run(
      () => api.sequences.update(campaign_id, first.id, { winner_rule }),
      () => {
        draft.forget()
        toast(texts.saved)
      }
    )
  }
  const title = texts.winner.title(first.position)
  return (
    <section class="sheet-section sheet-wide step-section" aria-label={title}>
      <h2>{title}</h2>
      {won !== undefined ? (
        <Decision campaign_id={campaign_id} step={won} />
      ) : (
        <form class="step" onSubmit={save}>
          <SelectField
            draft={draft}
            name="winner_goal"
            label={texts.winner.goal}
            values={texts.winner.goals}
            help={texts.winner.help}
          />
          {goal !== "" && (
            <InputField
              draft={draft}
              name="winner_minimum"
              label={texts.winner.minimum}
              type="number"
              min={20}
              max={100_000}
              required
            />
          )}
          {first.winner_rule !== null && <p class="meta">{texts.winner.since(dateAndTime(first.winner_rule.since))}</p>}
          <Figures campaign_id={campaign_id} position={first.position} />
          <FormEnd isChanged={isChanged} words={texts.winner} write={write} />
        </form>
      )}
    </section>
  )
}
