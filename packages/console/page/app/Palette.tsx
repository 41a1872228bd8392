/** Pages and actions by name. */
import { useMemo } from "preact/hooks"
import { bindings } from "../base/keys.ts"
import { texts } from "../base/texts.ts"
import { Picker } from "../kit/Picker.tsx"

export const Palette = ({ onClose }: { readonly onClose: () => void }) => {
  const choices = useMemo(
    () =>
      bindings().flatMap(([layer, list]) =>
        list
          .filter(({ label }) => label !== texts.keys.palette)
          .map(({ keys, label, run }) => ({
            id: `${layer} ${label}`,
            label,
            hint: keys[0],
            // The dialog gives the focus back when it closes; what runs then may move it.
            run: () => setTimeout(run)
          }))
      ),
    []
  )
  return <Picker label={texts.palette.title} placeholder={texts.palette.input} choices={choices} onClose={onClose} />
}
