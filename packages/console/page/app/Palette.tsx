/** Pages and actions by name. */
import { useMemo } from "preact/hooks"
import { bindings } from "../base/keys.ts"
import { texts } from "../base/texts.ts"
import { type Choice, Picker } from "../kit/Picker.tsx"

/** People and campaigns. What finds them is loaded with the first letter. */
const find = async (text: string, signal: AbortSignal): Promise<ReadonlyArray<Choice>> =>
  (await import("./find.ts")).find(text, signal)

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
            // The dialog gives the focus back when it closes; what runs then may move it. No key comes between.
            run: () => queueMicrotask(run)
          }))
      ),
    []
  )
  return (
    <Picker
      label={texts.palette.title}
      placeholder={texts.palette.input}
      choices={choices}
      find={find}
      onClose={onClose}
    />
  )
}
