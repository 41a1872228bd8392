/** A question before something that cannot be undone. The focus is on the button that changes nothing. */
import type { Write } from "./useWrite.ts"
import { Dialog } from "./Dialog.tsx"
import { Failed } from "./States.tsx"

export const Confirm = ({
  cancel,
  confirm,
  label,
  onClose,
  onConfirm,
  text,
  write
}: {
  /** The question. */
  readonly label: string
  /** The consequence, and whether it can be undone. */
  readonly text: string
  /** The texts of the buttons. */
  readonly cancel: string
  readonly confirm: string
  readonly write: Pick<Write, "error" | "isBusy">
  readonly onClose: () => void
  readonly onConfirm: () => void
}) => (
  <Dialog label={label} class="dialog-small" onClose={onClose}>
    <p>{text}</p>
    {write.error !== undefined && <Failed error={write.error} />}
    <div class="dialog-actions">
      <button type="button" class="button" autofocus onClick={onClose}>
        {cancel}
      </button>
      <button type="button" class="button button-bad" disabled={write.isBusy} onClick={onConfirm}>
        {confirm}
      </button>
    </div>
  </Dialog>
)
