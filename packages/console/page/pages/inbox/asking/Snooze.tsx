/** When snoozed conversations come back, and when an answer is sent: one of a few times, a typed one, or one of a calendar. */
import { useState } from "preact/hooks"
import { fullDate, language } from "../../../base/format.ts"
import { Dialog, DialogActions } from "../../../kit/Dialog.tsx"
import { type Choice, Picker } from "../../../kit/Picker.tsx"
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

/** The names of the texts of a picker that differ. */
interface Words {
  readonly label: string
  readonly submit: string
}

interface Props extends Words {
  /** The time that the calendar begins with. */
  readonly start: Date
  readonly onClose: () => void
  readonly onPick: (at: Date) => void
}

const OwnTime = ({ label, onClose, onPick, start, submit }: Props) => {
  const [value, setValue] = useState(() => inField(start))
  const [isPast, setPast] = useState(false)
  const pick = (event: SubmitEvent) => {
    event.preventDefault()
    const at = new Date(value)
    if (!(at > new Date())) return setPast(true)
    onClose()
    onPick(at)
  }
  return (
    <Dialog label={label} class="dialog-small" onClose={onClose}>
      <form class="step" onSubmit={pick}>
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
        <DialogActions cancel={texts.cancel} submit={submit} isDisabled={value === ""} onClose={onClose} />
      </form>
    </Dialog>
  )
}

/** `first`: choices before the times. */
const TimePicker = ({
  first = [],
  times,
  ...own
}: Props & { readonly first?: ReadonlyArray<Choice>; readonly times: ReadonlyArray<readonly [string, Date]> }) => {
  const [isOwn, setOwn] = useState(false)
  if (isOwn) return <OwnTime {...own} />
  const { label, onClose, onPick } = own
  const shown = (at: Date) => fullDate(at.toISOString())
  const choices = times.map(([name, at]) => ({ id: name, label: `${name} (${shown(at)})`, run: () => onPick(at) }))
  const typed = (text: string) => {
    const at = typedTime(text, new Date(), reader)
    return at === undefined ? [] : [{ id: "typed", label: shown(at), run: () => onPick(at) }]
  }
  const calendar = { id: "own", label: texts.ownTime, run: () => setOwn(true), isOpener: true }
  return (
    <Picker
      label={label}
      placeholder={texts.timeHint}
      onClose={onClose}
      typed={typed}
      choices={[...first, ...choices, calendar]}
    />
  )
}

interface SnoozeProps {
  readonly canWake: boolean
  readonly onClose: () => void
  /** Called with the end of the snooze; `undefined`: the conversations open now. */
  readonly onPick: (until: Date | undefined) => void
}

export const SnoozePicker = ({ canWake, onClose, onPick }: SnoozeProps) => {
  const [choices] = useState(() => choicesOf(new Date()))
  const wake = { id: "now", label: texts.wake, run: () => onPick(undefined) }
  return (
    <TimePicker
      label={texts.snooze}
      submit={texts.submit}
      first={canWake ? [wake] : []}
      times={choices.map(([name, until]) => [texts.times[name], until])}
      start={choices[1][1]}
      onClose={onClose}
      onPick={onPick}
    />
  )
}

/** Asks when an answer is sent, in the time zone of the reader, which it names. */
export const SendTimePicker = ({ onClose, onPick }: Pick<Props, "onClose" | "onPick">) => {
  const [choices] = useState(() => choicesOf(new Date()))
  const [, [, tomorrow], [, monday]] = choices
  return (
    <TimePicker
      label={texts.sendAt(reader.zone)}
      submit={texts.schedule}
      times={[
        [texts.mornings.tomorrow, tomorrow],
        [texts.mornings.monday, monday]
      ]}
      start={tomorrow}
      onClose={onClose}
      onPick={onPick}
    />
  )
}
