/** The browser's own dialog: it keeps the focus inside, closes by `Esc`, and gives the focus back. */
import { X } from "lucide-preact"
import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { texts } from "../base/texts.ts"

export const Dialog = ({
  children,
  class: name = "",
  label,
  onClose
}: {
  /** The heading; the name of the dialog for screen readers. */
  readonly label: string
  /** Absent: the dialog cannot be closed. */
  readonly onClose?: (() => void) | undefined
  readonly class?: string
  readonly children: ComponentChildren
}) => {
  const ref = useRef<HTMLDialogElement>(null)
  // A click beside the dialog closes it only if it began there, and if nothing was typed that would be lost.
  const isBeside = useRef(false)
  const isTyped = useRef(false)
  useLayoutEffect(() => {
    const dialog = ref.current
    const { activeElement } = document
    const field = activeElement instanceof HTMLTextAreaElement ? activeElement : undefined
    const [start, end] = [field?.selectionStart ?? 0, field?.selectionEnd ?? 0]
    dialog?.showModal()
    return () => {
      dialog?.close()
      // The browser gives the focus back, but puts the caret at the beginning.
      field?.setSelectionRange(start, end)
    }
  }, [])
  return (
    <dialog
      ref={ref}
      class={`dialog ${name}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onKeyDown={(event) => {
        // Without this, a dialog that cannot be closed would close at the second `Esc`.
        if (event.key === "Escape") {
          event.preventDefault()
          onClose?.()
        }
      }}
      onInput={({ target }) => (isTyped.current ||= (target as HTMLInputElement).form !== null)}
      onPointerDown={({ target }) => (isBeside.current = target === ref.current)}
      onClick={({ target }) => target === ref.current && isBeside.current && !isTyped.current && onClose?.()}
    >
      <div class="dialog-inner">
        <header class="dialog-head">
          <h2>{label}</h2>
          {onClose !== undefined && (
            <button type="button" class="icon-button" aria-label={texts.close} onClick={onClose}>
              <X size={16} />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** The buttons at the end of a form in a dialog: the first closes the dialog, the second submits the form. */
export const DialogActions = ({
  cancel,
  isDisabled,
  onClose,
  submit
}: {
  /** The text of the first button. */
  readonly cancel: string
  /** The text of the second button. */
  readonly submit: string
  /** Whether the form cannot be submitted now. */
  readonly isDisabled: boolean
  readonly onClose: () => void
}) => (
  <div class="dialog-actions">
    <button type="button" class="button" onClick={onClose}>
      {cancel}
    </button>
    <button class="button button-solid" disabled={isDisabled}>
      {submit}
    </button>
  </div>
)
