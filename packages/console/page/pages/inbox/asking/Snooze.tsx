/** When snoozed conversations come back: one of a few times, a typed one, or one of a calendar. */
import { useState } from "preact/hooks"
import { fullDate, language } from "../../../base/format.ts"
import { Dialog, DialogActions } from "../../../kit/Dialog.tsx"
import { Picker } from "../../../kit/Picker.tsx"
import { choicesOf } from "./snoozing.ts"
import { texts } from "./texts.ts"
import { type Reader, typedTime } from "./typedTime.ts"

const reader: Reader = {
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  monthFirst:
    new Intl.DateTimeFormat(language).formatToParts().find(({ type }) => type === "day" || type === "month")?.type ===
    "month"
}

/** A day and a time as the field of the browser has them, which knows no zone. */
const inField = (at: Date): string =>
  new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

interface Props {
  readonly canWake: boolean
  readonly onClose: () => void
  /** Called with the end of the snooze; `undefined`: the conversations open now. */
  readonly onPick: (until: Date | undefined) => void
}

const OwnTime = ({ onClose, onPick }: Omit<Props, "canWake">) => {
  const [value, setValue] = useState(() => inField(choicesOf(new Date())[1][1]))
  const [isPast, setPast] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const until = new Date(value)
    if (!(until > new Date())) return setPast(true)
    onClose()
    onPick(until)
  }
  return (
    <Dialog label={texts.snooze} class="dialog-small" onClose={onClose}>
      <form class="step" onSubmit={submit}>
        <label class="labelled">
          {texts.ownTimeOf}
          <input
            class="field"
            type="datetime-local"
            required
            autofocus
            value={value}
            onInput={({ currentTarget }) => {
              setValue(currentTarget.value)
              setPast(false)
            }}
          />
        </label>
        {isPast && (
          <p class="text-bad" role="alert">
            {texts.past}
          </p>
        )}
        <DialogActions cancel={texts.cancel} submit={texts.submit} isDisabled={value === ""} onClose={onClose} />
      </form>
    </Dialog>
  )
}

export const SnoozePicker = ({ canWake, onClose, onPick }: Props) => {
  const [now] = useState(() => new Date())
  const [isOwn, setOwn] = useState(false)
  if (isOwn) return <OwnTime onClose={onClose} onPick={onPick} />
  const choices = choicesOf(now).map(([name, until]) => ({
    id: name,
    label: `${texts.times[name]} (${fullDate(until.toISOString())})`,
    run: () => onPick(until)
  }))
  const typed = (text: string) => {
    const until = typedTime(text, new Date(), reader)
    return until === undefined ? [] : [{ id: "typed", label: fullDate(until.toISOString()), run: () => onPick(until) }]
  }
  const wake = { id: "now", label: texts.wake, run: () => onPick(undefined) }
  const own = { id: "own", label: texts.ownTime, run: () => setOwn(true), isOpener: true }
  return (
    <Picker
      label={texts.snooze}
      placeholder={texts.snoozeHint}
      onClose={onClose}
      typed={typed}
      choices={[...(canWake ? [wake] : []), ...choices, own]}
    />
  )
}
