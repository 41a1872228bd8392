/** A secret that is shown once: the dialog closes by its button alone, so that nobody loses it by accident. */
import { copy } from "./copy.ts"
import { Dialog } from "./Dialog.tsx"

interface ShownOnceTexts {
  readonly help: string
  readonly copy: string
  readonly copied: string
  readonly notCopied: string
  readonly stored: string
}

export const ShownOnce = ({
  label,
  onClose,
  secret,
  words
}: {
  readonly label: string
  readonly secret: string
  readonly words: ShownOnceTexts
  readonly onClose: () => void
}) => (
  <Dialog label={label}>
    <p>{words.help}</p>
    <code class="code-block">{secret}</code>
    <div class="dialog-actions">
      <button type="button" class="button" autofocus onClick={() => void copy(secret, words)}>
        {words.copy}
      </button>
      <button type="button" class="button button-solid" onClick={onClose}>
        {words.stored}
      </button>
    </div>
  </Dialog>
)
