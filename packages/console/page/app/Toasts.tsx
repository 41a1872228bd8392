/** Messages at the bottom left: in the sidebar of a wide and high window, else over the list. They never cover an answer that is being written. */
import { X } from "lucide-preact"
import { useStore } from "../base/store.ts"
import { texts } from "../base/texts.ts"
import { dismiss, toasts } from "../base/undo.ts"
import { Kbd } from "../kit/Kbd.tsx"

export const Toasts = () => {
  const list = useStore(toasts)
  const last = list.findLast(({ undo }) => undo !== undefined)?.id
  return (
    <div class="toasts" role="status">
      {list.map(({ id, kind, text, undo }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <span>{text}</span>
          {undo !== undefined && (
            <button type="button" class="toast-undo" onClick={undo}>
              {texts.undo} {id === last && <Kbd keys="z" />}
            </button>
          )}
          <button type="button" class="toast-close" aria-label={texts.close} onClick={() => dismiss(id)}>
            <X size={14} aria-hidden="true" />
          </button>
        </div>
      ))}
    </div>
  )
}
