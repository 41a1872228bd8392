/** Asks before an answer is sent beside another one. */
import type { Message } from "@mailroom/client"
import { Dialog } from "../../../kit/Dialog.tsx"
import { texts } from "./texts.ts"

const t = texts.sendBeside

export const AskedSend = ({ message: { id }, onClose, onSend }: AskedSendProps) => (
  <Dialog label={t.title} class="dialog-small" onClose={onClose}>
    <div class="dialog-actions">
      <button
        type="button"
        class="button"
        onClick={() => {
          onClose()
          document.querySelector(`[data-message="${id}"]`)?.scrollIntoView({ block: "nearest" })
        }}
      >
        {t.read}
      </button>
      <button
        type="button"
        class="button button-solid"
        onClick={() => {
          onClose()
          onSend()
        }}
      >
        {t.send}
      </button>
    </div>
  </Dialog>
)

interface AskedSendProps {
  readonly message: Message
  readonly onClose: () => void
  readonly onSend: () => void
}
