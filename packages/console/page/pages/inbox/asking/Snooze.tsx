/** When snoozed conversations come back, and when an answer is sent: one of a few times, a typed one, or one of a calendar. */
import { useState } from "preact/hooks"
import { fullDate, language } from "../../../base/format.ts"
import { Dialog, DialogActions } from "../../../kit/Dialog.tsx"
import { type Choice, Picker } from "../../../kit/Picker.tsx"
import { choicesOf, sendTimesOf } from "./snoozing.ts"
import { texts } from "./texts.ts"
import { isPastTime, type Reader, typedTime } from "./typedTime.ts"

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
  /** The last time that can be chosen. Default: none. */
  readonly last?: Date
  readonly onClose: () => void
  readonly onPick: (at: Date) => void
}

const OwnTime = ({ label, last, onClose, onPick, start, submit }: Props) => {
  const [value, setValue] = useState(() => inField(start))
  const [fault, setFault] = useState<string>()
  const pick = (event: SubmitEvent) => {
    event.preventDefault()
    const at = new Date(value)
    if (!(at > new Date())) return setFault(texts.past)
    if (last !== undefined && at > last) return setFault(texts.tooFar)
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
              setFault(undefined)
            }}
          />
        </label>
        {fault !== undefined && (
          <p class="text-bad" role="alert">
            {fault}
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
  const { label, last, onClose, onPick } = own
  const shown = (at: Date) => fullDate(at.toISOString())
  const choices = times.map(([name, at]) => ({ id: name, label: `${name} (${shown(at)})`, run: () => onPick(at) }))
  const isTooFar = (at: Date) => last !== undefined && at > last
  const noneOf = (text: string) => {
    const at = typedTime(text, new Date(), reader)
    if (at !== undefined) return isTooFar(at) ? texts.tooFar : undefined
    return isPastTime(text, new Date(), reader) ? texts.past : undefined
  }
  const typed = (text: string) => {
    const at = typedTime(text, new Date(), reader)
    return at === undefined || isTooFar(at) ? [] : [{ id: "typed", label: shown(at), run: () => onPick(at) }]
  }
  const calendar = { id: "own", label: texts.ownTime, run: () => setOwn(true), isOpener: true }
  return (
    <Picker
      label={label}
      placeholder={texts.timeHint}
      onClose={onClose}
      typed={typed}
      noneOf={noneOf}
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

/** Asks when an answer shall be sent. Times are in the time zone of the reader, which the label names. */
export const SendTimePicker = ({ onClose, onPick }: Pick<Props, "onClose" | "onPick">) => {
  const [{ last, times }] = useState(() => sendTimesOf(new Date()))
  return (
    <TimePicker
      label={texts.sendAt(reader.zone)}
      submit={texts.schedule}
      times={times.map(([name, at]) => [texts.sendTimes[name], at])}
      start={times[0][1]}
      last={last}
      onClose={onClose}
      onPick={onPick}
    />
  )
}
