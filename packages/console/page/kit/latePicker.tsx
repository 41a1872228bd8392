/** Pickers whose code is loaded when they are first opened. The letters that are typed meanwhile are theirs, too. */
import type { ComponentType } from "preact"
import { FailedOnly, late, type Loading } from "./late.tsx"
import { Picker } from "./Picker.tsx"
import { Skeleton } from "./States.tsx"

/** A picker with this label until the picker is loaded. */
export const latePicker = <Properties extends { readonly onClose: () => void }>(
  label: string,
  load: () => Promise<ComponentType<Properties>>
): ComponentType<Properties> =>
  late<Properties>(load, ({ failure, onClose, retry }: Loading & Properties) => (
    <Picker label={label} onClose={onClose} choices={undefined}>
      {failure === undefined ? <Skeleton rows={4} height={32} /> : <FailedOnly failure={failure} retry={retry} />}
    </Picker>
  ))
