/** When snoozed conversations come back. */
import { fullDate } from "../../base/format.ts"
import { Picker } from "../../kit/Picker.tsx"
import { choicesOf } from "./snoozing.ts"
import { texts } from "./texts.ts"

/** Asks until when. `undefined`: the conversations open now. */
export const SnoozePicker = ({
  canWake,
  onClose,
  onPick
}: {
  readonly canWake: boolean
  readonly onClose: () => void
  readonly onPick: (until: Date | undefined) => void
}) => {
  const choices = choicesOf(new Date()).map(([name, until]) => ({
    id: name,
    label: `${texts.snooze[name]} (${fullDate(until.toISOString())})`,
    run: () => onPick(until)
  }))
  const wake = { id: "now", label: texts.wake, run: () => onPick(undefined) }
  return <Picker label={texts.chooseSnooze} onClose={onClose} choices={canWake ? [wake, ...choices] : choices} />
}
