/** Pauses a lead until a day, or ends its pause. */
import { queries, api } from "../../base/api.ts"
import { dateOf } from "./day.ts"
import { useState } from "preact/hooks"
import { toast } from "../../base/undo.ts"
import { Dialog, DialogActions } from "../Dialog.tsx"
import { detailOf } from "../States.tsx"
import { textOf } from "../form.ts"
import { texts } from "./texts.ts"

/** Asks for the day on which mails go out again: they wait until it begins where this page is open. */
export const PauseDialog = ({ canEnd, label, onClose, onPause }: PauseDialogProps) => {
  const pause = (until: string | null) => {
    onClose()
    onPause(until)
  }
  return (
    <Dialog label={label} class="dialog-small" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const day = textOf(new FormData(event.currentTarget), "day")
          pause(new Date(`${day}T00:00`).toISOString())
        }}
      >
        <label class="labelled">
          {texts.pauseDay}
          <input class="field" name="day" type="date" required min={dateOf(1)} defaultValue={dateOf(7)} />
          <span class="meta">{texts.pauseHelp}</span>
        </label>
        {canEnd && (
          <button type="button" class="button" onClick={() => pause(null)}>
            {texts.endPause}
          </button>
        )}
        <DialogActions cancel={texts.close} submit={texts.pause} isDisabled={false} onClose={onClose} />
      </form>
    </Dialog>
  )
}

interface PauseDialogProps {
  readonly label: string
  /** Whether a pause may be ended. */
  readonly canEnd: boolean
  readonly onClose: () => void
  /** Called with the instant, or with `null` if the pause ends. */
  readonly onPause: (until: string | null) => void
}

/** The button that pauses one lead. */
export const PauseButton = ({ class: name = "", id, isPaused, onChange }: PauseButtonProps) => {
  const [isAsking, setAsking] = useState(false)
  const pause = async (until: string | null) => {
    try {
      await api.leads.pause(id, { until })
      toast(until === null ? texts.pauseEnded : texts.paused)
    } catch (error) {
      toast(texts.notPaused(detailOf(error)), { kind: "bad" })
    }
    for (const key of ["leads", "lead"]) void queries.invalidateQueries({ queryKey: [key] })
    onChange?.()
  }
  return (
    <>
      <button type="button" class={`button ${name}`} onClick={() => setAsking(true)}>
        {isPaused ? texts.changePause : texts.pauseUntil}
      </button>
      {isAsking && (
        <PauseDialog
          label={texts.pauseUntil}
          canEnd={isPaused}
          onClose={() => setAsking(false)}
          onPause={(until) => void pause(until)}
        />
      )}
    </>
  )
}

interface PauseButtonProps {
  readonly id: number
  readonly isPaused: boolean
  readonly class?: string
  readonly onChange?: () => void
}
